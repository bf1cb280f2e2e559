// For programs that show what is set; the library does not.
extension PolicySettings {
    /// What a key that has one value is set to, as a line would have it; nil where nothing is demanded, and
    /// for a number of guesses, which two keys set.
    package func text(of key: PolicyKey) -> [UInt8]? {
        switch key.declaration.value {
        case .number(_, let property): property.value(self).map { Self.text(of: $0).bytes }
        case .flag(let words, let property): text(of: property, words)
        case .nameMatch(let property): text(of: property, .nameMatch)
        case .blocklistMatch(let property): text(of: property, .blocklistMatch)
        case .enforcement(let property): text(of: property, .enforcement)
        case .style(let property): text(of: property, .style)
        case .oldPassword(let property): property.value(self).map { Self.text(of: $0).bytes }
        case .services(let property): property.value(self).map { Self.text(of: $0).bytes }
        case .powerOfTen, .strength, .preset, .rules, .alternative, .characterMinimum, .words, .blocklist,
            .rankedWords, .exclusions:
            nil
        }
    }

    private func text<Value>(of property: PolicyProperty<Value>, _ words: PolicyWords<Value>) -> [UInt8]? {
        property.value(self).flatMap { words.word(for: $0)?.bytes }
    }

    private static func text(of number: Int) -> Text {
        var text = Text()
        text.append(number)
        return text
    }

    private static func text(of services: [[UInt8]]) -> Text {
        if services.isEmpty { return Text("none") }
        var text = Text()
        for service in services {
            if !text.bytes.isEmpty { text.append(", ") }
            text.append(service.span, 0..<service.count)
        }
        return text
    }

    private static func text(of checks: OldPasswordChecks) -> Text {
        if checks == .all { return Text("reject") }
        var text = Text()
        for (check, name) in OldPasswordChecks.names where checks.contains(check) {
            if !text.bytes.isEmpty { text.append(", ") }
            text.append(name.literal)
        }
        return text
    }
}
