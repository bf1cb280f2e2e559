/// What a line sets its key to, or what several lines set it to together.
///
/// In memory of its own, so that a policy of many short lines stays small.
indirect enum PolicyValue: Equatable, Sendable {
    /// A number; of a power of ten, or a level of strength, the exponent.
    case number(Int)
    case flag(Bool)
    case nameMatch(NameMatch)
    case blocklistMatch(BlocklistMatch)
    case enforcement(Enforcement)
    case style(PasswordStyle)
    case oldPassword(OldPasswordChecks)
    case preset(Preset)
    /// With the places of the rules, if the file was read with them.
    case rules(PolicyRules, ranges: [RuleRanges])
    case alternative(PolicyRules, ranges: [RuleRanges])
    case minimums([CharacterMinimum])
    case words(WordSet)
    case blocklists([BlocklistSetting])
    case rankedWords([[UInt8]])
    case services([[UInt8]])
    case exclusions(Exclusions)
    /// The places of the names in the text: no combination of lines needs more.
    case findings([Range<Int>])

    /// Reads the value of a key, which is not empty.
    /// - Parameters:
    ///   - keepsPlaces: Whether the places of rules are kept.
    ///   - diagnostics: Remarks are added here, and mistakes in rules. A value with a mistake is of no use.
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
        case .exclusions: self = .exclusions(try reader.exclusions(diagnostics: &diagnostics))
        case .findings: self = .findings(try reader.findings())
        }
    }
}

// The value of a key by its type. Each key has values of one case alone, so what stands for another case is
// never used.
extension PolicyValue {
    var number: Int { if case .number(let number) = self { number } else { 0 } }
    var flag: Bool { if case .flag(let flag) = self { flag } else { false } }
    var nameMatch: NameMatch { if case .nameMatch(let match) = self { match } else { .reject } }
    var minimums: [CharacterMinimum] { if case .minimums(let minimums) = self { minimums } else { [] } }
    var words: WordSet { if case .words(let words) = self { words } else { WordSet() } }
    var services: [[UInt8]] { if case .services(let services) = self { services } else { [] } }
}

// How the lines of a key are combined, and which of two values is stricter.
extension PolicyValue {
    /// Becomes what holds where lines set this value and then another one.
    /// - Returns: Whether these are not more lines than one key may have; if they are, nothing changes.
    mutating func combine(with other: PolicyValue, by combination: PolicyKey.Combination) -> Bool {
        // The words have one owner while they grow: a copy for each line would take quadratic time.
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

    /// Whether it asks for less than another value of a key that demands something: together they ask for
    /// more.
    func isWeaker(than other: PolicyValue, by combination: PolicyKey.Combination) -> Bool {
        var both = self
        return !both.combine(with: other, by: combination) || both != self
    }

    /// Whether a number, or what has an order, is smaller than another.
    func isSmaller(than other: PolicyValue) -> Bool {
        switch (self, other) {
        case (.number(let first), .number(let second)): first < second
        case (.flag(let first), .flag(let second)): !first && second
        case (.nameMatch(let first), .nameMatch(let second)): first < second
        case (.blocklistMatch(let first), .blocklistMatch(let second)): first < second
        case (.enforcement(let first), .enforcement(let second)): first < second
        default: false
        }
    }

    /// How many lines of `or`, of `at-least` and of `blocklist` there can be: a check looks at each.
    static var maximumLines: Int { 64 }

    /// How many of `ranked-words`: each is read into memory.
    private static var maximumRankedWords: Int { 4 }

    /// Both lists, each item once; nil if they are more than `limit`.
    private static func union<Element: Equatable>(
        _ first: [Element], _ second: [Element], limit: Int
    ) -> [Element]? {
        var all = first
        for item in second where !all.contains(item) { all.append(item) }
        return all.count > limit ? nil : all
    }
}
