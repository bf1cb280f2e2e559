/// A reading of a password, to be searched for names.
struct NameText: ~Escapable {
    /// Which occurrences of a name count. One that is the whole password, apart from digits and symbols at
    /// its ends, always counts.
    enum Occurrence {
        case asWhole
        case anywhere
        /// Without a letter next to it.
        case separately
        /// Anywhere, unless the removed symbols make a coincidence likely.
        case spelled
    }

    /// The characters, folded; and the same without leet substitutions.
    let lower: Span<UInt32>
    let plain: Span<UInt32>
    /// The number of symbols that were removed before each character; empty if none were.
    private let symbolsBefore: Span<UInt32>
    /// The range of the password without digits and symbols at its ends. If it has nothing else, these are
    /// its length and 0.
    private let firstLetter: Int
    private let endOfLetters: Int

    /// - Parameters:
    ///   - lower: The characters, folded.
    ///   - plain: The same, without leet substitutions.
    ///   - symbolsBefore: The number of symbols that were removed before each character.
    @_lifetime(copy lower, copy plain, copy symbolsBefore)
    init(lower: Span<UInt32>, plain: Span<UInt32>, symbolsBefore: Span<UInt32>) {
        self.lower = lower
        self.plain = plain
        self.symbolsBefore = symbolsBefore
        // Looks at all characters, so that the time does not reveal the number and positions of letters.
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
        self.init(lower: lower, plain: plain, symbolsBefore: lower.extracting(0..<0))
    }

    /// Whether symbols were removed.
    var isJoined: Bool { !symbolsBefore.isEmpty }

    /// The range without digits and symbols at its ends; empty if it has nothing else.
    var letters: Range<Int> { min(firstLetter, endOfLetters)..<endOfLetters }

    /// Whether there is a character other than digits and symbols.
    var hasLetters: Bool { endOfLetters > 0 }

    /// Searches for occurrences of the name that count, forwards and backwards.
    func finding(_ name: [UInt32], _ occurrence: Occurrence) -> NameFinding {
        max(findingForwards(name, occurrence), findingForwards(name.reversed(), occurrence))
    }

    /// Whether the password is one letter, once or repeated, apart from digits and symbols at its ends. If it
    /// has no letters, each character must be a leet substitution for this one.
    func isOnly(_ letter: UInt32) -> Bool {
        let (start, end) = hasLetters ? (firstLetter, endOfLetters) : (0, plain.count)
        var isOnly = start < end
        for index in 0..<plain.count {
            isOnly = isOnly && (index < start || index >= end || plain[index] == letter)
        }
        return isOnly
    }

    private func findingForwards(_ name: [UInt32], _ occurrence: Occurrence) -> NameFinding {
        var search = PatternSearch(for: name.span)
        var repetition = Repetition(of: name.count)
        var found = NameFinding.none
        for index in 0..<plain.count where search.isFound(endingWith: plain[index]) {
            let range = index + 1 - name.count..<index + 1
            let first = repetition.begin(ofRowWith: range)
            if first <= firstLetter, range.upperBound >= endOfLetters { return .whole }
            if found == .none, counts(range, occurrence) { found = .inside }
        }
        return found
    }

    /// Whether an occurrence counts that is not the whole password.
    private func counts(_ range: Range<Int>, _ occurrence: Occurrence) -> Bool {
        switch occurrence {
        case .asWhole: false
        case .anywhere: true
        case .separately: lower.isSeparateWord(range)
        case .spelled: isSpelled(range)
        }
    }

    /// Whether an occurrence is the name and not a coincidence. It is if no symbol was removed inside it, or
    /// if no letter is right next to it. Otherwise a name of four letters does not count: it is too common
    /// where two words meet, such as `user` in `use-rabbit`. A longer name divided by one symbol, such as
    /// `Erika` in `mother-ikarus`, must have no letter on at least one side. One divided by several symbols
    /// always counts.
    private func isSpelled(_ range: Range<Int>) -> Bool {
        let last = range.upperBound - 1
        let symbolCount = symbolsBefore[last] - symbolsBefore[range.lowerBound]
        let isFreeBefore = range.lowerBound == 0 || !isLetter(range.lowerBound - 1, beside: range.lowerBound)
        let isFreeAfter = range.upperBound == lower.count || !isLetter(range.upperBound, beside: last)
        if symbolCount == 0 || isFreeBefore && isFreeAfter { return true }
        return range.count > Word.longestShort + 1 && (symbolCount > 1 || isFreeBefore || isFreeAfter)
    }

    /// Whether the character at `index` is a letter, and no symbol was removed between it and the one beside
    /// it.
    private func isLetter(_ index: Int, beside other: Int) -> Bool {
        let isLetter = Folding.isLetter(lower[index]) && !Folding.isSymbol(lower[index])
        return isLetter && symbolsBefore[index] == symbolsBefore[other]
    }

    /// Occurrences of a name in a row. The password is the name if it has only digits and symbols before and
    /// after that row. The name may have some of its own, such as the "1" of `user1` or the "@" of `@lice`.
    private struct Repetition: ~Copyable {
        private let length: Int
        /// The start and the end of the last row, for each remainder of an offset divided by the name's
        /// length. Wiped, because it reveals where the name is.
        private var rows: SecretBuffer<Int>

        init(of length: Int) {
            self.length = length
            rows = SecretBuffer(count: 2 * length)
        }

        /// Adds an occurrence of the name, and returns the start of the row that it belongs to.
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
