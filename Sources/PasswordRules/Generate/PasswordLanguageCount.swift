extension PasswordLanguage {
    /// The maximum work for a count, in steps of about 70 instructions: 300 ms.
    static let maximumWork = 40_000_000
    /// The maximum work for each count while a password is generated: 60 ms.
    static let quickWork = 1 << 23
    /// The largest table, in limbs of 8 bytes: 16 MiB.
    private static let maximumTableLimbs = 1 << 21

    /// The exact number of words.
    /// - Parameter work: The maximum work; see `maximumWork`.
    func count(work: Int = maximumWork) throws(CountError) -> BigUInt {
        if requirements.isEmpty, repeatLimit == nil, sequenceLimit == nil {
            return positions.reduce(BigUInt(1)) { $0 * UInt64($1.asciiCount) }
        }
        return try counts(ofAllLengths: false, work: work)[0]
    }

    /// The numbers of words of all lengths from 1 to this language's. A shorter word is one that begins at a
    /// later position, so all positions but the first and the last must be equal.
    func countsByLength(work: Int = maximumWork) throws(CountError) -> [BigUInt] {
        try counts(ofAllLengths: true, work: work)
    }

    /// The numbers of words of all lengths, or only of this language's length, over all terms of the
    /// inclusion and exclusion.
    private func counts(ofAllLengths: Bool, work: Int) throws(CountError) -> [BigUInt] {
        let requirements = try CountedRequirements(self)
        let classes = EquivalenceClasses(self, requirements)
        let limits = RunLimit.limits(of: self)
        let sets = InclusionExclusion(self, classes, excluding: requirements.excluded)
        let terms = sets.mergedTerms(classes, limits).map { rows, coefficient in
            (rows, RowSteps(rows, classes, limits, keepsAll: false), coefficient)
        }
        let widths = SuffixCounts.Widths(self)
        // The numbers of a position, over all terms and states. The product may not fit into 32 bits.
        let numbers = Int64(terms.reduce(0) { $0 + $1.1.numberCount }) * Int64(requirements.stateCount)
        let tables = terms.reduce(0) {
            $0 + RequirementStates.steps(toPrepare: requirements, rowCount: $1.0.count, limits)
        }
        guard numbers * Int64(widths.total + 4 * positions.count) + tables <= work else {
            throw .tooLong(length: positions.count)
        }
        let last = ofAllLengths ? positions.count - 1 : 0
        var sums = [SignedSum](repeating: SignedSum(), count: last + 1)
        for (rows, steps, coefficient) in terms {
            let layout = SuffixCounts.Layout(
                widths, rowCount: rows.count, requirements, limits, keepsAll: false)
            guard layout.limbCount <= Self.maximumTableLimbs else {
                throw .tooLong(length: positions.count)
            }
            var suffixCounts = SuffixCounts(of: self, classes, rows, steps, requirements, layout)
            for position in positions.indices.reversed() {
                suffixCounts.fill(position)
                if position <= last {
                    sums[last - position].add(suffixCounts.total(from: position), times: coefficient)
                }
            }
        }
        return sums.map { $0.value }
    }
}
