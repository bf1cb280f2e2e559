/// Estimates how many guesses passwords withstand. It is immutable: any number of threads may share it.
public struct StrengthEstimator: Sendable {
    /// The longest password whose characters all count, in scalar values. What is beyond counts nothing.
    public static var longestInScalars: Int { 256 }

    private let patterns: WordPatterns
    private let keys: KeyPatterns

    /// - Parameter personal: Words of the context, such as the user's name; each is compared whole.
    public init(words: RankedWords?, personal: [[UInt8]] = []) {
        var personalKeys: [UInt64] = []
        for word in personal {
            var key = WordKey()
            for scalar in Folding.withoutLeet(word.span, 0..<word.count) { key.append(scalar) }
            personalKeys.append(key.value(withoutLeet: true))
        }
        patterns = WordPatterns(words: words, personal: personalKeys)
        keys = KeyPatterns()
    }

    /// The estimate of a password in UTF-8.
    public func estimate(_ password: Span<UInt8>) -> StrengthEstimate {
        defer { wipeDeadStack() }
        return estimateInPlace(password)
    }

    /// Not inlined, so that what it leaves on the stack is below its caller's frame.
    @inline(never)
    private func estimateInPlace(_ password: Span<UInt8>) -> StrengthEstimate {
        var scalars = SecretBuffer<UInt32>(count: 3 * Self.longestInScalars)
        var offset = 0
        let count = scalars.withMutableSpan { scalars in
            var count = 0
            while offset < password.count, count < Self.longestInScalars {
                let decoded = UTF8Decoding.decode(password, at: offset)
                offset += decoded.length
                Self.write(decoded.scalar, to: &scalars, at: count)
                count += 1
            }
            return count
        }
        let isCut = offset < password.count
        guard count > 0 else { return StrengthEstimate(thousandthsOfDecimalLog: 0, pieces: [], isCut: false) }
        var result = cover(scalars, count)
        var isUsual = false
        // The same without the sign that occurs most, which separates words, letters or numbers.
        var places = SecretBuffer<UInt32>(count: count)
        let joined = scalars.withMutableSpan { scalars in
            places.withMutableSpan { places in Self.removeSeparator(from: &scalars, count, &places, &isUsual)
            }
        }
        if joined > 0, joined < count {
            let other = cover(scalars, joined)
            // Which sign it is, and how it separates. A rare sign that occurs once may be anywhere.
            let times = count - joined
            let cost =
                other.cost + (isUsual ? 2 * GuessBits.bit : GuessBits.log(33))
                + GuessBits.log(times == 1 ? count : times)
            if cost < result.cost {
                var pieces: [StrengthPiece] = []
                places.withSpan { places in
                    for piece in other.pieces {
                        pieces.append(
                            StrengthPiece(
                                kind: piece.kind, start: Int(places[piece.start]),
                                end: Int(places[piece.end - 1]) + 1,
                                rank: piece.rank))
                    }
                }
                result = (cost, pieces)
            }
        }
        return StrengthEstimate(
            thousandthsOfDecimalLog: GuessBits.thousandthsOfDecimal(result.cost), pieces: result.pieces,
            isCut: isCut)
    }

    private static func write(_ scalar: UInt32, to scalars: inout MutableSpan<UInt32>, at index: Int) {
        let folded = Folding.foldedOrRemoved(scalar)
        let lower = folded == Folding.removed ? scalar : folded
        scalars[index] = scalar
        scalars[longestInScalars + index] = lower
        scalars[2 * longestInScalars + index] = Folding.withoutLeet(lower)
    }

    /// Removes the sign that occurs most, says whether it is a usual separator, and notes the places of what is left; returns how much that is.
    private static func removeSeparator(
        from scalars: inout MutableSpan<UInt32>, _ count: Int, _ places: inout MutableSpan<UInt32>,
        _ isUsual: inout Bool
    ) -> Int {
        var (most, separator): (Int, UInt32) = (0, 0)
        for index in 1..<max(1, count - 1) where Folding.isSymbol(scalars[index]) {
            var times = 0
            for other in 0..<count where scalars[other] == scalars[index] { times += 1 }
            if times > most { (most, separator) = (times, scalars[index]) }
        }
        if most == 0 { return count }
        // Space, hyphen, full stop and low line.
        isUsual = separator == 0x20 || separator == 0x2D || separator == 0x2E || separator == 0x5F
        var left = 0
        for index in 0..<count where scalars[index] != separator {
            places[left] = UInt32(index)
            write(scalars[index], to: &scalars, at: left)
            left += 1
        }
        return left
    }

    private func cover(_ scalars: borrowing SecretBuffer<UInt32>, _ count: Int) -> (
        cost: Int, pieces: [StrengthPiece]
    ) {
        var table = StrengthTable(count: count)
        var search = PasswordCover(count: count)
        var characters = SecretBuffer<UInt64>(count: count)
        return scalars.withSpan { scalars in
            let typed = scalars.extracting(0..<count)
            let lower = scalars.extracting(Self.longestInScalars..<Self.longestInScalars + count)
            let plain = scalars.extracting(2 * Self.longestInScalars..<2 * Self.longestInScalars + count)
            characters.withMutableSpan { CharacterCosts.fill(&$0, typed, lower, words: patterns.words) }
            patterns.add(typed, lower, plain, to: &table)
            keys.addWalks(typed, to: &table)
            keys.addSequences(typed, to: &table)
            DatePatterns.add(typed, to: &table)
            return characters.withSpan { characters in
                RepetitionPatterns.add(lower, characters: characters, cover: &search, to: &table)
                let found = search.search(0, count, in: table, characters: characters)
                return (found.cost, search.pieces(to: count, state: found.state, in: table))
            }
        }
    }
}
