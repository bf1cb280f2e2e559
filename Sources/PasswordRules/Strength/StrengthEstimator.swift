/// Estimates how many guesses passwords withstand. It is immutable, so any number of threads may share it.
///
/// The work of an estimate depends on the length of the password, the number of personal words and the lists,
/// and hardly on the characters, so its time reveals little about them. No step is skipped because a pattern
/// is missing: the search is made anyway, without effect. Only overlapping repetitions, and more than the
/// usual number of patterns, take longer.
public struct StrengthEstimator: Sendable {
    /// The number of scalar values that are estimated. Further ones do not count.
    public static var longestPassword: Int { 256 }
    /// The ranked words.
    let words: RankedWords
    private let keys = KeyPatterns()
    private let dates = DatePatterns()
    private let upperCaseCosts = UpperCaseCosts()
    private let logs = SmallLogarithms()

    /// The time of an estimate with any personal words, in steps of about two nanoseconds.
    static func steps(forLength length: Int) -> Int {
        let count = min(length, longestPassword)
        return count * (3500 + 75 * count)
    }

    /// Creates an estimator that knows these words.
    public init(words: RankedWords) { self.words = words }

    /// Estimates a password in UTF-8. Quadratic in the length, up to 256 characters; further ones do not
    /// count.
    ///
    /// Appending a character lowers the number of guesses to less than a hundredth only if the password
    /// then ends in a pattern that the character completes, or if the character is a symbol that occurred
    /// before and may be a separator.
    /// - Parameters:
    ///   - password: The password; any bytes, and any length.
    ///   - personal: Words that are related to the person.
    public func estimate(
        _ password: Span<UInt8>, knowing personal: PersonalWords = PersonalWords([])
    ) -> StrengthEstimate {
        defer { wipeDeadStack() }
        return estimateInPlace(
            password, WordPatterns(words: words, personal: personal, upperCaseCosts: upperCaseCosts))
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
        cover(
            characters, patterns, separators: SeparatorCounts(count: length), extra: 0, &table, &search,
            &pieces)
        // Search again without the separator. If there is none, the cover is the same and costs more.
        let separators = characters.removeSeparator()
        table.clear()
        cover(
            characters, patterns, separators: separators.counts, extra: separators.cost, &table, &search,
            &pieces)
        // Search again with runs of the same character collapsed.
        var single = PasswordCharacters(password)
        let lengthsCost = single.collapseRuns(logs)
        table.clear()
        cover(
            single, patterns, separators: SeparatorCounts(count: length), extra: lengthsCost, &table, &search,
            &pieces)
        return StrengthEstimate(
            thousandths: GuessBits.thousandthsOfDecimal(pieces.cost), pieces: pieces.all,
            isCut: characters.isCut)
    }

    /// Searches for the cheapest cover. `extra` is added to the cost of the pieces.
    private func cover(
        _ password: borrowing PasswordCharacters, _ patterns: WordPatterns,
        separators: borrowing SeparatorCounts,
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
            for model in CharacterCosts.allCases {
                let isPossible = characters.withMutableSpan {
                    model.fill(&$0, typed, lower, count: count, words: words, logs)
                }
                characters.withSpan { characters in
                    RepetitionPatterns.addUnits(
                        lower, characters: characters, separators: separators, cover: &search, to: &table)
                    let found = search.search(
                        count, in: table, characters: characters, separators: separators, extra: extra)
                    let isCheapest = pieces.lowerCost(to: isPossible ? found.cost : .max)
                    search.write(found, of: count, in: table, password, to: &pieces, if: isCheapest)
                }
            }
        }
    }
}
