import ArgumentParser
import PasswordRules
import PasswordRulesTerminal

/// Tries passwords without a terminal to draw on: plain lines in ASCII.
enum TryLines {
    /// Prints the report on each line of standard input.
    static func run(_ check: Trial.Check) throws {
        var report = Report()
        var count = 0
        var hasRejected = false
        var input = PasswordInput()
        try input.forEachLine { password in
            check(password, &report)
            if count > 0 { try write("") }
            count += 1
            for outcome in Checklist.outcomes(of: report) {
                try write("  \(outcome.isMet ? "[x]" : "[ ]") \(outcome.message)")
            }
            if !report.isAccepted { hasRejected = true }
            try write(
                (report.isAccepted ? "accepted" : "not accepted yet") + ", \(Checklist.percent(of: report))%"
            )
        }
        if count == 0 { throw Failure(message: "no password on standard input") }
        if hasRejected { throw ExitCode(1) }
    }

    private static func write(_ line: String) throws {
        try Output.standard.write(Array(line.utf8))
    }
}
