import PasswordRules
import Testing

@testable import PasswordRulesTerminal

@Suite struct ScreenTests {
    private let screen = Screen(
        explanation: "Password rules: at least 8 characters.", notices: ["Note: a note."])

    @Test func emptyScreen() throws {
        var trial = try trial()
        let picture = screen.picture(&trial)
        #expect(
            picture.lines == [
                "Password rules: at least 8 characters.",
                "Note: a note.",
                "",
                "New password: ",
                "",
                "  [ ] 8 more characters needed (0 of 8)",
                "  [ ] needs an uppercase letter",
                "  [ ] needs a digit",
                "  [-] no more than 2 of the same character in a row",
                "",
                "  --------------------------------  0%",
                "",
                "Enter: next   Tab: show   Ctrl-G: suggest one   Ctrl-C: cancel",
            ])
        #expect(picture.cursor == (3, 14) && picture.isCursorVisible && picture.mistakes == [])
    }

    @Test func rulesAreTickedAndViolationsMarked() throws {
        var trial = try trial()
        trial.type("Aaaab")
        let picture = screen.picture(&trial, isUTF8: true)
        #expect(
            Array(picture.lines[3...10]) == [
                "New password: *****",
                "",
                "  \u{25CB} 3 more characters needed (5 of 8)",
                "  \u{2713} has an uppercase letter",
                "  \u{25CB} needs a digit",
                "  \u{2717} the same character 3 times in a row (at most 2)",
                "",
                "  " + String(repeating: "\u{2588}", count: 12) + String(repeating: "\u{2591}", count: 20)
                    + "  40%",
            ])
        #expect(picture.cursor == (3, 19))
    }

    @Test func secondFieldIsCompared() throws {
        var trial = try trial()
        trial.type("Sesame99", .enter)
        for (typed, remark) in [
            ("", "[ ] type the same password again"), ("Ses", "[ ] type the same password again"),
            ("ame99", "[x] the same as above"), ("!", "[!] not the same as above"),
        ] {
            trial.type(typed)
            let lines = screen.picture(&trial).lines
            #expect(lines[3] == "New password: ********" && lines[4].hasPrefix("Retype new password: "))
            #expect(lines[6] == "  [x] meets all the rules" && lines[7] == "  " + remark)
            #expect(lines.last == "Enter: compare   Tab: show   Backspace: go back   Ctrl-C: cancel")
        }
        #expect(screen.picture(&trial).cursor == (4, "Retype new password: *********".count))
    }

    @Test func suggestionAndNoteAreShown() throws {
        var trial = try trial(typing: .suggest, .take)
        let lines = screen.picture(&trial).lines
        #expect(
            Array(lines.suffix(5)) == [
                "Suggestion: Suggest1on", "", "Suggestion filled in. Press Enter, then type it again.", "",
                "Enter: next   Tab: show   Ctrl-G: another one   Ctrl-T: use it   Ctrl-C: cancel",
            ])
    }

    @Test(arguments: [
        // The typed text, as shown in UTF-8, and as shown in other charsets.
        ("abc", "abc", "abc"), ("gr\u{FC}n", "gr\u{FC}n", "gr?n"),
        ("\u{6F22}\u{5B57}", "\u{6F22}\u{5B57}", "??"), ("e\u{301}", "e\u{301}", "e?"),
        ("a\tb\u{1B}[31m\u{7F}", "a\u{FFFD}b\u{FFFD}[31m\u{FFFD}", "a?b?[31m?"),
        // A C1 control, a character that changes the direction of text, one without a width, an unassigned
        // one.
        ("\u{9B}31m", "\u{FFFD}31m", "?31m"),
        ("a\u{202E}b\u{200B}c\u{FEFF}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}", "a?b?c?"),
        ("\u{378}\u{E000}\u{2028}", "\u{FFFD}\u{FFFD}\u{FFFD}", "???"),
    ])
    func typedTextIsShownWithoutControls(_ typed: String, _ shown: String, _ inASCII: String)
        throws
    {
        var trial = try trial(typing: .tab)
        for byte in typed.utf8 { _ = trial.handle(.byte(byte)) }
        for (isUTF8, expected) in [(true, shown), (false, inASCII)] {
            let picture = screen.picture(&trial, isUTF8: isUTF8)
            #expect(picture.lines[3] == "New password: " + expected && picture.mistakes == [])
        }
        trial.type("", .tab)
        let stars = String(repeating: "*", count: typed.unicodeScalars.count)
        #expect(screen.picture(&trial, isUTF8: true).lines[3] == "New password: " + stars)
    }

    @Test func illFormedBytesAreShownAsOneEach() throws {
        var trial = try trial(typing: .tab, .byte(0x61), .byte(0xFF), .byte(0xE2), .byte(0x82), .byte(0x62))
        for shown in ["a??b", "****"] {
            #expect(screen.picture(&trial).lines[3] == "New password: " + shown)
            trial.type("", .tab)
        }
    }

    @Test(arguments: [
        ("abcdefghijklmnopqrstuvwxyz", 24, "New: <jklmnopqrstuvwxyz", "New: \u{2026}jklmnopqrstuvwxyz"),
        ("abcdefghijklmnopqr", 24, "New: abcdefghijklmnopqr", "New: abcdefghijklmnopqr"),
        // Half of a wide character is not shown.
        (
            String(repeating: "\u{6F22}", count: 20), 24, "New: <?????????????????",
            "New: \u{2026}" + String(repeating: "\u{6F22}", count: 8)
        ),
        ("abcdef", 5, "<def", "\u{2026}def"), ("abcdef", 2, "<", "\u{2026}"), ("abcdef", 1, "<", "\u{2026}"),
    ])
    func longPasswordShowsItsEnd(_ typed: String, _ columns: Int, _ inASCII: String, _ expected: String)
        throws
    {
        var trial = try trial(typing: .tab)
        trial.type(typed)
        for (isUTF8, expected) in [(true, expected), (false, inASCII)] {
            let picture = Screen(explanation: "").picture(&trial, columns: columns, isUTF8: isUTF8)
            #expect(picture.lines[0] == expected)
            #expect(picture.cursor.row == 0 && picture.cursor.column < columns && picture.mistakes == [])
        }
    }

    @Test func nothingFollowsAWideCharacterThatDoesNotFit() throws {
        var trial = try trial()
        let picture = Screen(explanation: "\u{6F22}\u{5B57}x").picture(&trial, columns: 3, isUTF8: true)
        #expect(picture.lines[0] == "\u{6F22}")
    }

    @Test func longSuggestionIsShownWhole() throws {
        let suggestion = String(repeating: "abcdefghij", count: 10)
        var trial = try trial(suggesting: [suggestion], typing: .suggest)
        let lines = screen.picture(&trial, columns: 40).lines
        let start = try #require(lines.firstIndex(of: "Suggestion: "))
        #expect(lines[(start + 1)...(start + 3)].joined() == suggestion)
    }

    @Test func lineMayBeOfManyBytes() {
        var canvas = Canvas(
            Canvas.Abilities(rows: 1, columns: 10_000, isUTF8: false, hasColours: false, width: { _ in 1 }))
        let text = String(repeating: "x", count: 9_999)
        canvas.begin()
        canvas.beginLine(0)
        canvas.put(text)
        #expect(Picture(canvas).lines == [text])
    }

    @Test func coloursAreShownIfAllowed() throws {
        var trial = try trial()
        trial.type("Aaaab")
        #expect(screen.picture(&trial, hasColours: false).colours == [])
        let colours = screen.picture(&trial, hasColours: true).colours
        #expect(Set(colours) == ["[0m", "[2m", "[31m", "[32m"] && colours.last == "[0m")
    }

    @Test func hostileTextReachesNoTerminal() throws {
        let hostile = "\u{1B}]0;title\u{7}\u{1B}[2J\u{9B}31m\r\n\u{202E}x"
        var trial = try trial(typing: .suggest)
        let screen = Screen(explanation: hostile, notices: [hostile])
        for isUTF8 in [false, true] {
            #expect(screen.picture(&trial, isUTF8: isUTF8).mistakes == [])
        }
    }
}
