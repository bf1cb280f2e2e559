/// The cheapest cover of a part of a password with patterns, by Wheeler's search ("zxcvbn: Low-Budget Password Strength
/// Estimation", USENIX Security 2016): the product of the pieces' guesses, times the orders of pieces, plus 10,000 for each
/// further piece, because an attacker tries covers of fewer pieces first.
struct PasswordCover: ~Copyable {
    /// More pieces than these do not have more orders: else the orders of a long passphrase would count more than its words.
    static var mostOrderedPieces: Int { 6 }
    /// 10,000 guesses.
    private static var anotherPiece: Int { 13_607 }
    /// States of a place: pieces up to the limit, twice: after a pattern, and after characters without one.
    private static var states: Int { 2 * (mostOrderedPieces + 1) }

    /// For each place and state the cost, the place before, and the state before: 32, 16 and 16 bits.
    private var paths: SecretBuffer<UInt64>

    init(count: Int) { paths = SecretBuffer(repeating: .max, count: (count + 1) * Self.states) }

    /// Searches `start..<end`, and returns the cost and the state in which the cheapest cover ends. `characters` has the cost of
    /// each character without a pattern.
    mutating func search(
        _ start: Int, _ end: Int, in table: borrowing StrengthTable, characters: Span<UInt64>
    ) -> (cost: Int, state: Int) {
        let states = Self.states
        let most = Self.mostOrderedPieces
        let count = table.count
        return paths.withMutableSpan { paths in
            for index in start * states..<(end + 1) * states { paths[index] = .max }
            paths[start * states] = 0
            table.withCells { cells in
                for place in start..<end {
                    for state in 0..<states where paths[place * states + state] != .max {
                        let cost = paths[place * states + state] >> 32
                        let pieces = state >> 1
                        let origin = UInt64(place) << 16 | UInt64(state)
                        // Another character without a pattern.
                        let isInRun = state & 1 == 1
                        let next = (isInRun ? pieces : min(most, pieces + 1)) << 1 | 1
                        let path = (cost + characters[place] + (isInRun ? 0 : 141)) << 32 | origin
                        let index = (place + 1) * states + next
                        if path < paths[index] { paths[index] = path }
                        for last in place..<end {
                            let cell = cells[place * count + last]
                            if cell == .max { continue }
                            var guesses = cell >> 16
                            // A part is guessed as much as Wheeler assumes for any: 10 or 50.
                            if last - place < end - start - 1 {
                                guesses = max(guesses, last == place ? 3402 : 5780)
                            }
                            let path = (cost + guesses) << 32 | origin
                            let index = (last + 1) * states + min(most, pieces + 1) << 1
                            if path < paths[index] { paths[index] = path }
                        }
                    }
                }
            }
            var (best, bestState) = (Int.max, 0)
            for pieces in 1...most {
                for state in pieces << 1...pieces << 1 + 1 where paths[end * states + state] != .max {
                    let orders = table.withCells { cells in
                        Self.orders(paths.span, start, end, state, cells, count)
                    }
                    let product = Int(paths[end * states + state] >> 32) + orders
                    let cost = Self.sum(product, (pieces - 1) * Self.anotherPiece)
                    if cost < best { (best, bestState) = (cost, state) }
                }
            }
            return (best, bestState)
        }
    }

    /// The logarithm of the number of orders of the pieces' kinds: pieces of one kind have one order, so that the words of a
    /// passphrase are counted once. Repetitions need something to repeat before them, and have their order.
    private static func orders(
        _ paths: Span<UInt64>, _ start: Int, _ end: Int, _ state: Int, _ cells: Span<UInt64>, _ count: Int
    ) -> Int {
        // The number of pieces so far of each of 16 kinds, 4 bits each.
        var (numbers, orders, pieces): (UInt64, Int, Int) = (0, 0, 0)
        var (place, state) = (end, state)
        while place > start, pieces < mostOrderedPieces {
            let path = paths[place * states + state]
            let (before, previous) = (Int(path >> 16 & 0xFFFF), Int(path & 0xFFFF))
            if state & 1 == 0 || previous & 1 == 0 {
                let kind = state & 1 == 1 ? 0 : cells[before * count + place - 1] & 15
                numbers += 1 << (4 * kind)
                pieces += 1
                orders += GuessBits.log(pieces) - GuessBits.log(Int(numbers >> (4 * kind) & 15))
            }
            (place, state) = (before, previous)
        }
        return orders
    }

    /// The logarithm of a sum.
    private static func sum(_ left: Int, _ right: Int) -> Int {
        let difference = abs(left - right)
        if difference > 16 * GuessBits.bit { return max(left, right) }
        // 2 to the power of the difference, whose fraction is taken as linear; that is wrong by 9 % at most.
        let power = Double(1 << (difference / 1024)) * (1 + Double(difference % 1024) / 1024)
        return max(left, right) + GuessBits.log(1 + 1 / power)
    }

    /// The pieces of the cover that ends at `end` in `state`, from left to right.
    func pieces(to end: Int, state: Int, in table: borrowing StrengthTable) -> [StrengthPiece] {
        var pieces: [StrengthPiece] = []
        let count = table.count
        paths.withSpan { paths in
            table.withCells { cells in
                var (end, state) = (end, state)
                while end > 0 {
                    let path = paths[end * Self.states + state]
                    var start = Int(path >> 16 & 0xFFFF)
                    var previous = Int(path & 0xFFFF)
                    if state & 1 == 1 {
                        while previous & 1 == 1 {
                            let before = paths[start * Self.states + previous]
                            start = Int(before >> 16 & 0xFFFF)
                            previous = Int(before & 0xFFFF)
                        }
                        pieces.append(StrengthPiece(kind: .characters, start: start, end: end, rank: 0))
                    } else {
                        let cell = cells[start * count + end - 1]
                        let kind = StrengthPieceKind(rawValue: Int(cell & 15)) ?? .characters
                        let rank = Int(cell >> 4 & 0xFFF)
                        let isWord = kind == .word || kind == .reversedWord
                        pieces.append(
                            StrengthPiece(
                                kind: kind, start: start, end: end,
                                rank: isWord ? 1 << (rank / RankedWords.rankUnitsInBit) : 0))
                    }
                    (end, state) = (start, previous)
                }
            }
        }
        pieces.reverse()
        return pieces
    }
}
