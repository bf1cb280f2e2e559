import ArgumentParser
import CPasswordRulesTerminal
import Glibc
import PasswordRules
import PasswordRulesTerminal

/// Tries passwords in plain lines of ASCII, for screen readers and without a terminal to draw on.
enum TryLines {
    /// Prints the rules, then a report on each line of standard input, until a password is accepted and
    /// retyped.
    static func run(
        _ check: Trial.Check, _ estimate: Trial.Estimate?, meterProblem: String?, explanation: String
    ) throws {
        let columns = self.columns
        for line in Wrapping.lines(ofList: explanation, columns: columns) { try write(line) }
        var report = Report()
        var accepted: SecretBytes?
        var isEmpty = true
        // A class, because the prompt reads it while `forEachLine` has exclusive access to the input.
        let state = State()
        var input = PasswordInput(prompt: { state.isSecond ? "Retype new password: " : "New password: " })
        try input.forEachLine { password in
            isEmpty = false
            if let first = accepted.take() {
                state.isSecond = false
                let isSame = first.withSpan { $0.equals(password) }
                try write(isSame ? "the same as before" : "not the same as before; nothing is confirmed")
                if isSame { throw ExitCode.success }
                return
            }
            check(password, &report)
            for (outcome, depth) in Checklist.items(of: report) {
                let space = String(repeating: " ", count: 2 + 4 * depth)
                let mark = outcome.isMet ? "[x]" : "[ ]"
                let lines = Wrapping.lines(of: outcome.message, columns: columns - space.count - 4)
                for (number, line) in lines.enumerated() {
                    try write(space + (number == 0 ? mark : "   ") + " " + line)
                }
            }
            if let meter = estimate.map({ $0(password).line }) ?? meterProblem {
                for line in Wrapping.lines(of: meter, columns: columns) { try write(line) }
            }
            if report.isAccepted {
                accepted = SecretBytes(copying: password)
                state.isSecond = true
            }
            try write(
                (report.isAccepted ? "accepted" : "not accepted yet") + ", \(Checklist.percent(of: report))%"
            )
        }
        if isEmpty { throw Failure(message: "no password on standard input") }
        // A program need not retype the password.
        if accepted == nil { throw ExitCode(1) }
    }

    /// Whether the next line is the second entry.
    private final class State { var isSecond = false }

    /// The width of the terminal; without a terminal, lines are not wrapped.
    private static var columns: Int {
        guard isatty(STDOUT_FILENO) == 1 else { return 1 << 20 }
        var (rows, columns): (CInt, CInt) = (0, 0)
        unsafe passwordrules_terminal_size(&rows, &columns)
        return Int(columns)
    }

    private static func write(_ line: String) throws {
        try Output.standard.write(Array(line.utf8))
    }
}
