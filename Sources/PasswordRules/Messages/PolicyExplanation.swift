extension Policy {
    /// The rules in words, for the person who is about to choose a password: a heading and a line for each
    /// rule, separated by line feeds. Before its hyphen, a line has two spaces, or six if it is one of
    /// several alternative sets of rules. Lines are not wrapped, because the caller knows the width. Empty if
    /// there are no rules.
    public var explanation: String { String(decoding: explanationBytes(), as: UTF8.self) }

    /// The UTF-8 bytes of ``explanation``.
    /// - Parameters:
    ///   - translator: The translator, for other languages.
    ///   - comparisons: The passwords of the same user that the new one will be compared with. Demands about
    ///     others are left out.
    public func explanationBytes(
        in translator: Translator = Translator(), comparing comparisons: OwnPasswords = .old
    ) -> [UInt8] {
        Explanation.summary(of: self, comparing: comparisons, in: translator).bytes
    }
}

/// The passwords of the same user that a new one is compared with.
public struct OwnPasswords: OptionSet, Sendable {
    /// A bit for each.
    public let rawValue: UInt8

    /// The passwords of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The old password, which the new one replaces.
    public static var old: Self { Self(rawValue: 1) }
    /// Earlier ones. Only their hashes are known.
    public static var earlier: Self { Self(rawValue: 2) }
}

extension Explanation {
    /// The maximum number of alternatives that are listed. People do not read more.
    private static var maximumAlternatives: Int { 8 }

    /// The demands of a policy: the common rules, the comparisons, and then each choice; empty if there are
    /// none.
    static func summary(
        of policy: Policy, comparing comparisons: OwnPasswords, in translator: Translator
    ) -> Text {
        let wording = Wording(translator)
        var lines: [Text] = []
        for demanded in policy.cases {
            for line in self.lines(of: demanded, comparing: comparisons, wording)
            where !lines.contains(where: { $0.bytes == line.bytes }) {
                lines.append(line)
            }
        }
        return list(lines, wording)
    }

    /// The rules of a descriptor, in the form of ``Policy/explanation``.
    package static func list(of descriptor: Descriptor) -> String {
        list(Explanation(Checker(descriptor)).clauses, Wording(Translator())).string
    }

    private static func list(_ lines: [Text], _ wording: Wording) -> Text {
        var text = Text()
        for line in lines {
            if text.bytes.isEmpty { text = wording.text(.passwordRules) }
            text.append("\n  - ")
            text.append(line)
        }
        return text
    }

    private static func lines(
        of policy: PolicyCase, comparing own: OwnPasswords, _ wording: Wording
    ) -> [Text] {
        var lines = clauses(of: policy.common, wording)
        for active in policy.demands {
            switch active.demand.check {
            case .oldPassword where !own.contains(.old), .earlierPasswords where !own.contains(.earlier):
                continue
            default: break
            }
            lines += clauses(of: active.demand, active.value, wording)
        }
        if let comparisons = comparisons(of: policy, comparing: own, wording) { lines.append(comparisons) }
        for choice in policy.choices { lines.append(list(of: choice.alternatives, wording)) }
        return lines
    }

    /// The comparisons that no other line names: `none of your names, no common password`; nil if there are
    /// none. The built-in ones, with the user name itself and the old password, are left out.
    private static func comparisons(
        of policy: PolicyCase, comparing own: OwnPasswords, _ wording: Wording
    ) -> Text? {
        let settings = policy.settings
        var parts: [Text] = []
        let names: [PolicyKey] = [.username, .usernameParts, .fullName, .homeDirectory]
        if names.contains(where: { policy.sets($0) && settings[$0] != .nameMatch(.permit) }) {
            parts.append(wording.text(.noNameOfYours))
        }
        if settings.words.count > 0 { parts.append(wording.text(.noWord)) }
        if policy.comparesWithLists { parts.append(wording.text(.noCommonPassword)) }
        let isSimilarRefused = settings.oldPassword.contains(.similar)
        // A demanded number of changes has its own line, which implies this one, except for similar
        // passwords.
        if own.contains(.old), policy.sets(.oldPassword), !settings.oldPassword.isEmpty,
            settings.minChanges == nil || isSimilarRefused
        {
            parts.append(wording.text(isSimilarRefused ? .notLikeOldPassword : .notOldPassword))
        }
        return parts.isEmpty ? nil : wording.translator.list(parts, last: .comma)
    }

    private static func list(of choice: [PolicyCase.Alternative], _ wording: Wording) -> Text {
        var text = wording.text(.oneOfThese)
        for alternative in choice.prefix(maximumAlternatives) {
            let clauses = clauses(of: alternative, wording)
            text.append("\n      - ")
            text.append(
                clauses.isEmpty
                    ? wording.text(.anyPassword)
                    : wording.translator.list(clauses, separator: .semicolon, last: .semicolon))
        }
        if choice.count > maximumAlternatives {
            text.append("\n      - ")
            text.append(wording.text(.orAnotherSet, count: choice.count - maximumAlternatives))
        }
        return text
    }

    private static func clauses(of alternative: PolicyCase.Alternative, _ wording: Wording) -> [Text] {
        Explanation(alternative.checker, in: wording.translator).clauses
            + alternative.properties.all.flatMap { property in
                property.key.declaration.demand.map { clauses(of: $0, .number(property.number), wording) }
                    ?? []
            }
    }

    private static func clauses(of demand: Demand, _ value: PolicyValue, _ wording: Wording) -> [Text] {
        let kind = demand.outcomes[0]
        func met(_ outcome: Outcome) -> Text {
            var outcome = outcome
            outcome.namesRanges = true
            return kind.description.words.met(outcome, wording)
        }
        return switch demand.explanation {
        case .none: []
        case .number(let template): [wording.text(template, count: value.number)]
        case .met:
            if case .minimums(let minimums) = value {
                minimums.map { wording.characters($0.characters, minimum: $0.count, withRanges: true) }
            } else {
                [met(Outcome(kind, isMet: true, limit: value.number, actual: value.number))]
            }
        }
    }
}
