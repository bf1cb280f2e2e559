import PasswordRules
import Testing

@testable import PasswordRulesTerminal

@Suite struct LayoutTests {
    private let screen = Screen(
        explanation:
            "Password rules: at least 8 characters, with an uppercase letter and a digit;\nno character too often.",
        notices: ["Note: a note."])

    /// A trial with everything that can be on a screen at once.
    private func fullTrial(_ step: Trial.Step) throws -> Trial {
        var trial = try trial(estimates: true, typing: .suggest)
        trial.type("weeek", .enter)
        if step == .retype {
            trial.type("", .take, .enter)
            trial.type("Sugg", .end)
        }
        return trial
    }

    @Test(arguments: [Trial.Step.new, .retype], [false, true])
    func pictureFitsEverySize(step: Trial.Step, isShown: Bool) throws {
        var trial = try fullTrial(step)
        if isShown { trial.type("", .tab) }
        for rows in Array(1...16) + [24, 1000, 70_000, .max] {
            let columns =
                rows > 24 ? [80] : Array(1...24) + Array(stride(from: 26, through: 90, by: 4)) + [1000]
            for columns in columns {
                let picture = screen.picture(&trial, rows: rows, columns: columns, isUTF8: isShown)
                // The field is never removed.
                let field = picture.lines[picture.cursor.row]
                if picture.mistakes != [] || !picture.isCursorVisible || field == "" {
                    Issue.record("\(rows) x \(columns): \(picture.mistakes)")
                }
            }
        }
    }

    @Test func beginningOfANoteIsShownOnAShortScreen() throws {
        var trial = try fullTrial(.new)
        let picture = screen.picture(&trial, rows: 3, columns: 20)
        #expect(picture.lines == ["*****", "Not accepted yet:", "see the list above."])
        #expect(picture.cursor == (0, 5))
    }

    @Test(arguments: [0, -1, Int.min]) func invalidSizesAreTheSmallest(_ size: Int) throws {
        var trial = try fullTrial(.new)
        #expect(screen.picture(&trial, rows: size, columns: size).lines.count == 1)
    }

    @Test func leastImportantLinesGoFirst() throws {
        var trial = try trial()
        trial.type("weeek")
        let head = ["Password rules", "no character t", "Note: a note."]
        let (field, bar, help) = ("New password: ", "  ####--------", "Enter: next   ")
        let list = ["  [ ] 3 more c", "  [ ] needs an", "  [ ] needs a ", "  [!] the same"]
        let shortList = list.prefix(2) + ["  ... and 2 mo"]
        // From the tallest screen to the shortest.
        for (rows, lines) in [
            (14, head + ["", field, ""] + list + ["", bar, "", help]),
            (13, head + ["", field, ""] + list + ["", bar, help]),
            (12, head + ["", field, ""] + list + [bar, help]), (10, head + [field] + list + [bar, help]),
            (9, head + [field] + shortList + [bar, help]),
            (8, ["Note: a note.", field] + list + [bar, help]),
            (7, ["Note: a note.", field] + shortList + [bar, help]),
            (6, ["Note: a note.", field] + shortList + [help]), (5, ["Note: a note.", field] + shortList),
            (4, [field] + shortList), (3, [field, list[0], "  ... and 3 mo"]),
            (2, [field, "  ... 4 rules,"]),
            (1, [field]),
        ] as [(Int, [String])] {
            #expect(
                screen.picture(&trial, rows: rows).lines.map { String($0.prefix(14)) } == lines, "\(rows)")
        }
    }

    @Test func unmetRulesAreShownFirst() throws {
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
                    "Password rules:\n  - many characters of all kinds\n  - choose one of these:\n      - more"
            )
            .picture(&trial, columns: 26).lines == [
                "Password rules:", "  - many characters of all", "    kinds", "  - choose one of these:",
                "      - more", "",
                "New: *****", "", "  [ ] 3 more characters",
                "      needed (5 of 8)", "  [ ] needs an uppercase", "      letter", "  [ ] needs a digit",
                "  [!] the same character 3", "      times in a row (at", "      most 2)", "",
                "  ##----------------  15%", "", "Enter: next   Tab: show", "Ctrl-G: suggest one",
                "Ctrl-C: cancel",
            ])
    }

    @Test(arguments: [
        ("a bc def", 3, ["a", "bc", "def"]), ("a bc def", 4, ["a bc", "def"]),
        ("abcdefgh ij", 3, ["abc", "def", "gh", "ij"]), ("abcdef", 3, ["abc", "def"]), ("", 3, []),
        ("a", 0, ["a"]), ("ab", -5, ["a", "b"]), ("gr\u{FC}n g", 4, ["gr\u{FC}n", "g"]),
    ])
    func wordsAreWrapped(_ text: String, _ columns: Int, _ expected: [String]) {
        #expect(Wrapping.lines(of: text, columns: columns) == expected)
    }

    @Test func messageThatTwoRulesShareIsShownOnce() throws {
        let report = Checker(try Descriptor("max-repeating: 2; max-consecutive: 2")).check("aaa")
        #expect(report.outcomes.count == 2)
        #expect(
            Checklist.outcomes(of: report).map(\.message) == [
                "the same character 3 times in a row (at most 2)"
            ])
    }

    @Test func onlyAcceptedPasswordsHaveHundredPercent() throws {
        let checker = Checker(try Descriptor("minlength: 500"))
        let almost = String(repeating: "ab", count: 249) + "c"
        #expect(Checklist.percent(of: checker.check(almost)) == 99)
        #expect(Checklist.percent(of: checker.check(almost + "d")) == 100)
        #expect(Checklist.percent(of: checker.check("")) == 0)
        #expect(Checklist.percent(of: Report()) == 0)
    }
}
