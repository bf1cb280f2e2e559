/// The costs of the units that are repeated in a password. Wiped when the value ends.
///
/// All units that begin at one position are searched at once: a repeated `a` has units of one, two and more
/// characters. The total work is always that of a password whose second half repeats the first; above 64
/// characters, of one in which this holds for each 64 characters. Only overlapping repetitions that begin at
/// several positions take more.
struct RepeatedUnits: ~Copyable {
    /// The longest unit, in scalar values.
    static var longest: Int { 32 }

    /// For each position, the costs of its first characters, from one to the longest unit.
    private var costs: SecretBuffer<UInt32>
    /// For each position, the number of costs that are known.
    private var known: SecretBuffer<UInt8>
    /// The longest possible unit in this password.
    private let longest: Int
    /// The work that is still due; below 0 if more was done.
    private var rest: Int

    /// Creates costs for a password of `count` scalar values, none of them known.
    init(count: Int) {
        costs = SecretBuffer(count: count * Self.longest)
        known = SecretBuffer(count: count)
        longest = min(Self.longest, count / 2)
        rest = max(1, count / (2 * Self.longest)) * PasswordCover.work(longest)
    }

    /// The cost of a unit, which is searched if it is not known.
    mutating func cost(
        _ start: Int, _ unit: Int, repeatedTo end: Int, in table: borrowing StrengthTable,
        characters: Span<UInt64>, separators: borrowing SeparatorCounts, _ cover: inout PasswordCover
    ) -> Int {
        if known.withSpan({ $0[start] }) < unit {
            search(
                start, min(longest, (end - start) / 2), in: table, characters: characters,
                separators: separators,
                &cover)
        }
        return costs.withSpan { Int($0[start * Self.longest + unit - 1]) }
    }

    private mutating func search(
        _ start: Int, _ length: Int, in table: borrowing StrengthTable, characters: Span<UInt64>,
        separators: borrowing SeparatorCounts, _ cover: inout PasswordCover
    ) {
        costs.withMutableSpan { costs in
            cover.writeCosts(
                start, length, in: table, characters: characters, separators: separators, to: &costs,
                at: start * Self.longest)
        }
        known.withMutableSpan { $0[start] = UInt8(length) }
        rest -= PasswordCover.work(length)
    }

    /// Forgets the costs that a new pattern from `start` to before `end` may change.
    mutating func forget(_ start: Int, _ end: Int) {
        known.withMutableSpan { known in
            for position in max(0, end - Self.longest)..<max(max(0, end - Self.longest), start + 1)
            where position + Int(known[position]) >= end {
                known[position] = 0
            }
        }
    }

    /// Does the rest of the work, so that the time does not reveal how much was needed.
    mutating func doRemainingWork(
        in table: borrowing StrengthTable, characters: Span<UInt64>, separators: borrowing SeparatorCounts,
        _ cover: inout PasswordCover
    ) {
        for length in (1..<longest + 1).reversed() {
            while rest >= PasswordCover.work(length) {
                search(0, length, in: table, characters: characters, separators: separators, &cover)
            }
        }
    }
}
