import PasswordRules
import Testing

@testable import PasswordRulesTerminal

@Suite struct LayoutTests {
    private let screen = Screen(
        explanation:
            "Password rules: 8 characters or more, with an uppercase letter and a digit;\nno character too often.",
        notices: ["Note: a note."])

    /// A trial with everything that can be on a screen at once.
    private func fullTrial(_ step: Trial.Step) throws -> Trial {
        var trial = try trial(typing: .suggest)
        trial.type("weeek", .enter)
        if step == .retype {
            trial.type("", .take, .enter)
            trial.type("Sugg", .end)
        }
        return trial
    }

    @Test func everySizeIsDrawnInsideIt() throws {
        for step in [Trial.Step.new, .retype] {
            var trial = try fullTrial(step)
            for isShown in [false, true] {
                trial.type("", .tab, .end)
                for rows in Array(1...30) + [1000, 70_000, .max] {
                    for columns in Array(1...90) + [1000] where rows <= 30 || columns == 80 {
                        let picture = screen.picture(&trial, rows: rows, columns: columns, isUTF8: isShown)
                        #expect(picture.mistakes == [] && picture.isCursorVisible)
                        #expect(picture.cursor.column < columns)
                        // The field is never removed.
                        #expect(picture.lines[picture.cursor.row] != "", "\(rows) x \(columns)")
                    }
                }
            }
        }
    }

    @Test func beginningOfANoteIsShownOnTheLowestScreen() throws {
        var trial = try fullTrial(.new)
        let picture = screen.picture(&trial, rows: 3, columns: 20)
        #expect(picture.lines == ["*****", "Not accepted yet:", "the list says what"])
        #expect(picture.cursor == (0, 5))
    }

    @Test(arguments: [0, -1, Int.min]) func sizesThatAreNoneAreTheSmallest(_ size: Int) throws {
        var trial = try fullTrial(.new)
        #expect(screen.picture(&trial, rows: size, columns: size).lines.count == 1)
    }

    @Test func whatIsLeastImportantGivesWayFirst() throws {
        var trial = try trial()
        trial.type("weeek")
        func lines(_ rows: Int) -> [String] {
            screen.picture(&trial, rows: rows).lines.map { String($0.prefix(14)) }
        }
        let (rules, more) = ("Password rules", "no character t")
        let (field, bar) = ("New password: ", "  ####--------")
        let help = "Enter: go on  "
        let list = ["  [ ] 3 more c", "  [ ] needs an", "  [ ] needs a ", "  [!] one char"]
        let head = [rules, more, "Note: a note."]
        #expect(lines(14) == head + ["", field, ""] + list + ["", bar, "", help])
        #expect(lines(13) == head + ["", field, ""] + list + ["", bar, help])
        #expect(lines(12) == head + ["", field, ""] + list + [bar, help])
        #expect(lines(10) == head + [field] + list + [bar, help])
        #expect(lines(9) == head + [field] + list.prefix(2) + ["  ... and 2 mo", bar, help])
        #expect(lines(8) == ["Note: a note.", field] + list + [bar, help])
        #expect(lines(7) == ["Note: a note.", field] + list.prefix(2) + ["  ... and 2 mo", bar, help])
        #expect(lines(6) == ["Note: a note.", field] + list.prefix(2) + ["  ... and 2 mo", help])
        #expect(lines(5) == ["Note: a note.", field] + list.prefix(2) + ["  ... and 2 mo"])
        #expect(lines(4) == [field] + list.prefix(2) + ["  ... and 2 mo"])
        #expect(lines(3) == [field, list[0], "  ... and 3 mo"])
        #expect(lines(2) == [field, "  ... 4 rules,"])
        #expect(lines(1) == [field])
    }

    @Test func rulesThatAreNotMetAreShownBeforeThoseThatAre() throws {
        var trial = try trial()
        trial.type("Aaaa")
        #expect(
            screen.picture(&trial, rows: 4).lines == [
                "New password: ****", "  [ ] 4 more characters needed (4 of 8)", "  [ ] needs a digit",
                "  ... and 2 more, 1 not met",
            ])
        trial.type("", .clear)
        trial.type("Sesame99")
        #expect(
            screen.picture(&trial, rows: 2).lines == ["New password: ********", "  ... 4 rules, met"])
    }

    @Test func narrowScreenWrapsTheRules() throws {
        var trial = try trial()
        trial.type("weeek")
        #expect(
            Screen(
                explanation:
                    "Password rules: one of these:\n  - many characters\n    of all kinds\nAnd: more."
            )
            .picture(&trial, columns: 26).lines == [
                "Password rules: one of", "these:", "- many characters of all", "kinds", "And: more.", "",
                "New: *****", "",
                "  [ ] 3 more characters", "      needed (5 of 8)",
                "  [ ] needs an uppercase", "      letter",
                "  [ ] needs a digit",
                "  [!] one character 3", "      times in a row (at", "      most 2)",
                "", "  ##---------------  15 %", "",
                "Enter: go on   Tab: show", "Ctrl-G: suggest one", "Ctrl-C: leave",
            ])
    }

    @Test(arguments: [
        ("a bc def", 3, ["a", "bc", "def"]), ("a bc def", 4, ["a bc", "def"]),
        ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]),
        ("abcdef", 3, ["abc", "def"]), ("", 3, []), ("a", 0, ["a"]), ("ab", -5, ["a", "b"]),
        ("gr\u{FC}n g", 4, ["gr\u{FC}n", "g"]),
    ])
    func wordsAreWrapped(_ text: String, _ columns: Int, _ expected: [String]) {
        #expect(Wrapping.lines(of: text, columns: columns) == expected)
    }

    @Test func messageThatTwoRulesShareIsShownOnce() throws {
        let report = Checker(try Descriptor("required: digit; required: digit")).check("")
        #expect(report.outcomes.count == 2 || report.outcomes.count == 1)
        #expect(Checklist.outcomes(of: report).map(\.message) == ["needs a digit"])
    }

    @Test func hundredPercentIsForWhatIsAccepted() throws {
        let checker = Checker(try Descriptor("minlength: 500"))
        let almost = String(repeating: "ab", count: 249) + "c"
        #expect(Checklist.percent(of: checker.check(almost)) == 99)
        #expect(Checklist.percent(of: checker.check(almost + "d")) == 100)
        #expect(Checklist.percent(of: checker.check("")) == 0)
        #expect(Checklist.percent(of: Report()) == 0)
    }
}
