/// The cheapest cover of a part of a password with patterns, by Wheeler's search ("zxcvbn: Low-Budget
/// Password Strength Estimation", USENIX Security 2016): the product of the pieces' guesses, times the orders
/// of kinds, plus 10,000 for each further piece, because an attacker tries covers of fewer pieces first.
///
/// The k-th change from one kind of piece to another costs a factor of k + 1: Wheeler's number of orders
/// where each piece is of another kind. Pieces of one kind after another have one order, so that the words of
/// a passphrase are not counted twice; and in random characters, in which a few letters are a word by chance,
/// words between characters cost more than the characters.
///
/// All covers are compared by all that they cost, so that a pattern more never makes a password stronger.
///
/// The number of steps depends on lengths alone: where there is no pattern, one that costs too much is tried.
/// Only more patterns than `usualPatterns(in:)` take more.
struct PasswordCover: ~Copyable {
    /// 10,000 guesses.
    private static var anotherPiece: Int { 13_607 }
    /// More changes than these cost as much as the last of them.
    private static var mostChanges: Int { 7 }
    /// Kinds between which a change costs something.
    private static var groups: Int { 7 }
    /// Each number of changes, twice: whether there are more pieces than that.
    private static var levels: Int { (mostChanges + 1) * 2 }
    /// The states in which a place can be reached: each level, and each group of the last piece.
    private static var states: Int { levels * groups }

    /// For each place and state the cheapest path to it: its cost, the place before, and the state there, in
    /// 32, 16 and 16 bits.
    private var paths: SecretBuffer<UInt64>
    /// For each level the two cheapest paths to one place, of different groups, each with what a change to
    /// another group costs.
    private var changes: SecretBuffer<UInt64>
    /// The cost of each change, from the first on.
    private let changeCosts: [UInt64]
    private let groupsOfKinds = PasswordCover.groupsOfKinds()

    /// More than any cover costs. Twice as much is less than 32 bits.
    private static var tooMuch: UInt64 { 1 << 30 }
    private static var unreached: UInt64 { tooMuch << 32 }

    /// A search in passwords of up to `count` scalar values.
    init(count: Int, _ logs: SmallLogarithms) {
        paths = SecretBuffer(repeating: Self.unreached, count: (count + 1) * Self.states)
        changes = SecretBuffer(count: 2 * Self.levels)
        changeCosts = (2...Self.mostChanges + 1).map { UInt64(logs[$0]) }
    }

    /// Characters and words of the person are groups of their own, of which those in a row are one piece: who
    /// knows the words tries them in all orders.
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

    /// The groups of kinds by their numbers, in four bits each.
    private static func groupsOfKinds() -> UInt64 {
        StrengthPieceKind.allCases.reduce(0) { $0 | group(of: $1) << UInt64(4 * $1.rawValue) }
    }

    private static func isRun(_ group: Int) -> Bool { group < 2 }

    /// A part of a password that is searched for its cheapest cover, and what patterns cost in it.
    private struct Part {
        let start: Int
        /// Where the search ends.
        let end: Int
        /// How long the part is; fillers may follow to the end.
        let length: Int
        /// What each sign costs within a piece.
        let signCost: UInt64

        /// At how many levels a place may have been reached: there are fewer changes than characters.
        func levels(at place: Int) -> Int { 2 * min(mostChanges + 1, place - start) }
    }

    /// The cheapest cover of a password, and where its pieces are found.
    struct Cheapest {
        /// In units of `GuessBits`.
        let cost: Int
        fileprivate let state: Int
    }

    /// The cheapest cover of the first `length` characters. Quadratic in the length.
    /// - Parameters:
    ///   - characters: The cost of each character without a pattern, and of each filler after them.
    ///   - signs: Where signs were taken out, which cost something within a piece.
    ///   - extra: What all pieces together cost besides.
    mutating func search(
        _ length: Int, in table: borrowing StrengthTable, characters: Span<UInt64>,
        signs: borrowing SignPlaces, extra: Int
    ) -> Cheapest {
        let part = Part(start: 0, end: table.count, length: length, signCost: UInt64(signs.cost))
        walk(part, in: table, characters: characters, signs: signs)
        return paths.withSpan { paths in
            // Of covers that cost the same, the first state is taken.
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

    /// Writes what the cheapest covers of a part's first characters cost, from one to all of them.
    mutating func writeCosts(
        _ start: Int, _ length: Int, in table: borrowing StrengthTable, characters: Span<UInt64>,
        signs: borrowing SignPlaces, to costs: inout MutableSpan<UInt32>, at first: Int
    ) {
        let end = start + length
        // No pattern is a whole here: what that costs is compared below.
        let part = Part(start: start, end: end, length: .max, signCost: UInt64(signs.cost))
        walk(part, in: table, characters: characters, signs: signs)
        paths.withSpan { paths in
            table.withCells { cells in
                signs.withCounts { counts in
                    for count in 1..<length + 1 {
                        let place = start + count
                        let pattern = cells[start * table.count + place - 1] >> 16
                        let signs = part.signCost * UInt64(counts[place - 1] - counts[start])
                        var cost = min(
                            Self.leastSum(paths, place, 0), Int(min(pattern, Self.tooMuch) + signs))
                        for further in 1..<min(Self.mostChanges + 2, count) {
                            // As many changes, or one less and more pieces.
                            let sum = min(
                                Self.leastSum(paths, place, 2 * further - 1),
                                further > Self.mostChanges
                                    ? .max : Self.leastSum(paths, place, 2 * further))
                            cost = min(cost, Self.cost(sum, further: further))
                        }
                        costs[first + count - 1] = UInt32(cost)
                    }
                }
            }
        }
    }

    /// About how much work the search in a part is, in units of some 30 instructions: for each place so many
    /// patterns at each level, and what is done once.
    static func work(_ length: Int) -> Int {
        let part = Part(start: 0, end: length, length: length, signCost: 0)
        var work = 0
        for place in 0..<length {
            let levels = part.levels(at: place)
            work += (length - place + 1) * (levels + 10) + 7 * levels
        }
        return work
    }

    /// How many pieces more than one the cost of all pieces is for.
    private static func further(_ level: Int) -> Int { level / 2 + level % 2 }

    /// The least cost of a path to a place at one level.
    private static func leastSum(_ paths: Span<UInt64>, _ place: Int, _ level: Int) -> Int {
        var least = UInt64.max
        for group in 0..<groups { least = min(least, paths[place * states + level * groups + group]) }
        return Int(least >> 32)
    }

    /// Finds the paths from the start of a part to each place of it.
    private mutating func walk(
        _ part: Part, in table: borrowing StrengthTable, characters: Span<UInt64>, signs: borrowing SignPlaces
    ) {
        let (changeCosts, groupsOfKinds, tableCount) = (changeCosts, groupsOfKinds, table.count)
        paths.withMutableSpan { paths in
            changes.withMutableSpan { changes in
                table.withCells { cells in
                    signs.withCounts { counts in
                        for place in part.start..<part.end + 1 {
                            let first = place * Self.states
                            for index in first..<first + part.levels(at: place) * Self.groups {
                                paths[index] = Self.unreached
                            }
                        }
                        // How many patterns are still to be tried in vain.
                        var rest = Self.usualPatterns(in: part.end - part.start)
                        for place in part.start..<part.end {
                            let levels = part.levels(at: place)
                            Self.findChanges(
                                &changes, at: place, levels: levels, changeCosts.span, paths.span)
                            let within =
                                place == 0 ? 0 : part.signCost * UInt64(counts[place] - counts[place - 1])
                            Self.step(
                                changes.span, from: place, to: place + 1, group: 0, cost: characters[place],
                                within: within, levels: levels, &paths)
                            for next in place + 1..<part.end + 1 {
                                let bits = cells[place * tableCount + next - 1]
                                if bits == StrengthTable.none { continue }
                                rest -= 1
                                Self.step(
                                    changes.span, from: place, to: next, bits, groupsOfKinds, part, counts,
                                    levels: levels, &paths)
                            }
                            // As many as there may be from here on, so that the levels are the same.
                            let left = Self.usualPatterns(in: part.end - place - 1)
                            while rest > left {
                                Self.step(
                                    changes.span, from: place, to: part.end, Self.tooMuch << 16,
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

    /// How many patterns are tried in a part of some length: all that there may be in one of up to 28
    /// characters, and in a longer one more than those have that people choose.
    private static func usualPatterns(in length: Int) -> Int {
        min(length * (length + 1) / 2, 8 * length + 182)
    }

    /// Finds the two cheapest paths to a place at each level, of different groups, each with what a change to
    /// another group costs.
    private static func findChanges(
        _ changes: inout MutableSpan<UInt64>, at place: Int, levels: Int, _ changeCosts: Span<UInt64>,
        _ paths: Span<UInt64>
    ) {
        precondition((place + 1) * states <= paths.count)
        for level in 0..<levels {
            let path = place &* states &+ level &* groups
            let to = UInt64(place) << 16 | UInt64(level &* groups)
            var (least, second) = (UInt64.max, UInt64.max)
            for group in 0..<groups {
                // SAFETY: there are as many paths to the place as states, which was checked.
                let bits = unsafe (paths[unchecked: path &+ group] & costBits) &+ to &+ UInt64(group)
                second = min(second, max(least, bits))
                least = min(least, bits)
            }
            let change = changeCosts[min(level / 2, mostChanges - 1)] << 32
            changes[level] = least &+ change
            changes[Self.levels + level] = second &+ change
        }
    }

    private static var costBits: UInt64 { 0xFFFF_FFFF_0000_0000 }

    /// Continues all paths to a place by a pattern, in the bits that the table has.
    private static func step(
        _ changes: Span<UInt64>, from place: Int, to next: Int, _ bits: UInt64, _ groupsOfKinds: UInt64,
        _ part: Part, _ counts: Span<UInt32>, levels: Int, _ paths: inout MutableSpan<UInt64>
    ) {
        let isWhole = next - place >= part.length
        // A part is guessed as much as Wheeler assumes for any: 10 times, or 50.
        let least: UInt64 = isWhole ? 0 : next == place + 1 ? 3402 : 5780
        let signs = part.signCost * UInt64(counts[next - 1] - counts[place])
        step(
            changes, from: place, to: next, group: Int(groupsOfKinds &>> (4 * (bits & 15)) & 7),
            cost: max(bits >> 16, least) + signs, within: 0, levels: levels, &paths)
    }

    /// Continues all paths to a place by a piece.
    /// - Parameter within: What it costs besides where it continues a run of characters.
    private static func step(
        _ changes: Span<UInt64>, from place: Int, to next: Int, group: Int, cost: UInt64, within: UInt64,
        levels: Int, _ paths: inout MutableSpan<UInt64>
    ) {
        precondition(changes.count == 2 * Self.levels && group < groups && levels <= Self.levels)
        precondition(place < next && (next + 1) * states <= paths.count)
        let here = UInt64(place) << 16
        if levels == 0 {
            // The first piece.
            let path = next * states + group
            paths[path] = min(paths[path], cost << 32 | here)
            return
        }
        let (from, to) = (place &* states &+ group, next &* states &+ group)
        let (cost, sameCost) = (cost << 32, (cost + within) << 32)
        // Within a run the level stays; else there is one piece more.
        let more = isRun(group) ? 0 : 1
        for level in 0..<levels {
            let state = level &* groups
            // SAFETY: levels and places were checked, and there are as many paths to each as states.
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

    /// The cost of a cover with so many pieces more than one.
    private static func cost(_ product: Int, further: Int) -> Int {
        let sum = Self.sum(product, further * anotherPiece)
        return further == 0 ? product : sum
    }

    /// The logarithm of a sum.
    private static func sum(_ left: Int, _ right: Int) -> Int {
        let difference = abs(left - right)
        let counted = min(difference, 16 * GuessBits.bit)
        // 2 to the power of the difference, whose fraction is taken as linear; that is wrong by 9 % at most.
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
                for place in (1..<table.count + 1).reversed() {
                    let isEnd = place == end
                    let path = paths[place * Self.states + state]
                    let start = isEnd ? Int(path >> 16 & 0xFFFF) : place - 1
                    let pattern = cells[start * table.count + place - 1]
                    let isPattern = state % Self.groups != 0
                    let range = password.inPassword(from: start, to: place)
                    let bits = CheapestPieces.bits(of: isPattern ? pattern : nil, range)
                    pieces.write(isEnd ? bits : 0, at: place - 1, if: isCheapest)
                    end = isEnd ? start : end
                    state = isEnd ? Int(path & 0xFFFF) : state
                }
            }
        }
    }
}
