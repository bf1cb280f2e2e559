/// What a line sets its key to.
///
/// In memory of its own, so that a policy of many short lines stays small.
///
/// Where several keys have values of one type, the value carries the property that its key sets, so that it
/// can set no other.
indirect enum PolicyValue: Sendable {
    case number(Int, PolicyProperty<Int>)
    case flag(Bool, PolicyProperty<Bool>)
    case nameMatch(NameMatch, PolicyProperty<NameMatch>)
    case blocklistMatch(BlocklistMatch, PolicyProperty<BlocklistMatch>)
    case enforcement(Enforcement, PolicyProperty<Enforcement>)
    case style(PasswordStyle, PolicyProperty<PasswordStyle>)
    case oldPassword(OldPasswordChecks, PolicyProperty<OldPasswordChecks>)
    case preset(Preset)
    /// With the places of the rules, if the file was read with them.
    case rules(PolicyRules, places: [RulePlace])
    case alternative(PolicyRules, places: [RulePlace])
    case characterMinimum(CharacterMinimum)
    case words(WordSet)
    case blocklist(BlocklistSetting)
    case rankedWords([UInt8])
    case services([[UInt8]], PolicyProperty<[[UInt8]]>)
    case exclusions(Exclusions)

    /// Reads the value of a key, which is not empty.
    /// - Parameters:
    ///   - keepsPlaces: Whether the places of rules are kept.
    ///   - diagnostics: Remarks are added here, and mistakes in rules. A value with a mistake is of no use.
    /// - Throws: Any other mistake.
    init(
        of key: PolicyKey, _ reader: borrowing PolicyValueReader, keepsPlaces: Bool = false,
        diagnostics: inout Diagnostics
    ) throws(Diagnostic) {
        if key.isDemand, reader.demandsNothing { throw reader.problem(.demandsNothing) }
        switch key.declaration.value {
        case .number(let range, let property): self = .number(try reader.number(in: range), property)
        case .powerOfTen(let range, let property): self = .number(try reader.exponent(in: range), property)
        case .strength(let property):
            self = .number(try reader.choice(of: .strength).leastGuessesLog10, property)
        case .flag(let words, let property): self = .flag(try reader.choice(of: words), property)
        case .nameMatch(let property): self = .nameMatch(try reader.choice(of: .nameMatch), property)
        case .blocklistMatch(let property):
            self = .blocklistMatch(try reader.choice(of: .blocklistMatch), property)
        case .enforcement(let property): self = .enforcement(try reader.enforcement(), property)
        case .style(let property): self = .style(try reader.choice(of: .style), property)
        case .oldPassword(let property): self = .oldPassword(try reader.oldPasswordChecks(), property)
        case .preset: self = .preset(try reader.preset())
        case .rules:
            let (rules, places) = reader.rules(keepsPlaces: keepsPlaces, diagnostics: &diagnostics)
            self = .rules(rules, places: places)
        case .alternative:
            let (rules, places) = reader.rules(keepsPlaces: keepsPlaces, diagnostics: &diagnostics)
            self = .alternative(rules, places: places)
        case .characterMinimum: self = .characterMinimum(try reader.characterMinimum())
        case .words: self = .words(try reader.words())
        case .blocklist: self = .blocklist(try reader.blocklist())
        case .rankedWords: self = .rankedWords(try reader.rankedWords())
        case .services(let property): self = .services(try reader.services(), property)
        case .exclusions: self = .exclusions(try reader.exclusions(diagnostics: &diagnostics))
        }
    }
}
