import Testing

@testable import PasswordRules

@Suite struct TextTests {
    private func text(_ write: (inout Text) -> Void) -> String {
        var text = Text()
        write(&text)
        return text.string
    }

    @Test(
        arguments: [
            (0, "0"), (999_999, "999999"), (9_999_999, "9999999"), (10_000_000, "1.00e7"),
            (12_340_000, "1.23e7"), (12_344_999, "1.23e7"), (12_350_000, "1.24e7"), (99_949_999, "9.99e7"),
            // Rounding up gives one digit more.
            (99_950_000, "1.00e8"), (99_999_999, "1.00e8"), (.max, "1.84e19"),
        ] as [(UInt64, String)])
    func largeNumberIsWrittenWithThreeDigits(number: UInt64, written: String) {
        #expect(text { $0.append(approximately: BigUInt(number)) } == written)
    }

    @Test(
        arguments: [
            (0, "0"), (-1, "-1"), (1_234_567, "1234567"), (-1_000_000, "-1000000"),
            (.max, "9223372036854775807"), (.min, "-9223372036854775808"), (.min + 1, "-9223372036854775807"),
        ] as [(Int, String)])
    func numberIsWrittenWhole(number: Int, written: String) {
        #expect(text { $0.append(number) } == written)
    }

    @Test func numbersOfEveryLengthAreWrittenWhole() {
        let powersOfTen = (0...18).map { zeros in (0..<zeros).reduce(1) { power, _ in power * 10 } }
        let bits = (0..<64).flatMap { [1 << $0, Int.max >> $0, Int.min >> $0, 0x5555_5555_5555_5555 >> $0] }
        for number in powersOfTen.flatMap({ [$0, -$0, $0 - 1, $0 + 1] }) + bits {
            #expect(text { $0.append(number) } == String(number))
        }
    }

    @Test(arguments: [(0..<0, ""), (0..<3, "abc"), (1..<2, "b"), (3..<3, "")] as [(Range<Int>, String)])
    func pieceOfATextIsAppended(range: Range<Int>, written: String) {
        let bytes = Array("abc".utf8)
        var text = Text("<")
        text.append(bytes.span, range)
        text.append(">")
        #expect(text.string == "<" + written + ">")
    }

    @Test(
        arguments: [
            (103.44, 1, "103.4"), (103.45, 1, "103.5"), (0.05, 1, "0.1"), (2.5, 0, "3"), (1.5, 2, "1.50"),
            // Six decimals are the maximum.
            (1.0, 9, "1.000000"),
        ] as [(Double, Int, String)])
    func numberIsRoundedToItsDecimals(number: Double, decimals: Int, written: String) {
        #expect(text { $0.append(number, decimals: decimals) } == written)
    }

    /// Compared by their letters: two equal literals may have different addresses.
    @Test func wordsAreEqualWhereTheirLettersAre() {
        #expect(Word("digit") == Word("digit"))
        #expect(Word("digit") != Word("digits"))
        #expect(Word("digit") != Word("Digit"))
        #expect(Word("") == Word(""))
    }
}
