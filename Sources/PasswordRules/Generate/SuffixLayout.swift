extension SuffixCounts {
    /// The number of limbs in each number of a position: enough for any number of ways, and for the
    /// intermediate result of a subtraction, which may need one bit more.
    struct Widths: Sendable {
        let ofPosition: [Int]
        /// For each position, the sum of those of later positions.
        fileprivate let sums: [Int]
        /// The sum of all.
        let total: Int

        init(_ language: PasswordLanguage) {
            var widths = [Int](repeating: 0, count: language.positions.count)
            var sums = widths
            var total = 0
            var bits = 0.0
            var (previous, logarithm) = (CharacterClass.empty, 0.0)
            for position in language.positions.indices.reversed() {
                if language.positions[position] != previous {
                    previous = language.positions[position]
                    logarithm = binaryLogarithm(Double(previous.asciiCount))
                }
                bits += logarithm
                widths[position] = Int(bits + 2) / 64 + 1
                sums[position] = total
                total += widths[position]
            }
            ofPosition = widths
            self.sums = sums
            self.total = total
        }
    }

    /// The layout of the table.
    struct Layout: Sendable {
        private let widths: Widths
        /// The number of numbers of a position.
        private let numberCount: Int
        /// The number of positions whose numbers are kept; nil for all.
        private let depth: Int?
        /// The total number of limbs.
        let limbCount: Int

        /// A larger `limbCount` is limited to this, so that it cannot overflow.
        private static let manyLimbs = 1 << 28

        /// - Parameter keepsAll: Whether to keep the numbers of all positions, rather than only those from
        ///   which the next are computed.
        init(
            _ widths: Widths, rowCount: Int, _ requirements: CountedRequirements, _ limits: [RunLimit],
            keepsAll: Bool
        ) {
            self.widths = widths
            // Below 2^25: there are at most 2^16 states.
            numberCount = requirements.stateCount * (rowCount + 1) * (1 + limits.count)
            depth = keepsAll ? nil : 1 + limits.reduce(1) { max($0, $1.characters) }
            let sum = depth.map { $0 * (widths.ofPosition.first ?? 0) } ?? widths.total
            limbCount = sum < Self.manyLimbs / numberCount ? sum * numberCount : Self.manyLimbs
        }

        /// The slot of the number with this index among those of a position.
        func slot(_ position: Int, _ index: Int) -> NumberTable.Slot {
            let width = widths.ofPosition[position]
            let before = depth.map { position % $0 * widths.ofPosition[0] } ?? widths.sums[position]
            return NumberTable.Slot(offset: before * numberCount + index * width, width: width)
        }
    }

    /// The number of limbs for the number of all words, and for any sum of terms of `InclusionExclusion`.
    static func width(of language: PasswordLanguage) -> Int {
        (Int(language.freeEntropyBits) + 2 + CountedRequirements.maximum) / 64 + 1
    }
}
