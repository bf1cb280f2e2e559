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
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(Character(scalar)).utf8)
            let decoded = UTF8Decoding.decode(bytes.span, at: 0)
            if decoded.scalar != value || decoded.length != bytes.count || !decoded.isWellFormed {
                Issue.record("U+\(String(value, radix: 16)) is decoded wrongly")
            }
        }
    }

    /// The standard library replaces ill-formed sequences as The Unicode Standard recommends: one U+FFFD for each
    /// longest start of a well-formed one.
    @Test func agreesWithTheStandardLibraryOnEverySequenceOfEdgeBytes() {
        let edges: [UInt8] = [
            0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
            0xF1, 0xF4,
            0xF5, 0xFF,
        ]
        for a in edges {
            for b in edges {
                for c in edges {
                    for d in edges {
                        let bytes = [a, b, c, d]
                        let expected = String(decoding: bytes, as: UTF8.self).unicodeScalars.map(\.value)
                        let (scalars, illFormed) = decodeAll(bytes)
                        if scalars != expected
                            || (illFormed == 0) != (String(validating: bytes, as: UTF8.self) != nil)
                        {
                            Issue.record("\(bytes) is decoded as \(scalars)")
                        }
                    }
                }
            }
        }
    }

    @Test func findsTheFirstIllFormedSequence() {
        #expect(UTF8Decoding.firstIllFormed(in: [0x41, 0xC3, 0xA9].span) == nil)
        #expect(UTF8Decoding.firstIllFormed(in: [0x41, 0xC3, 0xA9, 0xC3].span) == 3)
    }
}
