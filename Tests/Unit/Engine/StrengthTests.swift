import Testing

@testable import PasswordRules

@Suite struct StrengthTests {
    private let estimator = StrengthEstimator(words: .few)

    private func pieces(_ password: String, knowing personal: [String] = []) -> [String] {
        estimator.estimate(password, knowing: personal).pieces.map { "\($0.kind.name) \($0.range)" }
    }

    @Test(arguments: [
        ("", []), ("password", ["word 0..<8"]), ("PASSWORD", ["word 0..<8"]), ("Password", ["word 0..<8"]),
        ("p4$$word", ["word 0..<8"]), ("drowssap", ["reversed-word 0..<8"]), ("Пароль", ["word 0..<6"]),
        ("passw0rd1", ["word 0..<9"]), ("monkeydragon", ["word 0..<6", "word 6..<12"]),
        ("monkey dragon", ["word 0..<6", "word 7..<13"]), ("monkey1987", ["word 0..<6", "year 6..<10"]),
        ("secret secret secret", ["repetition 0..<20"]), ("apple apple ", ["repetition 0..<11"]),
        ("aaaaaaaa", ["repetition 0..<8"]), ("abababab", ["repetition 0..<8"]),
        ("abcdefg", ["sequence 0..<7"]), ("gfedcba", ["sequence 0..<7"]), ("13579", ["sequence 0..<5"]),
        ("qwertyuiop", ["keyboard-walk 0..<10"]),
        ("1qaz2wsx", ["keyboard-walk 0..<4", "keyboard-walk 4..<8"]),
        ("ячсмить", ["keyboard-walk 0..<7"]), ("24.12.1987", ["date 0..<10"]), ("24121987", ["date 0..<8"]),
        ("1987-12-24", ["date 0..<10"]), ("1987", ["year 0..<4"]), ("kx", ["characters 0..<2"]),
        ("Xk#9vQ!2", ["characters 0..<8"]), ("it's", ["word 0..<4"]),
    ])
    func passwordHasTheExpectedPieces(password: String, expected: [String]) {
        #expect(pieces(password) == expected)
    }

    @Test func wordsOfThePersonAreFoundInAnyForm() {
        for password in ["kvothe", "KVOTHE", "kv0the", "ehtovk"] {
            #expect(pieces(password, knowing: ["Kvothe"]) == ["personal-word 0..<6"], "\(password)")
            #expect(!pieces(password).contains { $0.hasPrefix("personal") })
        }
        // If there are too many words, the first ones count.
        let many = (0..<PersonalWords.maximumCount).map { "someone\($0)" }
        #expect(pieces("kvothe", knowing: many + ["kvothe"]) == pieces("kvothe"))
    }

    @Test func variationsCostTheirNumber() {
        func cost(_ password: String) -> Double { estimator.estimate(password).guessesLog10 }
        #expect(cost("password") == 0)
        #expect(abs(cost("Password") - 0.301) < 0.002 && cost("Password") == cost("PASSWORD"))
        #expect(abs(cost("drowssap") - 0.301) < 0.002)
        // 8 positions for one upper-case letter, and 28 for two.
        #expect(abs(cost("pasSword") - 0.903) < 0.01)
        #expect(abs(cost("pasSwOrd") - 1.556) < 0.01)
        // A bit for each kind of substitution.
        #expect(cost("p4ssw0rd") < 0.61 && cost("p4ssw0rd") > cost("passw0rd"))
    }

    @Test func logarithmsAreExact() {
        for exponent in 0..<62 { #expect(GuessBits.log(1 << exponent) == exponent * GuessBits.bit) }
        #expect(GuessBits.log(10) == 3401 && GuessBits.log(0) == 0 && GuessBits.log(Double.infinity) == 0)
        #expect(GuessBits.thousandthsOfDecimal(10 * GuessBits.bit) == 3010)
    }

    @Test func longPasswordIsCutAt256Characters() {
        var source = SeededSource(seed: 5)
        let text = String((0..<300).map { _ in source.pick(Array("abcdefghijkmnopqrstuvwxyz0123456789é")) })
        let (whole, start) = (estimator.estimate(text), estimator.estimate(String(text.prefix(256))))
        #expect(whole.isCut && !start.isCut && whole.guessesLog10 == start.guessesLog10)
        #expect(whole.pieces == start.pieces)
    }

    /// Tests what ``StrengthEstimator/estimate(_:knowing:)`` promises about appended characters.
    @Test func anotherCharacterLowersTheEstimateOnlyByItsPiece() {
        var source = SeededSource(seed: 21)
        let parts = [
            "password", "monkey", "horse", "1987", "abc", "qwer", "x", "K", "7", "#", "é", "aa", "secret ",
            "!",
            "-", "zz", "Vk", "f0", "'s", "12/", "@", ".",
        ]
        for _ in 0..<60 {
            var password = ""
            var last = estimator.estimate(password)
            while password.count < 24 {
                for character in source.pick(parts) {
                    password.append(character)
                    let next = estimator.estimate(password)
                    let isSymbol = !character.isLetter && !character.isNumber
                    let completes =
                        next.pieces.last.map { $0.kind != .characters } ?? false
                        || isSymbol && password.dropLast().contains(character)
                    #expect(
                        completes || next.guessesLog10 >= last.guessesLog10 - 2,
                        "\(password): \(last.guessesLog10) to \(next.guessesLog10)")
                    last = next
                }
            }
        }
    }

    @Test func anyBytesAreEstimated() {
        var source = SeededSource(seed: 8)
        for number in 0..<1000 {
            let length = source.number(0...(number % 100 == 0 ? 300 : 24))
            let bytes = (0..<length).map { _ in UInt8(source.number(number % 2 == 0 ? 0...255 : 32...126)) }
            let estimate = estimator.estimate(bytes.span)
            var end = 0
            for piece in estimate.pieces {
                #expect(piece.range.lowerBound >= end && !piece.range.isEmpty)
                end = piece.range.upperBound
            }
            #expect(end <= length && estimate.guessesLog10 >= 0)
        }
    }

    @Test func adviceMatchesThePieces() {
        #expect(estimator.estimate("q7#Vz!k2Wm@x9Lp$").advice.isEmpty)
        #expect(estimator.estimate("monkey1987").advice == [.avoidCommonWords, .avoidDates, .addWords])
        #expect(
            estimator.estimate("kvothe-abcd-1987", knowing: ["kvothe"]).advice
                == [.avoidPersonalWords, .avoidSequences, .avoidDates])
        for advice in StrengthAdvice.allCases { #expect(advice.sentence.hasSuffix(".")) }
    }

    @Test func levelsBeginAtTheirNumbers() {
        for level in StrengthLevel.allCases {
            #expect(StrengthLevel(guessesLog10: level.leastGuessesLog10) == level)
            #expect(level == .veryWeak || StrengthLevel(guessesLog10: level.leastGuessesLog10 - 1) < level)
        }
    }

    // MARK: - Lists

    @Test func damageOfAnyByteIsDetected() throws {
        let bytes = RankedWordList.bytes(of: ["password", "monkey", "dr4gon"])
        #expect(try RankedWordList(bytes).count == 4)
        for index in bytes.indices where index < 1000 || index > 19_700 || index % 37 == 0 {
            var damaged = bytes
            damaged[index] ^= 0x10
            #expect(throws: RankedWordsProblem.self, "\(index)") { _ = try RankedWordList(damaged) }
        }
        for length in [0, 7, 8, 63, 64, 1000, bytes.count - 1] {
            #expect(throws: RankedWordsProblem.self) { _ = try RankedWordList(Array(bytes.prefix(length))) }
        }
        #expect(throws: RankedWordsProblem.self) { _ = try RankedWordList(bytes + [0]) }
    }

    @Test func problemsSayWhatToDo() {
        let problems: [RankedWordsProblem] = [
            .notRankedWords, .unknownVersion(2), .damagedHeader, .wrongSize(expected: 2, actual: 1), .damaged,
        ]
        #expect(problems.map(\.code) == Array(350...354))
        #expect(Set(problems.map { String(decoding: $0.messageBytes, as: UTF8.self) }).count == 5)
    }

    @Test func bestRankOfAllListsCounts() throws {
        let filler = (0..<200).map { "filler\($0)" }
        let (first, second) = (RankedWordList.of(filler + ["monkey"]), RankedWordList.of(["monkey"]))
        let both = StrengthEstimator(words: RankedWords([first, second]))
        #expect(both.estimate("monkey").guessesLog10 == 0)
        #expect(StrengthEstimator(words: RankedWords([first])).estimate("monkey").guessesLog10 > 2)
    }

    /// This way, adding a line `ranked-words` never makes a policy weaker.
    @Test func anotherListNeverRaisesAnEstimate() {
        let words = [
            "signatur", "jobob", "dormi", "geb", "taaa", "horse", "rta", "monkey", "sign", "bob", "secret",
        ]
        let lists = [Array(words.prefix(3)), Array(words[3..<7]), Array(words.suffix(4))].map(
            RankedWordList.of)
        let estimators = (1...lists.count).map {
            StrengthEstimator(words: RankedWords(Array(lists.prefix($0))))
        }
        var source = SeededSource(seed: 23)
        let parts = words + ["-", " ", "#", "7", "3mi", "K", "é", "aa", "1987", "qwer", "abc"]
        for _ in 0..<3000 {
            let password = (0..<source.number(1...6)).map { _ in source.pick(parts) }.joined()
            var last = 1_000_000
            for estimator in estimators {
                let next = estimator.estimate(password).thousandths
                // Logarithms of sums are rounded.
                #expect(next <= last + 30, "\(password): \(last) to \(next)")
                last = next
            }
        }
    }

    // MARK: - Policies

    private func policy(_ text: String) throws -> Policy {
        let applied = try applyPolicy([text])
        return try Policy(applied, blocklists: [], rankedWords: .few)
    }

    @Test(arguments: [
        "min-guesses = 10^10\n", "min-strength = strong\n", "rules = min-guesses: 10^10\n",
        "rules = min-strength: strong\n",
        "rules = minlength: 8\nor = MIN-GUESSES: 10^10\n",
        "rules = minlength: 4\nmin-guesses = 10^4\nmin-strength = strong\n",
    ])
    func guessablePasswordIsRefused(text: String) throws {
        let policy = try policy(text)
        let isChoice = text.contains("or =")
        #expect(policy.check(Array("correct horse battery".utf8).span).isAccepted == isChoice)
        let report = policy.check(Array("monkey7".utf8).span)
        #expect(!report.isAccepted)
        #expect(policy.check(Array("q7#Vz!k2Wm@x9Lp$".utf8).span).isAccepted)
        if isChoice { return }
        let outcome = try #require(report.outcomes.first { $0.kind == .minGuesses })
        #expect(outcome.limit == 10 && outcome.actual < 10)
        #expect(outcome.message.hasSuffix("is easy to guess: a common word"))
        #expect(report.weakPieces.map(\.kind) == [.word, .characters])
        #expect(policy.explanation.contains("hard to guess, such as several uncommon words"))
        var source = SeededSource(seed: 3)
        for _ in 0..<5 {
            let suggestion = try policy.suggestion(from: &source)
            #expect(suggestion.withSpan { policy.check($0).isAccepted })
        }
    }

    @Test func wordsOfTheAccountAreKnown() throws {
        let policy = try policy("min-guesses = 10^8\nusername =\n")
        let account = Account("kvothe", fullName: "Kvothe Arliden", home: "/")
        #expect(policy.wantsNames)
        #expect(policy.check(Array("Arliden#Kvothe".utf8).span).isAccepted)
        #expect(!policy.check(Array("Arliden#Kvothe".utf8).span, for: account).isAccepted)
    }

    @Test func everySpellingOfTheUserNameIsKnown() throws {
        let policy = try policy("min-guesses = 10^8\nusername =\n")
        let account = Account(
            name: Array("kvothe".utf8),
            otherSpellings: [Array("arliden@dir".utf8), Array("CORP\\lanre".utf8)])
        for name in ["kvothe", "arliden", "lanre"] {
            let password = Array("\(name)#\(name)7".utf8)
            #expect(!policy.check(password.span, for: account).isAccepted, "\(name)")
        }
    }

    @Test(arguments: ["10", "10^2", "10^41", "10^", "10^1x", "2^40", "1e10", "10^010", ""])
    func numberOfGuessesIsAPowerOfTen(value: String) {
        var found = Diagnostics()
        for text in ["min-guesses = \(value)\nrules = minlength: 1\n", "rules = min-guesses: \(value)\n"] {
            let file = PolicyFile.parse(Array(text.utf8), diagnostics: &found)
            #expect(value.isEmpty && text.hasPrefix("min") || file == nil, "\(text)")
        }
    }

    @Test func suggestionsHaveTheEntropyThatTheEstimateNeeds() throws {
        let options = try policy("min-guesses = 10^30\n").suggestionOptions
        #expect(options.minimumEntropyBits > 106)
        #expect(try policy("min-guesses = 10^6\n").suggestionOptions.minimumEntropyBits == 71)
    }
}
