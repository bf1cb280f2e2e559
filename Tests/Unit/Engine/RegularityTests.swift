import Testing

@testable import PasswordRules

/// What counts as a repetition, against the plain definition of passwordrules-blocklist(5).
@Suite struct RegularityTests {
    private typealias Text = [UInt32]

    private func isRegular(_ text: Text) -> Bool { Regularity.isRegular(0..<text.count, of: text.span) }

    private func isRegular(_ text: String) -> Bool { isRegular(text.unicodeScalars.map(\.value)) }

    // MARK: - The plain definition

    /// The cost of a text by the cheapest way to divide it into stretches.
    private func cost(_ text: Text) -> Int {
        var costs = [0]
        for end in 1...max(1, text.count) where end <= text.count {
            costs.append((0..<end).map { costs[$0] + cost(of: $0..<end, in: text) }.min() ?? 0)
        }
        return min(costs[text.count], costOfInterruptedRepetition(text))
    }

    private func cost(of stretch: Range<Int>, in text: Text) -> Int {
        var cost = 2 * stretch.count
        let repeats = (1...10).contains { distance in
            stretch.allSatisfy { $0 >= distance && text[$0] == text[$0 - distance] }
        }
        if repeats { cost = min(cost, 3) }
        let reverses = [1, 2].contains { first in
            stretch.allSatisfy { index in
                let distance = 2 * (index - stretch.lowerBound) + first
                return distance <= 10 && index >= distance && text[index] == text[index - distance]
            }
        }
        if reverses { cost = min(cost, 4) }
        var runs: [Text] = []
        for scalar in text[stretch] {
            if runs.last?.first == scalar {
                runs[runs.count - 1].append(scalar)
            } else {
                runs.append([scalar])
            }
        }
        if runs.allSatisfy({ $0.count >= 2 }) { cost = min(cost, 2 + 2 * runs.count) }
        return cost
    }

    private func costOfInterruptedRepetition(_ text: Text) -> Int {
        var cheapest = Int.max
        for insertion in 1...4 where insertion <= text.count {
            for position in 0...text.count - insertion {
                let rest = text[..<position] + text[(position + insertion)...]
                for unit in 1...5 where zip(rest, rest.dropFirst(unit)).allSatisfy({ $0 == $1 }) {
                    cheapest = min(cheapest, 3 + 2 * (unit + insertion))
                }
            }
        }
        return cheapest
    }

    /// With few different characters, so that repetitions of all kinds occur by chance.
    @Test(arguments: [("ab", 81), ("abc", 82), ("abcde", 83)] as [(String, UInt64)])
    func agreesWithThePlainDefinition(alphabet: String, seed: UInt64) {
        let alphabet = alphabet.unicodeScalars.map(\.value)
        var source = SeededSource(seed: seed)
        var counts = [0, 0]
        for _ in 0..<rounds(2_000) {
            var text: Text = []
            let length = 1 + source.below(25)
            while text.count < length {
                let recent = Text(text.suffix(source.below(7)))
                switch source.below(5) {
                case 0: text += recent
                case 1: text += recent.reversed()
                case 2: text += recent.flatMap { [$0, $0] }
                default: text.append(source.pick(alphabet))
                }
            }
            let expected = 5 * cost(text) <= 7 * text.count
            #expect(isRegular(text) == expected, "seed \(seed): \(text)")
            counts[expected ? 1 : 0] += 1
            // What is before and after a piece of a longer text makes no difference.
            let before = Text(text.prefix(source.below(9)))
            let longer = before + text + text
            let piece = before.count..<before.count + text.count
            #expect(Regularity.isRegular(piece, of: longer.span) == expected, "seed \(seed): \(text)")
        }
        #expect(counts.allSatisfy { $0 > 20 }, "\(counts)")
    }

    // MARK: - Examples

    @Test(arguments: [
        // Something over and over, with a little before, in or after it.
        "abcdabcdabcdabcde", "abababababababxy", "abcabcabcabcabx", "xabcabcabcabcabc", "12121212121212xy",
        "wxyzabcdeabcdea", "abcdeabcdeawxyz", "wxabcdeabcdeayz", "abcdewxyzabcdea", "abcdeawxyzbcdea",
        "abwxyzcdeabcdea",
        // Several of them.
        "abababababcdcdcd", "aaaabbbbccccddd",
        // Doubled.
        "ppaasssswwoorrdd", "aabbccddeeffgghh", "mmoonnkkeeyyxyz", "xmmoonnkkeeyyyz", "mmmooonnnkkkeeeyyy",
        // There and back again.
        "abcddcbaabcddcba", "abcdedcbabcdedcb", "abcdeedcbaabcde",
    ])
    func repetitionIsRegular(text: String) { #expect(isRegular(text)) }

    @Test(arguments: [
        "", "a", "ab", "abcdefghijklmno", "keen-otter-sails-9", "timely nickel course eater",
        "mississippi river",
        "bookkeeper barroom", "314159265358979", "correct horse battery staple", "passwordsummersun",
        "abcdefghijklabcdefghijkl", "to be or not to be that",
    ])
    func otherTextsAreNot(text: String) { #expect(!isRegular(text)) }
}
