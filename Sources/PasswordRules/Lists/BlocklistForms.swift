/// The texts that contain a password's forms, as UTF-8: the password in lower case and folded, with and
/// without its symbols, each in several readings. Wiped when the value ends.
///
/// Each form is a part of one of these texts. For ASCII, the work depends on the length of the password, not
/// on its characters.
struct BlocklistForms: ~Copyable {
    /// How the characters of a text are read.
    enum Reading: Int, CaseIterable {
        case asItIs
        /// Leet substitutions undone; `1`, `!` and `|` as `i`.
        case oneIsI
        /// The same, with `1`, `!` and `|` as `l`.
        case oneIsL
        case backwards
        /// Leet substitutions undone in one part alone: see `fill(undoingLeetIn:)`.
        case partly

        /// The readings of every piece.
        static var usual: [Reading] { [.asItIs, .oneIsI, .oneIsL, .backwards] }
        /// The readings with leet substitutions undone.
        static var undone: [Reading] { [.oneIsI, .oneIsL] }
    }

    /// Which characters a text contains.
    enum Text: Int {
        case all
        /// Without any symbols, even between letters.
        case withoutSymbols
    }

    /// The number of characters in the full text, and in the text without symbols.
    private(set) var count = 0
    private(set) var countWithoutSymbols = 0
    /// The characters of the texts in each reading except backwards, and the byte offset of each.
    private var scalars: SecretBuffer<UInt32>
    private var offsets: SecretBuffer<UInt32>
    private var bytes: SecretBytes
    private var schedule = SHA1.schedule()
    /// The maximum number of characters of a text, and of bytes of a text in one reading.
    private let capacity: Int
    /// The number of SHA-1 blocks that are hashed for each form, however short it is.
    private let blockCount: Int

    private static var readingCount: Int { Reading.allCases.count }

    /// Makes room for the forms of a password.
    init(_ password: borrowing FoldedPassword) {
        // In bytes, as valid UTF-8. Converting to lower case and undoing leet substitutions never make a
        // character longer.
        let length = password.withForms { typed, lower, _ in
            max(UTF8Encoding.length(of: typed), UTF8Encoding.length(of: lower))
        }
        capacity = length
        blockCount = SHA1.blockCount(forLength: length)
        scalars = SecretBuffer(count: 2 * Self.readingCount * length)
        offsets = SecretBuffer(count: 2 * Self.readingCount * (length + 1))
        // A digest reads whole blocks from the start of a form.
        bytes = SecretBytes(count: 2 * Self.readingCount * length + 64 * blockCount)
    }

    /// Fills in the text of a password in lower case without further folding.
    mutating func fill(lowercasing typed: Span<UInt32>) {
        count = typed.count
        countWithoutSymbols = 0
        scalars.withMutableSpan { scalars in
            for index in 0..<typed.count { scalars[index] = Folding.lowercase(typed[index]) }
        }
        write(.all, .asItIs, count)
    }

    /// Fills in the texts of a password from its folded characters.
    mutating func fill(_ lower: Span<UInt32>) {
        count = lower.count
        let capacity = capacity
        let (second, third) = (Reading.oneIsI.rawValue * capacity, Reading.oneIsL.rawValue * capacity)
        let withoutSymbols = Self.readingCount * capacity
        countWithoutSymbols = scalars.withMutableSpan { scalars in
            var kept = withoutSymbols
            for index in 0..<lower.count {
                let scalar = lower[index]
                let (asI, asL) = (
                    Folding.letter(for: scalar, one: 0x69), Folding.letter(for: scalar, one: 0x6C)
                )
                (scalars[index], scalars[second + index], scalars[third + index]) = (scalar, asI, asL)
                // A symbol is written, too, and the next character overwrites it.
                (scalars[kept], scalars[second + kept], scalars[third + kept]) = (scalar, asI, asL)
                kept += Folding.isSymbol(scalar) ? 0 : 1
            }
            return kept - withoutSymbols
        }
        for reading in Reading.usual {
            write(.all, reading, count)
            write(.withoutSymbols, reading, countWithoutSymbols)
        }
    }

    /// Fills in the full text with leet substitutions undone only in a part of it, by one of the `undone`
    /// readings.
    mutating func fill(undoingLeetIn part: Range<Int>, _ reading: Reading) {
        let (undone, partly) = (reading.rawValue * capacity, Reading.partly.rawValue * capacity)
        let count = count
        scalars.withMutableSpan { scalars in
            for index in 0..<count {
                let isUndone = index >= part.lowerBound && index < part.upperBound
                scalars[partly + index] = isUndone ? scalars[undone + index] : scalars[index]
            }
        }
        write(.all, .partly, count)
    }

    /// The costs of leaving out characters at the ends of a text.
    func ends(of text: Text) -> BlocklistEnds {
        let count = text == .all ? count : countWithoutSymbols
        var ends = BlocklistEnds()
        withPaddedScalars(of: text) { ends.measure($0, count: count) }
        return ends
    }

    /// Encodes the characters of a text in one reading.
    private mutating func write(_ text: Text, _ reading: Reading, _ count: Int) {
        let number = Self.readingCount * text.rawValue + reading.rawValue
        let isBackwards = reading == .backwards
        let source =
            (isBackwards ? number - reading.rawValue : number) * capacity + (isBackwards ? count - 1 : 0)
        let step = isBackwards ? -1 : 1
        let (start, firstOffset) = (number * capacity, number * (capacity + 1))
        bytes.withMutableSpan { bytes in
            offsets.withMutableSpan { offsets in
                scalars.withSpan { scalars in
                    var offset = start
                    for index in 0..<count {
                        offsets[firstOffset + index] = UInt32(truncatingIfNeeded: offset)
                        offset += UTF8Encoding.write(scalars[source + step * index], to: &bytes, at: offset)
                    }
                    offsets[firstOffset + count] = UInt32(truncatingIfNeeded: offset)
                }
            }
        }
    }

    /// The key of a range of characters of a text, in one reading.
    mutating func key(of part: Range<Int>, in text: Text, _ reading: Reading) -> UInt64 {
        let total = text == .all ? count : countWithoutSymbols
        let first = (Self.readingCount * text.rawValue + reading.rawValue) * (capacity + 1)
        let start = first + (reading == .backwards ? total - part.upperBound : part.lowerBound)
        let range = offsets.withSpan { Int($0[start])..<Int($0[start + part.count]) }
        return bytes.withSpan { SHA1.prefix(of: $0, range, blockCount: blockCount, &schedule) }
    }

    /// Calls `body` with the characters of a text, in the reading `asItIs`.
    func withScalars<Result>(of text: Text, _ body: (Span<UInt32>) -> Result) -> Result {
        scalars.withSpan { scalars in
            let start = Self.readingCount * text.rawValue * capacity
            return body(scalars.extracting(start..<start + (text == .all ? count : countWithoutSymbols)))
        }
    }

    /// Like `withScalars`, but with equally many characters for both texts, for work that must not depend on
    /// the number of symbols. `body` must ignore the characters after the text.
    func withPaddedScalars<Result>(of text: Text, _ body: (Span<UInt32>) -> Result) -> Result {
        scalars.withSpan { scalars in
            let start = Self.readingCount * text.rawValue * capacity
            return body(scalars.extracting(start..<start + count))
        }
    }
}

/// Encoding of scalar values as UTF-8.
enum UTF8Encoding {
    /// How many bytes the scalar values take.
    static func length(of scalars: Span<UInt32>) -> Int {
        var length = 0
        for index in 0..<scalars.count { length += Self.length(of: scalars[index]) }
        return length
    }

    private static func length(of scalar: UInt32) -> Int {
        1 + (scalar >= 0x80 ? 1 : 0) + (scalar >= 0x800 ? 1 : 0) + (scalar >= 0x1_0000 ? 1 : 0)
    }

    /// Writes a scalar value; returns how many bytes it takes.
    static func write(_ scalar: UInt32, to bytes: inout MutableSpan<UInt8>, at offset: Int) -> Int {
        if scalar < 0x80 {
            bytes[offset] = UInt8(truncatingIfNeeded: scalar)
            return 1
        }
        return writeBeyondASCII(scalar, to: &bytes, at: offset)
    }

    private static func writeBeyondASCII(
        _ scalar: UInt32, to bytes: inout MutableSpan<UInt8>, at offset: Int
    ) -> Int {
        // The number of continuation bytes.
        let rest = scalar < 0x800 ? 1 : scalar < 0x1_0000 ? 2 : 3
        let lead: UInt32 = rest == 1 ? 0xC0 : rest == 2 ? 0xE0 : 0xF0
        bytes[offset] = UInt8(truncatingIfNeeded: lead | scalar >> UInt32(6 * rest))
        for index in 1...rest {
            bytes[offset + index] = UInt8(
                truncatingIfNeeded: 0x80 | scalar >> UInt32(6 * (rest - index)) & 0x3F)
        }
        return 1 + rest
    }
}
