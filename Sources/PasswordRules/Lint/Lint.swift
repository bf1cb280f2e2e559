/// The warnings about one set of rules, with the ranges of the rules in their text.
struct Lint {
    let rules: [Rule]
    let ranges: [RuleRanges]
    /// Whether the rules are a machine's policy, which no other implementation reads.
    let isPolicy: Bool
    /// What the rules mean together. In a policy that is not the same as one descriptor of them all: see
    /// `PolicyRules`.
    let meaning: Descriptor
    private(set) var diagnostics = Diagnostics()

    init(rules: [Rule], ranges: [RuleRanges], isPolicy: Bool, meaning: Descriptor? = nil) {
        self.rules = rules
        self.ranges = ranges
        self.isPolicy = isPolicy
        self.meaning = meaning ?? Descriptor(rules: rules)
    }

    /// Passwords shorter than this are short wherever they are used; NIST SP 800-63B-4, 3.1.1.2.
    static let shortestAdvisable = 8
    /// A limit below this locks out passphrases and password managers; the same clause.
    private static let lowestAdvisableLimit = 64

    /// Finds everything. `text` is what the places are in. Of rules that were read in part, nothing is said
    /// as a whole.
    /// - Parameter demandsLength: Whether a length must be demanded here, and not somewhere else.
    mutating func check(_ text: Span<UInt8>, isWhole: Bool, demandsLength: Bool = true) {
        if isWhole {
            checkSatisfiability()
            if demandsLength { checkMinLength() }
            // Of a policy, each line is looked at by itself: its lines do not add up what they allow.
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
        // A list in brackets is redundant if a name covers any of it, a name only if it adds nothing.
        var before = required
        for (rule, range) in zip(rules, ranges) {
            guard case .allowed = rule else { continue }
            for item in range.classes where !item.characters.isEmpty {
                let isCustom = isCustom(item.range, text)
                let others = isCustom ? before.union(named) : before
                if others.isSuperset(of: item.characters) {
                    warn(.redundantAllowed, item.range)
                } else if isCustom {
                    // Without the whole class, the rest of it would not be allowed.
                    let members = members(of: item.range)
                    var index = members.lowerBound
                    while index < members.upperBound {
                        // What is wrong with an entity is not that some of its letters are allowed.
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
