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

    /// For messages.
    var shown: String { String(decoding: self, as: UTF8.self).debugDescription }
}

extension Span<UInt8> {
    /// For messages.
    var shown: String { [UInt8](self).shown }
}

/// A byte is written as the character that it is in ASCII.
extension UInt8: @retroactive ExpressibleByUnicodeScalarLiteral {
    /// - Parameter value: The character.
    public init(unicodeScalarLiteral value: Unicode.Scalar) { self.init(ascii: value) }
}
