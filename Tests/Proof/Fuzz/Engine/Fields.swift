internal import PasswordRules

/// An input of several parts: fields separated by the byte 1. The first byte of a field is its kind.
///
/// So seeds are lines of readable text, and libFuzzer removes and inserts fields.
struct Fields {
    static let separator: UInt8 = 1

    private(set) var all: [(kind: UInt8, bytes: [UInt8])] = []

    /// - Parameter limit: The maximum number of fields.
    init(_ input: Span<UInt8>, limit: Int = 24) {
        var start = 0
        while start < input.count, all.count < limit {
            var end = start
            while end < input.count, input[end] != Self.separator { end += 1 }
            if end > start { all.append((input[start], Array(input.extracting(start + 1..<end)))) }
            start = end + 1
        }
    }

    /// The first field of a kind; empty if there is none.
    func first(_ kind: UInt8) -> [UInt8] {
        all.first { $0.kind == kind }?.bytes ?? []
    }

    /// Whether there is a field of a kind.
    func has(_ kind: UInt8) -> Bool { all.contains { $0.kind == kind } }

    /// The decimal number of the first field of a kind, up to `maximum`; nil if there is no such field, or it
    /// is empty.
    func number(_ kind: UInt8, upTo maximum: Int) -> Int? {
        let bytes = first(kind)
        return bytes.isEmpty ? nil : bytes.number(upTo: maximum)
    }

    /// All fields of a kind.
    func every(_ kind: UInt8) -> [[UInt8]] {
        all.filter { $0.kind == kind }.map { $0.bytes }
    }
}

extension [UInt8] {
    /// - Parameter span: The bytes.
    init(_ span: Span<UInt8>) {
        self = span.withUnsafeBufferPointer { unsafe Array($0) }
    }

    /// The decimal number at the start, up to `maximum`.
    func number(upTo maximum: Int) -> Int {
        var number = 0
        for byte in self {
            guard byte >= 0x30, byte <= 0x39 else { break }
            number = Swift.min(number * 10 + Int(byte - 0x30), maximum)
        }
        return number
    }

    /// A number in little-endian bytes.
    func number(at offset: Int, length: Int) -> UInt64 {
        self[offset..<offset + length].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func put(_ number: UInt64, _ offset: Int, _ length: Int) {
        replaceSubrange(offset..<offset + length, with: BlocklistImage.number(number, length))
    }

    /// For messages.
    var shown: String { String(decoding: self, as: UTF8.self).debugDescription }
}

/// The bytes of hexadecimal digits; other characters are left out.
func bytes(ofHex text: [UInt8]) -> [UInt8] {
    let digits = text.compactMap { UInt8(String(Unicode.Scalar($0)), radix: 16) }
    return (0..<digits.count / 2).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
}

/// Overwrites bytes by a patch `OFFSET:HEX`, from the offset on. After a minus, it counts from the end.
func change(_ list: inout [UInt8], _ patch: [UInt8]) {
    guard !list.isEmpty else { return }
    let isFromEnd = patch.first == 0x2D
    let number = (isFromEnd ? Array(patch.dropFirst()) : patch).number(upTo: 1 << 20) % list.count
    var offset = isFromEnd ? list.count - 1 - number : number
    for byte in bytes(ofHex: Array(patch.drop { $0 != ":" }.dropFirst())) where offset < list.count {
        list[offset] = byte
        offset += 1
    }
}

extension Span<UInt8> {
    /// For messages.
    var shown: String { [UInt8](self).shown }
}

/// Lets a byte be written as an ASCII character, such as `":"`.
extension UInt8: @retroactive ExpressibleByUnicodeScalarLiteral {
    /// - Parameter value: The character.
    public init(unicodeScalarLiteral value: Unicode.Scalar) { self.init(ascii: value) }
}
