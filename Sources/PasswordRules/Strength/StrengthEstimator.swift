/// Estimates how many guesses passwords withstand. It is immutable: any number of threads may share it.
public struct StrengthEstimator: Sendable {
    /// The longest password whose characters all count, in scalar values. What is beyond counts nothing.
    public static var longestPassword: Int { 256 }
    /// The words that it knows.
    let words: RankedWords
    private let keys = KeyPatterns()

    /// An estimator that knows these words.
    public init(words: RankedWords) { self.words = words }

    /// The estimate of a password in UTF-8. Quadratic in its length, of which 256 characters count at most.
    ///
    /// A character more at the end lowers the estimate to less than a hundredth only if it completes a
    /// pattern: the password then ends in a piece that is not characters, or in a symbol that it had before,
    /// and which may separate.
    /// - Parameters:
    ///   - password: The password; any bytes, and any length.
    ///   - personal: Words that others know of the person.
    public func estimate(
        _ password: Span<UInt8>, knowing personal: PersonalWords = PersonalWords([])
    ) -> StrengthEstimate {
        defer { wipeDeadStack() }
        return estimateInPlace(password, WordPatterns(words: words, personal: personal))
    }

    /// Not inlined, so that what it leaves on the stack is below its caller's frame.
    @inline(never)
    private func estimateInPlace(_ password: Span<UInt8>, _ patterns: WordPatterns) -> StrengthEstimate {
        var characters = PasswordCharacters(password)
        if characters.count == 0 { return StrengthEstimate(thousandths: 0, pieces: [], isCut: false) }
        var (cost, pieces) = cover(characters, patterns, signs: SignPlaces())
        let hasRuns = characters.hasRuns
        pieces = pieces.map { characters.inPassword($0) }
        // The same without the sign that separates words, letters or numbers.
        if let signs = characters.removeSeparator() {
            let other = cover(characters, patterns, signs: signs.places, extra: signs.cost)
            if other.cost < cost {
                (cost, pieces) = (other.cost, other.pieces.map { characters.inPassword($0) })
            }
        }
        if hasRuns {
            var single = PasswordCharacters(password)
            let lengthsCost = single.collapseRuns()
            let other = cover(single, patterns, signs: SignPlaces(), extra: lengthsCost)
            if other.cost < cost { (cost, pieces) = (other.cost, other.pieces.map { single.inPassword($0) }) }
        }
        return StrengthEstimate(
            thousandths: GuessBits.thousandthsOfDecimal(cost), pieces: pieces, isCut: characters.isCut)
    }

    /// The cheapest cover. `extra` is what all pieces together cost besides.
    private func cover(
        _ password: borrowing PasswordCharacters, _ patterns: WordPatterns, signs: borrowing SignPlaces,
        extra: Int = 0
    ) -> (cost: Int, pieces: [StrengthPiece]) {
        let count = password.count
        var table = StrengthTable(count: count)
        var search = PasswordCover(count: count)
        var characters = SecretBuffer<UInt64>(count: count)
        return password.withForms { typed, lower, plain in
            patterns.add(typed, lower, plain, to: &table)
            keys.add(typed, to: &table)
            SequencePatterns.add(typed, to: &table)
            DatePatterns.add(typed, to: &table)
            RepetitionPatterns.addCopies(lower, to: &table)
            RepetitionPatterns.addMirrored(lower, to: &table)
            var best: (cost: Int, pieces: [StrengthPiece]) = (.max, [])
            for way in CharacterCosts.allCases
            where characters.withMutableSpan({ way.fill(&$0, typed, lower, words: words) }) {
                characters.withSpan { characters in
                    RepetitionPatterns.addUnits(
                        lower, characters: characters, signs: signs, cover: &search, to: &table)
                    let found = search.search(
                        0, count, in: table, characters: characters, signs: signs, extra: extra)
                    if found.cost >= best.cost { return }
                    best = (found.cost, search.pieces(of: found, to: count, in: table))
                }
            }
            return best
        }
    }
}
