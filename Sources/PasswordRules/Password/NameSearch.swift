/// Searches a password for names: forwards and backwards, folded, without leet substitutions, and with and
/// without the symbols between letters.
struct NameSearch: ~Escapable {
    /// The first character of the scripts in which one character can be a word: a Chinese radical.
    private static var firstIdeograph: UInt32 { 0x2E80 }

    private let asTyped: NameText
    private let withoutSymbols: NameText
    private let withoutRest: NameText

    /// - Parameters:
    ///   - asTyped: The password with its symbols.
    ///   - withoutSymbols: Without symbols.
    ///   - withoutRest: Without the symbols that are not leet substitutions.
    @_lifetime(copy asTyped, copy withoutSymbols, copy withoutRest)
    init(_ asTyped: NameText, withoutSymbols: NameText, withoutRest: NameText) {
        self.asTyped = asTyped
        self.withoutSymbols = withoutSymbols
        self.withoutRest = withoutRest
    }

    /// Whether the password matches the name. Linear in the lengths of both.
    func finds(_ name: [UInt32], _ match: NameMatch) -> Bool {
        guard !name.isEmpty, match != .permit else { return false }
        // Most passwords contain a given letter by chance, so it counts only if there is no other letter. A
        // single Chinese character can be a name.
        if name.count == 1, name[0] < Self.firstIdeograph {
            return asTyped.isOnly(name[0]) || asTyped.hasLetters && withoutSymbols.isOnly(name[0])
        }
        let isShort = name.count <= Word.longestShort
        if asTyped.finds(name, match == .whole ? .asWhole : isShort ? .separately : .anywhere) { return true }
        // Letters with symbols between them spell short names by chance, so here a short name counts only as
        // the whole password.
        let joined = name.filter { !Folding.isSymbol($0) }
        // Without its symbols, a name may be empty, which would match anything, or too short.
        guard joined.count > Word.longestShort || joined.count > 1 && asTyped.hasLetters else { return false }
        let occurrence: NameText.Occurrence =
            match == .reject && joined.count > Word.longestShort ? .spelled : .asWhole
        return withoutSymbols.finds(joined, occurrence) || withoutRest.finds(joined, occurrence)
    }

    /// Whether the password contains any `length` consecutive characters of the name, or a shorter name.
    func findsPart(of name: [UInt32], length: Int) -> Bool {
        guard name.count > length else { return finds(name, .reject) }
        for start in 0...name.count - length {
            let part = Array(name[start..<start + length])
            if asTyped.finds(part, .anywhere) { return true }
            if part.count > Word.longestShort, !part.contains(where: Folding.isSymbol),
                withoutSymbols.finds(part, .anywhere) || withoutRest.finds(part, .anywhere)
            {
                return true
            }
        }
        return false
    }

    /// Whether the password contains a word of a set.
    func finds(_ words: WordSet) -> Bool {
        words.occurs(in: asTyped) || words.occurs(in: withoutSymbols) || words.occurs(in: withoutRest)
    }

    /// Whether the password, without digits and symbols at its ends, is a word of a set.
    func isWord(of words: WordSet) -> Bool { words.isAll(of: asTyped) }
}
