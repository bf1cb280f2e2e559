/// One reading of a password, which is searched for names.
struct NameText: ~Escapable {
    /// Where a name counts. It always counts if it is the whole password, without digits and symbols at the
    /// ends.
    enum Occurrence {
        case asWhole
        case anywhere
        /// With no letter beside it.
        case onItsOwn
        /// Where symbols were removed, and the name is unlikely to be a coincidence.
        case spelled
    }

    /// The characters, folded; and the same with leet substitutions undone.
    let lower: Span<UInt32>
    let plain: Span<UInt32>
    /// For each character, how many symbols were removed before it; empty if none were removed.
    private let signsBefore: Span<UInt32>
    /// The range of the password without digits and symbols at its ends; its end and 0 if nothing else is in
    /// it.
    private let firstLetter: Int
    private let endOfLetters: Int

    /// - Parameters:
    ///   - lower: The characters, folded.
    ///   - plain: The same, with leet substitutions undone.
    ///   - signsBefore: For each character, how many symbols were removed before it.
    @_lifetime(copy lower, copy plain, copy signsBefore)
    init(lower: Span<UInt32>, plain: Span<UInt32>, signsBefore: Span<UInt32>) {
        self.lower = lower
        self.plain = plain
        self.signsBefore = signsBefore
        // Looks at all characters, so that the time does not reveal how many letters there are, and where.
        var (first, end) = (lower.count, 0)
        for index in 0..<lower.count {
            let isLetter = Folding.isLetter(lower[index])
            first = isLetter ? min(first, index) : first
            end = isLetter ? index + 1 : end
        }
        firstLetter = first
        endOfLetters = end
    }

    /// The password with its symbols.
    @_lifetime(copy lower, copy plain)
    init(lower: Span<UInt32>, plain: Span<UInt32>) {
        self.init(lower: lower, plain: plain, signsBefore: lower.extracting(0..<0))
    }

    /// Whether symbols were removed.
    var isJoined: Bool { !signsBefore.isEmpty }

    /// The password without digits and symbols at its ends; empty if nothing else is in it.
    var letters: Range<Int> { min(firstLetter, endOfLetters)..<endOfLetters }

    /// Whether there is anything but digits and symbols.
    var hasLetters: Bool { endOfLetters > 0 }

    /// Whether the password is the name, forwards or backwards, or contains it where that counts.
    func finds(_ name: [UInt32], _ occurrence: Occurrence) -> Bool {
        occurs(name, occurrence) || occurs(name.reversed(), occurrence)
    }

    /// Whether the password is one letter, once or more often, with digits and symbols at its ends. Where it
    /// has no letters, each of its characters must be a substitute for this one.
    func isOnly(_ letter: UInt32) -> Bool {
        let (start, end) = hasLetters ? (firstLetter, endOfLetters) : (0, plain.count)
        var isOnly = start < end
        for index in 0..<plain.count {
            isOnly = isOnly && (index < start || index >= end || plain[index] == letter)
        }
        return isOnly
    }

    /// The search of Knuth, Morris and Pratt.
    private func occurs(_ name: [UInt32], _ occurrence: Occurrence) -> Bool {
        let borders = Self.borders(of: name)
        var repetition = Repetition(of: name.count)
        var matched = 0
        for index in 0..<plain.count {
            if matched == name.count { matched = borders[matched - 1] }
            while matched > 0, name[matched] != plain[index] { matched = borders[matched - 1] }
            if name[matched] == plain[index] { matched += 1 }
            guard matched == name.count else { continue }
            let range = index + 1 - name.count..<index + 1
            let first = repetition.begin(ofRowWith: range)
            if first <= firstLetter, range.upperBound >= endOfLetters { return true }
            let counts =
                switch occurrence {
                case .asWhole: false
                case .anywhere: true
                case .onItsOwn: lower.isWordOfItsOwn(range)
                case .spelled: isSpelled(range)
                }
            if counts { return true }
        }
        return false
    }

    /// Whether characters from between which symbols may have been removed are a name, and not a coincidence.
    /// Between two words four letters make a name too often, such as `user` in `use-rabbit`: no letter may be
    /// beside those. The same goes for longer names that one symbol divides, such as `Erika` in
    /// `mother-ikarus`, on at least one side.
    private func isSpelled(_ range: Range<Int>) -> Bool {
        let last = range.upperBound - 1
        let signCount = signsBefore[last] - signsBefore[range.lowerBound]
        let isFreeBefore = range.lowerBound == 0 || !isLetter(range.lowerBound - 1, beside: range.lowerBound)
        let isFreeBehind = range.upperBound == lower.count || !isLetter(range.upperBound, beside: last)
        if signCount == 0 || isFreeBefore && isFreeBehind { return true }
        return range.count > Word.longestShort + 1 && (signCount > 1 || isFreeBefore || isFreeBehind)
    }

    /// Whether a character beside another is a letter, with no symbol between them.
    private func isLetter(_ index: Int, beside other: Int) -> Bool {
        let isLetter = Folding.isLetter(lower[index]) && !Folding.isSymbol(lower[index])
        return isLetter && signsBefore[index] == signsBefore[other]
    }

    /// For each prefix of a name, the length of its longest proper suffix that is also its prefix.
    private static func borders(of name: [UInt32]) -> [Int] {
        var borders = [Int](repeating: 0, count: name.count)
        var matched = 0
        for index in 1..<max(1, name.count) {
            while matched > 0, name[matched] != name[index] { matched = borders[matched - 1] }
            if name[matched] == name[index] { matched += 1 }
            borders[index] = matched
        }
        return borders
    }

    /// A name that occurs several times in a row. The password is the name if only digits and symbols stand
    /// before and after that row; they may be the name's own: the "1" of `user1`, or the "@" of `@lice`.
    private struct Repetition: ~Copyable {
        private let length: Int
        /// For each remainder of an offset divided by the name's length: where the last row of names began
        /// and ended. Wiped, because it reveals where the name is.
        private var rows: SecretBuffer<Int>

        init(of length: Int) {
            self.length = length
            rows = SecretBuffer(count: 2 * length)
        }

        /// Adds an occurrence of the name; returns where the row began that ends with it.
        mutating func begin(ofRowWith range: Range<Int>) -> Int {
            let row = 2 * (range.lowerBound % length)
            return rows.withMutableSpan { rows in
                if rows[row + 1] != range.lowerBound { rows[row] = range.lowerBound }
                rows[row + 1] = range.upperBound
                return rows[row]
            }
        }
    }
}
