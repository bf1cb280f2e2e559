import PasswordRules
import Testing

@testable import PasswordRulesTerminal

@Suite struct TrialTests {
    /// Keys that are not characters. A letter in a circle is one with Ctrl.
    private static let keys: [Character: Key] = [
        "⏎": .enter, "⇥": .tab, "⌫": .backspace, "Ⓖ": .suggest, "Ⓣ": .take, "Ⓤ": .clear, "Ⓦ": .word,
        "Ⓓ": .end, "Ⓒ": .interrupt, "Ⓛ": .redraw,
    ]

    /// Where keys lead to: what comes of the last one, the step, the note, and both fields.
    @Test(
        arguments: [
            // An accepted password is asked for again.
            ("Sesame99⏎", .goesOn, .retype, nil, "Sesame99", ""),
            ("Sesame99⏎Sesame99⏎", .isAccepted, .retype, nil, "Sesame99", "Sesame99"),
            // One that is not stays. The next key removes the note; redrawing does not.
            ("sesame⏎", .goesOn, .new, .notAccepted, "sesame", ""),
            ("sesame⏎Ⓛ", .goesOn, .new, .notAccepted, "sesame", ""),
            ("sesame⏎Ⓛx", .goesOn, .new, nil, "sesamex", ""),
            // Another second password goes back.
            ("Sesame99⏎⏎", .goesOn, .new, .different, "Sesame99", ""),
            ("Sesame99⏎sesame99⏎", .goesOn, .new, .different, "Sesame99", ""),
            ("Sesame99⏎Sesame9⏎", .goesOn, .new, .different, "Sesame99", ""),
            ("Sesame99⏎Sesame999⏎", .goesOn, .new, .different, "Sesame99", ""),
            ("Sesame99⏎⏎⏎Sesame99⏎", .isAccepted, .retype, nil, "Sesame99", "Sesame99"),
            // Keys edit the field that is typed into.
            ("two wordsx⌫", .goesOn, .new, nil, "two words", ""),
            ("two wordsⓌ", .goesOn, .new, nil, "two ", ""),
            ("two wordsⓊ", .goesOn, .new, nil, "", ""),
            ("Sesame99⏎abcⓌ", .goesOn, .retype, nil, "Sesame99", ""),
            ("Sesame99⏎abcⓊ", .goesOn, .retype, nil, "Sesame99", ""),
            // Backspace in the empty second field goes back.
            ("Sesame99⏎x⌫", .goesOn, .retype, nil, "Sesame99", ""),
            ("Sesame99⏎x⌫⌫", .goesOn, .new, nil, "Sesame99", ""),
            // Leaving by Ctrl-D takes an empty field.
            ("xⒹ", .goesOn, .new, .endIsNotEmpty, "x", ""), ("xⒹⓊⒹ", .isLeft, .new, nil, "", ""),
            ("Sesame99⏎xⒹ", .goesOn, .retype, .endIsNotEmpty, "Sesame99", "x"),
            ("Sesame99⏎xⒹ⌫Ⓓ", .isLeft, .retype, nil, "Sesame99", ""), ("xⒸ", .isLeft, .new, nil, "x", ""),
            // A confirmed password is not replaced, and in the second field nothing can be filled in.
            ("mineⓉ", .goesOn, .new, .nothingToTake, "mine", ""),
            ("mineⒼ", .goesOn, .new, nil, "mine", ""),
            ("mineⒼⓉ", .goesOn, .new, .taken, "Suggest1on", ""),
            ("ⒼⓉ⏎Ⓣ", .goesOn, .retype, nil, "Suggest1on", ""),
            ("Sesame99Ⓖ⏎Ⓣ", .goesOn, .retype, nil, "Sesame99", ""),
        ] as [(String, Trial.Result, Trial.Step, Note?, String, String)])
    func keysLeadTo(
        keys: String, result: Trial.Result, step: Trial.Step, note: Note?, new: String, again: String
    ) throws {
        var trial = try trial()
        var last = Trial.Result.goesOn
        for key in keys { last = Self.keys[key].map { trial.handle($0) } ?? trial.type("\(key)") }
        #expect(last == result && trial.step == step && trial.note == note)
        #expect(trial.new.text == new && trial.again.text == again)
    }

    @Test func reportIsAboutTheTypedPassword() throws {
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

    @Test func pastedTextIsCheckedOnce() throws {
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

    @Test func suggestionsComeOneAfterAnother() throws {
        var trial = try trial(suggesting: ["First-suggest1on", "Second-suggest1on"], typing: .suggest)
        #expect(trial.suggestion.text == "First-suggest1on")
        trial.type("", .suggest)
        #expect(trial.suggestion.text == "Second-suggest1on")
        // In the second field the suggestion stays, and the list has no more.
        trial.type("", .take, .enter, .suggest)
        #expect(trial.suggestion.text == "Second-suggest1on")
        trial.type("", .backspace, .suggest)
        #expect(trial.suggestion.text == "")
        #expect(trial.note == .noSuggestion("the system's random source failed"))
    }

    @Test func overlongPasswordIsNotConfirmed() throws {
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
