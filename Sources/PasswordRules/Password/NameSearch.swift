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

    /// Searches for the name: anywhere, or only as the whole password. Linear in the lengths of both.
    func finding(_ name: [UInt32], _ match: NameMatch) -> NameFinding {
        guard !name.isEmpty, match != .permit else { return .none }
        // Most passwords contain a given letter by chance, so it counts only if there is no other letter. A
        // single Chinese character can be a name.
        if name.count == 1, name[0] < Self.firstIdeograph {
            let isOnly = asTyped.isOnly(name[0]) || asTyped.hasLetters && withoutSymbols.isOnly(name[0])
            return isOnly ? .whole : .none
        }
        let isShort = name.count <= Word.longestShort
        let typed = asTyped.finding(name, match == .whole ? .asWhole : isShort ? .separately : .anywhere)
        // Letters with symbols between them spell short names by chance, so here a short name counts only as
        // the whole password.
        let joined = name.filter { !Folding.isSymbol($0) }
        // Without its symbols, a name may be empty, which would match anything, or too short.
        guard typed != .whole, joined.count > Word.longestShort || joined.count > 1 && asTyped.hasLetters
        else { return typed }
        let occurrence: NameText.Occurrence =
            match == .reject && joined.count > Word.longestShort ? .spelled : .asWhole
        return max(
            typed, withoutSymbols.finding(joined, occurrence), withoutRest.finding(joined, occurrence))
    }

    /// Whether the password contains any `length` consecutive characters of a name, or a shorter name.
    func findsPart(of names: [[UInt32]], length: Int) -> Bool {
        var parts = WordSet()
        for name in names where name.count > length { parts.insertParts(of: name, length: length) }
        return parts.occursAnywhere(in: asTyped)
            || length > Word.longestShort
                && (parts.occursAnywhere(in: withoutSymbols) || parts.occursAnywhere(in: withoutRest))
            || names.contains { $0.count <= length && finding($0, .reject) != .none }
    }

    /// Searches for the words of a set.
    func finding(_ words: WordSet) -> NameFinding {
        if words.isAll(of: asTyped) { return .whole }
        let isFound =
            words.occurs(in: asTyped) || words.occurs(in: withoutSymbols) || words.occurs(in: withoutRest)
        return isFound ? .inside : .none
    }
}
