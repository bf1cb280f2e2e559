import PasswordRules
import Testing

@testable import PasswordRulesTerminal

/// Random keys on screens of random sizes: nothing traps, and the terminal gets only valid output.
@Suite struct RandomKeysTests {
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let mixed = (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
            return mixed ^ mixed >> 33
        }
    }

    /// Sequences that are likely to reach new states, besides single bytes.
    private static let phrases = [
        "Sesame99", "\r", "Sesame99\r", "\u{7F}", "\t", "\u{7}", "\u{14}", "\u{15}", "\u{17}", "\u{1B}[200~",
        "\u{1B}[201~",
        "\u{1B}[A", "\u{1B}", "\u{6F22}\u{5B57}", "e\u{301}", "\u{202E}", "\u{1F600}", " ",
    ].map { Array($0.utf8) }

    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func nothingTraps(_ seed: UInt64) throws {
        var random = Numbers(state: seed)
        var trial = try trial(suggesting: Array(repeating: "Suggest1on", count: 1000))
        var decoder = KeyDecoder()
        var isOver = false
        let screen = Screen(explanation: "Password rules: 8 characters or more.", notices: ["Note: a note."])
        for _ in 0..<100 where !isOver {
            let phrase = Self.phrases.randomElement(using: &random) ?? []
            let bytes = Bool.random(using: &random) ? phrase : [UInt8.random(in: 0...255, using: &random)]
            for byte in bytes {
                decoder.decode(byte) { key in
                    if !isOver { isOver = trial.handle(key) != .goesOn }
                }
            }
            if Int.random(in: 0..<10, using: &random) == 0 { decoder.reset() }
            let (rows, columns) = (
                Int.random(in: 1...25, using: &random), Int.random(in: 1...90, using: &random)
            )
            let picture = screen.picture(
                &trial, rows: rows, columns: columns, isUTF8: Bool.random(using: &random), hasColours: true)
            #expect(picture.mistakes == [] && picture.isCursorVisible && picture.cursor.column < columns)
            #expect(trial.new.count <= Field.capacity && trial.again.count <= Field.capacity)
        }
    }
}
