import Testing

@testable import PasswordRules

/// The forms of readable passwords and of words, by enumeration at small size.
@Suite struct StyleTests {
    /// Checks that exactly the expected passwords are drawn, each equally often as far as statistics can tell.
    private func expectUniform(
        _ expected: Set<String>, _ comment: Comment,
        _ draw: (inout RandomNumbers, inout SeededSource) throws -> String?
    ) rethrows {
        var numbers = RandomNumbers(blockSize: 256)
        var source = SeededSource(seed: 0xC0FFEE)
        var counts: [String: Int] = [:]
        let mean = 20.0
        for _ in 0..<20 * expected.count {
            var password: String?
            while password == nil { password = try draw(&numbers, &source) }
            counts[password ?? "", default: 0] += 1
        }
        #expect(Set(counts.keys) == expected, comment)
        let chiSquared = counts.values.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) / mean }
        let freedom = Double(expected.count - 1)
        #expect(chiSquared < freedom + 5 * (2 * freedom).squareRoot() + 5, comment)
    }

    // MARK: - Readable

    /// All passwords of two groups over a few letters, built letter by letter.
    private func readablePasswords(
        _ checker: Checker, consonants: [String], vowels: [String], hasCapital: Bool, digits: [String],
        separator: String
    ) -> Set<String> {
        var found: Set<String> = []
        for digit in digits.isEmpty ? [-1] : [0, 5, 6, 11] {
            for capital in hasCapital ? Array(0..<12) : [-1] where capital == -1 || capital != digit {
                var passwords = [""]
                for place in 0..<12 {
                    if place == 6 { passwords = passwords.map { $0 + separator } }
                    var letters = place % 3 == 1 ? vowels : consonants
                    if place == capital { letters = letters.map { $0.uppercased() } }
                    if place == digit { letters = digits }
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
        ("allowed: [bca_12]; max-sequential: 1", ["b", "c"], ["a"], false, ["1", "2"], "_"),
        ("allowed: [-dfeDFE]; max-consecutive: 2", ["d", "f"], ["e"], true, [], "-"),
        ("required: [-]; allowed: [BDA.]", ["B", "D"], ["A"], false, [], "-"),
    ])
    func readablePasswordsAreCountedAndDrawn(
        rules: String, consonants: [String], vowels: [String], hasCapital: Bool, digits: [String],
        separator: String
    ) throws {
        let checker = Checker(try Descriptor(rules), reading: .strict)
        let expected = readablePasswords(
            checker, consonants: consonants, vowels: vowels, hasCapital: hasCapital, digits: digits,
            separator: separator)
        let alphabet = try #require(checker.permitted)
        let options = GenerationOptions(length: 13, minimumEntropyBits: 1)
        let form = try #require(
            ReadableForm(
                checker, options, alphabet: alphabet,
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

    /// With all letters, by the formula. A digit replaces a consonant; an upper-case letter, any other letter. The usual form has
    /// three groups; the longest has the most positions to choose from.
    @Test(arguments: [2, 3, 4, 146])
    func theEntropyOfAReadablePasswordIsTheFormulas(groups: Int) throws {
        let length = groups == 3 ? nil : 7 * groups - 1
        let plan = try Generator(try Descriptor("")).plan(GenerationOptions(style: .readable, length: length))
        let (consonants, vowels) = (4 * groups, 2 * groups)
        let places = Double((consonants - 1) * 20 * 6 + vowels * 6 * 19)
        let bits =
            binaryLogarithm(Double(vowels) * 10 * places) + Double(consonants - 2) * binaryLogarithm(19)
            + Double(vowels - 1) * binaryLogarithm(6)
        #expect(plan.style == .readable && plan.length == 7 * groups - 1)
        #expect(abs(try plan.entropyBits() - bits) < 1e-6)
    }

    // MARK: - Words

    private static let vocabulary = WordList.entries.filter { $0.length <= 5 }.prefix(6)

    private func text(_ word: WordList.Entry) -> String {
        String(decoding: (0..<word.length).map { word[$0] }, as: UTF8.self)
    }

    /// All passwords of `words` words, built word by word.
    private func passphrases(
        _ checker: Checker, words: Int, separator: String, isEachCapital: Bool, hasCapital: Bool,
        digits: [String]
    ) -> Set<String> {
        var found: Set<String> = []
        for capital in hasCapital ? Array(0..<words) : [-1] {
            for digit in digits.isEmpty ? [-1] : Array(0..<words) {
                var passwords = [""]
                for place in 0..<words {
                    var choices = Self.vocabulary.map(text)
                    if place == capital || isEachCapital {
                        choices = choices.map { $0.prefix(1).uppercased() + $0.dropFirst() }
                    }
                    if place == digit { choices = choices.flatMap { word in digits.map { word + $0 } } }
                    if place > 0 { choices = choices.map { separator + $0 } }
                    passwords = passwords.flatMap { password in choices.map { password + $0 } }
                }
                found.formUnion(passwords)
            }
        }
        return found.filter { checker.check($0).isAccepted }
    }

    @Test(arguments: [
        ("allowed: lower, [-]", 2, "-", false, false, []), ("allowed: lower, [_.]", 3, "_", false, false, []),
        ("allowed: lower, upper", 2, "", true, false, []),
        ("required: upper; allowed: lower, [-]", 2, "-", false, true, []),
        ("required: [12]; allowed: lower, [-]", 2, "-", false, false, ["1", "2"]),
        ("required: upper; required: [7]; allowed: lower, [-]", 2, "-", false, true, ["7"]),
        ("required: upper; required: [45]; allowed: lower", 2, "", true, false, ["4", "5"]),
        ("allowed: lower, [-]; maxlength: 10", 2, "-", false, false, []),
        (
            "required: [12]; allowed: lower, [-]; minlength: 11; maxlength: 11", 2, "-", false, false,
            ["1", "2"]
        ),
        ("allowed: lower, [-]; minlength: 15", 3, "-", false, false, []),
        ("allowed: lower, [-]; max-repeating: 1", 2, "-", false, false, []),
    ])
    func wordsAreCountedAndDrawn(
        rules: String, words: Int, separator: String, isEachCapital: Bool, hasCapital: Bool, digits: [String]
    ) throws {
        let checker = Checker(try Descriptor(rules), reading: .strict)
        let expected = passphrases(
            checker, words: words, separator: separator, isEachCapital: isEachCapital, hasCapital: hasCapital,
            digits: digits)
        let alphabet = try #require(checker.permitted)
        let options = GenerationOptions(minimumEntropyBits: words == 3 ? 6 : 1)
        let form = try #require(
            WordsForm(
                checker, options, alphabet: alphabet, words: Array(Self.vocabulary),
                minimumVocabulary: 2))
        #expect(form.count == BigUInt(UInt64(expected.count)), "\(expected.count)")
        let lengths = expected.map { $0.utf8.count }
        #expect(
            form.lengths.upperBound >= lengths.max() ?? 0 && form.lengths.lowerBound <= lengths.min() ?? 0)
        try expectUniform(expected, "\(rules)") { numbers, source in
            try form.draw(&numbers, from: &source)?.text
        }
    }

    @Test func theListIsWhatItSays() {
        let words = WordList.entries.map(text)
        #expect(words.count >= 4_096)
        #expect(words == Set(words).sorted())
        #expect(
            words.allSatisfy { word in
                (3...6).contains(word.count) && word.utf8.allSatisfy { (0x61...0x7A).contains($0) }
            })
    }

    @Test func theEntropyOfTheUsualWordsIsTheFormulas() throws {
        let words = WordList.entries.count
        let plan = try Generator(try Descriptor("")).plan(GenerationOptions(style: .words))
        #expect(abs(try plan.entropyBits() - 6 * binaryLogarithm(Double(words))) < 1e-9)
        let all = try Generator(try Descriptor("required: upper; required: digit; allowed: lower, [-]"))
            .plan(GenerationOptions(style: .words))
        // An upper-case letter in one of six words, one of ten digits after one of six.
        #expect(
            abs(try all.entropyBits() - 6 * binaryLogarithm(Double(words)) - binaryLogarithm(6 * 6 * 10))
                < 1e-9)
    }
}
