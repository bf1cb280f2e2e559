/// Expresses the number of words that meet all requirements of one character as a sum, with signs, of numbers
/// of words that need not meet them.
///
/// The words that meet all requirements are all words, minus those without the first requirement's
/// characters, minus those without the second's, plus those without either's, and so on. There is one term
/// for each set of requirements, negative if their number is odd. Sets that leave the same number of
/// characters of each class leave the same number of words.
struct InclusionExclusion: Sendable {
    /// The number of characters of each class that are left; each combination once.
    let remainders: [[UInt8]]
    /// For each set of requirements (bit n is requirement n), the index of the remainder that it leaves; nil
    /// if a position has no character left, so that there are no words.
    private let remainderOfSet: [Int?]

    /// A remainder, and the coefficient of its number of words; not 0.
    struct Term: Sendable {
        let remainder: Int
        fileprivate(set) var coefficient: Int
    }

    /// - Parameter requirements: The classes that require one character each, at most
    ///   `CountedRequirements.maximum`.
    init(
        _ language: PasswordLanguage, _ classes: EquivalenceClasses, excluding requirements: [CharacterClass]
    ) {
        var remainders: [[UInt8]] = []
        var remainderOfSet: [Int?] = []
        for set in 0..<1 << requirements.count {
            var forbidden = CharacterClass.empty
            for index in requirements.indices where set >> index & 1 == 1 {
                forbidden = forbidden.union(requirements[index])
            }
            if language.alphabets.contains(where: { forbidden.isSuperset(of: $0) }) {
                remainderOfSet.append(nil)
                continue
            }
            let remainder = classes.members.map {
                UInt8(truncatingIfNeeded: $0.asciiSubtracting(forbidden).asciiCount)
            }
            if let same = remainders.firstIndex(of: remainder) {
                remainderOfSet.append(same)
            } else {
                remainders.append(remainder)
                remainderOfSet.append(remainders.count - 1)
            }
        }
        self.remainders = remainders
        self.remainderOfSet = remainderOfSet
    }

    /// The terms for words that meet all requirements of a set.
    func terms(of set: Int) -> [Term] {
        var coefficients = [Int](repeating: 0, count: remainders.count)
        // All subsets, from the set itself to the empty one.
        var subset = set
        while true {
            if let remainder = remainderOfSet[subset] {
                coefficients[remainder] += subset.nonzeroBitCount.isMultiple(of: 2) ? 1 : -1
            }
            if subset == 0 { break }
            subset = (subset - 1) & set
        }
        var terms: [Term] = []
        for index in coefficients.indices where coefficients[index] != 0 {
            terms.append(Term(remainder: index, coefficient: coefficients[index]))
        }
        return terms
    }

    /// The set of all requirements.
    var allRequirements: Int { remainderOfSet.count - 1 }

    /// The terms for words that meet all requirements, with equal ones merged; only their sum is right.
    /// Remainders that differ only in the order of their sequence lengths have the same number of words, so
    /// one of them represents all.
    func mergedTerms(
        of language: PasswordLanguage, _ classes: EquivalenceClasses, _ requirements: CountedRequirements
    ) -> [Term] {
        // Counters distinguish sequences of the same length.
        if requirements.stateCount > 1 { return terms(of: allRequirements) }
        var representatives: [(shape: [UInt8], term: Term)] = []
        for term in terms(of: allRequirements) {
            let shape = Self.shape(of: remainders[term.remainder], classes, in: language)
            if let same = representatives.firstIndex(where: { $0.shape == shape }) {
                representatives[same].term.coefficient += term.coefficient
            } else {
                representatives.append((shape, term))
            }
        }
        return representatives.map { $0.term }.filter { $0.coefficient != 0 }
    }

    /// The properties that determine the number of words: the number of sequences of each length, and the
    /// number of other characters of each class. If sequences are permitted only at some positions, the whole
    /// remainder.
    private static func shape(
        of remainder: [UInt8], _ classes: EquivalenceClasses, in language: PasswordLanguage
    ) -> [UInt8] {
        guard language.sequenceLimit != nil else { return remainder }
        var others: [UInt8] = []
        var lengths = [UInt8](repeating: 0, count: 27)
        var length = 0
        var previous: UInt8 = 0
        for classIndex in classes.members.indices {
            let byte = classes.representatives[classIndex]
            guard CharacterClass.alphanumeric.contains(UInt32(byte)),
                classes.members[classIndex].asciiCount == 1
            else {
                others.append(remainder[classIndex])
                continue
            }
            if language.alphabets.contains(where: { !$0.contains(UInt32(byte)) }) { return remainder }
            if remainder[classIndex] == 0 { continue }
            if length > 0, !CharacterClass.areNeighbours(previous, byte) {
                lengths[length] += 1
                length = 0
            }
            length += 1
            previous = byte
        }
        lengths[length] += 1
        return lengths + others
    }
}
