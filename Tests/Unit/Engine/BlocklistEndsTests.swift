import Testing

@testable import PasswordRules

/// What may be left out at the ends of a password before it is looked up.
@Suite struct BlocklistEndsTests {
    private func permits(_ piece: Range<Int>, of text: String, padding: String = "") -> Bool {
        var ends = BlocklistEnds()
        let scalars = (text + padding).unicodeScalars.map(\.value)
        ends.measure(scalars.span, count: text.unicodeScalars.count)
        return ends.permit(piece)
    }

    /// Digits and symbols beside a word, and whether they are additions to it.
    @Test(arguments: [
        // Up to six of any kind.
        ("", true), ("1", true), ("!", true), ("839274", true), ("!7?_:5", true), ("8392746", false),
        ("!7?_:5/", false), ("839284926173849", false),
        // Runs, of any length.
        ("123", true), ("12345678901234567890", true), ("0987654321098", true), ("!@#$%^&*()", true),
        ("112233445566", true), ("998877665544", true), ("13579", true), ("8642086420", true),
        ("147258369", true), ("789456123", true), ("741852963", true), ("159753159", true),
        // Repetitions.
        ("!!!!!!!!!!!!!!!!!!!!", true), ("1111111", true), ("7474747474", true), ("839839839", true),
        ("8392718392718392", true), ("83927164058392716405", true), ("8392716405283927164052", false),
        // Dates and years.
        ("2024", true), ("31121999", true), ("12311999", true), ("19991231", true), ("311299", true),
        ("31.12.1999", true), ("1.2.2003", true), ("12/31/99", true), ("1999-12-31", true),
        // With other digits and symbols: up to six count.
        ("2024!", true), ("2024839271", true), ("839271!!!!!!", true), ("20248392714", false),
        ("1234567890!7", true), ("31.12.1999?", true), ("8392713112199983", false),
        // A second pattern counts as four characters.
        ("2024!!!!", true), ("2024123456789", true), ("123456!!!!!2024", false), ("2024!!!!83", true),
        ("2024!!!!837", false),
        // Digits that look like a date by chance are not one: inside other digits, or with an impossible
        // month or century.
        ("8202483", false), ("8311299", false), ("3113195", false), ("39131899", false),
        ("3920482", false),
    ])
    func additionsToAWordAreLeftOut(text: String, isAddition: Bool) {
        let word = "word"
        #expect(permits(0..<4, of: word + text) == isAddition, "after: \(text)")
        #expect(permits(text.count..<text.count + 4, of: text + word) == isAddition, "before: \(text)")
        #expect(permits(0..<4, of: word + text, padding: "9!x") == isAddition, "padded: \(text)")
    }

    @Test(arguments: [
        ("1234567890", "0987654321", true), ("2024", "31121999", true), ("839", "271", true),
        ("2024839", "271!!!!!!", true), ("8392", "714", false), ("2024!!!!", "!!!!2024", false),
    ])
    func bothEndsCountTogether(before: String, after: String, isAddition: Bool) {
        let text = before + "word" + after
        #expect(permits(before.count..<before.count + 4, of: text) == isAddition)
    }

    @Test func lettersAreNeverLeftOut() {
        for (text, piece) in [("abc123", 1..<6), ("123abc", 0..<5), ("1x1word", 3..<7), ("wordя", 0..<4)] {
            #expect(!permits(piece, of: text), "\(text)")
        }
        #expect(permits(0..<6, of: "123abc"))
    }

    /// With few different characters, so that patterns of all kinds occur by chance.
    @Test(
        arguments: [
            ("12", 71), ("123456789", 72), ("190234", 73), ("1.2039", 74), ("!@#1-", 75), ("0123456789.", 76),
            ("147a2!", 77),
        ] as [(String, UInt64)])
    func endsAgreeWithThePlainDefinition(alphabet: String, seed: UInt64) {
        let alphabet = Array(alphabet.unicodeScalars)
        let known = ["2024", "1999", "31.12.", "3112", "12-31-", "258", "135", "!@#"].map {
            Array($0.unicodeScalars)
        }
        var source = SeededSource(seed: seed)
        for _ in 0..<rounds(20) {
            var text: [Unicode.Scalar] = []
            let length = 1 + source.below(16)
            while text.count < length {
                switch source.below(4) {
                case 0: text += text.suffix(source.below(6))
                case 1: text += source.pick(known)
                default: text.append(source.pick(alphabet))
                }
            }
            let plain = PlainEnds(text)
            let expected = Self.pieces(of: text).filter { plain.permit($0) }
            #expect(permitted(text) == expected, "seed \(seed): \(String(String.UnicodeScalarView(text)))")
        }
    }

    private static func pieces(of text: [Unicode.Scalar]) -> [Range<Int>] {
        (0...text.count).flatMap { start in (start...text.count).map { start..<$0 } }
    }

    private func permitted(_ text: [Unicode.Scalar]) -> [Range<Int>] {
        var ends = BlocklistEnds()
        let values = text.map(\.value)
        ends.measure(values.span, count: values.count)
        var pieces: [Range<Int>] = []
        for piece in Self.pieces(of: text) where ends.permit(piece) { pieces.append(piece) }
        return pieces
    }
}
