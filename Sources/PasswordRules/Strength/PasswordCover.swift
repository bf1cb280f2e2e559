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
struct PasswordCover: ~Copyable {
    /// 10,000 guesses.
    private static var anotherPiece: Int { 13_607 }
    /// More changes than these cost as much as the last of them.
    private static var mostChanges: Int { 7 }
    /// Kinds between which a change costs something.
    private static var groups: Int { 7 }
    /// The states in which a place can be reached: each number of changes, whether there are more pieces than
    /// that, and each group of the last piece.
    private static var states: Int { (mostChanges + 1) * 2 * groups }

    /// For each place and state the cheapest path to it: its cost, the place before, and the state there, in
    /// 32, 16 and 16 bits.
    private var paths: SecretBuffer<UInt64>
    /// The cost of each change, from the first on.
    private let changeCosts: [UInt64]

    private static var unreached: UInt64 { .max }

    /// A search in passwords of up to `count` scalar values.
    init(count: Int) {
        paths = SecretBuffer(repeating: Self.unreached, count: (count + 1) * Self.states)
        changeCosts = (2...Self.mostChanges + 1).map { UInt64(GuessBits.log($0)) }
    }

    /// Characters and words of the person are groups of their own, of which those in a row are one piece: who
    /// knows the words tries them in all orders.
    private static func group(of kind: StrengthPieceKind) -> Int {
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

    private static func isRun(_ group: Int) -> Bool { group < 2 }

    /// A path to a place.
    private struct Path {
        let cost: UInt64
        let place: Int
        let state: Int

        init(bits: UInt64) {
            cost = bits >> 32
            place = Int(bits >> 16 & 0xFFFF)
            state = Int(bits & 0xFFFF)
        }
    }

    /// The cheapest cover of a part, and where its pieces are found.
    struct Cheapest {
        /// In units of `GuessBits`.
        let cost: Int
        fileprivate let state: Int
    }

    /// Searches `start..<end`. Quadratic in the length.
    /// - Parameters:
    ///   - characters: The cost of each character without a pattern.
    ///   - signs: Where signs were taken out, which cost something within a piece.
    ///   - extra: What all pieces together cost besides.
    mutating func search(
        _ start: Int, _ end: Int, in table: borrowing StrengthTable, characters: Span<UInt64>,
        signs: borrowing SignPlaces, extra: Int = 0
    ) -> Cheapest {
        paths.withMutableSpan { paths in
            for index in start * Self.states..<(end + 1) * Self.states { paths[index] = Self.unreached }
        }
        for place in start..<end {
            let within = UInt64(signs.cost(before: place))
            step(
                from: place, to: place + 1, .characters, cost: characters[place], within: within,
                isFirst: place == start)
            for next in place + 1...end {
                guard let pattern = table.pattern(place, next) else { continue }
                var cost = pattern.cost
                // A part is guessed as much as Wheeler assumes for any: 10 times, or 50.
                if next - place < end - start { cost = max(cost, next == place + 1 ? 3402 : 5780) }
                cost += signs.cost(within: place..<next)
                step(from: place, to: next, pattern.kind, cost: UInt64(cost), isFirst: place == start)
            }
        }
        var best = Cheapest(cost: .max, state: 0)
        for state in 0..<Self.states {
            let bits = path(end, state)
            if bits == Self.unreached { continue }
            let (changes, hasMore) = (state / Self.groups / 2, state / Self.groups % 2)
            let product = Int(bits >> 32) + extra
            let further = changes + hasMore
            let cost = further == 0 ? product : Self.sum(product, further * Self.anotherPiece)
            if cost < best.cost { best = Cheapest(cost: cost, state: state) }
        }
        return best
    }

    /// Continues all paths to a place by a piece.
    /// - Parameter within: What it costs besides where it continues a run of characters.
    private mutating func step(
        from place: Int, to next: Int, _ kind: StrengthPieceKind, cost: UInt64, within: UInt64 = 0,
        isFirst: Bool
    ) {
        let (states, groups, most) = (Self.states, Self.groups, Self.mostChanges)
        let group = Self.group(of: kind)
        let changeCosts = changeCosts
        paths.withMutableSpan { paths in
            if isFirst {
                let bits = cost << 32 | UInt64(place) << 16
                paths[next * states + group] = min(paths[next * states + group], bits)
                return
            }
            var state = 0
            // There are fewer changes than characters.
            for changes in 0...min(most, place) {
                for hasMore in 0...1 {
                    for before in 0..<groups {
                        let bits = paths[place * states + state]
                        let from = UInt64(state)
                        state += 1
                        if bits == Self.unreached { continue }
                        var (sum, level) = ((bits >> 32) + cost, changes * 2 + hasMore)
                        if before != group {
                            sum += changeCosts[min(changes, most - 1)]
                            level = min(changes + 1, most) * 2 + hasMore
                        } else if Self.isRun(group) {
                            sum += within
                        } else {
                            level = changes * 2 + 1
                        }
                        let index = next * states + level * groups + group
                        paths[index] = min(paths[index], sum << 32 | UInt64(place) << 16 | from)
                    }
                }
            }
        }
    }

    private func path(_ place: Int, _ state: Int) -> UInt64 {
        paths.withSpan { $0[place * Self.states + state] }
    }

    /// The logarithm of a sum.
    private static func sum(_ left: Int, _ right: Int) -> Int {
        let difference = abs(left - right)
        if difference > 16 * GuessBits.bit { return max(left, right) }
        // 2 to the power of the difference, whose fraction is taken as linear; that is wrong by 9 % at most.
        let power = Double(1 << (difference / 1024)) * (1 + Double(difference % 1024) / 1024)
        return max(left, right) + GuessBits.log(1 + 1 / power)
    }

    /// The pieces of the cover of `0..<end` that was searched last, from left to right.
    func pieces(of result: Cheapest, to end: Int, in table: borrowing StrengthTable) -> [StrengthPiece] {
        var pieces: [StrengthPiece] = []
        var (place, state) = (end, result.state)
        var runEnd: Int?
        while place > 0 {
            let before = Path(bits: path(place, state))
            if state % Self.groups == 0 {
                let isRunStart = before.place == 0 || before.state % Self.groups != 0
                if isRunStart {
                    pieces.append(
                        StrengthPiece(kind: .characters, range: before.place..<(runEnd ?? place), rank: 0))
                }
                runEnd = isRunStart ? nil : runEnd ?? place
            } else if let pattern = table.pattern(before.place, place) {
                let isRanked = pattern.kind == .word || pattern.kind == .reversedWord
                pieces.append(
                    StrengthPiece(
                        kind: pattern.kind, range: before.place..<place,
                        rank: isRanked ? 1 << (pattern.rank / RankedWordList.rankUnitsInBit) : 0))
            }
            (place, state) = (before.place, before.state)
        }
        pieces.reverse()
        return pieces
    }
}
