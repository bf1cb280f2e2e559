import Testing

@testable import PasswordRules

@Suite struct PasswordFactsTests {
    private static let classes: [CharacterClass] = [
        .upper, .lower, .digit, .special, .asciiPrintable, .unicode, CharacterClass(members: "@Zz09:"),
        CharacterClass(0x00), CharacterClass(0x3F), CharacterClass(0x40), CharacterClass(0x7F),
    ]

    /// The facts by the simplest means: an array of characters, and one question at a time.
    private struct Model {
        var scalars: [UInt32] = []
        var illFormedCount = 0

        init(_ password: [UInt8]) {
            var decoder = UTF8()
            var bytes = password.makeIterator()
            decoding: while true {
                switch decoder.decode(&bytes) {
                case .scalarValue(let scalar): scalars.append(scalar.value)
                case .error:
                    scalars.append(0xFFFD)
                    illFormedCount += 1
                case .emptyInput: break decoding
                }
            }
        }

        private func longestRun(_ follows: (UInt32, UInt32) -> Bool) -> Int {
            var longest = 0
            for start in scalars.indices {
                var end = start + 1
                while end < scalars.count, follows(scalars[end - 1], scalars[end]) { end += 1 }
                longest = max(longest, end - start)
            }
            return longest
        }

        private func areOfOneClass(_ first: UInt32, _ second: UInt32) -> Bool {
            [CharacterClass.upper, .lower, .digit].contains { $0.contains(first) && $0.contains(second) }
        }

        /// The length, the longest run of one character, the longest of neighbours, and how many sequences
        /// are ill-formed.
        var facts: [Int] {
            let (up, down) = (
                longestRun { areOfOneClass($0, $1) && $0 + 1 == $1 },
                longestRun { areOfOneClass($0, $1) && $1 + 1 == $0 }
            )
            return [scalars.count, longestRun(==), max(up, down), illFormedCount]
        }
    }

    private func facts(_ password: [UInt8], permitted: CharacterClass? = nil) -> [Int] {
        let facts = PasswordFacts(password.span, permitted: permitted)
        return [facts.lengthInScalars, facts.longestRepeat, facts.longestSequence, facts.illFormedCount]
    }

    private func compare(_ password: [UInt8], _ comment: @autoclosure () -> Comment = "") {
        let model = Model(password)
        let expected = model.facts
        // Which characters are permitted makes no difference to the other facts.
        for permitted in [Self.classes[password.count % Self.classes.count], nil] {
            let facts = PasswordFacts(password.span, permitted: permitted)
            let forbidden = model.scalars.count { permitted?.contains($0) == false }
            // A macro for each of millions of comparisons takes minutes.
            if self.facts(password, permitted: permitted) != expected || facts.forbiddenCount != forbidden {
                Issue.record("\(password): not \(expected) \(comment())")
            }
            guard permitted == nil else { continue }
            for characters in Self.classes
            where facts.contains(anyOf: characters) != model.scalars.contains(where: characters.contains) {
                Issue.record("\(password): \(characters) \(comment())")
            }
        }
    }

    /// check.tsv has more. An ill-formed sequence counts as one character, whatever its length, and so does a
    /// U+FFFD.
    @Test(
        arguments: [
            ([], [0, 0, 0, 0]), ([0x00, 0x00], [2, 2, 1, 0]), (Array("abcxcba".utf8), [7, 1, 3, 0]),
            (Array("aaxaaa".utf8), [6, 3, 1, 0]), (Array("@AZ[`az{/09:".utf8), [12, 1, 1, 0]),
            (Array("éééaéa😀😀".utf8), [8, 3, 1, 0]), (Array("abéab\u{7F}\u{80}".utf8), [7, 1, 2, 0]),
            ([0x61, 0xE2, 0x82, 0x61, 0xC3], [4, 1, 1, 2]),
            ([0xE2, 0x82, 0xFF, 0xEF, 0xBF, 0xBD], [3, 3, 1, 2]),
        ] as [([UInt8], [Int])])
    func findsTheFacts(password: [UInt8], expected: [Int]) {
        #expect(facts(password) == expected)
        compare(password)
    }

    @Test func everyPairOfASCIICharactersIsDecided() {
        for first in UInt8(0)..<128 {
            for second in UInt8(0)..<128 {
                let password = [first, second]
                if facts(password) != Model(password).facts { Issue.record("\(password)") }
            }
        }
    }

    /// All words over a few characters, including neighbours, the ends of the classes, and pieces of longer
    /// characters.
    @Test func everyShortWordIsJudged() {
        let characters: [UInt8] = [0x61, 0x62, 0x63, 0x39, 0x3A, 0xC3, 0xA9]
        var words: [[UInt8]] = [[]]
        for _ in 0..<4 {
            words = words.flatMap { word in characters.map { word + [$0] } }
            for word in words { compare(word) }
        }
    }

    @Test func runIsFoundAtAnyPosition() {
        let runs = ["aaaa", "abcd", "9876", "éééé", "aabbcc", "abcddcba"].map { Array($0.utf8) }
        for before in 0..<20 {
            for after in 0..<10 {
                for run in runs + [[0xFF, 0xFF, 0xFF]] {
                    let filling = (0..<before + after).map { UInt8($0 % 2 == 0 ? 0x23 : 0x7E) }
                    compare(filling[..<before] + run + filling[before...])
                }
            }
        }
    }
}
