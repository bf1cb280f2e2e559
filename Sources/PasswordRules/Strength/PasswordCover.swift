/// Finds the cheapest cover of a password with patterns, by Wheeler's search ("zxcvbn: Low-Budget Password
/// Strength Estimation", USENIX Security 2016). To guess a cover of n pieces takes the product of their
/// guesses, times the number of orders of their kinds, plus 10,000 to the power of n - 1, because an attacker
/// tries covers of few pieces first.
///
/// The k-th change from one kind of piece to another multiplies the guesses by k + 1. For pieces of different
/// kinds, this is Wheeler's number of orders. Adjacent pieces of one kind have only one order, because the
/// product of a passphrase's guesses already includes each order of its words. A few random letters may form
/// a word by chance; the changes to it and back then cost more than it saves.
///
/// Covers are compared by their full cost, so an additional pattern never makes a password stronger.
///
/// The number of steps depends only on lengths: where there is no pattern, a dummy that costs too much is
/// tried. Only a password with more than `usualPatterns(in:)` patterns takes more steps.
struct PasswordCover: ~Copyable {
    /// The cost of 10,000 guesses.
    private static var anotherPiece: Int { 13_607 }
    /// The number of changes that are counted. Each later one costs as much as the last of these.
    private static var maximumChanges: Int { 7 }
    /// The number of groups of kinds. Only a change from one group to another has a cost.
    private static var groups: Int { 7 }
    /// A level is a number of changes, and a number of further pieces, which are the pieces after the first. With
    /// n changes there are at least n further pieces: exactly n at level 2n, and more at level 2n + 1, where they
    /// are counted as n + 1.
    private static var levels: Int { (maximumChanges + 1) * 2 }
    /// The states of a position: each level, with each group of the last piece.
    private static var states: Int { levels * groups }

    /// For each position and state, the cheapest path to it: its cost, the position before it and the state
    /// there, in 32, 16 and 16 bits.
    private var paths: SecretBuffer<UInt64>
    /// For each level, the cheapest path to a position, and the cheapest path that ends in another group than the
    /// first one. Both include the cost of a change of group.
    private var changes: SecretBuffer<UInt64>
    /// The cost of each change, beginning with the first.
    private let changeCosts: [UInt64]
    private let groupsOfKinds = PasswordCover.groupsOfKinds()

    /// More than any cover costs. Twice this value fits into 32 bits.
    private static var tooMuch: UInt64 { 1 << 30 }
    private static var unreached: UInt64 { tooMuch << 32 }

    /// Creates a search in passwords of up to `count` scalar values.
    init(count: Int, _ logs: SmallLogarithms) {
        paths = SecretBuffer(repeating: Self.unreached, count: (count + 1) * Self.states)
        changes = SecretBuffer(count: 2 * Self.levels)
        changeCosts = (2...Self.maximumChanges + 1).map { UInt64(logs[$0]) }
    }

    /// The group of a kind. Adjacent characters are one piece, and so are adjacent personal words: someone
    /// who knows the words tries them in all orders.
    private static func group(of kind: StrengthPieceKind) -> UInt64 {
        switch kind {
        case .characters: 0
        case .personalWord: 1
        case .word, .reversedWord: 2
        case .keyboardWalk: 3
        case .sequence: 4
        case .repetition: 5
        case .date, .year: 6
        }
    }

    /// The group of each kind. Kind n has the four bits from 4n.
    private static func groupsOfKinds() -> UInt64 {
        StrengthPieceKind.allCases.reduce(0) { $0 | group(of: $1) << UInt64(4 * $1.rawValue) }
    }

    /// Whether adjacent pieces of a group are one piece.
    private static func isRun(_ group: Int) -> Bool { group < 2 }

    /// A part of a password in which the cheapest cover is searched.
    private struct Part {
        let start: Int
        /// The end of the part and its fillers.
        let end: Int
        /// The length without fillers. A pattern of this length is the whole part; `.max` if no pattern
        /// counts as that.
        let length: Int
        /// The cost of each separator within a piece.
        let separatorCost: UInt64

        /// The number of levels that a position may have: there are fewer changes than characters.
        func levels(at position: Int) -> Int { 2 * min(maximumChanges + 1, position - start) }
    }

    /// The cost of the cheapest cover, and the state at its end.
    struct Cheapest {
        /// The cost in units of `GuessBits`.
        let cost: Int
        fileprivate let state: Int
    }

    /// Finds the cheapest cover of the first `length` characters. Quadratic in the length.
    /// - Parameters:
    ///   - characters: The cost of each character outside of patterns, and of each filler.
    ///   - separators: The separators that were removed. Each one within a piece has a cost.
    ///   - extra: A cost that is added to the cost of the pieces.
    mutating func search(
        _ length: Int, in table: borrowing StrengthTable, characters: Span<UInt64>,
        separators: borrowing SeparatorCounts, extra: Int
    ) -> Cheapest {
        let part = Part(start: 0, end: table.count, length: length, separatorCost: UInt64(separators.cost))
        walk(part, in: table, characters: characters, separators: separators)
        return paths.withSpan { paths in
            // The first state wins a tie.
            var (cost, level) = (Int.max, 0)
            for other in 0..<Self.levels {
                let sum = Self.leastSum(paths, length, other) + extra
                let coverCost = Self.cost(sum, further: Self.further(other))
                let otherCost = other < part.levels(at: length) ? coverCost : .max
                level = otherCost < cost ? other : level
                cost = min(cost, otherCost)
            }
            var state = 0
            for group in (0..<Self.groups).reversed() {
                let index = level * Self.groups + group
                let sum = Int(paths[length * Self.states + index] >> 32) + extra
                state = Self.cost(sum, further: Self.further(level)) == cost ? index : state
            }
            return Cheapest(cost: cost, state: state)
        }
    }

    /// Writes, for each prefix of a part, the cost of its cheapest cover.
    mutating func writeCosts(
        _ start: Int, _ length: Int, in table: borrowing StrengthTable, characters: Span<UInt64>,
        separators: borrowing SeparatorCounts, to costs: inout MutableSpan<UInt32>, at first: Int
    ) {
        let end = start + length
        // A pattern that is a whole prefix is compared below.
        let part = Part(start: start, end: end, length: .max, separatorCost: UInt64(separators.cost))
        walk(part, in: table, characters: characters, separators: separators)
        paths.withSpan { paths in
            table.withCells { cells in
                separators.withCounts { counts in
                    for count in 1..<length + 1 {
                        let position = start + count
                        let pattern = cells[start * table.count + position - 1] >> 16
                        let separators = part.separatorCost * UInt64(counts[position - 1] - counts[start])
                        var cost = min(
                            Self.leastSum(paths, position, 0), Int(min(pattern, Self.tooMuch) + separators))
                        for further in 1..<min(Self.maximumChanges + 2, count) {
                            // The levels with this number of further pieces have as many changes, or one
                            // fewer.
                            let sum = min(
                                Self.leastSum(paths, position, 2 * further - 1),
                                further > Self.maximumChanges
                                    ? .max : Self.leastSum(paths, position, 2 * further))
                            cost = min(cost, Self.cost(sum, further: further))
                        }
                        costs[first + count - 1] = UInt32(cost)
                    }
                }
            }
        }
    }

    /// The approximate work of a search in a part, in units of about 30 instructions: for each position, its
    /// patterns at each level, and a fixed amount.
    static func work(_ length: Int) -> Int {
        let part = Part(start: 0, end: length, length: length, separatorCost: 0)
        var work = 0
        for position in 0..<length {
            let levels = part.levels(at: position)
            work += (length - position + 1) * (levels + 10) + 7 * levels
        }
        return work
    }

    /// The number of further pieces that are counted at a level.
    private static func further(_ level: Int) -> Int { level / 2 + level % 2 }

    /// The lowest cost of a path to a position at one level.
    private static func leastSum(_ paths: Span<UInt64>, _ position: Int, _ level: Int) -> Int {
        var least = UInt64.max
        for group in 0..<groups { least = min(least, paths[position * states + level * groups + group]) }
        return Int(least >> 32)
    }

    /// Finds the paths from the start of a part to each of its positions.
    private mutating func walk(
        _ part: Part, in table: borrowing StrengthTable, characters: Span<UInt64>,
        separators: borrowing SeparatorCounts
    ) {
        let (changeCosts, groupsOfKinds, tableCount) = (changeCosts, groupsOfKinds, table.count)
        paths.withMutableSpan { paths in
            changes.withMutableSpan { changes in
                table.withCells { cells in
                    separators.withCounts { counts in
                        for position in part.start..<part.end + 1 {
                            let first = position * Self.states
                            for index in first..<first + part.levels(at: position) * Self.groups {
                                paths[index] = Self.unreached
                            }
                        }
                        // The number of patterns that are still to be tried, dummies included.
                        var rest = Self.usualPatterns(in: part.end - part.start)
                        for position in part.start..<part.end {
                            let levels = part.levels(at: position)
                            Self.findChanges(
                                &changes, at: position, levels: levels, changeCosts.span, paths.span)
                            let within =
                                position == 0
                                ? 0 : part.separatorCost * UInt64(counts[position] - counts[position - 1])
                            Self.step(
                                changes.span, from: position, to: position + 1, group: 0,
                                cost: characters[position],
                                within: within, levels: levels, &paths)
                            for next in position + 1..<part.end + 1 {
                                let bits = cells[position * tableCount + next - 1]
                                if bits == StrengthTable.none { continue }
                                rest -= 1
                                Self.step(
                                    changes.span, from: position, to: next, bits, groupsOfKinds, part, counts,
                                    levels: levels, &paths)
                            }
                            // Later positions try only `left` of these. Try the rest as dummies here, so that
                            // the total number of levels is the same.
                            let left = Self.usualPatterns(in: part.end - position - 1)
                            while rest > left {
                                Self.step(
                                    changes.span, from: position, to: part.end, Self.tooMuch << 16,
                                    groupsOfKinds,
                                    part, counts, levels: levels, &paths)
                                rest -= 1
                            }
                        }
                    }
                }
            }
        }
    }

    /// The number of patterns that are tried in a part. Up to 28 characters, these are all possible patterns.
    /// In a longer part, they are more than people's passwords have.
    private static func usualPatterns(in length: Int) -> Int {
        min(length * (length + 1) / 2, 8 * length + 182)
    }

    /// Fills in `changes` for a position.
    private static func findChanges(
        _ changes: inout MutableSpan<UInt64>, at position: Int, levels: Int, _ changeCosts: Span<UInt64>,
        _ paths: Span<UInt64>
    ) {
        precondition((position + 1) * states <= paths.count)
        for level in 0..<levels {
            let path = position &* states &+ level &* groups
            let to = UInt64(position) << 16 | UInt64(level &* groups)
            var (least, second) = (UInt64.max, UInt64.max)
            for group in 0..<groups {
                // SAFETY: the precondition checks that all states of this position are in `paths`.
                let bits = unsafe (paths[unchecked: path &+ group] & costBits) &+ to &+ UInt64(group)
                second = min(second, max(least, bits))
                least = min(least, bits)
            }
            let change = changeCosts[min(level / 2, maximumChanges - 1)] << 32
            changes[level] = least &+ change
            changes[Self.levels + level] = second &+ change
        }
    }

    private static var costBits: UInt64 { 0xFFFF_FFFF_0000_0000 }

    /// Continues all paths to a position with a pattern, encoded as in the table.
    private static func step(
        _ changes: Span<UInt64>, from position: Int, to next: Int, _ bits: UInt64, _ groupsOfKinds: UInt64,
        _ part: Part, _ counts: Span<UInt32>, levels: Int, _ paths: inout MutableSpan<UInt64>
    ) {
        let isWhole = next - position >= part.length
        // Wheeler's minimum for a piece that is not the whole password: 10 guesses for one character, 50 for
        // more.
        let least: UInt64 = isWhole ? 0 : next == position + 1 ? 3402 : 5780
        let separators = part.separatorCost * UInt64(counts[next - 1] - counts[position])
        step(
            changes, from: position, to: next, group: Int(groupsOfKinds &>> (4 * (bits & 15)) & 7),
            cost: max(bits >> 16, least) + separators, within: 0, levels: levels, &paths)
    }

    /// Continues all paths to a position with a piece.
    /// - Parameter within: An additional cost if the piece continues a run.
    private static func step(
        _ changes: Span<UInt64>, from position: Int, to next: Int, group: Int, cost: UInt64, within: UInt64,
        levels: Int, _ paths: inout MutableSpan<UInt64>
    ) {
        precondition(changes.count == 2 * Self.levels && group < groups && levels <= Self.levels)
        precondition(position < next && (next + 1) * states <= paths.count)
        let here = UInt64(position) << 16
        if levels == 0 {
            let path = next * states + group
            paths[path] = min(paths[path], cost << 32 | here)
            return
        }
        let (from, to) = (position &* states &+ group, next &* states &+ group)
        let (cost, sameCost) = (cost << 32, (cost + within) << 32)
        // A piece of the same group is not a change. It is one more piece, unless it continues a run.
        let more = isRun(group) ? 0 : 1
        for level in 0..<levels {
            let state = level &* groups
            // SAFETY: the preconditions check that all levels are in `changes`, and all states of both
            // positions in `paths`.
            let bits = unsafe (paths[unchecked: from &+ state] & costBits) | here | UInt64(state &+ group)
            let (least, second) = unsafe (changes[unchecked: level], changes[unchecked: Self.levels &+ level])
            let isSameGroup = least & 0xFFFF == UInt64(state &+ group)
            let changed = to &+ min(level &+ 2, Self.levels &- 2 &+ level & 1) &* groups
            let other = (isSameGroup ? second : least) &+ cost
            unsafe paths[unchecked: changed] = min(paths[unchecked: changed], other)
            let same = to &+ (level | more) &* groups
            unsafe paths[unchecked: same] = min(paths[unchecked: same], bits &+ sameCost)
        }
    }

    /// The cost of a cover whose pieces cost `product`, with `further` pieces after the first.
    private static func cost(_ product: Int, further: Int) -> Int {
        let sum = Self.sum(product, further * anotherPiece)
        return further == 0 ? product : sum
    }

    /// The logarithm of the sum of two numbers that are given as logarithms.
    private static func sum(_ left: Int, _ right: Int) -> Int {
        let difference = abs(left - right)
        let counted = min(difference, 16 * GuessBits.bit)
        // 2 to the power of the difference, interpolated linearly between whole bits: at most 6.2 % too much.
        let power = Double(1 << (counted / 1024)) * (1 + Double(counted % 1024) / 1024)
        let more = GuessBits.log(1 + 1 / power)
        return max(left, right) + (difference > counted ? 0 : more)
    }

    /// Writes the pieces of the cover that was found last, if it is the cheapest so far.
    func write(
        _ cover: Cheapest, of length: Int, in table: borrowing StrengthTable,
        _ password: borrowing PasswordCharacters, to pieces: inout CheapestPieces, if isCheapest: Bool
    ) {
        paths.withSpan { paths in
            table.withCells { cells in
                var (end, state) = (length, cover.state)
                for position in (1..<table.count + 1).reversed() {
                    let isEnd = position == end
                    let path = paths[position * Self.states + state]
                    let start = isEnd ? Int(path >> 16 & 0xFFFF) : position - 1
                    let pattern = cells[start * table.count + position - 1]
                    let isPattern = state % Self.groups != 0
                    let range = password.inPassword(from: start, to: position)
                    let bits = CheapestPieces.bits(of: isPattern ? pattern : nil, range)
                    pieces.write(isEnd ? bits : 0, at: position - 1, if: isCheapest)
                    end = isEnd ? start : end
                    state = isEnd ? Int(path & 0xFFFF) : state
                }
            }
        }
    }
}
