import Testing

@testable import PasswordRules

@Suite struct SHA1Tests {
    private func hexadecimal(_ digest: [UInt8]) -> String {
        digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    // MARK: - Digests

    /// The examples of FIPS 180-4 and RFC 3174, 7.3, and pangrams that many implementations show.
    @Test(arguments: [
        ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
        ),
        ("a", 1, "86f7e437faa5a7fce15d1ddcb9eaeaea377667b8"),
        ("a", 1_000_000, "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
        ("01234567", 80, "dea356a2cddd90c7a7ecedc5ebb563934f460452"),
        ("The quick brown fox jumps over the lazy dog", 1, "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12"),
        ("The quick brown fox jumps over the lazy cog", 1, "de9f2c7fd25e1b3afad3e85a0bd17d9b100db4b3"),
    ])
    func givesThePublishedDigests(text: String, count: Int, digest: String) {
        let message = Array(String(repeating: text, count: count).utf8)
        #expect(hexadecimal(SHA1(message.span).bytes) == digest)
        #expect(count > 100 || hexadecimal(SlowSHA1.digest(message)) == digest)
    }

    /// The digest of the digests of 202 messages, by another implementation, Python's hashlib:
    ///
    ///     lengths = [*range(201), 1000]
    ///     digests = [sha1(bytes((31 * i + n) % 256 for i in range(n))).digest() for n in lengths]
    ///     print(sha1(b"".join(digests)).hexdigest())
    @Test func agreesWithAnotherImplementationForAllLengths() {
        let digests = (Array(0...200) + [1_000]).flatMap { length -> [UInt8] in
            let message = (0..<length).map { UInt8((31 * $0 + length) % 256) }
            return SHA1(message.span).bytes
        }
        #expect(hexadecimal(SHA1(digests.span).bytes) == "5ce66443d700ddef192fc718edc38e70dc8ddb23")
    }

    /// Also tests spans that are part of a longer text.
    @Test func prefixIsTheFirstEightBytes() {
        let text = Array("xxabcdefghyy".utf8)
        for part in [0..<0, 5..<5, 2..<5, 2..<10, 0..<12] {
            let digest = SlowSHA1.digest(Array(text[part]))
            #expect(SHA1(text.span.extracting(part)).bytes == digest)
            #expect(SHA1(text.span.extracting(part)).prefix == SlowSHA1.key(Array(text[part])))
        }
        #expect(SHA1(text.span.extracting(5..<5)).prefix == 0xDA39_A3EE_5E6B_4B0D)
    }

    // MARK: - Parts of a text, in the same time for all

    /// All lengths around the ends of three blocks, and all offsets in a word; the bytes around the part must
    /// not count.
    @Test(arguments: [0x00, 0x80, 0xFF, nil] as [UInt8?])
    func prefixOfAPartMatchesThePlainDigest(around: UInt8?) {
        var source = SeededSource(seed: 67)
        let message = (0..<200).map { _ in UInt8(source.below(256)) }
        var schedule = SHA1.schedule()
        for length in 0...200 {
            let expected = SlowSHA1.key(Array(message.prefix(length)))
            for offset in 0..<9 {
                // The schedule may have room for more blocks than the message needs.
                let blockCount = SHA1.blockCount(forLength: length) + (length + offset) % 3
                let part = offset..<offset + length
                var text = (0..<offset + 64 * blockCount).map { _ in around ?? UInt8(source.below(256)) }
                text.replaceSubrange(part, with: message.prefix(length))
                let found = SHA1.prefix(of: text.span, part, blockCount: blockCount, &schedule)
                if found != expected { Issue.record("\(length) bytes at \(offset)") }
            }
        }
    }

    @Test(arguments: [1_000, 4_096, 16_384])
    func prefixOfALongPartMatchesThePlainDigest(length: Int) {
        var source = SeededSource(seed: UInt64(length))
        let blockCount = SHA1.blockCount(forLength: length)
        let text = (0..<2 * length + 128).map { _ in UInt8(source.below(256)) }
        var schedule = SHA1.schedule()
        for part in [0..<length, length..<2 * length, 7..<8, length - 1..<length + 56] {
            let found = SHA1.prefix(of: text.span, part, blockCount: blockCount, &schedule)
            #expect(found == SlowSHA1.key(Array(text[part])), "\(part)")
        }
    }

    @Test(arguments: [
        (0, 1), (1, 1), (55, 1), (56, 2), (63, 2), (64, 2), (119, 2), (120, 3), (4_096, 65),
    ])
    func messageNeedsTheRightNumberOfBlocks(length: Int, count: Int) {
        #expect(SHA1.blockCount(forLength: length) == count)
    }

    // MARK: - Schedules

    /// What a longer message has left in the schedule must not affect a shorter one, nor must other contents of the
    /// memory.
    @Test(arguments: [nil, 1, 0x8000_0000, .max] as [UInt32?])
    func scheduleServesOneMessageAfterTheOther(content: UInt32?) {
        var schedule = SHA1.schedule()
        for length in Array(0...200) + [1_000] + (0...200).reversed() + [120, 3, 56, 0, 64, 55, 119] {
            if let content {
                schedule.withMutableSpan { words in
                    for index in 0..<words.count { words[index] = content }
                }
            }
            let message = (0..<length).map { UInt8((31 * $0 + length) % 256) }
            if SHA1(message.span, &schedule).bytes != SHA1(message.span).bytes {
                Issue.record("\(length) bytes")
            }
        }
    }
}
