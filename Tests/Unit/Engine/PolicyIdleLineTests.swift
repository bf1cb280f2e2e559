import Testing

@testable import PasswordRules

/// Lines that do nothing, because earlier lines ask for as much.
@Suite struct PolicyIdleLineTests {
    /// The lines of some files that do nothing for a subject, each with those that ask for as much.
    private func idleLines(_ files: [String], _ subject: PolicySubject? = nil) throws -> [String] {
        func text(_ line: AppliedPolicy.Item) -> String {
            "\(line.key.name) = \(String(decoding: line.value, as: UTF8.self))"
        }
        return try applyPolicy(files, to: subject).idleLines.map { idle in
            let others = idle.others.isEmpty ? ["built in"] : idle.others.map(text)
            return "\(text(idle.line)) by \(others.joined(separator: " and "))"
        }
    }

    @Test(
        arguments: [
            (
                ["rules = minlength: 12\nrules = minlength: 8\n"],
                ["rules = minlength: 8 by rules = minlength: 12"]
            ),
            // A later line that is stricter is not idle, nor is the earlier line reported.
            (["rules = minlength: 8\nrules = minlength: 12\n"], []),
            (["rules = minlength: 8\nrules = max-repeating: 3\nrules = minlength: 8; maxlength: 64\n"], []),
            // A line repeated in one section is reported; repeated in another file, it is not.
            (
                ["rules = minlength: 12\nrules = minlength: 12\n"],
                ["rules = minlength: 12 by rules = minlength: 12"]
            ),
            (["rules = minlength: 12\n", "rules = minlength: 12\n"], []),
            (["rules = minlength: 12; required: digit\n", "rules = minlength: 12\n"], []),
            (
                ["rules = minlength: 12; required: digit\n", "rules = minlength: 10\n"],
                ["rules = minlength: 10 by rules = minlength: 12; required: digit"]
            ),
            // Several lines may ask for as much together.
            (
                ["rules = minlength: 12\nrules = max-repeating: 2\nrules = minlength: 9; max-repeating: 3\n"],
                [
                    "rules = minlength: 9; max-repeating: 3 by rules = minlength: 12 and rules = max-repeating: 2"
                ]
            ),
            (
                ["rules = allowed: lower\nrules = allowed: lower, digit\n"],
                ["rules = allowed: lower, digit by rules = allowed: lower"]
            ),
            (
                ["rules = required: digit; required: digit\nrules = required: digit\n"],
                ["rules = required: digit by rules = required: digit; required: digit"]
            ),
            // A key, and a property of `rules` with the same meaning.
            (
                ["min-classes = 3\n", "rules = min-classes: 2\n"],
                ["rules = min-classes: 2 by min-classes = 3"]
            ),
            (["rules = min-classes: 3\nmin-classes = 2\n"], ["min-classes = 2 by rules = min-classes: 3"]),
            (["min-guesses = 10^10\nmin-strength = fair\n"], ["min-strength = fair by min-guesses = 10^10"]),
            // Keys whose strictest value counts.
            (["min-different = 5\n", "min-different = 4\n"], ["min-different = 4 by min-different = 5"]),
            (["max-keyboard = 4\n", "max-keyboard = 5\n"], ["max-keyboard = 5 by max-keyboard = 4"]),
            (["max-keyboard = 5\n", "max-keyboard = 4\n"], []),
            (["max-keyboard = 4\n", "max-keyboard = 4\n"], []),
            (["username = reject\n", "username = whole\n"], ["username = whole by username = reject"]),
            (["at-least = 2 digit\nat-least = 1 digit\n"], ["at-least = 1 digit by at-least = 2 digit"]),
            (["at-least = 2 digit\nat-least = 1 upper\n"], []),
            // What is built in asks for something, too.
            (["old-password = same\n"], ["old-password = same by built in"]),
            (["old-password = reject\nusername = whole\n"], []),
            (["username =\nusername = whole\nold-password =\nold-password = same\n"], []),
            // An empty value takes back what comes before.
            (["rules = minlength: 12\nrules =\nrules = minlength: 8\n"], []),
            (["min-different = 5\n", "min-different =\nmin-different = 4\n"], []),
            // Lists and words add up: naming one again is reported only in the same section.
            (["words = acme, tulip\nwords = tulip\n"], ["words = tulip by words = acme, tulip"]),
            (["words = acme\nwords = acme, tulip\n"], []),
            (["words = acme\n", "words = acme\n"], []),
            (["blocklist = /a\nblocklist = /a\n"], ["blocklist = /a by blocklist = /a"]),
            (["blocklist = /a\nblocklist = mangled /a\n", "blocklist = /a\n"], []),
            // Rules with alternatives are one choice of several.
            (["rules = minlength: 12\nor = min-words: 4\n", "rules = minlength: 8\n"], []),
            (["rules = minlength: 12\n", "rules = minlength: 8\nor = min-words: 4\n"], []),
            (
                ["rules = minlength: 12\nrules = minlength: 8\nor = min-words: 4\n"],
                ["rules = minlength: 8 by rules = minlength: 12"]
            ),
            // Lines of a preset that do nothing are not reported; lines of the file are.
            (
                ["preset = cis-debian-12\nrules = minlength: 12\n"],
                ["rules = minlength: 12 by rules = minlength: 14; max-repeating: 3; max-sequential: 3;"]
            ),
            (["rules = minlength: 20\nmin-classes = 4\n", "preset = cis-debian-12\n"], []),
            (["preset = cis-debian-12\nrules = minlength: 14\n"], []),
            // Keys that demand nothing are overridden.
            (["retry = 2\n", "retry = 1\n", "enforce = no\n"], []),
        ] as [([String], [String])])
    func linesForEverybody(files: [String], wanted: [String]) throws {
        #expect(try idleLines(files) == wanted, "\(files)")
    }

    /// A section only adds to the demands for everybody. A weaker line in it, perhaps meant as an exception, is
    /// reported.
    @Test func weakerSectionDoesNothing() throws {
        let text =
            "rules = minlength: 15\n[group g]\nrules = minlength: 10\n[user a]\nrules = minlength: 20\n"
        let subject = PolicySubject(user: Array("a".utf8), groups: [Array("g".utf8)])
        #expect(try idleLines([text]) == [])
        #expect(
            try idleLines([text], subject) == ["rules = minlength: 10 by rules = minlength: 15"])
    }

    @Test func manyIdleLinesAreFoundQuickly() throws {
        var text = ""
        for number in 0..<9_000 {
            text += "rules = minlength: \(20_000 - number)\nwords = word\(number % 7)\n"
        }
        #expect(try applyPolicy([text]).idleLines.count == Diagnostics.maximumCount)
    }
}
