/// Estimates how many guesses passwords withstand. It is immutable: any number of threads may share it.
public struct StrengthEstimator: Sendable {
    /// The longest password whose characters all count, in scalar values. What is beyond counts nothing.
    public static var longestPassword: Int { 256 }
    /// The most personal words that are compared; the first ones count.
    public static var mostPersonalWords: Int { 64 }

    private let patterns: WordPatterns
    private let keys: KeyPatterns

    /// An estimator.
    /// - Parameters:
    ///   - words: The ranked words that it knows.
    ///   - personal: Words that others know of the person, such as the user name; each is looked for as a whole.
    public init(words: RankedWords, personal: [[UInt8]] = []) {
        var keys: [UInt64] = []
        for word in personal.prefix(Self.mostPersonalWords) {
            // The last one is without leet.
            if let key = WordKey.keys(of: word.span).last { keys.append(key) }
        }
        patterns = WordPatterns(words: words, personal: keys)
        self.keys = KeyPatterns()
    }

    /// The estimate of a password in UTF-8.
    public func estimate(_ password: Span<UInt8>) -> StrengthEstimate {
        defer { wipeDeadStack() }
        return estimateInPlace(password)
    }

    /// Not inlined, so that what it leaves on the stack is below its caller's frame.
    @inline(never)
    private func estimateInPlace(_ password: Span<UInt8>) -> StrengthEstimate {
        var characters = PasswordCharacters(password)
        if characters.count == 0 { return StrengthEstimate(thousandths: 0, pieces: [], isCut: false) }
        var (cost, pieces) = cover(characters)
        // The same without the sign that separates words, letters or numbers.
        if let separator = characters.removeSeparator() {
            let other = cover(characters)
            if other.cost + separator.cost < cost {
                cost = other.cost + separator.cost
                pieces = other.pieces.map { characters.inPassword($0) }
            }
        }
        return StrengthEstimate(
            thousandths: GuessBits.thousandthsOfDecimal(cost), pieces: pieces, isCut: characters.isCut)
    }

    private func cover(_ password: borrowing PasswordCharacters) -> (cost: Int, pieces: [StrengthPiece]) {
        let count = password.count
        var table = StrengthTable(count: count)
        var search = PasswordCover(count: count)
        var characters = SecretBuffer<UInt64>(count: count)
        return password.withForms { typed, lower, plain in
            characters.withMutableSpan { CharacterCosts.fill(&$0, typed, lower, words: patterns.words) }
            patterns.add(typed, lower, plain, to: &table)
            keys.add(typed, to: &table)
            SequencePatterns.add(typed, to: &table)
            DatePatterns.add(typed, to: &table)
            return characters.withSpan { characters in
                RepetitionPatterns.add(lower, characters: characters, cover: &search, to: &table)
                let found = search.search(0, count, in: table, characters: characters)
                return (found.cost, search.pieces(of: found, to: count, in: table))
            }
        }
    }
}
