import Testing

@testable import PasswordRules

/// The forms of readable passwords and of words, by enumeration at small size.
@Suite struct StyleTests {
    /// Checks that exactly the expected passwords are drawn, each equally often as far as statistics can
    /// tell.
    private func expectUniform(
        _ expected: Set<String>, _ comment: Comment,
        _ draw: (inout RandomNumbers, inout SeededSource) throws -> String?
    ) rethrows {
        var numbers = RandomNumbers(blockSize: 256)
        var source = SeededSource(seed: 0xC0FFEE)
        var counts: [String: Int] = [:]
        for _ in 0..<20 * expected.count {
            var password: String?
            while password == nil { password = try draw(&numbers, &source) }
            counts[password ?? "", default: 0] += 1
        }
        #expect(Set(counts.keys) == expected, comment)
        #expect(isPlausible(counts.values, mean: 20), comment)
    }

    // MARK: - Readable

    /// All passwords of two groups over a few letters, built letter by letter.
    private func readablePasswords(
        _ checker: Checker, consonants: [String], vowels: [String], hasUpperCase: Bool, digits: [String],
        separator: String
    ) -> Set<String> {
        var found: Set<String> = []
        for digit in digits.isEmpty ? [-1] : [0, 5, 6, 11] {
            for upperCase in hasUpperCase ? Array(0..<12) : [-1] where upperCase == -1 || upperCase != digit {
                var passwords = [""]
                for position in 0..<12 {
                    if position == 6 { passwords = passwords.map { $0 + separator } }
                    var letters = position % 3 == 1 ? vowels : consonants
                    if position == upperCase { letters = letters.map { $0.uppercased() } }
                    if position == digit { letters = digits }
                    passwords = passwords.flatMap { password in letters.map { password + $0 } }
                }
                found.formUnion(passwords)
            }
        }
        return found.filter { checker.check($0).isAccepted }
    }

    @Test(arguments: [
        ("allowed: [-bdaBDA4]", ["b", "d"], ["a"], true, ["4"], "-"),
        ("allowed: [bda45_]", ["b", "d"], ["a"], false, ["4", "5"], "_"),
        ("allowed: [-bdfaeBDFAE]", ["b", "d", "f"], ["a", "e"], true, [], "-"),
        ("allowed: [-bdaBDA4]; max-repeating: 1", ["b", "d"], ["a"], true, ["4"], "-"),
        ("allowed: [bca_]; max-sequential: 2", ["b", "c"], ["a"], false, [], "_"),
        ("allowed: [-defgDEFG]; max-sequential: 3", ["d", "f", "g"], ["e"], true, [], "-"),
        ("allowed: [bca_12]; max-sequential: 1", ["b", "c"], ["a"], false, ["1", "2"], "_"),
        ("allowed: [-dfeDFE]; max-consecutive: 2", ["d", "f"], ["e"], true, [], "-"),
        ("required: [-]; allowed: [BDA.]", ["B", "D"], ["A"], false, [], "-"),
    ])
    func readablePasswordsAreCountedAndDrawn(
        rules: String, consonants: [String], vowels: [String], hasUpperCase: Bool, digits: [String],
        separator: String
    ) throws {
        let checker = Checker(try Descriptor(rules), reading: .strict)
        let expected = readablePasswords(
            checker, consonants: consonants, vowels: vowels, hasUpperCase: hasUpperCase, digits: digits,
            separator: separator)
        let alphabet = try #require(checker.permitted)
        let options = GenerationOptions(length: 13, minimumEntropyBits: 1)
        let form = try #require(
            ReadableForm(
                checker, PasswordShape(), options, alphabet: alphabet,
                minimumLetters: (consonants: 2, vowels: 1)))
        #expect(form.length == 13)
        #expect(form.count == BigUInt(UInt64(expected.count)))
        guard expected.count < rounds(1_100) else { return }
        try expectUniform(expected, "\(rules)") { numbers, source in
            var password = SecretBytes(count: form.length)
            try password.withMutableSpan { (bytes) throws(RandomSourceFailure) in
                try form.draw(into: &bytes, &numbers, from: &source)
            }
            return checker.check(password.text).isAccepted ? password.text : nil
        }
    }

    /// With all letters, by the formula. A digit replaces a consonant; an upper-case letter, any other
    /// letter. The usual form has three groups; the longest has the most positions to choose from.
    @Test(arguments: [2, 3, 4, 146])
    func entropyOfReadablePasswordsMatchesTheFormula(groups: Int) throws {
        let length = groups == 3 ? nil : 7 * groups - 1
        let plan = try Generator(try Descriptor("")).plan(GenerationOptions(style: .readable, length: length))
        let (consonants, vowels) = (4 * groups, 2 * groups)
        let positions = Double((consonants - 1) * 20 * 6 + vowels * 6 * 19)
        let bits =
            binaryLogarithm(Double(vowels) * 10 * positions) + Double(consonants - 2) * binaryLogarithm(19)
            + Double(vowels - 1) * binaryLogarithm(6)
        #expect(plan.style == .readable && plan.length == 7 * groups - 1)
        #expect(abs(try plan.entropyBits() - bits) < 1e-6)
    }

    /// Readable passwords do not break a limit of five adjacent keys, and break one of four.
    @Test func longestKeyboardRunOfAReadablePasswordIsRight() {
        let keyboard = Keyboard()
        let consonants = Array("bcdfghjkmnpqrstvwxz0123456789".unicodeScalars.map(\.value))
        let symbols = Array("-_.,:;=+~*#@%&!?$^/".unicodeScalars.map(\.value))
        let vowels = Array("aeiouy".unicodeScalars.map(\.value))
        let positions = Array(
            repeating: [consonants, vowels, consonants, consonants, vowels, consonants, symbols], count: 2
        )
        .flatMap { $0 }
        var longest = 0
        for start in 0..<7 {
            var runs: [[UInt32]] = [[]]
            for position in positions[start...] where !runs.isEmpty {
                longest = max(longest, runs[0].count)
                runs = runs.flatMap { run in position.map { run + [$0] } }
                    .filter { keyboard.longestRun(in: $0.span) == $0.count }
            }
        }
        #expect(longest == ReadableGroup.longestKeyboardRun)
    }

    // MARK: - Words

    /// Two words that end in letters whose keys are next to digits, and other words of at most five letters.
    private static let vocabulary = WordList.entries().filter {
        ["solo", "halo"].contains(text($0)) || $0.length <= 5 && text($0) < "abu"
    }

    static func text(_ word: WordList.Entry) -> String {
        String(decoding: (0..<word.length).map { word[$0] }, as: UTF8.self)
    }

    /// All passwords of `words` words, built word by word: `upperCaseCount` consecutive words are
    /// capitalized, and `digitCount` consecutive words have a digit; the first word follows the last.
    private func passphrases(
        _ checker: Checker, _ shape: PasswordShape, words: Int, separator: String, upperCaseCount: Int,
        digits: [String], digitCount: Int
    ) -> Set<String> {
        var found: Set<String> = []
        let vocabulary = Self.vocabulary.map(Self.text).filter { word in
            let typed = ([""] + (digitCount > 0 ? digits : [])).map { Array((word + $0).unicodeScalars) }
            return word.count <= shape.maxClassRepeating
                && typed.allSatisfy {
                    let scalars = $0.map(\.value)
                    return shape.keyboard?.longestRun(in: scalars.span) ?? 0 <= shape.maxKeyboard
                }
        }
        for upperCase in 0..<words {
            for digit in 0..<words {
                var passwords = [""]
                for position in 0..<words {
                    var choices = vocabulary
                    if (position + words - upperCase) % words < upperCaseCount {
                        choices = choices.map { $0.prefix(1).uppercased() + $0.dropFirst() }
                    }
                    if (position + words - digit) % words < digitCount {
                        choices = choices.flatMap { word in digits.map { word + $0 } }
                    }
                    if position > 0 { choices = choices.map { separator + $0 } }
                    passwords = passwords.flatMap { password in choices.map { password + $0 } }
                }
                found.formUnion(passwords)
            }
        }
        return found.filter { checker.check($0).isAccepted }
    }

    private static let none = PasswordShape()

    private static func keys(_ limit: Int) -> PasswordShape {
        PasswordShape(maxKeyboard: limit, keyboard: Keyboard())
    }

    private static func least(_ count: Int, _ characters: CharacterClass) -> PasswordShape {
        PasswordShape(minimums: [CharacterMinimum(count: count, characters: characters)])
    }

    @Test(
        arguments: [
            ("allowed: lower, [-]", none, 2, "-", 0, 0), ("allowed: lower, [_.]", none, 3, "_", 0, 0),
            ("allowed: lower, upper", none, 2, "", 2, 0),
            ("required: upper; allowed: lower, [-]", none, 2, "-", 1, 0),
            ("required: [12]; allowed: lower, [-]", none, 2, "-", 0, 1),
            ("required: upper; required: [7]; allowed: lower, [-]", none, 2, "-", 1, 1),
            ("required: upper; required: [45]; allowed: lower", none, 2, "", 2, 1),
            ("allowed: lower, [-]; maxlength: 10", none, 2, "-", 0, 0),
            ("required: [12]; allowed: lower, [-]; minlength: 11; maxlength: 11", none, 2, "-", 0, 1),
            ("allowed: lower, [-]; minlength: 15", none, 3, "-", 0, 0),
            ("allowed: lower, [-]; max-repeating: 1", none, 2, "-", 0, 0),
            // Further demands of policies.
            ("allowed: lower, [-12]", least(2, .digit), 2, "-", 0, 2),
            ("allowed: lower, [-1]", least(3, .digit), 3, "-", 0, 3),
            ("allowed: lower, upper, [-]", least(2, .upper), 2, "-", 2, 0),
            ("allowed: lower, upper, [-]", least(3, .upper.union(.special)), 2, "-", 2, 0),
            ("allowed: lower, [-.1]", least(2, CharacterClass(0x2E)), 3, ".", 0, 0),
            ("allowed: lower, [-1]", least(3, .digit.union(.special)), 2, "-", 0, 2),
            ("allowed: lower, upper, [1]", least(4, .upper.union(.digit)), 2, "", 2, 2),
            ("allowed: lower, [-]", least(5, .lower), 3, "-", 0, 0),
            ("allowed: lower, [-]", PasswordShape(minWords: 3), 3, "-", 0, 0),
            ("allowed: lower, [-]", PasswordShape(maxClassRepeating: 4), 2, "-", 0, 0),
            ("required: [19]; allowed: lower, [-]", keys(3), 2, "-", 0, 1),
            ("required: [19]; allowed: lower, [-]", keys(2), 2, "-", 0, 1),
            ("required: upper; allowed: lower, [-]", keys(2), 2, "-", 1, 0),
        ] as [(String, PasswordShape, Int, String, Int, Int)])
    func wordsAreCountedAndDrawn(
        rules: String, shape: PasswordShape, words: Int, separator: String, upperCaseCount: Int,
        digitCount: Int
    ) throws {
        let checker = Checker(try Descriptor(rules), reading: .strict)
        let digits = checker.permitted?.intersection(.digit).asciiMembers ?? []
        let expected = passphrases(
            checker, shape, words: words, separator: separator, upperCaseCount: upperCaseCount,
            digits: digits.map { String(UnicodeScalar($0)) }, digitCount: digitCount)
        let alphabet = try #require(checker.permitted)
        let options = GenerationOptions(minimumEntropyBits: words == 3 ? 6 : 1)
        let form = try #require(
            WordsForm.form(
                checker, shape, options, alphabet: alphabet, words: Self.vocabulary,
                minimumVocabulary: 2))
        #expect(form.count == BigUInt(UInt64(expected.count)), "\(expected.count)")
        let lengths = expected.map { $0.utf8.count }
        #expect(
            form.lengths.upperBound >= lengths.max() ?? 0 && form.lengths.lowerBound <= lengths.min() ?? 0)
        try expectUniform(expected, "\(rules)") { numbers, source in
            try form.draw(&numbers, from: &source)?.text
        }
    }

    @Test func wordListIsSortedAndShort() throws {
        let words = WordList.entries().map(Self.text)
        #expect(words.count >= 4_096)
        #expect(words == Set(words).sorted())
        #expect(
            words.allSatisfy { word in
                (3...6).contains(word.count) && word.utf8.allSatisfy { (0x61...0x7A).contains($0) }
            })
        // The words meet these limits, so the generator does not check words against them or against wider limits.
        let limits = Checker(try Descriptor("max-repeating: 2; max-sequential: 3"))
        #expect(words.allSatisfy { limits.check($0).isAccepted })
        let some = CharacterClass.lower.asciiSubtracting(CharacterClass(members: "lexy"))
        #expect(
            WordList.entries(of: some).map(Self.text)
                == words.filter { $0.allSatisfy { !"lexy".contains($0) } })
    }

    @Test func entropyOfTheUsualWordsMatchesTheFormula() throws {
        let words = WordList.entries().count
        let plan = try Generator(try Descriptor("")).plan(GenerationOptions(style: .words))
        #expect(abs(try plan.entropyBits() - 6 * binaryLogarithm(Double(words))) < 1e-9)
        let all = try Generator(try Descriptor("required: upper; required: digit; allowed: lower, [-]"))
            .plan(GenerationOptions(style: .words))
        // One of the six words has an upper-case letter, and one of the six is followed by one of ten digits.
        #expect(
            abs(try all.entropyBits() - 6 * binaryLogarithm(Double(words)) - binaryLogarithm(6 * 6 * 10))
                < 1e-9)
    }
}
