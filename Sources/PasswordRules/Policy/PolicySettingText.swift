// For programs that show what is set; the library does not.
extension PolicySettings {
    /// The number that a key is set to, or that its word stands for, and its text, as a line would have it; nil where nothing is
    /// set, and for keys whose values are no numbers.
    package func value(of key: PolicyKey) -> (number: Int, text: [UInt8])? {
        guard let number = number(key) else { return nil }
        var text = Text()
        switch key.declaration.value {
        case .number: text.append(number)
        case .demand(let words), .choice(let words):
            guard let word = words.word(number) else { return nil }
            text.append(word.literal)
        case .oldPassword: text = Self.text(of: OldPasswordChecks(rawValue: number))
        default: return nil
        }
        return (number, text.bytes)
    }

    private static func text(of checks: OldPasswordChecks) -> Text {
        if checks == .all { return Text("reject") }
        var text = Text()
        let names: [(OldPasswordChecks, StaticString)] = [
            (.same, "same"), (.letterCase, "case"), (.reversed, "reversed"), (.rotated, "rotated"),
            (.contained, "contained"),
        ]
        for (check, name) in names where checks.contains(check) {
            if !text.bytes.isEmpty { text.append(", ") }
            text.append(name)
        }
        return text
    }
}
