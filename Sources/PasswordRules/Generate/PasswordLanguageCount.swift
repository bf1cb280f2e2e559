extension PasswordLanguage {
    /// Up to this length, every language can be counted that requires one character each of at most
    /// `CountedRequirements.maximum` classes.
    static let guaranteedLength = 128
    /// The largest table for counting any other language, in limbs of 8 bytes: 16 MiB.
    private static let maximumTableLimbs = 1 << 21
    /// The work, in limbs of all tables, that takes at most a few hundredths of a second.
    static let quickWork = 1 << 22

    /// The exact number of words.
    /// - Parameter work: The maximum work, in limbs of all tables. If nil, there is no limit for languages
    ///   that `guaranteedLength` covers, and `quickWork` is the limit for others.
    func count(work: Int? = nil) throws(CountError) -> BigUInt {
        if requirements.isEmpty, repeatLimit == nil, sequenceLimit == nil {
            return positions.reduce(BigUInt(1)) { $0 * UInt64($1.asciiCount) }
        }
        return try counts(ofAllLengths: false, work: work)[0]
    }

    /// The numbers of words of all lengths from 1 to this language's. A shorter word is one that begins at a
    /// later position, so all positions but the first and the last must be equal.
    func countsByLength(work: Int? = nil) throws(CountError) -> [BigUInt] {
        try counts(ofAllLengths: true, work: work)
    }

    /// The numbers of words of all lengths, or only of this language's length, over all terms of the
    /// inclusion and exclusion.
    private func counts(ofAllLengths: Bool, work: Int?) throws(CountError) -> [BigUInt] {
        let requirements = try CountedRequirements(self)
        let classes = EquivalenceClasses(self, requirements)
        let layout = SuffixCounts.Layout(self, classes, requirements)
        let sets = InclusionExclusion(self, classes, excluding: requirements.excluded)
        let terms = sets.mergedTerms(of: self, classes, requirements)
        let isShort = positions.count <= Self.guaranteedLength && requirements.stateCount == 1
        guard isShort || layout.limbCount <= Self.maximumTableLimbs,
            // The product may not fit into 32 bits.
            Int64(layout.limbCount) * Int64(terms.count) <= work ?? (isShort ? .max : Self.quickWork)
        else { throw .tooLong(length: positions.count) }
        let states = RequirementStates(self, classes, requirements)
        let last = ofAllLengths ? positions.count - 1 : 0
        var sums = [SignedSum](repeating: SignedSum(), count: last + 1)
        for term in terms {
            let suffixCounts = SuffixCounts(
                of: self, classes, states, layout, sets.remainders[term.remainder])
            for index in sums.indices {
                sums[index].add(suffixCounts.total(from: last - index), times: term.coefficient)
            }
        }
        return sums.map { $0.value }
    }
}
