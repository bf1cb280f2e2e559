import Testing

@testable import PasswordRules

/// Adding a line anywhere never makes a policy accept a password that it refused. The exceptions are an empty
/// value, an `or`, and the keys that demand nothing.
@Suite struct PolicyMonotonyTests {
    private static let keys = PolicyKey.allCases.filter { $0.isDemand && $0 != .or }
    private static let classes = [
        "upper", "lower", "digit", "special", "[-_.]", "[abc]", "unicode", "ascii-printable",
    ]

    private static func rules(_ random: inout SeededSource) -> String {
        let properties = (0..<random.number(1...3)).map { _ in
            switch random.below(9) {
            case 0, 1: "required: \(random.pick(classes))"
            case 2, 3:
                "allowed: \(random.pick(classes)), \(random.pick(classes))"
            case 4: "minlength: \(random.number(0...8))"
            case 5: "maxlength: \(random.number(0...12))"
            case 6: "max-repeating: \(random.number(0...3))"
            case 7: "min-classes: \(random.number(1...4))"
            default: "max-sequential: \(random.number(0...3))"
            }
        }
        return properties.joined(separator: "; ")
    }

    private static func value(of key: PolicyKey, _ random: inout SeededSource) -> String {
        switch key.declaration.value {
        case .number(let range):
            "\(random.number(range.lowerBound...min(range.upperBound, range.lowerBound + 5)))"
        case .flag(let words): word(of: words, &random)
        case .nameMatch: word(of: .nameMatch, &random)
        case .blocklistMatch: word(of: .blocklistMatch, &random)
        case .strength: word(of: .strength, &random)
        case .enforcement: word(of: .enforcement, &random)
        case .loginAction: word(of: .loginAction, &random)
        case .style: word(of: .style, &random)
        case .oldPassword: random.pick(["reject", "same", "case, reversed", "contained"])
        case .preset: "\(random.pick(Preset.allCases).name)"
        case .rules, .alternative: rules(&random)
        case .characterMinimum: "\(random.number(1...3)) \(random.pick(classes))"
        case .words: random.pick(["acme", "password, secret", "liddell"])
        case .blocklist: "/list"
        case .powerOfTen(let range): "10^\(random.number(range.lowerBound...range.lowerBound + 12))"
        case .rankedWords: "/ranks"
        case .services: "passwd"
        case .loginServices: "sshd"
        case .exclusions: "upper"
        case .findings: "weaker-section"
        }
    }

    private static func word<Value>(of words: PolicyWords<Value>, _ random: inout SeededSource) -> String {
        "\(random.pick(words.all.map(\.word)).literal)"
    }

    /// A policy as the lines of each source.
    private struct Lines {
        /// The file and the section header of each source. The arguments are one more source after these.
        static let sources: [(file: Int, head: String)] = [
            (file: 0, head: ""), (0, "[group users]"), (0, "[user alice]"), (1, ""), (1, "[group wheel]"),
            (1, "[group users]"), (1, "[user alice]"),
        ]
        var lines = [[String]](repeating: [], count: sources.count + 1)

        /// The policy; nil if the lines have a mistake, such as a repeated key in one section.
        func policy() -> Policy? {
            var texts = ["", ""]
            for (source, lines) in zip(Self.sources, lines) {
                texts[source.file] += ([source.head] + lines).filter { !$0.isEmpty }.map { $0 + "\n" }
                    .joined()
            }
            var stack = PolicyStack()
            var found = Diagnostics()
            for text in texts {
                guard let file = PolicyFile.parse(Array(text.utf8), diagnostics: &found) else {
                    return nil
                }
                stack.add(file: file)
            }
            for text in lines[Self.sources.count] {
                guard let file = PolicyFile.parseArgument(Array(text.utf8), diagnostics: &found) else {
                    return nil
                }
                stack.add(argument: file)
            }
            let applied = stack.applied(to: PolicySubject("alice", groups: ["users", "wheel"]))
            return applied.problem == nil ? try? Policy(applied.settings, blocklists: []) : nil
        }
    }

    private static let passwords: [String] = {
        var random = SeededSource(seed: 7)
        let pieces = [
            "a", "b", "abc", "A", "B", "1", "12", "-", "_", "é", "alice", "secret", "acme", "Old-1", " ",
            "zz", "qwer",
        ]
        return (0..<100).map { _ in
            (0..<random.number(1...6)).map { _ in random.pick(pieces) }.joined()
        }
    }()

    @Test(arguments: 0..<10)
    func addedLineNeverWeakens(part: Int) {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededSource(seed: seed)
        let account = Account("alice", fullName: "Alice Liddell", home: "/home/secret")
        var refusedCount = 0
        for _ in 0..<1000 {
            var lines = Lines()
            lines.lines[0] = ["rules = minlength: \(random.number(1...4))"]
            for _ in 0..<random.number(0...5) { Self.addAny(to: &lines, &random) }
            guard let before = lines.policy() else { continue }
            let source = random.below(lines.lines.count)
            let key = random.pick(Self.keys)
            let line = "\(key.name) = \(Self.value(of: key, &random))"
            lines.lines[source].insert(line, at: random.number(0...lines.lines[source].count))
            guard let after = lines.policy() else { continue }
            // An estimate takes a thousand times as long as all other checks.
            let isEstimated = lines.lines.joined().contains {
                $0.hasPrefix("min-guesses") || $0.hasPrefix("min-strength")
            }
            let few = (0..<5).map { _ in random.pick(Self.passwords) }
            for password in isEstimated ? few : Self.passwords
            where !before.check(password, for: account, replacing: "Old-1abc").isAccepted {
                refusedCount += 1
                if after.check(password, for: account, replacing: "Old-1abc").isAccepted {
                    Issue.record(
                        "\(password) is accepted after \(line) in source \(source): \(lines.lines), seed \(seed)"
                    )
                    return
                }
            }
        }
        #expect(refusedCount > 1000)
    }

    /// Adds a line of any kind, an empty value or an alternative among them.
    private static func addAny(to lines: inout Lines, _ random: inout SeededSource) {
        let source = random.below(lines.lines.count)
        switch random.below(6) {
        case 0: lines.lines[source].append("\(random.pick(PolicyKey.allCases).name) =")
        case 1: lines.lines[source] += ["rules = \(rules(&random))", "or = \(rules(&random))"]
        default:
            let key = random.pick(keys)
            lines.lines[source].append("\(key.name) = \(value(of: key, &random))")
        }
    }
}
