import Testing

@testable import PasswordRules

@Suite struct MD4Tests {
    private func hexadecimal(_ digest: [UInt8]) -> String {
        digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// The examples of RFC 1320, A.5.
    @Test(arguments: [
        ("", "31d6cfe0d16ae931b73c59d7e0c089c0"), ("a", "bde52cb31de33e46245e05fbdbd6fb24"),
        ("abc", "a448017aaf21d8525fc10ae87aa6729d"), ("message digest", "d9130a8164549fe818874806e1c7014b"),
        ("abcdefghijklmnopqrstuvwxyz", "d79e1c308aa5bbcdeea8ed63df412da9"),
        (
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
            "043f8582f241db351ce627e153e7f0e4"
        ),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "e33b4ddc9c38f2199c3e7b164fcc0536"
        ),
    ])
    func givesThePublishedDigests(text: String, digest: String) {
        let message = Array(text.utf8)
        #expect(hexadecimal(MD4(message.span).bytes) == digest)
    }

    /// The hashes of the password "password" that Microsoft's and others' documents show, and of the empty one.
    @Test(arguments: [
        ("", "31d6cfe0d16ae931b73c59d7e0c089c0"), ("password", "8846f7eaee8fb117ad06bdd830b7586c"),
        ("Password", "a4f49c406510bdcab6824ee7c30fd852"),
    ])
    func givesTheHashesOfWindows(password: String, hash: String) {
        let typed = Array(password.utf8)
        #expect(hexadecimal(MD4(utf16Of: typed.span).bytes) == hash)
    }

    /// All lengths around the ends of blocks, and characters of one and two code units.
    @Test func hashesTheCodeUnitsInLittleEndianOrder() {
        for count in 0...70 {
            for text in [
                String(repeating: "x", count: count),
                String(repeating: "\u{e4}\u{20AC}\u{1F600}", count: count),
            ] {
                let typed = Array(text.utf8)
                let units = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
                let digest = MD4(units.span).bytes
                #expect(MD4(utf16Of: typed.span).bytes == digest)
                let first = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                #expect(MD4(utf16Of: typed.span).prefix == first)
            }
        }
    }

    @Test func hashesIllFormedSequencesAsReplacementCharacters() {
        let (typed, replaced) = ([0x61, 0xFF, 0xC3] as [UInt8], Array("a\u{FFFD}\u{FFFD}".utf8))
        #expect(MD4(utf16Of: typed.span).bytes == MD4(utf16Of: replaced.span).bytes)
    }
}
