/// The keys by which a password is looked for in lists: the first 64 bits of the SHA-1 of each form of it. Wiped when it
/// ends.
struct BlocklistKeys: ~Copyable {
    /// As it was typed, in lower case, and of the mangled forms at most 5 pieces, each whole and once, in 4 readings.
    private static var maximumCount: Int { 2 + 5 * 2 * 4 }
    /// What is left of a password, or is repeated in it, has so many characters at least: less is in many by chance.
    private static var shortestPiece: Int { 4 }

    private var keys = SecretBuffer<UInt64>(count: maximumCount)
    private var count = 0
    /// How many of them are of `exact`, and of `folded`.
    private var exactCount = 0
    private var foldedCount = 0

    /// The keys for comparisons by `match`. `password` was made of `typed`.
    init(_ password: borrowing FoldedPassword, typed: Span<UInt8>, by match: BlocklistMatch) {
        var writer = KeyWriter(capacity: match >= .folded ? password.count : 0)
        insert(writer.key(of: typed))
        (exactCount, foldedCount) = (count, count)
        if match >= .folded {
            password.withForms { _, lower, _ in
                insert(writer.key(of: lower, .asItIs))
                foldedCount = count
                if match >= .mangled { insertMangled(lower, &writer) }
            }
        }
    }

    /// The first way, up to `match`, for which there is a key that `isListed` says yes to.
    func first(
        by match: BlocklistMatch, where isListed: (UInt64) throws(BlocklistProblem) -> Bool
    ) throws(BlocklistProblem) -> BlocklistMatch? {
        let end =
            switch match {
            case .exact: exactCount
            case .folded: foldedCount
            case .mangled: count
            }
        for index in 0..<end where try isListed(keys.withSpan { $0[index] }) {
            return index < exactCount ? .exact : index < foldedCount ? .folded : .mangled
        }
        return nil
    }

    private mutating func insert(_ key: UInt64) {
        let count = count
        let isNew = keys.withMutableSpan { keys in
            for index in 0..<count where keys[index] == key { return false }
            keys[count] = key
            return true
        }
        if isNew { self.count += 1 }
    }

    /// Adds the password without signs at its ends, without digits and signs before it, behind it and at both ends.
    private mutating func insertMangled(_ lower: Span<UInt32>, _ writer: inout KeyWriter) {
        let signs = trim(lower) { Folding.isSign($0) }
        let letters = trim(lower) { Folding.isSign($0) || Folding.isDigit($0) }
        let (front, back) = (0..<letters.upperBound, letters.lowerBound..<lower.count)
        insertReadings(of: lower, 0..<lower.count, &writer)
        // Nothing is hashed that is one of the pieces before.
        insertPiece(of: lower, signs, &writer)
        if front != signs { insertPiece(of: lower, front, &writer) }
        if back != signs, back != front { insertPiece(of: lower, back, &writer) }
        if letters != signs, letters != front, letters != back { insertPiece(of: lower, letters, &writer) }
    }

    private mutating func insertPiece(
        of lower: Span<UInt32>, _ range: Range<Int>, _ writer: inout KeyWriter
    ) {
        if range.count >= Self.shortestPiece, range.count < lower.count {
            insertReadings(of: lower, range, &writer)
        }
    }

    /// Adds a piece, the whole of which is there already, and where it is a repetition, what is repeated.
    private mutating func insertReadings(
        of lower: Span<UInt32>, _ range: Range<Int>, _ writer: inout KeyWriter
    ) {
        let piece = lower.extracting(range)
        if range.count < lower.count { insert(writer.key(of: piece, .asItIs)) }
        insertOtherReadings(of: piece, &writer)
        let period = piece.period
        if period < piece.count {
            // Of a short one as often as makes it long enough: "aaaa", "abab", "123123".
            let length = (Self.shortestPiece + period - 1) / period * period
            let repeated = piece.extracting(0..<min(piece.count, max(period, length)))
            insert(writer.key(of: repeated, .asItIs))
            insertOtherReadings(of: repeated, &writer)
        }
    }

    /// Adds the piece without its disguises, where it has any, and backwards.
    private mutating func insertOtherReadings(of piece: Span<UInt32>, _ writer: inout KeyWriter) {
        var (isDisguised, isAmbiguous) = (false, false)
        for index in 0..<piece.count {
            let letter = Folding.letter(for: piece[index], one: 0x69)
            if letter != piece[index] { isDisguised = true }
            if letter != Folding.letter(for: piece[index], one: 0x6C) { isAmbiguous = true }
        }
        if isDisguised { insert(writer.key(of: piece, .oneIsI)) }
        if isAmbiguous { insert(writer.key(of: piece, .oneIsL)) }
        insert(writer.key(of: piece, .backwards))
    }

    /// The range without what is to be removed at its ends.
    private func trim(_ lower: Span<UInt32>, _ isRemoved: (UInt32) -> Bool) -> Range<Int> {
        var (start, end) = (0, lower.count)
        while start < end, isRemoved(lower[start]) { start += 1 }
        while end > start, isRemoved(lower[end - 1]) { end -= 1 }
        return start..<end
    }
}

extension Blocklist {
    /// The key that a listed password has in lower case.
    package static func foldedKey(of typed: Span<UInt8>) -> UInt64 {
        let password = FoldedPassword(typed)
        var writer = KeyWriter(capacity: password.count)
        return password.withForms { _, lower, _ in writer.key(of: lower, .asItIs) }
    }
}

/// Makes keys of forms of a password, in memory that is wiped.
private struct KeyWriter: ~Copyable {
    /// How the characters of a form are read.
    enum Form {
        case asItIs
        /// Digits and signs as the letters they stand for; `1`, `!` and `|` as `i`.
        case oneIsI
        /// The same, but as `l`.
        case oneIsL
        case backwards
    }

    /// UTF-8.
    private var bytes: SecretBytes
    private var schedule = SHA1.schedule()

    init(capacity: Int) { bytes = SecretBytes(count: 4 * capacity) }

    /// The key of what was typed.
    mutating func key(of typed: Span<UInt8>) -> UInt64 { SHA1(typed, &schedule).prefix }

    mutating func key(of scalars: Span<UInt32>, _ form: Form) -> UInt64 {
        let count = bytes.withMutableSpan { bytes in
            var count = 0
            for index in 0..<scalars.count {
                let scalar = scalars[form == .backwards ? scalars.count - 1 - index : index]
                switch form {
                case .asItIs, .backwards: Self.write(scalar, to: &bytes, &count)
                case .oneIsI: Self.write(Folding.letter(for: scalar, one: 0x69), to: &bytes, &count)
                case .oneIsL: Self.write(Folding.letter(for: scalar, one: 0x6C), to: &bytes, &count)
                }
            }
            return count
        }
        return bytes.withSpan { SHA1($0.extracting(0..<count), &schedule).prefix }
    }

    @inline(__always)
    private static func write(_ scalar: UInt32, to bytes: inout MutableSpan<UInt8>, _ count: inout Int) {
        if scalar < 0x80 {
            bytes[count] = UInt8(truncatingIfNeeded: scalar)
            count += 1
        } else {
            writeBeyondASCII(scalar, to: &bytes, &count)
        }
    }

    @inline(never)
    private static func writeBeyondASCII(
        _ scalar: UInt32, to bytes: inout MutableSpan<UInt8>, _ count: inout Int
    ) {
        // The bytes that follow the first.
        let rest = scalar < 0x800 ? 1 : scalar < 0x1_0000 ? 2 : 3
        let lead: UInt32 = rest == 1 ? 0xC0 : rest == 2 ? 0xE0 : 0xF0
        bytes[count] = UInt8(truncatingIfNeeded: lead | scalar >> UInt32(6 * rest))
        for index in 1...rest {
            bytes[count + index] = UInt8(
                truncatingIfNeeded: 0x80 | scalar >> UInt32(6 * (rest - index)) & 0x3F)
        }
        count += 1 + rest
    }
}

extension Span<UInt32> {
    /// The smallest number of elements that all of them are a repetition of; all of them, where there is none.
    fileprivate var period: Int {
        for length in 1..<Swift.max(1, count / 2 + 1) where count % length == 0 {
            var index = length
            while index < count, self[index] == self[index - length] { index += 1 }
            if index == count { return length }
        }
        return count
    }
}
