// Only programs that show settings use this file: the library does not show any.
extension PolicySettings {
    /// The value of a key, as a line of a policy has it; nil if the key is not set or can have several values,
    /// and for the number of guesses, which two keys set.
    package func text(of key: PolicyKey) -> [UInt8]? {
        guard key.target == key else { return nil }
        return switch self[key] {
        case .number(let number):
            if case .number = key.declaration.value { Self.text(of: number).bytes } else { nil }
        case .flag(let flag):
            if case .flag(let words) = key.declaration.value { words.word(for: flag)?.bytes } else { nil }
        case .nameMatch(let match): PolicyWords.nameMatch.word(for: match)?.bytes
        case .blocklistMatch(let match): PolicyWords.blocklistMatch.word(for: match)?.bytes
        case .enforcement(let enforcement): PolicyWords.enforcement.word(for: enforcement)?.bytes
        case .loginAction(let action): PolicyWords.loginAction.word(for: action)?.bytes
        case .style(let style): PolicyWords.style.word(for: style)?.bytes
        case .oldPassword(let checks): Self.text(of: checks).bytes
        case .services(let services): Self.text(of: services).bytes
        case .preset, .rules, .alternative, .minimums, .words, .blocklists, .rankedWords, .exclusions,
            .findings, nil:
            nil
        }
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
        if checks == .reject { return Text("reject") }
        if checks.contains(.similar) { return Text("similar") }
        var text = Text()
        for (check, name) in OldPasswordChecks.names where checks.contains(check) {
            if !text.bytes.isEmpty { text.append(", ") }
            text.append(name.literal)
        }
        return text
    }
}

extension PolicyKey {
    /// Whether it sets its own value, not another key's.
    package var setsItself: Bool { target == self }

    /// A number, as in a line of the key.
    package func text(of number: Int) -> String {
        if case .powerOfTen = declaration.value { "10^\(number)" } else { "\(number)" }
    }
}
