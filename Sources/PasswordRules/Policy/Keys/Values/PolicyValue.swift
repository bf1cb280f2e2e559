/// The value of a line, or the combined value of several lines of a key.
///
/// Indirect, so that a policy of many short lines stays small.
indirect enum PolicyValue: Equatable, Sendable {
    /// A number; for a power of ten or a level of strength, the exponent.
    case number(Int)
    case flag(Bool)
    case nameMatch(NameMatch)
    case blocklistMatch(BlocklistMatch)
    case enforcement(Enforcement)
    case loginAction(LoginAction)
    case style(PasswordStyle)
    case oldPassword(OldPasswordChecks)
    case preset(Preset)
    /// Rules, with their ranges if the parser keeps them.
    case rules(PolicyRules, ranges: [RuleRanges])
    case alternative(PolicyRules, ranges: [RuleRanges])
    case minimums([CharacterMinimum])
    case words(WordSet)
    case blocklists([BlocklistSetting])
    case rankedWords([[UInt8]])
    case services([[UInt8]])
    case exclusions(Exclusions)
    /// The ranges of the names in the text. These values are not combined.
    case findings([Range<Int>])

    /// Parses the value of a key, which must not be empty.
    /// - Parameters:
    ///   - keepsRanges: Whether to keep the ranges of rules.
    ///   - diagnostics: Receives remarks, and mistakes in rules. After a mistake, the value must not be used.
    /// - Throws: Any other mistake.
    init(
        of key: PolicyKey, _ reader: borrowing PolicyValueReader, keepsRanges: Bool = false,
        diagnostics: inout Diagnostics
    ) throws(Diagnostic) {
        if key.isDemand, reader.demandsNothing { throw reader.problem(.demandsNothing) }
        switch key.declaration.value {
        case .number(let range): self = .number(try reader.number(in: range))
        case .powerOfTen(let range): self = .number(try reader.exponent(in: range))
        case .strength: self = .number(try reader.choice(of: .strength).leastGuessesLog10)
        case .flag(let words): self = .flag(try reader.choice(of: words))
        case .nameMatch: self = .nameMatch(try reader.choice(of: .nameMatch))
        case .blocklistMatch: self = .blocklistMatch(try reader.choice(of: .blocklistMatch))
        case .enforcement: self = .enforcement(try reader.enforcement())
        case .loginAction: self = .loginAction(try reader.choice(of: .loginAction))
        case .style: self = .style(try reader.choice(of: .style))
        case .oldPassword: self = .oldPassword(try reader.oldPasswordChecks())
        case .preset: self = .preset(try reader.preset())
        case .rules:
            let (rules, ranges) = reader.rules(keepsRanges: keepsRanges, diagnostics: &diagnostics)
            self = .rules(rules, ranges: ranges)
        case .alternative:
            let (rules, ranges) = reader.rules(keepsRanges: keepsRanges, diagnostics: &diagnostics)
            self = .alternative(rules, ranges: ranges)
        case .characterMinimum: self = .minimums([try reader.characterMinimum()])
        case .words: self = .words(try reader.words())
        case .blocklist: self = .blocklists([try reader.blocklist()])
        case .rankedWords: self = .rankedWords([try reader.rankedWords()])
        case .services: self = .services(try reader.services())
        case .loginServices: self = .services(try reader.services(besides: PolicyKey.servicesWithoutChange))
        case .exclusions: self = .exclusions(try reader.exclusions(diagnostics: &diagnostics))
        case .findings: self = .findings(try reader.findings())
        }
    }
}

// The value by its type. A key has values of one case alone, so the results for other cases are never used.
extension PolicyValue {
    var number: Int { if case .number(let number) = self { number } else { 0 } }
    var flag: Bool { if case .flag(let flag) = self { flag } else { false } }
    var nameMatch: NameMatch { if case .nameMatch(let match) = self { match } else { .reject } }
    var minimums: [CharacterMinimum] { if case .minimums(let minimums) = self { minimums } else { [] } }
    var words: WordSet { if case .words(let words) = self { words } else { WordSet() } }
    var services: [[UInt8]] { if case .services(let services) = self { services } else { [] } }
}

// Combining and comparing values.
extension PolicyValue {
    /// Combines this value with the one of a later line.
    /// - Returns: False if there are too many lines, and nothing has changed.
    mutating func combine(with other: PolicyValue, by combination: PolicyKey.Combination) -> Bool {
        // `self` gives up the words while they grow, so that they are not copied. A copy for each line would
        // take quadratic time.
        if case .words(var words) = self, case .words(let more) = other {
            self = .flag(false)
            words.formUnion(more)
            self = .words(words)
            return true
        }
        switch (self, other, combination) {
        case (_, _, .mostSpecific): self = other
        case (.minimums(let first), .minimums(let second), _):
            let all = Requirements(largestOf: first + second).minimums
            if all.count > Self.maximumLines { return false }
            self = .minimums(all)
        case (.blocklists(let first), .blocklists(let second), _):
            guard let all = Self.union(first, second, limit: Self.maximumLines) else { return false }
            self = .blocklists(all)
        case (.rankedWords(let first), .rankedWords(let second), _):
            guard let all = Self.union(first, second, limit: Self.maximumRankedWords) else { return false }
            self = .rankedWords(all)
        case (.oldPassword(let first), .oldPassword(let second), _): self = .oldPassword(first.union(second))
        case (_, _, .smallest): if other.isSmaller(than: self) { self = other }
        case (_, _, .largest), (_, _, .union), (_, _, .addsUp): if isSmaller(than: other) { self = other }
        }
        return true
    }

    /// Whether it demands less than another value, so that both together demand more than it does.
    func isWeaker(than other: PolicyValue, by combination: PolicyKey.Combination) -> Bool {
        var both = self
        return !both.combine(with: other, by: combination) || both != self
    }

    /// Whether a value that has an order is smaller than another.
    func isSmaller(than other: PolicyValue) -> Bool {
        switch (self, other) {
        case (.number(let first), .number(let second)): first < second
        case (.flag(let first), .flag(let second)): !first && second
        case (.nameMatch(let first), .nameMatch(let second)): first < second
        case (.blocklistMatch(let first), .blocklistMatch(let second)): first < second
        case (.enforcement(let first), .enforcement(let second)): first < second
        case (.loginAction(let first), .loginAction(let second)): first < second
        default: false
        }
    }

    /// The maximum number of lines of `or`, `at-least` and `blocklist`. A check looks at each.
    static var maximumLines: Int { 64 }

    /// The maximum number of `ranked-words` lines. Each list is read into memory.
    private static var maximumRankedWords: Int { 4 }

    /// The items of both lists, each once; nil if there are more than `limit`.
    private static func union<Element: Equatable>(
        _ first: [Element], _ second: [Element], limit: Int
    ) -> [Element]? {
        var all = first
        for item in second where !all.contains(item) { all.append(item) }
        return all.count > limit ? nil : all
    }
}
