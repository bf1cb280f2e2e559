import PasswordRulesLists

extension SkippedLines {
    /// Prints the first skipped lines, and the number of the others.
    func complain() {
        for location in firstLines {
            Output.complain(
                "passwordrules: \(printable(location.source)):\(location.line): note: skipped: \(location.reason.words)"
            )
        }
        let others = count - firstLines.count
        if others > 0 {
            Output.complain("passwordrules: note: \(others.counted("more line", "more lines")) skipped")
        }
    }

    /// The number of skipped lines and the reasons, to append to a summary; empty if there are none.
    var summary: String {
        guard count > 0 else { return "" }
        let reasons = Reason.allCases.compactMap { reason in
            let count = count(reason)
            return count > 0 ? "\(count.grouped) \(reason.words)" : nil
        }
        return "; \(count.counted("line", "lines")) skipped: \(reasons.joined(separator: ", "))"
    }
}
