/// What the units cost that are repeated in a password. Wiped when the value ends.
///
/// Of what begins at one place, all that may be a unit is searched at once: a repeated `a` has units of one,
/// two and more characters. In the end as much has been searched as where half of the password, or of each 64
/// characters, is repeated; more only where repetitions overlap that begin at several places.
struct RepeatedUnits: ~Copyable {
    /// The longest unit, in scalar values.
    static var longest: Int { 32 }

    /// For each place what its first characters cost, from one to the longest unit.
    private var costs: SecretBuffer<UInt32>
    /// For each place how many of them are known.
    private var known: SecretBuffer<UInt8>
    /// The longest unit in this password.
    private let longest: Int
    /// The work that is still to be done in vain; below 0 if more was done.
    private var rest: Int

    /// Nothing is known of a password with so many scalar values.
    init(count: Int) {
        costs = SecretBuffer(count: count * Self.longest)
        known = SecretBuffer(count: count)
        longest = min(Self.longest, count / 2)
        rest = max(1, count / (2 * Self.longest)) * PasswordCover.work(longest)
    }

    /// The cost of a unit.
    mutating func cost(
        _ start: Int, _ unit: Int, repeatedTo end: Int, in table: borrowing StrengthTable,
        characters: Span<UInt64>, signs: borrowing SignPlaces, _ cover: inout PasswordCover
    ) -> Int {
        if known.withSpan({ $0[start] }) < unit {
            search(
                start, min(longest, (end - start) / 2), in: table, characters: characters, signs: signs,
                &cover)
        }
        return costs.withSpan { Int($0[start * Self.longest + unit - 1]) }
    }

    private mutating func search(
        _ start: Int, _ length: Int, in table: borrowing StrengthTable, characters: Span<UInt64>,
        signs: borrowing SignPlaces, _ cover: inout PasswordCover
    ) {
        costs.withMutableSpan { costs in
            cover.writeCosts(
                start, length, in: table, characters: characters, signs: signs, to: &costs,
                at: start * Self.longest)
        }
        known.withMutableSpan { $0[start] = UInt8(length) }
        rest -= PasswordCover.work(length)
    }

    /// Forgets what a new pattern from `start` to before `end` may be a part of.
    mutating func forget(_ start: Int, _ end: Int) {
        known.withMutableSpan { known in
            for place in max(0, end - Self.longest)..<max(max(0, end - Self.longest), start + 1)
            where place + Int(known[place]) >= end {
                known[place] = 0
            }
        }
    }

    /// Searches as much as was not needed, so that it does not show what was.
    mutating func searchInVain(
        in table: borrowing StrengthTable, characters: Span<UInt64>, signs: borrowing SignPlaces,
        _ cover: inout PasswordCover
    ) {
        for length in (1..<longest + 1).reversed() {
            while rest >= PasswordCover.work(length) {
                search(0, length, in: table, characters: characters, signs: signs, &cover)
            }
        }
    }
}
