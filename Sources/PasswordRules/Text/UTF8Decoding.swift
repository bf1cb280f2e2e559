/// Decoding of UTF-8 as The Unicode Standard, table 3-7, defines it: no overlong forms, no surrogates,
/// nothing above U+10FFFF.
package enum UTF8Decoding {
    package struct Decoded {
        /// The scalar value; U+FFFD for an ill-formed sequence.
        package var scalar: UInt32
        /// The number of bytes; for an ill-formed sequence, of those that could begin a well-formed one, but
        /// at least 1.
        package var length: Int
        package var isWellFormed: Bool
    }

    /// Decodes the sequence that starts at `offset`, which must be inside `bytes`.
    package static func decode(_ bytes: Span<UInt8>, at offset: Int) -> Decoded {
        let lead = bytes[offset]
        if lead < 0x80 { return Decoded(scalar: UInt32(lead), length: 1, isWellFormed: true) }
        let length: Int
        var lowest: UInt8 = 0x80
        var highest: UInt8 = 0xBF
        switch lead {
        case 0xC2...0xDF: length = 2
        case 0xE0...0xEF:
            length = 3
            if lead == 0xE0 { lowest = 0xA0 }
            if lead == 0xED { highest = 0x9F }
        case 0xF0...0xF4:
            length = 4
            if lead == 0xF0 { lowest = 0x90 }
            if lead == 0xF4 { highest = 0x8F }
        default: return illFormed(length: 1)
        }
        var scalar = UInt32(lead) & (0x7F &>> UInt32(length))
        for index in 1..<length {
            guard offset + index < bytes.count else { return illFormed(length: index) }
            let byte = bytes[offset + index]
            guard byte >= lowest, byte <= highest else { return illFormed(length: index) }
            scalar = scalar &<< 6 | UInt32(byte & 0x3F)
            lowest = 0x80
            highest = 0xBF
        }
        return Decoded(scalar: scalar, length: length, isWellFormed: true)
    }

    private static func illFormed(length: Int) -> Decoded {
        Decoded(scalar: 0xFFFD, length: length, isWellFormed: false)
    }

    /// The offset of the first ill-formed sequence, if there is one.
    package static func firstIllFormed(in bytes: Span<UInt8>) -> Int? {
        var offset = 0
        while offset < bytes.count {
            if bytes[offset] < 0x80 {
                offset += 1
                continue
            }
            let decoded = decode(bytes, at: offset)
            if !decoded.isWellFormed { return offset }
            offset += decoded.length
        }
        return nil
    }
}
