/// The classes, of the four that administrators count, that a password lacks.
struct MissingClasses: OptionSet, Sendable {
    /// One bit for each class.
    let rawValue: Int

    /// Lower-case letters.
    static let lower = MissingClasses(rawValue: 1)
    /// Upper-case letters.
    static let upper = MissingClasses(rawValue: 2)
    /// Digits.
    static let digit = MissingClasses(rawValue: 4)
    /// All other characters.
    static let other = MissingClasses(rawValue: 8)
    /// The four classes.
    static let all: MissingClasses = [.lower, .upper, .digit, .other]

    /// The printable ASCII characters of these classes that the user may add.
    /// - Parameters:
    ///   - permitted: The characters that are permitted; nil for all.
    ///   - count: The number of classes that are needed. If fewer of these classes have permitted characters,
    ///     the result is all characters of these classes.
    func characters(among permitted: CharacterClass?, minimum count: Int) -> CharacterClass {
        var all = CharacterClass.empty
        if contains(.lower) { all = all.union(.lower) }
        if contains(.upper) { all = all.union(.upper) }
        if contains(.digit) { all = all.union(.digit) }
        if contains(.other) { all = all.union(.special) }
        guard let permitted, !permitted.isUnicode else { return all }
        let possible = all.intersection(permitted)
        return MissingClasses(in: possible).rawValue.nonzeroBitCount >= count ? possible : all
    }

    /// The classes of a set of ASCII characters.
    init(in characters: CharacterClass) {
        self = []
        if !characters.intersection(.lower).isEmpty { insert(.lower) }
        if !characters.intersection(.upper).isEmpty { insert(.upper) }
        if !characters.intersection(.digit).isEmpty { insert(.digit) }
        if !characters.asciiSubtracting(.alphanumeric).isEmpty { insert(.other) }
    }

    /// A set of these bits.
    init(rawValue: Int) { self.rawValue = rawValue }
}

extension Wording {
    /// The symbols that messages give as examples.
    private static var examples: CharacterClass { CharacterClass(0x2D).union(CharacterClass(0x21)) }

    /// The missing classes, to follow "needs": `an uppercase letter and a digit` if all of them are needed,
    /// `an uppercase letter or a digit` if one is needed; nil if several, but not all, are needed.
    func needed(ofClassesFor outcome: Outcome) -> (text: Text, isChoice: Bool)? {
        let (members, count) = (members(ofClassesFor: outcome), outcome.distance)
        if count >= members.count { return (translator.list(members, last: .and), false) }
        return count == 1 ? (translator.list(members, last: .or), true) : nil
    }

    /// The message that a password has too few classes.
    func missing(classesFor outcome: Outcome) -> Text {
        if let needed = needed(ofClassesFor: outcome) { return text(.needs, needed.text) }
        return some(.needsSome, ofClassesFor: outcome)
    }

    /// Whole sentences, if several missing classes are needed, but not all; otherwise nil.
    func sentences(onClassesFor outcome: Outcome) -> (first: Text, following: Text)? {
        if needed(ofClassesFor: outcome) != nil { return nil }
        return (
            some(.thePasswordNeedsSome, ofClassesFor: outcome), some(.itNeedsSome, ofClassesFor: outcome)
        )
    }

    private func some(_ template: Template, ofClassesFor outcome: Outcome) -> Text {
        let members = translator.list(members(ofClassesFor: outcome), last: .comma)
        return text(template, members, count: outcome.distance)
    }

    private func members(ofClassesFor outcome: Outcome) -> [Text] {
        let (withRanges, countsInside) = (outcome.namesRanges, outcome.countsInside)
        let missing = MissingClasses(in: outcome.characters)
        var members: [Text] = []
        if missing.contains(.lower) { members.append(text(withRanges ? .aLowerWithRange : .aLower)) }
        if missing.contains(.upper) {
            members.append(
                text(countsInside ? .anUpperInside : withRanges ? .anUpperWithRange : .anUpper))
        }
        if missing.contains(.digit) {
            members.append(text(countsInside ? .aDigitInside : withRanges ? .aDigitWithRange : .aDigit))
        }
        if missing.contains(.other) {
            let hasExamples = outcome.characters.isSuperset(of: Self.examples)
            members.append(text(hasExamples ? .anotherCharacterSuchAs : .anotherCharacter))
        }
        return members
    }
}
