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
        var remainders = DistinctKeys()
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
            remainderOfSet.append(remainders.insert(remainder))
        }
        self.remainders = remainders.keys
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

    /// The terms for words that meet all requirements, with equal ones merged, which is right for their sum:
    /// remainders of the same shape have the same number of words, so one of them represents all.
    /// - Returns: The rows of each term, and its coefficient.
    func mergedTerms(_ classes: EquivalenceClasses, _ limits: [RunLimit]) -> [(SharedRows, Int)] {
        var shapes = DistinctKeys()
        var merged: [(SharedRows, Int)] = []
        for term in terms(of: allRequirements) {
            let rows = SharedRows(classes, limits, remainders[term.remainder])
            let index = shapes.insert(rows.shape)
            if index == merged.count { merged.append((rows, 0)) }
            merged[index].1 += term.coefficient
        }
        return merged.filter { $0.1 != 0 }
    }
}

/// Different keys, each with an index.
private struct DistinctKeys {
    private(set) var keys: [[UInt8]] = []
    /// Compared first, because there may be a thousand keys.
    private var hashes: [UInt64] = []

    /// The index of a key, which is new if it equals the number of keys before.
    mutating func insert(_ key: [UInt8]) -> Int {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        for index in hashes.indices where hashes[index] == hash && keys[index] == key { return index }
        keys.append(key)
        hashes.append(hash)
        return keys.count - 1
    }
}
