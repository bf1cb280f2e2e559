import Testing

@testable import PasswordRules

@Suite struct UTF8DecodingTests {
    private func decodeAll(_ bytes: [UInt8]) -> (scalars: [UInt32], illFormed: Int) {
        var scalars: [UInt32] = []
        var illFormed = 0
        var offset = 0
        while offset < bytes.count {
            let decoded = UTF8Decoding.decode(bytes.span, at: offset)
            scalars.append(decoded.scalar)
            if !decoded.isWellFormed { illFormed += 1 }
            offset += decoded.length
        }
        #expect(offset == bytes.count)
        return (scalars, illFormed)
    }

    @Test func everyScalarValueIsDecoded() {
        for value in scalarValues {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(Character(scalar)).utf8)
            let decoded = UTF8Decoding.decode(bytes.span, at: 0)
            if decoded.scalar != value || decoded.length != bytes.count || !decoded.isWellFormed {
                Issue.record("U+\(String(value, radix: 16)) is decoded wrongly")
            }
        }
    }

    /// Compares with the standard library, which replaces ill-formed sequences as The Unicode Standard recommends:
    /// one U+FFFD for each longest start of a well-formed sequence. The tested bytes are the first and last of each
    /// range that UTF-8 distinguishes, in all sequences of up to four.
    @Test func agreesWithTheStandardLibraryOnEdgeBytes() {
        let edges: [UInt8] = [
            0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1,
            0xF4, 0xF5,
        ]
        var sequences: [[UInt8]] = [[]]
        for _ in 1...4 {
            // What follows an ASCII character is decoded as at the beginning.
            let open = sequences.filter { $0.last != 0x41 }
            sequences = open.flatMap { start in edges.map { start + [$0] } }
            for bytes in sequences {
                let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
                let (scalars, illFormed) = decodeAll(bytes)
                let isWellFormed = String(validating: bytes, as: UTF8.self) != nil
                if scalars != expected || (illFormed == 0) != isWellFormed {
                    Issue.record("\(bytes) is decoded as \(scalars)")
                }
            }
        }
    }

    @Test func findsTheFirstIllFormedSequence() {
        #expect(UTF8Decoding.firstIllFormed(in: [0x41, 0xC3, 0xA9].span) == nil)
        #expect(UTF8Decoding.firstIllFormed(in: [0x41, 0xC3, 0xA9, 0xC3].span) == 3)
    }
}
