import Testing

@testable import PasswordRules

/// The forms in which a password is looked for, against the plain definition of them.
@Suite struct BlocklistKeysFormsTests {
    private let letters: [Character: Character] = [
        "0": "o", "3": "e", "€": "e", "4": "a", "@": "a", "5": "s", "$": "s", "7": "t", "+": "t", "8": "b",
        "9": "g",
    ]

    private func isLetter(_ character: Character) -> Bool {
        character != "€" && (!character.isASCII || character.isLetter)
    }

    private func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    /// What is repeated, as often as gives four characters.
    private func once(_ text: String) -> String? {
        for length in 1..<max(1, text.count) where text.count % length == 0 {
            let piece = String(text.prefix(length))
            if text == String(repeating: piece, count: text.count / length) {
                var result = piece
                while result.count < 4 { result += piece }
                return String(text.prefix(max(length, result.count)))
            }
        }
        return nil
    }

    private func forms(_ password: String) -> Set<String> {
        let lower = password.lowercased()
        let head = { (text: String) in String(text.drop { !isLetter($0) }) }
        let tail = { (text: String) in String(String(text.reversed()).drop { !isLetter($0) }.reversed()) }
        let isSign = { (character: Character) in !isLetter(character) && !isDigit(character) }
        let signs = String(String(lower.drop(while: isSign).reversed()).drop(while: isSign).reversed())
        var pieces = [lower] + [signs, head(lower), tail(lower), head(tail(lower))].filter { $0.count >= 4 }
        pieces += pieces.compactMap(once)
        var forms: Set = [password, lower]
        for piece in pieces {
            forms.formUnion([piece, String(piece.reversed())])
            for one in ["i", "l"] as [Character] {
                forms.insert(String(piece.map { "1!|".contains($0) ? one : letters[$0] ?? $0 }))
            }
        }
        return forms
    }

    /// The keys of a password by one comparison.
    private func keys(_ password: String, by match: BlocklistMatch) throws -> [UInt64] {
        let bytes = Array(password.utf8)
        let keys = BlocklistKeys(FoldedPassword(bytes.span), typed: bytes.span, by: match)
        var found: [UInt64] = []
        let way = try keys.first(by: match) { key in
            found.append(key)
            return false
        }
        #expect(way == nil)
        return found
    }

    @Test(arguments: [71, 72, 73] as [UInt64])
    func theFormsAreThoseOfAPlainList(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        let alphabet = Array("aB1l!4@ж-$€日9")
        var longest = 0
        for round in 0..<1_500 {
            let few = (0..<1 + source.below(6)).map { _ in alphabet[source.below(alphabet.count)] }
            var password = String((0..<source.below(9)).map { _ in few[source.below(few.count)] })
            if round % 3 == 0 { password += password + (round % 2 == 0 ? password : "1!") }
            let mangled = try keys(password, by: .mangled)
            if Set(mangled) != Set(forms(password).map(SlowSHA1.key)) {
                Issue.record("seed \(seed): \(password)")
            }
            #expect(Set(mangled).count == mangled.count, "seed \(seed): \(password)")
            let folded = Set([password, password.lowercased()].map(SlowSHA1.key))
            #expect(Set(try keys(password, by: .folded)) == folded, "seed \(seed): \(password)")
            #expect(try keys(password, by: .exact) == [SlowSHA1.key(password)], "seed \(seed): \(password)")
            longest = max(longest, mangled.count)
        }
        #expect((20...42).contains(longest), "\(longest)")
    }

    @Test func theKeysOfWeakerComparisonsComeFirst() throws {
        for password in ["Password1", "!P@ssw0rdP@ssw0rd1", "", "cat", "1111"] {
            let mangled = try keys(password, by: .mangled)
            #expect(mangled.starts(with: try keys(password, by: .folded)))
            #expect(mangled.starts(with: try keys(password, by: .exact)))
        }
    }

    // MARK: - More passwords

    private func expectPlainForms(_ password: String, _ comment: @autoclosure () -> Comment) throws {
        let mangled = try keys(password, by: .mangled)
        #expect(Set(mangled) == Set(forms(password).map(SlowSHA1.key)), comment())
        #expect(Set(mangled).count == mangled.count, comment())
    }

    /// A letter, a letter that a digit may stand for, a digit that may stand for two, one that stands for none, a sign
    /// that stands for a letter and one that does not.
    @Test(arguments: [("al12!-", 4), ("a1!", 6), ("al1", 6), ("a0-", 5), ("aé€", 5)])
    func allShortPasswordsHaveThePlainForms(alphabet: String, length: Int) throws {
        for length in 0...length {
            for password in allStrings(over: alphabet, length: length) {
                try expectPlainForms(password, "\(password)")
            }
        }
    }

    private static let words = [
        "password", "illinois", "LetMeIn", "p@ssw0rd", "l1|!", "anna", "abab", "пароль", "ÄRGER", "日本語入",
        "😀😀😀😀", "abc",
        "a", "", "sum-mer", "1a2b", "€uro€", "Tr0ub4dor&3", "22", "ſtraße", "ǅ",
    ]

    /// Words as people change them: something before, something behind, letters disguised, backwards, again.
    @Test(arguments: [91, 92, 93] as [UInt64])
    func changedWordsHaveThePlainForms(seed: UInt64) throws {
        var source = SeededSource(seed: seed)
        let ends = ["", "", "1", "!", "123", "2024!", "!!", "-", "$", "1!1", "€", "00", "_x_"]
        func pick(_ choices: [String]) -> String { choices[source.below(choices.count)] }
        for _ in 0..<400 {
            var word = pick(Self.words)
            if source.below(3) == 0 { word = String(word.reversed()) }
            if source.below(3) == 0 { word = word.uppercased() }
            if source.below(3) == 0 {
                word = String(word.map { "oO".contains($0) ? "0" : "eE".contains($0) ? "3" : $0 })
            }
            word = pick(ends) + word + pick(ends)
            if source.below(3) == 0 { word += word }
            if source.below(5) == 0 { word += word + word }
            word += pick(["", "", "1", "!!"])
            // Case beyond what one rule covers is the engine's own; see Folding.
            if word.unicodeScalars.allSatisfy({
                Folding.lowercase($0.value) == $0.properties.lowercaseMapping.unicodeScalars.first?.value
            }) {
                try expectPlainForms(word, "seed \(seed): \(word)")
            }
        }
    }

    /// The same memory serves all forms, of which each may be longer than the one before.
    @Test func longPasswordsHaveThePlainForms() throws {
        for length in [55, 56, 63, 64, 65, 119, 120, 200, 1_000] {
            for piece in ["aB1!", "!a", "1l", "日a", "x"] {
                let password = String(String(repeating: piece, count: length).prefix(length))
                try expectPlainForms("1!" + password + "!!", "\(length) of \(piece)")
                try expectPlainForms(password + password, "\(length) of \(piece), twice")
            }
        }
    }
}
