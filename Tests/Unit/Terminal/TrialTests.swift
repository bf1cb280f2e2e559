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
            ("Sesame99⏎", .continues, .retype, nil, "Sesame99", ""),
            ("Sesame99⏎Sesame99⏎", .accepted, .retype, nil, "Sesame99", "Sesame99"),
            // A refused one stays. The next key removes the note; redrawing does not.
            ("sesame⏎", .continues, .new, .notAccepted, "sesame", ""),
            ("sesame⏎Ⓛ", .continues, .new, .notAccepted, "sesame", ""),
            ("sesame⏎Ⓛx", .continues, .new, nil, "sesamex", ""),
            // A different second password goes back to the first field.
            ("Sesame99⏎⏎", .continues, .new, .different, "Sesame99", ""),
            ("Sesame99⏎sesame99⏎", .continues, .new, .different, "Sesame99", ""),
            ("Sesame99⏎Sesame9⏎", .continues, .new, .different, "Sesame99", ""),
            ("Sesame99⏎Sesame999⏎", .continues, .new, .different, "Sesame99", ""),
            ("Sesame99⏎⏎⏎Sesame99⏎", .accepted, .retype, nil, "Sesame99", "Sesame99"),
            // Keys edit the field that is typed into.
            ("two wordsx⌫", .continues, .new, nil, "two words", ""),
            ("two wordsⓌ", .continues, .new, nil, "two ", ""),
            ("two wordsⓊ", .continues, .new, nil, "", ""),
            ("Sesame99⏎abcⓌ", .continues, .retype, nil, "Sesame99", ""),
            ("Sesame99⏎abcⓊ", .continues, .retype, nil, "Sesame99", ""),
            // Backspace in the empty second field goes back.
            ("Sesame99⏎x⌫", .continues, .retype, nil, "Sesame99", ""),
            ("Sesame99⏎x⌫⌫", .continues, .new, nil, "Sesame99", ""),
            // Ctrl-D leaves only from an empty field.
            ("xⒹ", .continues, .new, .endIsNotEmpty, "x", ""), ("xⒹⓊⒹ", .cancelled, .new, nil, "", ""),
            ("Sesame99⏎xⒹ", .continues, .retype, .endIsNotEmpty, "Sesame99", "x"),
            ("Sesame99⏎xⒹ⌫Ⓓ", .cancelled, .retype, nil, "Sesame99", ""),
            ("xⒸ", .cancelled, .new, nil, "x", ""),
            // A confirmed password is not replaced, and in the second field nothing can be filled in.
            ("mineⓉ", .continues, .new, .nothingToTake, "mine", ""),
            ("mineⒼ", .continues, .new, nil, "mine", ""),
            ("mineⒼⓉ", .continues, .new, .taken, "Suggest1on", ""),
            ("ⒼⓉ⏎Ⓣ", .continues, .retype, nil, "Suggest1on", ""),
            ("Sesame99Ⓖ⏎Ⓣ", .continues, .retype, nil, "Sesame99", ""),
        ] as [(String, Trial.Result, Trial.Step, Note?, String, String)])
    func keysLeadTo(
        keys: String, result: Trial.Result, step: Trial.Step, note: Note?, new: String, again: String
    ) throws {
        var trial = try trial()
        var last = Trial.Result.continues
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
