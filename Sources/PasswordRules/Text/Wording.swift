/// The words for character classes and limits, used by every sentence that names one.
enum Wording {
    /// One character of the class: `a digit`, `an uppercase letter or one of -_.`.
    /// - Parameters:
    ///   - withRanges: Whether to say which letters: `an uppercase letter (A-Z)`.
    ///   - afterEither: Whether a choice begins with "either", because it stands in a list.
    static func oneOf(
        _ characters: CharacterClass, withRanges: Bool = false, afterEither: Bool = false
    ) -> Text {
        let parts = alternatives(characters, withRanges: withRanges)
        var text = Text(afterEither && parts.count > 1 ? "either " : "")
        text.append(list: parts, conjunction: " or ")
        return text
    }

    /// Whether `oneOf` says "or".
    static func isChoice(_ characters: CharacterClass) -> Bool {
        alternatives(characters, withRanges: false).count > 1
    }

    /// The kinds of character that a class puts to choice.
    private static func alternatives(_ characters: CharacterClass, withRanges: Bool) -> [Text] {
        if characters.isUnicode { return [Text("any character")] }
        if characters.isSuperset(of: .asciiPrintable) { return [Text("a printable ASCII character")] }
        var parts: [Text] = []
        var rest = characters
        if rest.isSuperset(of: .upper), rest.isSuperset(of: .lower) {
            parts.append(Text("a letter A-Z or a-z"))
            rest = rest.asciiSubtracting(.upper.union(.lower))
        }
        take(
            .upper, withRanges ? "an uppercase letter (A-Z)" : "an uppercase letter", from: &rest, to: &parts)
        take(.lower, withRanges ? "a lowercase letter (a-z)" : "a lowercase letter", from: &rest, to: &parts)
        take(.digit, withRanges ? "a digit (0-9)" : "a digit", from: &rest, to: &parts)
        take(.special, "a special character", from: &rest, to: &parts)
        if !rest.isEmpty {
            var text = Text(rest.asciiCount == 1 ? "the character " : "one of ")
            append(members: rest, to: &text)
            parts.append(text)
        }
        return parts
    }

    /// The members of the class: `A-Z a-z 0-9 -_.`.
    static func list(of characters: CharacterClass) -> Text {
        if characters.isUnicode { return Text("any character") }
        if characters == .asciiPrintable { return Text("printable ASCII characters") }
        var parts: [Text] = []
        var rest = characters
        take(.upper, "A-Z", from: &rest, to: &parts)
        take(.lower, "a-z", from: &rest, to: &parts)
        take(.digit, "0-9", from: &rest, to: &parts)
        take(.special, "special characters", from: &rest, to: &parts)
        if !rest.isEmpty {
            var text = Text()
            append(members: rest, to: &text)
            parts.append(text)
        }
        var text = Text()
        text.append(list: parts, conjunction: ", ")
        return text
    }

    static func noRepeat(over limit: Int) -> Text {
        var text = Text("no character more than ")
        text.append(count: limit, " time")
        text.append(" in a row")
        return text
    }

    static func noSequence(over limit: Int) -> Text {
        var text = Text("no more than ")
        text.append(count: limit, " letter")
        text.append(limit == 1 ? " or digit" : " or digits")
        text.append(" in sequence (like abc or 321)")
        return text
    }

    static func noConsecutive(over limit: Int) -> Text {
        var text = Text("no more than ")
        text.append(count: limit, " character")
        text.append(" in a row that repeat or follow each other")
        return text
    }

    static var fourClasses: StaticString {
        "lowercase letters, uppercase letters, digits, other characters"
    }

    static func classes(atLeast limit: Int) -> Text {
        var text = Text(limit == 4 ? "all of: " : "")
        if limit < 4 {
            text.append(limit)
            text.append(" of: ")
        }
        text.append(fourClasses)
        return text
    }

    static func characters(_ characters: CharacterClass, atLeast limit: Int) -> Text {
        var text = Text()
        text.append(limit)
        text.append(" or more of: ")
        text.append(list(of: characters))
        return text
    }

    static func different(atLeast limit: Int) -> Text {
        var text = Text()
        text.append(count: limit, " different character")
        text.append(" or more")
        return text
    }

    static func words(atLeast limit: Int) -> Text {
        var text = Text()
        text.append(count: limit, " word")
        text.append(" or more")
        return text
    }

    static func noClassRepeat(over limit: Int) -> Text {
        var text = Text("no more than ")
        text.append(count: limit, " character")
        text.append(" of one kind in a row (lowercase, uppercase, digits, others)")
        return text
    }

    static func noKeyboard(over limit: Int) -> Text {
        var text = Text("no more than ")
        text.append(count: limit, " neighbouring key")
        text.append(" in a row (like qwer)")
        return text
    }

    private static func take(
        _ named: CharacterClass, _ name: StaticString, from rest: inout CharacterClass, to parts: inout [Text]
    ) {
        guard rest.isSuperset(of: named) else { return }
        parts.append(Text(name))
        rest = rest.asciiSubtracting(named)
    }

    /// Appends the members one after the other; a space is named, because nobody would see it.
    private static func append(members: CharacterClass, to text: inout Text) {
        let space = CharacterClass(0x20)
        let visible = members.asciiSubtracting(space)
        for byte in visible.asciiMembers { text.append(byte: byte) }
        if members.contains(0x20) { text.append(visible.isEmpty ? "space" : " and space") }
    }
}
