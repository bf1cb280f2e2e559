import Testing

@testable import PasswordRules

@Suite struct SHA1Tests {
    private func hexadecimal(_ message: [UInt8]) -> String { hexadecimal(digest: SHA1(message.span).bytes) }

    private func hexadecimal(digest: [UInt8]) -> String {
        digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The examples of FIPS 180-4 and RFC 3174, 7.3, and pangrams that many implementations show.
    @Test(arguments: [
        ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        (
            "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
                + "lmnopqrsmnopqrstnopqrstu",
            1, "a49b2446a02c645bf419f995b67091253a04a259"
        ),
        ("a", 1, "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"),
        ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
        (
            "0123456701234567012345670123456701234567012345670123456701234567", 10,
            "dea356a2cddd90c7a7ecedc5ebb563934f460452"
        ),
        (
            "The quick brown fox jumps over the lazy dog", 1, "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"
        ),
        (
            "The quick brown fox jumps over the lazy cog", 1, "de9f2c7fd25e1b3afad3e85a0bd17d9b100db4b3"
        ),
        ("password", 1, "5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8"),
    ])
    func givesThePublishedDigests(text: String, count: Int, digest: String) {
        let message = Array(String(repeating: text, count: count).utf8)
        #expect(hexadecimal(message) == digest)
        #expect(count > 10 || hexadecimal(digest: SlowSHA1.digest(message)) == digest)
    }

    @Test(arguments: [55, 56, 57, 63, 64, 65, 119, 120, 121, 127, 128, 129, 183, 184])
    func theEndOfAMessageIsPaddedAtEveryPlaceInABlock(length: Int) {
        // Includes the bytes of the padding, with which they might be confused.
        for byte in [0x00, 0x61, 0x80, 0xFF] as [UInt8] {
            let message = [UInt8](repeating: byte, count: length)
            #expect(SHA1(message.span).bytes == SlowSHA1.digest(message), "\(byte)")
        }
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func agreesWithAPlainImplementationForAllShortLengths(seed: UInt64) {
        var source = SeededSource(seed: seed)
        for length in 0...200 {
            let message = (0..<length).map { _ in UInt8(source.below(256)) }
            if SHA1(message.span).bytes != SlowSHA1.digest(message) {
                Issue.record("seed \(seed): \(message)")
            }
        }
    }

    @Test(arguments: [4_095, 4_096, 4_097, 16_384])
    func agreesWithAPlainImplementationForLongMessages(length: Int) {
        let message = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 0x9E37 >> 5) }
        #expect(SHA1(message.span).bytes == SlowSHA1.digest(message))
    }

    @Test func everyBitOfAMessageCounts() {
        var message = [UInt8](repeating: 0x5A, count: 70)
        var digests: Set<[UInt8]> = [SHA1(message.span).bytes]
        for bit in 0..<8 * message.count {
            message[bit / 8] ^= 1 << UInt8(bit % 8)
            digests.insert(SHA1(message.span).bytes)
            message[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        #expect(digests.count == 1 + 8 * message.count)
    }

    @Test func thePrefixIsTheFirstEightBytes() {
        #expect(SHA1([UInt8]().span).prefix == 0xDA39_A3EE_5E6B_4B0D)
        #expect(SHA1(Array("abc".utf8).span).prefix == 0xA999_3E36_4706_816A)
        for length in 0..<100 {
            let message = [UInt8](repeating: UInt8(length), count: length)
            #expect(SHA1(message.span).prefix == SlowSHA1.key(message))
        }
    }

    @Test func aPieceOfALongerTextIsDigestedAlone() {
        let text = Array("--password--".utf8)
        #expect(SHA1(text.span.extracting(2..<10)) == SHA1(Array("password".utf8).span))
        #expect(SHA1(text.span.extracting(2..<10)) != SHA1(text.span))
        #expect(SHA1(text.span.extracting(5..<5)).prefix == 0xDA39_A3EE_5E6B_4B0D)
    }

    // MARK: - Parts of a text, in the same time for all

    /// The prefix of the digest of a part of `text`, with room after it for as many blocks as are hashed.
    private func prefix(
        _ part: Range<Int>, of text: [UInt8], blockCount: Int, _ schedule: inout SecretBuffer<UInt32>
    ) -> UInt64 {
        SHA1.prefix(of: text.span, part, blockCount: blockCount, &schedule)
    }

    /// All lengths around the ends of three blocks, and all offsets in a word; the bytes around the part must not count.
    @Test(arguments: [0x00, 0x80, 0xFF, nil] as [UInt8?])
    func thePrefixOfAPartIsThatOfThePlainDigest(around: UInt8?) {
        var source = SeededSource(seed: 67)
        let message = (0..<200).map { _ in UInt8(source.below(256)) }
        let expected = (0...200).map { SlowSHA1.key(Array(message.prefix($0))) }
        var schedule = SHA1.schedule()
        for length in 0...200 {
            let least = SHA1.blockCount(forLength: length)
            for offset in 0..<9 {
                let blockCount = least + (length + offset) % 3
                let part = offset..<offset + length
                var text = (0..<offset + 64 * blockCount).map { _ in around ?? UInt8(source.below(256)) }
                text.replaceSubrange(part, with: message.prefix(length))
                let found = prefix(part, of: text, blockCount: blockCount, &schedule)
                if found != expected[length] { Issue.record("\(length) bytes at \(offset)") }
            }
        }
    }

    @Test(arguments: [1_000, 4_096, 16_384])
    func thePrefixOfALongPartIsThatOfThePlainDigest(length: Int) {
        var source = SeededSource(seed: UInt64(length))
        let blockCount = SHA1.blockCount(forLength: length)
        let text = (0..<2 * length + 128).map { _ in UInt8(source.below(256)) }
        var schedule = SHA1.schedule()
        for _ in 0..<30 {
            let start = source.below(length + 1)
            // There must be room for all blocks after it.
            let count = source.below(length + 1)
            let part = start..<start + count
            let found = prefix(part, of: text, blockCount: blockCount, &schedule)
            #expect(found == SHA1(text.span.extracting(part)).prefix, "\(part)")
        }
        let whole = prefix(0..<length, of: text, blockCount: blockCount, &schedule)
        #expect(whole == SlowSHA1.key(Array(text.prefix(length))))
    }

    @Test(arguments: [
        (0, 1), (1, 1), (55, 1), (56, 2), (63, 2), (64, 2), (119, 2), (120, 3), (4_096, 65),
    ])
    func aMessageTakesSoManyBlocks(length: Int, count: Int) {
        #expect(SHA1.blockCount(forLength: length) == count)
    }

    // MARK: - Against another implementation

    @Test func agreesWithAnotherImplementationForAllLengths() {
        #expect(SHA1Vectors.all.map(\.message.count) == Array(0...200) + [1_000])
        for (message, digest) in SHA1Vectors.all where hexadecimal(message) != digest {
            Issue.record("\(message.count) bytes: \(hexadecimal(message)), not \(digest)")
        }
    }

    /// The rest of a longer message, of several blocks, must not affect a shorter one.
    @Test(arguments: [5, 6, 7] as [UInt64])
    func aScheduleServesOneMessageAfterTheOther(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let orders = [
            SHA1Vectors.all, SHA1Vectors.all.reversed(),
            (0..<500).map { _ in SHA1Vectors.all[source.below(SHA1Vectors.all.count)] },
        ]
        for order in orders {
            var schedule = SHA1.schedule()
            for (message, digest) in order
            where hexadecimal(digest: SHA1(message.span, &schedule).bytes) != digest {
                Issue.record("seed \(seed): \(message.count) bytes")
            }
        }
    }

    @Test func aScheduleWithAnythingInItIsAsGoodAsANewOne() {
        for word in [1, 0x8000_0000, .max] as [UInt32] {
            for (message, digest) in SHA1Vectors.all {
                var schedule = SHA1.schedule()
                schedule.withMutableSpan { words in
                    for index in 0..<words.count { words[index] = word }
                }
                #expect(hexadecimal(digest: SHA1(message.span, &schedule).bytes) == digest)
            }
        }
    }
}
