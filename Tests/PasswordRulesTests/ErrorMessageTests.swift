import Testing

@testable import PasswordRules

/// The texts of errors, which the tool and bindings show unchanged.
@Suite struct ErrorMessageTests {
    @Test(
        arguments: [
            (
                .lengthNotAllowed(length: 1, minimum: 8, maximum: nil),
                "the rules do not allow 1 character: at least 8"
            ),
            (
                .lengthNotAllowed(length: 70, minimum: 8, maximum: 64),
                "the rules do not allow 70 characters: at least 8, at most 64"
            ),
            (.tooLong(length: 2000), "a password of 2000 characters is too long to generate: at most 1024"),
            (
                .limitsContradict(minimum: 9, maximum: 8),
                "no password can satisfy the rules: minlength 9 is above maxlength 8"
            ),
            (
                .requirementsNeed(length: 1, maximum: 0),
                "no password can satisfy the rules: meeting all requirements takes 1 character, and there may be 0"
            ),
            (
                .limitsLeaveNone(length: 20),
                "no password can satisfy the rules: the limits on repeats and sequences leave none of 20 characters"
            ),
            (
                .notFound(tries: 1),
                "no password was found that satisfies the rules, in 1 attempt; they are too involved, or the length is too great, to find one by counting"
            ),
            (
                .notFound(tries: 500),
                "no password was found that satisfies the rules, in 500 attempts; they are too involved, or the length is too great, to find one by counting"
            ),
            (
                .tooFew(wanted: 3, available: 1),
                "the rules permit 1 password only, and 3 different ones are wanted"
            ),
            (
                .tooFew(wanted: 30, available: 26),
                "the rules permit 26 passwords only, and 30 different ones are wanted"
            ),
            (.countOutOfRange(0), "0 passwords cannot be generated at once: from 1 to 1000000"),
            (.countOutOfRange(-5), "-5 passwords cannot be generated at once: from 1 to 1000000"),
            (.entropyOutOfRange, "the entropy must be from 0 to 1024 bits"),
            (.noRandomness, "the system's random source failed"),
        ] as [(GenerationError, String)])
    func generationErrorHasASentence(error: GenerationError, message: String) {
        #expect(error.message == message)
    }

    @Test(
        arguments: [
            (
                .tooManyRequirements(count: 11, maximum: 10),
                "there are 11 different requirements; passwords are counted for up to 10"
            ),
            (.tooLong(length: 1), "passwords of 1 character are too long to be counted by these rules"),
            (
                .tooLong(length: 1024),
                "passwords of 1024 characters are too long to be counted by these rules"
            ),
        ] as [(CountError, String)])
    func countErrorHasASentence(error: CountError, message: String) {
        #expect(error.message == message)
    }

    /// The errors as they occur, with their numbers in the sentence.
    @Test func sentencesSayWhatWasAskedFor() throws {
        let generator = Generator(try Descriptor("allowed: [ab]; minlength: 2; maxlength: 2"))
        var source = SeededSource(seed: 1)
        let tooFew = #expect(throws: GenerationError.self) {
            _ = try generator.generate(count: 5, from: &source)
        }
        #expect(tooFew?.message == "the rules permit 4 passwords only, and 5 different ones are wanted")
        let tooMany = #expect(throws: GenerationError.self) {
            _ = try generator.generate(count: 1_000_001, from: &source)
        }
        #expect(tooMany?.message == "1000001 passwords cannot be generated at once: from 1 to 1000000")
    }

    @Test func fileThatCannotBeReadHasItsErrorNumber() {
        let problem = BlocklistProblem.unreadable(error: 5)
        #expect(problem.code == 326)
        #expect(String(decoding: problem.messageBytes, as: UTF8.self) == "cannot be read: error 5")
    }
}
