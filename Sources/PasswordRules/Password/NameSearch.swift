/// Searches a password for names: forwards and backwards, folded and with leet substitutions undone, and
/// without the symbols between letters. Linear in the lengths of the password and of the name.
struct NameSearch: ~Escapable {
    /// Where the scripts begin whose characters are words: the radicals of Chinese.
    private static var firstIdeograph: UInt32 { 0x2E80 }

    private let asTyped: NameText
    private let withoutSigns: NameText
    private let withoutRest: NameText

    /// - Parameters:
    ///   - asTyped: The password with its symbols.
    ///   - withoutSigns: Without any symbol.
    ///   - withoutRest: Without the symbols that stand for no letter.
    @_lifetime(copy asTyped, copy withoutSigns, copy withoutRest)
    init(_ asTyped: NameText, withoutSigns: NameText, withoutRest: NameText) {
        self.asTyped = asTyped
        self.withoutSigns = withoutSigns
        self.withoutRest = withoutRest
    }

    /// Whether the password counts as the name, or as containing it.
    func finds(_ name: [UInt32], _ match: NameMatch) -> Bool {
        guard !name.isEmpty, match != .permit else { return false }
        // Most passwords have any given letter of an alphabet by chance. A Chinese character can be a name.
        if name.count == 1, name[0] < Self.firstIdeograph {
            return asTyped.isOnly(name[0]) || asTyped.hasLetters && withoutSigns.isOnly(name[0])
        }
        let isShort = name.count <= Word.longestShort
        if asTyped.finds(name, match == .whole ? .asWhole : isShort ? .onItsOwn : .anywhere) { return true }
        // Letters with symbols between them spell short names by chance; a short name has to be the whole
        // password.
        let joined = name.filter { !Folding.isSymbol($0) }
        // A name of symbols alone would match anything.
        guard joined.count > Word.longestShort || joined.count > 1 && asTyped.hasLetters else { return false }
        let occurrence: NameText.Occurrence =
            match == .reject && joined.count > Word.longestShort ? .spelled : .asWhole
        return withoutSigns.finds(joined, occurrence) || withoutRest.finds(joined, occurrence)
    }

    /// Whether any `length` consecutive characters of the name are contained, or all of a shorter one.
    func findsPart(of name: [UInt32], length: Int) -> Bool {
        guard name.count > length else { return finds(name, .reject) }
        for start in 0...name.count - length {
            let part = Array(name[start..<start + length])
            if asTyped.finds(part, .anywhere) { return true }
            if part.count > Word.longestShort, !part.contains(where: Folding.isSymbol),
                withoutSigns.finds(part, .anywhere) || withoutRest.finds(part, .anywhere)
            {
                return true
            }
        }
        return false
    }

    /// Whether the password contains a word of a set.
    func finds(_ words: WordSet) -> Bool {
        words.occurs(in: asTyped) || words.occurs(in: withoutSigns) || words.occurs(in: withoutRest)
    }

    /// Whether the password is a word of a set, but for digits and symbols at its ends.
    func isWord(of words: WordSet) -> Bool { words.isAll(of: asTyped) }
}
