/// Draws the words of a language by their rank: their index, from 0, in code point order.
///
/// A uniform number below the number of words selects a word, and each word has one rank. So every word is
/// equally likely, and no draw has to be repeated.
struct ExactSampler: Sendable {
    /// The number of words; not zero.
    let count: BigUInt
    private let language: PasswordLanguage
    private let classes: EquivalenceClasses
    private let requirements: CountedRequirements
    private let sets: InclusionExclusion
    /// The counts for each remainder.
    private let suffixCounts: [SuffixCounts]
    private let width: Int

    /// The maximum size of all tables together, in limbs of 8 bytes: 16 MiB.
    private static let maximumLimbs = 1 << 21
    /// The approximate number of limbs that are compared to draw a word.
    var work: Int { language.positions.count * width * 64 }
    /// The maximum number of steps to draw a word: limbs that are added, and sets of requirements that are
    /// visited.
    var stepsOfDraw: Int {
        language.positions.count * (classes.count * suffixCounts.count * width + sets.allRequirements + 1)
    }
    /// The number of steps to fill in the tables.
    let stepsOfTables: Int

    /// Creates a sampler; nil if there are no words, or if the language is too large for the tables.
    init?(_ language: PasswordLanguage) {
        guard let requirements = try? CountedRequirements(language) else { return nil }
        let classes = EquivalenceClasses(language, requirements)
        let limits = RunLimit.limits(of: language)
        let sets = InclusionExclusion(language, classes, excluding: requirements.excluded)
        let rows = sets.remainders.map { SharedRows(classes, limits, $0) }
        let widths = SuffixCounts.Widths(language)
        let layouts = rows.map {
            SuffixCounts.Layout(widths, rowCount: $0.count, requirements, limits, keepsAll: true)
        }
        var limbCount = 0
        for layout in layouts {
            limbCount += layout.limbCount
            if limbCount > Self.maximumLimbs { return nil }
        }
        let suffixCounts = rows.indices.map { index in
            let steps = RowSteps(rows[index], classes, limits, keepsAll: true)
            var counts = SuffixCounts(
                of: language, classes, rows[index], steps, requirements, layouts[index])
            for position in language.positions.indices.reversed() { counts.fill(position) }
            return counts
        }
        var sum = SignedSum()
        for term in sets.terms(of: sets.allRequirements) {
            sum.add(suffixCounts[term.remainder].total(from: 0), times: term.coefficient)
        }
        count = sum.value
        if count.isZero { return nil }
        self.language = language
        self.classes = classes
        self.requirements = requirements
        self.sets = sets
        self.suffixCounts = suffixCounts
        width = SuffixCounts.width(of: language)
        stepsOfTables = 4 * limbCount
    }

    /// Draws a word uniformly.
    func draw(
        into bytes: inout MutableSpan<UInt8>, _ numbers: inout RandomNumbers,
        from source: inout some RandomSource
    ) throws(RandomSourceFailure) {
        var secrets = SecretNumbers(width: width)
        try secrets.drawRank(below: count, &numbers, from: &source)
        write(&secrets, into: &bytes)
    }

    /// Writes the word with a rank, which must be below `count`.
    func write(rank: BigUInt, into bytes: inout MutableSpan<UInt8>) {
        var secrets = SecretNumbers(width: width)
        secrets.setRank(rank)
        write(&secrets, into: &bytes)
    }

    /// The properties of a character that determine the number of continuations.
    private struct Arrival: Equatable {
        let classIndex: Int?
        let isInRun: Bool
        /// The excluded requirements that are not met yet; bit n is requirement n.
        let unmet: Int
        /// The state of the counted requirements.
        let state: Int
    }

    private func write(_ secrets: inout SecretNumbers, into bytes: inout MutableSpan<UInt8>) {
        var unmet = sets.allRequirements
        var termsOfSet = [[InclusionExclusion.Term]?](repeating: nil, count: unmet + 1)
        var state = requirements.initial
        var drawn = CharacterClass.empty
        var previous: UInt8?
        var run: (step: RunStep, count: Int)?
        for position in language.positions.indices {
            var last: Arrival?
            // Words with a lower character at this position come first in the order.
            for byte in language.positions[position].asciiMembers {
                let nextRun = previous.flatMap { self.run(run, from: $0, to: byte) }
                if let nextRun, suffixCounts[0].forbids(nextRun) { continue }
                let arrival = Arrival(
                    classIndex: classes.index(of: byte), isInRun: nextRun != nil,
                    unmet: unmet & ~requirementsMet(by: byte),
                    state: requirements.state(after: byte, state, with: drawn))
                // Most characters have the same continuations as the previous one.
                if arrival != last || arrival.isInRun {
                    let terms = termsOfSet[arrival.unmet] ?? sets.terms(of: arrival.unmet)
                    termsOfSet[arrival.unmet] = terms
                    secrets.clearSums()
                    addContinuations(at: position, byte, nextRun, arrival.state, terms, to: &secrets)
                    secrets.computeDifference()
                    last = arrival
                }
                if secrets.subtractFromRank() { continue }
                bytes[position] = byte
                (previous, run, unmet, state) = (byte, nextRun, arrival.unmet, arrival.state)
                drawn = drawn.union(CharacterClass(byte))
                break
            }
        }
    }

    private func run(
        _ run: (step: RunStep, count: Int)?, from first: UInt8, to second: UInt8
    ) -> (step: RunStep, count: Int)? {
        guard let step = RunStep(from: first, to: second) else { return nil }
        if let run, run.step == step { return (step, run.count + 1) }
        return (step, 1)
    }

    private func requirementsMet(by byte: UInt8) -> Int {
        var met = 0
        for (index, requirement) in requirements.excluded.enumerated()
        where requirement.contains(UInt32(byte)) {
            met |= 1 << index
        }
        return met
    }

    /// Adds up the continuations of a character.
    private func addContinuations(
        at position: Int, _ byte: UInt8, _ run: (step: RunStep, count: Int)?, _ state: Int,
        _ terms: [InclusionExclusion.Term],
        to secrets: inout SecretNumbers
    ) {
        for term in terms {
            let suffixCounts = suffixCounts[term.remainder]
            suffixCounts.forEachPart(at: position, byte, run: run, state) { number, isSubtracted in
                secrets.add(
                    suffixCounts.table, number, times: UInt64(term.coefficient.magnitude),
                    isSubtracted: isSubtracted != (term.coefficient < 0))
            }
        }
    }
}

/// The numbers that reveal a password while it is drawn by its rank.
private struct SecretNumbers: ~Copyable {
    /// The rank, and two sums: of the continuations that are added and of those that are subtracted. Each has
    /// `width` limbs, the lowest first.
    private var limbs: SecretBuffer<UInt64>
    private let width: Int

    private var added: Int { width }
    private var subtracted: Int { 2 * width }

    init(width: Int) {
        self.width = width
        limbs = SecretBuffer(count: 3 * width)
    }

    mutating func setRank(_ value: BigUInt) {
        let width = width
        limbs.withMutableSpan { limbs in
            for index in 0..<width { limbs[index] = value.limb(index) }
        }
    }

    /// Draws a rank below `bound` uniformly: draws as many random bits as the highest rank has, and draws
    /// again if the rank is too large.
    mutating func drawRank(
        below bound: BigUInt, _ numbers: inout RandomNumbers, from source: inout some RandomSource
    ) throws(RandomSourceFailure) {
        var highest = bound
        highest -= BigUInt(1)
        let byteCount = (highest.bitWidth + 7) / 8
        let excessBits = UInt8(byteCount * 8 - highest.bitWidth)
        for _ in 0..<RandomNumbers.maximumTries {
            for index in 0..<byteCount {
                var byte = try numbers.nextByte(from: &source)
                if index == byteCount - 1 { byte &= 0xFF >> excessBits }
                let (limb, shift) = (index / 8, UInt64(index % 8 * 8))
                limbs.withMutableSpan { limbs in
                    limbs[limb] = limbs[limb] & ~(0xFF << shift) | UInt64(byte) << shift
                }
            }
            if isRankBelow(bound) { return }
        }
        throw RandomSourceFailure()
    }

    private func isRankBelow(_ bound: BigUInt) -> Bool {
        limbs.withSpan { limbs in
            for index in (0..<width).reversed() where limbs[index] != bound.limb(index) {
                return limbs[index] < bound.limb(index)
            }
            return false
        }
    }

    mutating func clearSums() {
        let width = width
        limbs.withMutableSpan { limbs in
            for index in width..<3 * width { limbs[index] = 0 }
        }
    }

    /// Adds a multiple of a number in the table to the continuations, or subtracts it.
    mutating func add(
        _ table: NumberTable, _ number: NumberTable.Slot, times factor: UInt64, isSubtracted: Bool
    ) {
        let start = isSubtracted ? subtracted : added
        let width = width
        limbs.withMutableSpan { limbs in
            var carry: UInt64 = 0
            for index in 0..<width {
                let product = table.limb(index, of: number).multipliedFullWidth(by: factor)
                let (low, first) = product.low.addingReportingOverflow(limbs[start + index])
                let (total, second) = low.addingReportingOverflow(carry)
                limbs[start + index] = total
                carry = product.high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
            }
        }
    }

    /// Computes the difference of both sums. Nothing can be added after that.
    mutating func computeDifference() {
        let width = width
        limbs.withMutableSpan { Self.subtract(2 * width, from: width, width, &$0) }
    }

    /// Subtracts the continuations from the rank unless the rank is smaller; returns whether it did.
    mutating func subtractFromRank() -> Bool {
        let width = width
        return limbs.withMutableSpan { limbs in
            for index in (0..<width).reversed() where limbs[index] != limbs[width + index] {
                if limbs[index] < limbs[width + index] { return false }
                break
            }
            Self.subtract(width, from: 0, width, &limbs)
            return true
        }
    }

    private static func subtract(
        _ source: Int, from target: Int, _ width: Int, _ limbs: inout MutableSpan<UInt64>
    ) {
        var borrow = false
        for index in 0..<width {
            let (rest, first) = limbs[target + index].subtractingReportingOverflow(limbs[source + index])
            let (total, second) = rest.subtractingReportingOverflow(borrow ? 1 : 0)
            limbs[target + index] = total
            borrow = first || second
        }
    }
}
