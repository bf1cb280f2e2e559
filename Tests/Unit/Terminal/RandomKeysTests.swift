import PasswordRules
import PasswordRulesTestSupport
import Testing

@testable import PasswordRulesTerminal

/// Random keys on screens of random sizes: nothing traps, and the terminal gets only valid output.
@Suite struct RandomKeysTests {
    /// Sequences that are likely to reach new states, besides single bytes.
    private static let phrases = [
        "Sesame99", "\r", "Sesame99\r", "\u{7F}", "\t", "\u{7}", "\u{14}", "\u{15}", "\u{17}", "\u{1B}[200~",
        "\u{1B}[201~", "\u{1B}[A", "\u{1B}", "\u{6F22}\u{5B57}", "e\u{301}", "\u{202E}", "\u{1F600}", " ",
    ].map { Array($0.utf8) }

    @Test func nothingTraps() throws {
        for seed in 1...UInt64(rounds(10)) {
            var source = SeededSource(seed: seed)
            var trial = try trial(
                suggesting: Array(repeating: "Suggest1on", count: 1000), estimates: seed % 2 == 0)
            var decoder = KeyDecoder()
            var isOver = false
            let screen = Screen(
                explanation: "Password rules: at least 8 characters.", notices: ["Note: a note."])
            for _ in 0..<100 where !isOver {
                let bytes = source.below(2) == 0 ? source.pick(Self.phrases) : [UInt8(source.below(256))]
                for byte in bytes {
                    decoder.decode(byte) { key in
                        if !isOver { isOver = trial.handle(key) != .continues }
                    }
                }
                if source.below(10) == 0 { decoder.reset() }
                let picture = screen.picture(
                    &trial, rows: source.number(1...25), columns: source.number(1...90),
                    isUTF8: source.below(2) == 0, hasColours: true)
                #expect(picture.mistakes == [] && picture.isCursorVisible, "seed \(seed)")
                #expect(trial.new.count <= Field.capacity && trial.again.count <= Field.capacity)
            }
        }
    }
}
