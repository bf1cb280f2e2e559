/// A text that is being written, as bytes: UTF-8, or the encoding of the user's terminal.
///
/// It is not a `String`, because translations need not be in UTF-8, and because strings need another library
/// in Embedded Swift, with tables of Unicode.
package struct Text {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package init(_ literal: StaticString) {
        append(literal)
    }

    /// A text of these bytes.
    package init(copying bytes: [UInt8]) { self.bytes = bytes }

    package mutating func append(_ literal: StaticString) {
        // SAFETY: literals are static.
        literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    package mutating func append(byte: UInt8) {
        bytes.append(byte)
    }

    /// Appends a part of another text.
    mutating func append(_ other: Span<UInt8>, _ range: Range<Int>) {
        // SAFETY: the bytes are not used after this call.
        unsafe other.extracting(range).withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    package mutating func append(_ number: Int) {
        if number < 0 { append(byte: 0x2D) }
        append(magnitude: number.magnitude)
    }

    /// Appends a number that is not negative.
    package mutating func append(magnitude: UInt) {
        var unit: UInt = 1
        while magnitude / unit >= 10 { unit *= 10 }
        while unit > 0 {
            append(byte: UInt8(truncatingIfNeeded: magnitude / unit % 10) &+ 0x30)
            unit /= 10
        }
    }

    /// Appends a number from 0 to some millions, rounded to `decimals` decimals, at most 6.
    package mutating func append(_ number: Double, decimals: Int) {
        var unit = 1
        for _ in 0..<min(decimals, 6) { unit *= 10 }
        let scaled = Int(number * Double(unit) + 0.5)
        append(scaled / unit)
        guard unit > 1 else { return }
        append(".")
        var divisor = unit / 10
        while divisor > 0 {
            append(byte: UInt8(truncatingIfNeeded: scaled / divisor % 10) + 0x30)
            divisor /= 10
        }
    }

    /// Appends a number: in full if it has at most seven digits, otherwise three digits and a power of ten,
    /// such as `1.32e31`.
    package mutating func append(approximately number: BigUInt) {
        let digits = number.decimalBytes
        guard digits.count > 7 else {
            bytes.append(contentsOf: digits)
            return
        }
        var exponent = digits.count - 1
        var leading = digits.prefix(4).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        leading = (leading + 5) / 10
        if leading == 1000 {
            leading = 100
            exponent += 1
        }
        append(Double(leading) / 100, decimals: 2)
        append("e")
        append(exponent)
    }

    /// Appends a count with its noun: `1 character`, `6 more characters`.
    package mutating func append(count: Int, _ noun: StaticString) {
        append(count)
        append(noun)
        if count != 1 { append("s") }
    }

    package mutating func append(_ other: Text) {
        append(other.bytes.span, 0..<other.bytes.count)
    }

    /// Appends a part of untrusted input in double quotes, cut to 40 bytes, with `?` for each byte that is
    /// not printable ASCII, so that a message cannot carry control sequences to a terminal or lines to a log.
    package mutating func append(quoting input: Span<UInt8>, from start: Int, count: Int) {
        let end = min(start + count, input.count)
        let shown = min(end, start + 40)
        append("\"")
        for index in start..<max(start, shown) {
            let byte = input[index]
            bytes.append(byte >= 0x20 && byte < 0x7F ? byte : 0x3F)
        }
        append(shown < end ? "...\"" : "\"")
    }

    /// Appends the items as `a, b and c`, the last joined by `conjunction`.
    package mutating func append(
        list items: [Text], conjunction: StaticString, separator: StaticString = ", "
    ) {
        for index in items.indices {
            if index > 0 { append(index == items.count - 1 ? conjunction : separator) }
            append(items[index])
        }
    }

    /// The text as a `String`.
    package var string: String { String(decoding: bytes, as: UTF8.self) }
}
