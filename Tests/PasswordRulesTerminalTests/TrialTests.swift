import PasswordRules
import Testing

@testable import PasswordRulesTerminal

@Suite struct TrialTests {
    @Test func acceptedPasswordIsAskedForAgain() throws {
        var trial = try trial()
        #expect(trial.type("Sesame99", .enter) == .goesOn)
        #expect(trial.step == .retype && trial.note == nil)
        #expect(trial.type("Sesame99", .enter) == .isAccepted)
    }

    @Test func passwordThatIsNotAcceptedStays() throws {
        var trial = try trial()
        #expect(trial.type("sesame", .enter) == .goesOn)
        #expect(trial.step == .new && trial.note == .notAccepted && trial.new.text == "sesame")
        // The next key removes the note; redrawing does not.
        trial.type("", .redraw)
        #expect(trial.note == .notAccepted)
        trial.type("x")
        #expect(trial.note == nil)
    }

    @Test(arguments: ["", "sesame99", "Sesame9", "Sesame999"])
    func anotherSecondPasswordGoesBack(_ again: String) throws {
        var trial = try trial()
        trial.type("Sesame99", .enter)
        #expect(trial.type(again, .enter) == .goesOn)
        #expect(trial.step == .new && trial.note == .different)
        #expect(trial.new.text == "Sesame99" && trial.again.text == "")
        trial.type("", .enter)
        #expect(trial.type("Sesame99", .enter) == .isAccepted)
    }

    @Test func keysEditTheFieldThatIsTypedInto() throws {
        var trial = try trial()
        for (typed, key, left) in [
            ("two wordsx", Key.backspace, "two words"), ("", .word, "two "), ("", .clear, ""),
        ] {
            trial.type(typed, key)
            #expect(trial.new.text == left)
        }
        trial.type("Sesame99", .enter)
        for key in [Key.word, .clear] {
            trial.type("abc", key)
            #expect(trial.again.text == "" && trial.new.text == "Sesame99")
        }
    }

    @Test func backspaceInTheEmptySecondFieldGoesBack() throws {
        var trial = try trial()
        trial.type("Sesame99", .enter)
        trial.type("x", .backspace)
        #expect(trial.step == .retype)
        trial.type("", .backspace)
        #expect(trial.step == .new && trial.new.text == "Sesame99")
    }

    @Test func reportIsThatOfWhatIsTyped() throws {
        var trial = try trial()
        #expect(trial.report.outcomes.count == 4 && trial.report.progress == 0)
        for (typed, keys, isAccepted) in [
            ("Sesame99", [], true), ("", [.backspace], false), ("", [.suggest, .take], true),
        ] as [(String, [Key], Bool)] {
            trial.type(typed)
            for key in keys { _ = trial.handle(key) }
            trial.refresh()
            #expect(trial.report.isAccepted == isAccepted)
        }
    }

    @Test func rulesAreAskedOnceForAllThatIsPasted() throws {
        var count = 0
        var trial = Trial(check: { _, _ in count += 1 }) { (_) throws(GenerationError) in }
        #expect(count == 1)
        trial.type("pasted")
        #expect(count == 1)
        trial.refresh()
        trial.refresh()
        #expect(count == 2)
        trial.type("", .tab, .redraw, .suggest)
        trial.refresh()
        #expect(count == 2)
    }

    @Test func leavingTakesAnEmptyField() throws {
        var trial = try trial()
        #expect(trial.type("x", .end) == .goesOn)
        #expect(trial.note == .endIsNotEmpty)
        #expect(trial.type("", .clear, .end) == .isLeft)
        trial.type("Sesame99", .enter)
        #expect(trial.type("x", .end) == .goesOn)
        #expect(trial.type("", .backspace, .end) == .isLeft)
        #expect(trial.type("x", .interrupt) == .isLeft)
    }

    @Test func suggestionsComeOneAfterAnotherAndAreTaken() throws {
        var trial = try trial(suggesting: ["First-suggest1on", "Second-suggest1on"])
        trial.type("mine", .take)
        #expect(trial.note == .nothingToTake && trial.new.text == "mine")
        trial.type("", .suggest)
        #expect(trial.suggestion.text == "First-suggest1on" && trial.new.text == "mine")
        trial.type("", .suggest)
        #expect(trial.suggestion.text == "Second-suggest1on")
        trial.type("", .take)
        #expect(trial.new.text == "Second-suggest1on" && trial.note == .taken)
        // It has to be typed nevertheless: in the second field it cannot be filled in.
        trial.type("", .enter, .take)
        #expect(trial.step == .retype && trial.again.text == "")
        trial.type("", .suggest)
        #expect(trial.suggestion.text == "Second-suggest1on")
        // The list has no more suggestions.
        trial.type("", .backspace, .suggest)
        #expect(trial.suggestion.text == "")
        #expect(trial.note == .noSuggestion("the system's random source failed"))
    }

    @Test func confirmedPasswordIsNotReplaced() throws {
        var trial = try trial()
        trial.type("Sesame99", .suggest, .enter, .take)
        #expect(trial.new.text == "Sesame99" && trial.again.text == "" && trial.note == nil)
    }

    @Test func passwordThatDoesNotFitIsNotConfirmed() throws {
        var trial = try trial("minlength: 1")
        trial.type(String(repeating: "ab", count: Field.capacity / 2))
        #expect(trial.note == nil)
        trial.type("c")
        #expect(trial.note == .tooLong)
        trial.type("", .tab, .enter)
        #expect(trial.step == .new && trial.note == .tooLong)
        trial.type("", .backspace, .enter)
        #expect(trial.step == .retype)
    }

    @Test func tabShowsAndHides() throws {
        var trial = try trial()
        for isShown in [false, true, false] {
            #expect(trial.isShown == isShown)
            trial.type("", .tab)
        }
    }
}
