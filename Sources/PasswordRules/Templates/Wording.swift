/// The words for character classes and limits, for all sentences that name them.
struct Wording {
    let translator: Translator

    init(_ translator: Translator) { self.translator = translator }

    func text(_ template: Template) -> Text { translator.text(template, Values()) }

    func text(_ template: Template, count: Int, actual: Int = 0, limit: Int = 0) -> Text {
        translator.text(template, Values(count: count, actual: actual, limit: limit))
    }

    func text(
        _ template: Template, _ first: Text, count: Int = 1, actual: Int = 0, limit: Int = 0
    ) -> Text {
        translator.text(template, Values(first, count: count, actual: actual, limit: limit))
    }

    /// Two parts joined by a template.
    func text(_ template: Template, _ first: Text, _ second: Text) -> Text {
        translator.text(template, Values(first, second))
    }

    /// One character of the class: `a digit`, `an uppercase letter or one of -_.`.
    /// - Parameters:
    ///   - withRanges: Whether to name the letters: `an uppercase letter (A-Z)`.
    ///   - afterEither: Whether a choice begins with "either", because it is an item of a list.
    func oneOf(_ characters: CharacterClass, withRanges: Bool = false, afterEither: Bool = false) -> Text {
        choice(alternatives(characters, withRanges: withRanges), afterEither: afterEither)
    }

    /// A choice between the parts that `alternatives` returns.
    func choice(_ parts: [Text], afterEither: Bool) -> Text {
        let choice = translator.list(parts, last: .or)
        return afterEither && parts.count > 1 ? text(.either, choice) : choice
    }

    /// The kinds of characters that a class has, a text for each.
    func alternatives(_ characters: CharacterClass, withRanges: Bool) -> [Text] {
        if characters.isUnicode { return [text(.anyCharacter)] }
        if characters.isSuperset(of: .asciiPrintable) { return [text(.aPrintableCharacter)] }
        var parts: [Text] = []
        var rest = characters
        if rest.isSuperset(of: .upper), rest.isSuperset(of: .lower) {
            parts.append(text(.aLetter))
            rest = rest.asciiSubtracting(.upper.union(.lower))
        }
        if take(.upper, from: &rest) { parts.append(text(withRanges ? .anUpperWithRange : .anUpper)) }
        if take(.lower, from: &rest) { parts.append(text(withRanges ? .aLowerWithRange : .aLower)) }
        if take(.digit, from: &rest) { parts.append(text(withRanges ? .aDigitWithRange : .aDigit)) }
        if take(.special, from: &rest) { parts.append(text(.aSpecial)) }
        if rest == CharacterClass(0x20) {
            parts.append(text(.aSpace))
        } else if !rest.isEmpty {
            parts.append(text(rest.asciiCount == 1 ? .theCharacter : .oneOf, members(of: rest)))
        }
        return parts
    }

    /// The members of the class: `A-Z, a-z, 0-9, -_.`.
    func list(of characters: CharacterClass) -> Text {
        if characters.isUnicode { return text(.anyCharacters) }
        if characters == .asciiPrintable { return text(.printableCharacters) }
        var parts: [Text] = []
        var rest = characters
        if take(.upper, from: &rest) { parts.append(Text("A-Z")) }
        if take(.lower, from: &rest) { parts.append(Text("a-z")) }
        if take(.digit, from: &rest) { parts.append(Text("0-9")) }
        if take(.special, from: &rest) { parts.append(text(.specialCharacters)) }
        if !rest.isEmpty { parts.append(members(of: rest)) }
        return translator.list(parts, last: .comma)
    }

    func classes(minimum limit: Int, withRanges: Bool) -> Text {
        if limit == 4 { return text(withRanges ? .allClassesWithRanges : .allClasses) }
        return text(withRanges ? .someClassesWithRanges : .someClasses, count: limit, limit: limit)
    }

    /// A minimum number of characters of a class, as an item of a list: `a digit`, `at least 2 digits`.
    /// - Parameters:
    ///   - withRanges: Whether to name the letters and digits.
    ///   - afterEither: Whether a choice begins with "either", because it is an item of a list.
    func characters(
        _ characters: CharacterClass, minimum limit: Int, withRanges: Bool, afterEither: Bool = false
    ) -> Text {
        if limit == 1 { return oneOf(characters, withRanges: withRanges, afterEither: afterEither) }
        let named: Template? =
            switch characters {
            case .upper: withRanges ? .atLeastUppercaseWithRange : .atLeastUppercase
            case .lower: withRanges ? .atLeastLowercaseWithRange : .atLeastLowercase
            case .digit: withRanges ? .atLeastDigitsWithRange : .atLeastDigits
            case .special: .atLeastSpecial
            default: nil
            }
        guard let named else { return text(.atLeastOf, list(of: characters), count: limit) }
        return text(named, count: limit)
    }

    /// A minimum number of characters of a class, as a statement: `has a digit`, `at least 2 digits`.
    func has(_ characters: CharacterClass, minimum limit: Int, withRanges: Bool) -> Text {
        let characters = self.characters(characters, minimum: limit, withRanges: withRanges)
        return limit == 1 ? text(.has, characters) : characters
    }

    /// The same minimum, if the password does not meet it: `needs a digit`, `2 digits needed (1 of 2)`.
    func missing(_ characters: CharacterClass, actual: Int, minimum limit: Int, withRanges: Bool) -> Text {
        if limit == 1 { return text(.needs, oneOf(characters, withRanges: withRanges)) }
        let named: Template? =
            switch characters {
            // The list of members shows the range.
            case .upper: withRanges ? nil : .needsUppercase
            case .lower: withRanges ? nil : .needsLowercase
            case .digit: withRanges ? nil : .needsDigits
            case .special: .needsSpecial
            default: nil
            }
        let list = named == nil ? list(of: characters) : Text()
        return text(named ?? .needsOf, list, count: limit, actual: actual, limit: limit)
    }

    /// Removes `named` from `rest` and returns true, if `rest` has all of it.
    private func take(_ named: CharacterClass, from rest: inout CharacterClass) -> Bool {
        guard rest.isSuperset(of: named) else { return false }
        rest = rest.asciiSubtracting(named)
        return true
    }

    /// The members in quotation marks; a space is named, because it cannot be seen.
    private func members(of characters: CharacterClass) -> Text {
        let visible = characters.asciiSubtracting(CharacterClass(0x20))
        if visible.isEmpty { return text(.space) }
        // Single quotation marks if a double one is a member, unless both are.
        let mark: UInt8 = visible.contains(0x22) && !visible.contains(0x27) ? 0x27 : 0x22
        var quoted = Text()
        quoted.append(byte: mark)
        for byte in visible.asciiMembers { quoted.append(byte: byte) }
        quoted.append(byte: mark)
        return characters.contains(0x20) ? text(.andSpace, quoted) : quoted
    }

    /// The clauses as a sentence.
    func sentence(_ clauses: Text) -> Text { text(.period, clauses) }
}
