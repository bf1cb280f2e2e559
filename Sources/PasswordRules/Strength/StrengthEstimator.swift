/// Estimates how many guesses passwords withstand. It is immutable: any number of threads may share it.
///
/// How much work an estimate is depends on the length of the password, the number of words of the person and
/// the lists, and hardly on what the password consists of: who sees how long it takes learns no more. So
/// nothing is left out because a pattern is not there, and what is searched in vain has no effect. Only
/// overlapping repetitions, and more patterns than people choose, take longer.
public struct StrengthEstimator: Sendable {
    /// The longest password whose characters all count, in scalar values. What is beyond counts nothing.
    public static var longestPassword: Int { 256 }
    /// The words that it knows.
    let words: RankedWords
    private let keys = KeyPatterns()
    private let dates = DatePatterns()
    private let capitals = CapitalCosts()
    private let logs = SmallLogarithms()

    /// How long an estimate takes, in steps of about two nanoseconds, whatever words of the person it knows.
    static func steps(forLength length: Int) -> Int {
        let count = min(length, longestPassword)
        return count * (3500 + 75 * count)
    }

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
        return estimateInPlace(password, WordPatterns(words: words, personal: personal, capitals: capitals))
    }

    /// Not inlined, so that what it leaves on the stack is below its caller's frame.
    @inline(never)
    private func estimateInPlace(_ password: Span<UInt8>, _ patterns: WordPatterns) -> StrengthEstimate {
        var characters = PasswordCharacters(password)
        if characters.count == 0 { return StrengthEstimate(thousandths: 0, pieces: [], isCut: false) }
        let length = characters.length
        var table = StrengthTable(count: length)
        var search = PasswordCover(count: length, logs)
        var pieces = CheapestPieces(count: length)
        cover(characters, patterns, signs: SignPlaces(count: length), extra: 0, &table, &search, &pieces)
        // The same without the sign that separates words, letters or numbers. Without one it is the same
        // again, and costs more.
        let signs = characters.removeSeparator()
        table.clear()
        cover(characters, patterns, signs: signs.places, extra: signs.cost, &table, &search, &pieces)
        // And with one character of each run of the same.
        var single = PasswordCharacters(password)
        let lengthsCost = single.collapseRuns(logs)
        table.clear()
        cover(
            single, patterns, signs: SignPlaces(count: length), extra: lengthsCost, &table, &search, &pieces)
        return StrengthEstimate(
            thousandths: GuessBits.thousandthsOfDecimal(pieces.cost), pieces: pieces.all,
            isCut: characters.isCut)
    }

    /// Searches the cheapest cover. `extra` is what all pieces together cost besides.
    private func cover(
        _ password: borrowing PasswordCharacters, _ patterns: WordPatterns, signs: borrowing SignPlaces,
        extra: Int, _ table: inout StrengthTable, _ search: inout PasswordCover,
        _ pieces: inout CheapestPieces
    ) {
        let count = password.count
        var characters = SecretBuffer<UInt64>(count: password.length)
        password.withForms { typed, lower, plain in
            patterns.add(typed, lower, plain, count: count, to: &table)
            keys.add(typed, to: &table)
            SequencePatterns.add(typed, to: &table)
            dates.add(typed, to: &table)
            RepetitionPatterns.addCopies(lower, to: &table)
            RepetitionPatterns.addMirrored(lower, to: &table)
            for way in CharacterCosts.allCases {
                let isPossible = characters.withMutableSpan {
                    way.fill(&$0, typed, lower, count: count, words: words, logs)
                }
                characters.withSpan { characters in
                    RepetitionPatterns.addUnits(
                        lower, characters: characters, signs: signs, cover: &search, to: &table)
                    let found = search.search(
                        count, in: table, characters: characters, signs: signs, extra: extra)
                    let isCheapest = pieces.takes(cost: isPossible ? found.cost : .max)
                    search.write(found, of: count, in: table, password, to: &pieces, if: isCheapest)
                }
            }
        }
    }
}
