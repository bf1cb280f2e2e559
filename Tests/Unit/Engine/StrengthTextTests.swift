import Testing

@testable import PasswordRules

/// The texts on the pieces of a password: their kinds, and no part of it.
@Suite struct StrengthTextTests {
    private func words(_ kinds: StrengthPieceKind...) -> String {
        let set = kinds.reduce(StrengthPieceKinds()) { $0.union(StrengthPieceKinds($1)) }
        return Wording(Translator()).pieces(of: set).string
    }

    @Test func eachKindHasItsOwnMessage() {
        let said = StrengthPieceKind.allCases.map { words($0) }
        #expect(
            said == [
                "few characters", "a common word", "a common word reversed",
                "a word related to you",
                "adjacent keys", "a sequence", "a repetition", "a date", "a year",
            ])
    }

    @Test func charactersAreNamedLast() {
        #expect(words() == "few characters")
        #expect(words(.characters, .year) == "a year")
        #expect(words(.year, .characters, .word) == "a common word and a year")
        #expect(words(.word, .sequence, .date).hasSuffix(", a sequence and a date"))
    }
}
