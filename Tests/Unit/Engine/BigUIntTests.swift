import Testing

@testable import PasswordRules

@Suite struct BigUIntTests {
    private func power(_ base: UInt64, _ exponent: Int) -> BigUInt {
        (0..<exponent).reduce(BigUInt(1)) { product, _ in product * base }
    }

    @Test(arguments: [
        (BigUInt(0), "0"), (BigUInt(7), "7"), (BigUInt(.max), "18446744073709551615"),
        (BigUInt(.max) + BigUInt(1), "18446744073709551616"),
        (BigUInt(10_000_000_000_000_000_000), "10000000000000000000"),
        (
            BigUInt(10_000_000_000_000_000_000) * 10_000_000_000_000_000_000,
            "1" + String(repeating: "0", count: 38)
        ),
        (BigUInt(limbs: [0, 0, 1]), "340282366920938463463374607431768211456"),
    ])
    func hasDecimalText(number: BigUInt, text: String) {
        #expect(number.decimalText == text)
        #expect("\(number)" == text)
    }

    @Test func doesNotKeepZerosAtTheHighEnd() {
        #expect(BigUInt(limbs: [5, 0, 0]) == BigUInt(5))
        #expect(BigUInt(limbs: [0]).isZero)
        var number = power(2, 64)
        number -= BigUInt(.max)
        #expect(number == BigUInt(1) && number.bitWidth == 1)
        number *= 0
        #expect(number.isZero && number.bitWidth == 0)
    }

    @Test func hasAsManyBitsAsItsLogarithm() {
        #expect(BigUInt(0).hasEntropyBits(-.infinity) && !BigUInt(0).hasEntropyBits(0))
        for exponent in [0, 1, 63, 64, 71, 200] {
            let number = power(2, exponent)
            var less = number
            less -= BigUInt(1)
            #expect(
                number.hasEntropyBits(Double(exponent)) && !number.hasEntropyBits(Double(exponent) + 0.001))
            // For large numbers, the difference is below the precision of the logarithm.
            if exponent < 40 { #expect(!less.hasEntropyBits(Double(exponent)), "2^\(exponent) - 1") }
        }
        for bits in [1.5, 1.58, 1.59, 2] { #expect(BigUInt(3).hasEntropyBits(bits) == (bits < 1.585)) }
    }

    @Test func addsSubtractsMultipliesAndCompares() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var source = SeededSource(seed: seed)
        for _ in 0..<rounds(200) {
            let a = BigUInt(limbs: (0..<source.below(5)).map { _ in source.next() })
            let b = BigUInt(limbs: (0..<source.below(5)).map { _ in source.next() })
            let factor = source.next() >> UInt64(source.below(64))
            var sum = a + b
            #expect(sum == b + a, "seed \(seed)")
            #expect(sum >= a && sum >= b)
            #expect((a + b) * factor == a * factor + b * factor, "seed \(seed)")
            sum -= a
            #expect(sum == b, "seed \(seed)")
            #expect((a < b) == (b > a) && (a < b || a >= b))
            #expect(a.bitWidth == 0 || a >= power(2, a.bitWidth - 1) && a < power(2, a.bitWidth))
        }
    }

    /// The right-hand sides come from `bc -l`, with 15 digits.
    @Test(
        arguments: [
            (BigUInt(1), 0), (BigUInt(2), 1), (BigUInt(3), 1.58496250072116), (BigUInt(10), 3.32192809488736),
            (BigUInt(95), 6.56985560833095), (BigUInt(.max), 64), (BigUInt(limbs: [0, 0, 0, 1]), 192),
        ] as [(BigUInt, Double)])
    func hasABinaryLogarithm(number: BigUInt, expected: Double) {
        #expect(abs(number.log2 - expected) < 1e-12)
    }

    @Test func logarithmsAreRightToNineDecimals() {
        for (base, logarithm) in [
            (UInt64(95), 6.569855608330948), (62, 5.954196310386876), (3, 1.584962500721156),
        ] {
            for exponent in [1, 20, 64, 128, 1024] {
                #expect(abs(power(base, exponent).log2 - Double(exponent) * logarithm) < 1e-9)
            }
        }
        #expect(BigUInt.zero.log2 == -.infinity)
        // Powers of two exactly.
        for exponent in [0, 1, 63, 64, 65, 1023] { #expect(power(2, exponent).log2 == Double(exponent)) }
    }
}
