import Testing

@testable import PasswordRules

/// Numbers of guesses in the form of policies, and in other forms that people write.
@Suite struct PowerOfTenTests {
    @Test(
        arguments: [
            ("10^10", 10), ("10^3", 3), ("10^40", 40), ("10^03", 3), ("10^99", 99), ("10^100", nil),
            ("10^", nil), ("", nil),
            ("10^1x", nil), ("10^-1", nil), ("10 ^ 10", nil), ("100^10", nil), ("10**10", nil),
        ] as [(String, Int?)])
    func onlyTheExactFormIsRead(text: String, exponent: Int?) {
        let bytes = Array("<\(text)>".utf8)
        #expect(PowerOfTen.exponent(bytes.span, 1..<bytes.count - 1) == exponent)
    }

    /// What is between two powers is rounded up: a policy must not become weaker than it was meant.
    @Test(
        arguments: [
            ("10000000000", 10), ("10,000,000,000", 10), ("10_000_000_000", 10), ("10'000'000'000", 10),
            ("10 000 000 000", 10), ("10000000001", 11), ("9999999999", 10), ("5000000000", 10),
            ("0010000", 4),
            ("1000", 3), ("999", 3), ("100", nil), ("101", 3),
            // The exponent alone.
            ("10", 10), ("3", 3), ("40", 40), ("41", nil), ("2", nil), ("0", nil), ("00", nil),
            ("1e10", 10), ("1E10", 10), ("10e9", 10), ("5e9", 10), ("1e2", nil), ("1e", nil), ("e10", nil),
            ("1e99999999", nil),
            ("1e10x", nil), ("1.5e10", nil),
            ("10**10", 10), ("10 ^ 10", 10), ("10^ 10", 10), ("10^ ", nil), ("10^41", nil), ("2^33", nil),
            ("100**5", nil),
            ("10*10", nil), ("1" + String(repeating: "0", count: 40), 40),
            (String(repeating: "1", count: 300), nil),
            ("", nil), ("x", nil), ("-10", nil), ("ten", nil), ("10^10 guesses", nil),
            ("\u{B9}\u{2070}", nil),
        ] as [(String, Int?)])
    func meantPowerIsFound(text: String, exponent: Int?) {
        let bytes = Array("<\(text)>".utf8)
        #expect(PowerOfTen.meant(by: bytes.span, 1..<bytes.count - 1) == exponent)
    }

    @Test func mistakeSuggestsThePower() throws {
        for (line, said) in [
            ("min-guesses = 1e10", "; did you mean \"10^10\"?"),
            ("rules = min-guesses: 1000000", "; did you mean \"10^6\"?"),
            ("min-guesses = many", "\"10^40\""),
        ] {
            let text = Array((line + "\n").utf8)
            var found = Diagnostics()
            #expect(PolicyFile.parse(text, diagnostics: &found) == nil)
            #expect(
                found.items.count == 1 && found.items[0].message(in: text.span).hasSuffix(said), "\(line)")
        }
    }
}
