/// Finds warnings about a set of rules, with their ranges in the text.
struct Lint {
    let rules: [Rule]
    let ranges: [RuleRanges]
    /// Whether the rules are from a machine's policy, which no other implementation reads.
    let isPolicy: Bool
    /// The meaning of all rules together. A policy's rules do not mean the same as one descriptor: see
    /// `PolicyRules`.
    let meaning: Descriptor
    private(set) var diagnostics = Diagnostics()

    init(rules: [Rule], ranges: [RuleRanges], isPolicy: Bool, meaning: Descriptor? = nil) {
        self.rules = rules
        self.ranges = ranges
        self.isPolicy = isPolicy
        self.meaning = meaning ?? Descriptor(rules: rules)
    }

    /// The minimum length of passwords, even of those used with a second factor; NIST SP 800-63B-4, 3.1.1.2.
    static let shortestAdvisable = 8
    /// The smallest maximum length that does not lock out passphrases and password managers; from the same
    /// clause.
    private static let lowestAdvisableLimit = 64

    /// Finds all warnings. The ranges are those in `text`. Unless `isWhole`, some rules were not read, and
    /// the set is not checked as a whole.
    /// - Parameter demandsLength: Whether the rules must demand a length, because nothing else does.
    mutating func check(_ text: Span<UInt8>, isWhole: Bool, demandsLength: Bool = true) {
        if isWhole {
            checkSatisfiability()
            if demandsLength { checkMinLength() }
            // Each line of a policy is checked by itself, because `allowed` does not add up in a policy.
            if !isPolicy { checkAllowed(text) }
        }
        if !isPolicy { checkEntities(text) }
        checkEachRule()
    }

    private mutating func checkEachRule() {
        for (rule, range) in zip(rules, ranges) {
            switch rule {
            case .maxConsecutive: warn(.deprecatedMaxConsecutive, range.property)
            case .maxLength(let limit):
                if limit > 0, limit < Self.lowestAdvisableLimit { warn(.lowMaxLength, range.property) }
            default: break
            }
        }
    }

    private mutating func checkMinLength() {
        var longest = 0
        var last: RuleRanges?
        for (rule, range) in zip(rules, ranges) {
            guard case .minLength(let limit) = rule else { continue }
            longest = max(longest, limit)
            last = range
        }
        guard longest < Self.shortestAdvisable else { return }
        warn(last == nil ? .noMinLength : .lowMinLength, last?.property ?? 0..<0)
    }

    /// Finds characters that are allowed more than once.
    mutating func checkAllowed(_ text: Span<UInt8>) {
        var required = CharacterClass.empty
        var named = CharacterClass.empty
        var hasRequired = false
        var hasAllowed = false
        for (rule, range) in zip(rules, ranges) {
            switch rule {
            case .required(let characters):
                hasRequired = true
                required = required.union(characters)
            case .allowed:
                hasAllowed = true
                for item in range.classes where !isCustom(item.range, text) {
                    named = named.union(item.characters)
                }
            default: break
            }
        }
        if hasRequired, !hasAllowed, !isPolicy { warn(.noAllowed, 0..<0) }
        // An allowed class is redundant if required classes and earlier allowed ones cover it. A list in
        // brackets is also compared with later names, and member by member.
        var before = required
        for (rule, range) in zip(rules, ranges) {
            guard case .allowed = rule else { continue }
            for item in range.classes where !item.characters.isEmpty {
                let isCustom = isCustom(item.range, text)
                let others = isCustom ? before.union(named) : before
                if others.isSuperset(of: item.characters) {
                    warn(.redundantAllowed, item.range)
                } else if isCustom {
                    // The class also allows other characters, so each redundant member has its own warning.
                    let members = members(of: item.range)
                    var index = members.lowerBound
                    while index < members.upperBound {
                        // An entity has a warning of its own, so its letters need none.
                        let length = HTMLEntity.length(in: text, index..<members.upperBound) ?? 1
                        if length == 1, others.contains(UInt32(text[index])) {
                            warn(.redundantMember, index..<index + 1)
                        }
                        index += length
                    }
                }
                before = before.union(item.characters)
            }
        }
    }

    /// Finds HTML entities among the members of classes.
    mutating func checkEntities(_ text: Span<UInt8>) {
        for range in ranges {
            for item in range.classes where isCustom(item.range, text) {
                let members = members(of: item.range)
                for start in members {
                    if let length = HTMLEntity.length(in: text, start..<members.upperBound) {
                        warn(.htmlEntity, start..<start + length)
                    }
                }
            }
        }
    }

    /// The range of the members of a class in brackets.
    private func members(of range: Range<Int>) -> Range<Int> {
        range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1)
    }

    private func isCustom(_ range: Range<Int>, _ text: Span<UInt8>) -> Bool { text[range.lowerBound] == 0x5B }

    private mutating func checkSatisfiability() {
        var range = 0..<0
        for (rule, other) in zip(rules, ranges) {
            if case .maxLength = rule { range = other.property }
        }
        if Satisfiability(Checker(meaning)).isProvedEmpty {
            warn(.unsatisfiable, range)
            return
        }
        let generated = isPolicy ? meaning.withTypeableCharacters : meaning
        if Satisfiability(Checker(generated, reading: .strict)).isProvedEmpty {
            warn(.notGenerable, range)
        }
    }

    private mutating func warn(_ code: Diagnostic.Code, _ range: Range<Int>) {
        diagnostics.add(Diagnostic(code, at: range.lowerBound, length: range.count))
    }
}
