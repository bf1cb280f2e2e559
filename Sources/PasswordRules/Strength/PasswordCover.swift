/// The cheapest cover of a part of a password with patterns, by Wheeler's search ("zxcvbn: Low-Budget Password Strength
/// Estimation", USENIX Security 2016): the product of the pieces' guesses, times the orders of kinds, plus 10,000 for each further
/// piece, because an attacker tries covers of fewer pieces first.
///
/// The k-th change from one kind of piece to another costs a factor of k + 1: Wheeler's number of orders where each piece is of
/// another kind. Pieces of one kind after another have one order, so that the words of a passphrase are not counted twice; and in
/// random characters, in which a few letters are a word by chance, words between characters cost more than the characters.
struct PasswordCover: ~Copyable {
    /// 10,000 guesses.
    fileprivate static var anotherPiece: Int { 13_607 }
    /// More changes than these cost as much as the last of them.
    private static var mostChanges: Int { 7 }
    /// Kinds between which a change costs something.
    private static var groups: Int { 6 }
    /// The states in which a place can be reached: each number of changes, each group of the last piece.
    private static var states: Int { (mostChanges + 1) * groups }

    /// For each place and state the cheapest path to it: its cost, the place before, and the state there, in 32, 16 and 16 bits.
    private var paths: SecretBuffer<UInt64>
    /// The cost of each change, from the first on.
    private let changeCosts: [UInt64]

    private static var unreached: UInt64 { .max }

    /// A search in passwords of up to `count` scalar values.
    init(count: Int) {
        paths = SecretBuffer(repeating: Self.unreached, count: (count + 1) * Self.states)
        changeCosts = (2...Self.mostChanges + 1).map { UInt64(GuessBits.log($0)) }
    }

    private static func group(of kind: StrengthPieceKind) -> Int {
        switch kind {
        case .characters: 0
        case .word, .reversedWord, .personalWord: 1
        case .keyboardWalk: 2
        case .sequence: 3
        case .repetition: 4
        case .date, .year: 5
        }
    }

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
        /// What the pieces and their order cost, in units of `GuessBits`.
        let product: Int
        /// How many pieces there are beyond the first, as far as they count.
        let further: Int
        /// Where the second piece begins of one or two that were found by themselves, or else the state of the last piece.
        fileprivate let end: End

        fileprivate enum End {
            case pair(split: Int)
            case state(Int)
        }

        /// All of it, in units of `GuessBits`.
        var cost: Int { cost(adding: 0) }

        /// The same if guessing each of the pieces takes as much more.
        func cost(adding extra: Int) -> Int {
            further == 0
                ? product + extra : PasswordCover.sum(product + extra, further * PasswordCover.anotherPiece)
        }
    }

    /// Searches `start..<end`. `characters` has the cost of each character without a pattern. Quadratic in the length.
    mutating func search(
        _ start: Int, _ end: Int, in table: borrowing StrengthTable, characters: Span<UInt64>
    ) -> Cheapest {
        paths.withMutableSpan { paths in
            for index in start * Self.states..<(end + 1) * Self.states { paths[index] = Self.unreached }
        }
        for place in start..<end {
            step(from: place, to: place + 1, .characters, cost: characters[place], isFirst: place == start)
            for next in place + 1...end {
                guard let pattern = table.pattern(place, next) else { continue }
                let cost = Self.cost(of: pattern, place, next, isWhole: next - place == end - start)
                step(from: place, to: next, pattern.kind, cost: UInt64(cost), isFirst: place == start)
            }
        }
        var best = searchPairs(start, end, in: table, characters: characters)
        for state in 0..<Self.states {
            let bits = path(end, state)
            if bits == Self.unreached { continue }
            let further = min(furtherPieces(start, end, state, in: table), state / Self.groups + 1)
            let found = Cheapest(product: Int(bits >> 32), further: further, end: .state(state))
            if found.cost < best?.cost ?? .max { best = found }
        }
        // There is always a path of characters.
        return best ?? Cheapest(product: 0, further: 0, end: .state(0))
    }

    /// The cost of a pattern. A part is guessed as much as Wheeler assumes for any: 10 times, or 50.
    private static func cost(of pattern: StrengthTable.Pattern, _ start: Int, _ end: Int, isWhole: Bool)
        -> Int
    {
        isWhole ? pattern.cost : max(pattern.cost, end == start + 1 ? 3402 : 5780)
    }

    /// The cheapest cover by one piece or two. The other search takes three instead where their product is smaller, although
    /// fewer pieces are guessed sooner.
    private func searchPairs(
        _ start: Int, _ end: Int, in table: borrowing StrengthTable, characters: Span<UInt64>
    ) -> Cheapest? {
        var sum = 0
        for place in start..<end { sum += Int(characters[place]) }
        var best: Cheapest?
        if let whole = table.pattern(start, end) {
            best = Cheapest(product: whole.cost, further: 0, end: .pair(split: start))
        }
        var sumBefore = 0
        for split in start + 1..<max(start + 1, end) {
            sumBefore += Int(characters[split - 1])
            let first = table.pattern(start, split), second = table.pattern(split, end)
            if first == nil, second == nil { continue }
            var product = first.map { Self.cost(of: $0, start, split, isWhole: false) } ?? sumBefore
            product += second.map { Self.cost(of: $0, split, end, isWhole: false) } ?? sum - sumBefore
            if Self.group(of: first?.kind ?? .characters) != Self.group(of: second?.kind ?? .characters) {
                product += GuessBits.bit
            }
            let isPersonal = first?.kind == .personalWord && second?.kind == .personalWord
            let found = Cheapest(product: product, further: isPersonal ? 0 : 1, end: .pair(split: split))
            if found.cost < best?.cost ?? .max { best = found }
        }
        return best
    }

    /// Continues all paths to a place by a piece.
    private mutating func step(
        from place: Int, to next: Int, _ kind: StrengthPieceKind, cost: UInt64, isFirst: Bool
    ) {
        let (states, groups) = (Self.states, Self.groups)
        let group = Self.group(of: kind)
        let most = Self.mostChanges
        let changeCosts = changeCosts
        paths.withMutableSpan { paths in
            if isFirst {
                let bits = cost << 32 | UInt64(place) << 16
                paths[next * states + group] = min(paths[next * states + group], bits)
                return
            }
            for state in 0..<states {
                let bits = paths[place * states + state]
                if bits == Self.unreached { continue }
                var (changes, sum) = (state / groups, (bits >> 32) + cost)
                if state % groups != group {
                    sum += changeCosts[min(changes, most - 1)]
                    changes = min(changes + 1, most)
                }
                let index = next * states + changes * groups + group
                paths[index] = min(paths[index], sum << 32 | UInt64(place) << 16 | UInt64(state))
            }
        }
    }

    private func path(_ place: Int, _ state: Int) -> UInt64 {
        paths.withSpan { $0[place * Self.states + state] }
    }

    /// How many pieces the path to `end` has beyond the first; characters in a row are one, and words of the person count together:
    /// who knows them tries them in all orders.
    private func furtherPieces(_ start: Int, _ end: Int, _ state: Int, in table: borrowing StrengthTable)
        -> Int
    {
        var (place, state, count) = (end, state, 0)
        var (isRun, isPersonal) = (false, false)
        while place > start {
            let before = Path(bits: path(place, state))
            let isCharacter = state % Self.groups == 0
            if !isCharacter, table.pattern(before.place, place)?.kind == .personalWord {
                isPersonal = true
            } else if !isCharacter || !isRun {
                count += 1
            }
            isRun = isCharacter
            (place, state) = (before.place, before.state)
        }
        return isPersonal ? count : count - 1
    }

    /// The logarithm of a sum.
    fileprivate static func sum(_ left: Int, _ right: Int) -> Int {
        let difference = abs(left - right)
        if difference > 16 * GuessBits.bit { return max(left, right) }
        // 2 to the power of the difference, whose fraction is taken as linear; that is wrong by 9 % at most.
        let power = Double(1 << (difference / 1024)) * (1 + Double(difference % 1024) / 1024)
        return max(left, right) + GuessBits.log(1 + 1 / power)
    }

    /// The pieces of the cover of `0..<end` that was searched last, from left to right.
    func pieces(of result: Cheapest, to end: Int, in table: borrowing StrengthTable) -> [StrengthPiece] {
        switch result.end {
        case .pair(0): return [piece(0, end, in: table)]
        case .pair(let split): return [piece(0, split, in: table), piece(split, end, in: table)]
        case .state(let state): return pieces(endingIn: state, to: end, in: table)
        }
    }

    private func pieces(endingIn last: Int, to end: Int, in table: borrowing StrengthTable) -> [StrengthPiece]
    {
        var pieces: [StrengthPiece] = []
        var (place, state) = (end, last)
        var runEnd: Int?
        while place > 0 {
            let before = Path(bits: path(place, state))
            if state % Self.groups == 0 {
                let isRunStart = before.place == 0 || before.state % Self.groups != 0
                if isRunStart { pieces.append(Self.characters(before.place, runEnd ?? place)) }
                runEnd = isRunStart ? nil : runEnd ?? place
            } else {
                pieces.append(piece(before.place, place, in: table))
            }
            (place, state) = (before.place, before.state)
        }
        pieces.reverse()
        return pieces
    }

    /// The piece that the cheapest pattern of a part is, or else characters.
    private func piece(_ start: Int, _ end: Int, in table: borrowing StrengthTable) -> StrengthPiece {
        guard let pattern = table.pattern(start, end) else { return Self.characters(start, end) }
        let isRanked = pattern.kind == .word || pattern.kind == .reversedWord
        return StrengthPiece(
            kind: pattern.kind, range: start..<end,
            rank: isRanked ? 1 << (pattern.rank / RankedWordList.rankUnitsInBit) : 0)
    }

    private static func characters(_ start: Int, _ end: Int) -> StrengthPiece {
        StrengthPiece(kind: .characters, range: start..<end, rank: 0)
    }
}
