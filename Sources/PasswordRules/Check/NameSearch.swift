/// Looks for names in a password: forwards and backwards, folded and with disguises undone, and with the signs between
/// letters taken out. Linear in the lengths of the password and of the name.
struct NameSearch: ~Escapable {
    private let asTyped: NameText
    private let withoutSigns: NameText
    private let withoutRest: NameText

    /// - Parameters:
    ///   - asTyped: The password with its signs.
    ///   - withoutSigns: Without any sign.
    ///   - withoutRest: Without the signs that stand for no letter.
    @_lifetime(copy asTyped, copy withoutSigns, copy withoutRest)
    init(_ asTyped: NameText, withoutSigns: NameText, withoutRest: NameText) {
        self.asTyped = asTyped
        self.withoutSigns = withoutSigns
        self.withoutRest = withoutRest
    }

    /// Whether the password is held to be the name, or to contain it.
    func finds(_ name: [UInt32], _ match: NameMatch) -> Bool {
        guard !name.isEmpty, match != .permit else { return false }
        let isShort = name.count <= Word.longestShort
        if asTyped.finds(name, match == .whole ? .asWhole : isShort ? .onItsOwn : .anywhere) { return true }
        // Letters with signs between them make short names by chance; these have to be all of the password.
        let joined = name.filter { !Folding.isSign($0) }
        // Of signs alone anything can be read.
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
            if part.count > Word.longestShort, !part.contains(where: Folding.isSign),
                withoutSigns.finds(part, .anywhere) || withoutRest.finds(part, .anywhere)
            {
                return true
            }
        }
        return false
    }
}
