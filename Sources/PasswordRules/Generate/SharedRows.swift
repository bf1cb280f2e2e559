/// The classes of one remainder of `InclusionExclusion`, by rows of `SuffixCounts`: classes that have the same
/// numbers share a row.
///
/// If sequences are limited, a letter or digit that has neighbours is a class of its own. Its numbers depend
/// only on the segment of neighbours to which it belongs, and on its index there. So segments of the same
/// length whose characters are of the same kinds share their rows. So do both halves of a segment that reads
/// the same in both directions: a character has the same numbers as the one at the same distance from the
/// other end, with the steps up and down exchanged.
struct SharedRows: Sendable {
    /// The first class of each row.
    let representatives: [Int]
    /// The number of characters of each row.
    let weights: [UInt64]
    /// The row of each class; nil if the remainder does not have it.
    private let rowOfClass: [Row?]
    /// The properties that determine the number of words: two remainders with the same have the same number.
    let shape: [UInt8]

    /// The row of a class.
    struct Row {
        let index: Int
        /// Whether the steps up and down are exchanged.
        let isMirrored: Bool
    }

    /// Neighbouring classes whose rows are known.
    private struct Segment {
        let first: Int
        let count: Int
        let row: Int
        var times: UInt8
    }

    /// - Parameter remainder: The number of characters of each class.
    init(_ classes: EquivalenceClasses, _ limits: [RunLimit], _ remainder: [UInt8]) {
        let limitsSequences = limits.contains { $0.step != .same }
        let kinds = classes.kinds
        var rowOfClass = [Row?](repeating: nil, count: classes.count)
        var representatives: [Int] = []
        var weights: [UInt64] = []
        var segments: [Segment] = []

        func areNeighbours(_ first: Int, _ second: Int) -> Bool {
            CharacterClass.areNeighbours(classes.representatives[first], classes.representatives[second])
        }
        func isEqual(_ first: Int, _ second: Int, _ count: Int, isReversed: Bool) -> Bool {
            for index in 0..<count
            where kinds[first + index] != kinds[isReversed ? second + count - 1 - index : second + index] {
                return false
            }
            return true
        }

        var first = 0
        while first < classes.count {
            if remainder[first] == 0 {
                first += 1
                continue
            }
            // The classes of neighbouring characters follow each other.
            var end = first + 1
            while limitsSequences, end < classes.count, remainder[end] > 0, areNeighbours(end - 1, end) {
                end += 1
            }
            let count = end - first
            let isPalindrome = isEqual(first, first, count, isReversed: true)
            var known = segments.firstIndex {
                $0.count == count && isEqual(first, $0.first, count, isReversed: false)
            }
            var isReversed = false
            if known == nil, !isPalindrome {
                known = segments.firstIndex {
                    $0.count == count && isEqual(first, $0.first, count, isReversed: true)
                }
                isReversed = known != nil
            }
            if known == nil {
                segments.append(Segment(first: first, count: count, row: representatives.count, times: 0))
                for index in 0..<(isPalindrome ? (count + 1) / 2 : count) {
                    representatives.append(first + index)
                    weights.append(0)
                }
            }
            let segment = known ?? segments.count - 1
            segments[segment].times += remainder[first]
            for index in 0..<count {
                var offset = isReversed ? count - 1 - index : index
                var isMirrored = isReversed
                if isPalindrome, 2 * offset > count - 1 {
                    offset = count - 1 - offset
                    isMirrored.toggle()
                }
                let row = segments[segment].row + offset
                weights[row] += UInt64(remainder[first + index])
                rowOfClass[first + index] = Row(index: row, isMirrored: isMirrored)
            }
            first = end
        }

        self.representatives = representatives
        self.weights = weights
        self.rowOfClass = rowOfClass
        shape = Self.shape(of: segments, kinds)
    }

    var count: Int { representatives.count }

    /// The row of a class; nil if the remainder does not have it.
    func row(of classIndex: Int) -> Row? { rowOfClass[classIndex] }

    /// The number of segments of each kind, in an order that does not depend on the characters.
    private static func shape(of segments: [Segment], _ kinds: [UInt8]) -> [UInt8] {
        var parts: [[UInt8]] = []
        for segment in segments {
            let kinds = Array(kinds[segment.first..<segment.first + segment.count])
            let reversed = Array(kinds.reversed())
            let first = reversed.lexicographicallyPrecedes(kinds) ? reversed : kinds
            parts.append([UInt8(truncatingIfNeeded: segment.count)] + first + [segment.times])
        }
        parts.sort { $0.lexicographicallyPrecedes($1) }
        var shape: [UInt8] = []
        for part in parts { shape += part }
        return shape
    }
}

/// Where runs lead from the rows of a remainder.
struct RowSteps: Sendable {
    /// For each row and limit, the row after one step, and after as many as the limit has characters; nil if
    /// the remainder does not have all of these characters.
    private let one: [SharedRows.Row?]
    private let run: [SharedRows.Row?]
    /// For each row and limit, whether a run may end there.
    private let isEnd: [Bool]
    /// For each limit, the one for the opposite direction.
    private let opposite: [Int]

    /// - Parameter keepsAll: Whether every number may be needed, rather than only those that others need.
    init(_ rows: SharedRows, _ classes: EquivalenceClasses, _ limits: [RunLimit], keepsAll: Bool) {
        var opposite: [Int] = []
        for (index, limit) in limits.enumerated() {
            switch limit.step {
            case .same: opposite.append(index)
            case .up: opposite.append(index + 1)
            case .down: opposite.append(index - 1)
            }
        }
        var (one, run): ([SharedRows.Row?], [SharedRows.Row?]) = ([], [])
        var isEnd = [Bool](repeating: keepsAll, count: rows.count * limits.count)
        for representative in rows.representatives {
            for (index, limit) in limits.enumerated() {
                var byte = classes.representatives[representative]
                var last = rows.row(of: representative)
                var next = last
                for count in 1...limit.characters where limit.step != .same {
                    guard last != nil else { break }
                    last = nil
                    if let after = limit.step.next(byte), let classIndex = classes.index(of: after) {
                        (byte, last) = (after, rows.row(of: classIndex))
                    }
                    if count == 1 { next = last }
                }
                one.append(next)
                run.append(last)
                if let last {
                    isEnd[last.index * limits.count + (last.isMirrored ? opposite[index] : index)] = true
                }
            }
        }
        self.one = one
        self.run = run
        self.isEnd = isEnd
        self.opposite = opposite
        numberCount = rows.count + isEnd.reduce(0) { $1 ? $0 + 1 : $0 }
    }

    private var limitCount: Int { opposite.count }

    /// The row after one step.
    func afterStep(_ row: Int, _ limitIndex: Int) -> SharedRows.Row? { one[row * limitCount + limitIndex] }

    /// The row after as many steps as the limit has characters.
    func afterRun(_ row: Int, _ limitIndex: Int) -> SharedRows.Row? { run[row * limitCount + limitIndex] }

    /// Whether the number of ways that do not begin with another step is needed.
    func isNeeded(_ row: Int, _ limitIndex: Int) -> Bool { isEnd[row * limitCount + limitIndex] }

    /// The limit of a step from another row, as it applies in this row.
    func limitIndex(_ limitIndex: Int, in row: SharedRows.Row) -> Int {
        row.isMirrored ? opposite[limitIndex] : limitIndex
    }

    /// The number of numbers to compute for each position and state.
    let numberCount: Int
}
