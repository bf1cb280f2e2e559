import PasswordRulesSystem

/// The words in which `audit` shows the counts of a file.
struct AuditWords {
    /// What is counted: one, and several.
    let one, many: String
    /// The words for those that the policy would refuse: after their number in a sentence, and at the head of
    /// a column.
    private let unmet, unmetColumn: String
    /// Whether the rules are shown that were not met. A login can fail only one rule.
    private let showsRules: Bool

    init(of file: AuditFile) {
        switch file {
        case .changes:
            (one, many) = ("change", "changes")
            (unmet, unmetColumn, showsRules) = ("did not meet the policy", "not met", true)
        case .logins:
            (one, many) = ("login", "logins")
            (unmet, unmetColumn, showsRules) = ("had a password on a list", "listed", false)
        }
    }

    /// The line about one machine's pending counts.
    func pending(_ counts: AuditCounts) -> String {
        let limit = AuditCounts.minimumChanges
        let what =
            counts.periods.first.map { "Since \($0.last), fewer than \(limit) more \(many) were" }
            ?? "Fewer than \(limit) \(many) have been"
        return "\(what) counted: they are shown once there are \(limit)."
    }

    /// The line about the pending counts of several machines.
    var pendingOfMachines: String {
        "Further \(many): not shown until \(AuditCounts.minimumChanges) remain when any one machine is left out."
    }

    /// - Parameter pending: The line about pending counts; nil if there are none.
    func lines(_ total: AuditCounts.Period?, _ periods: [AuditCounts.Period], pending: String?) -> [String] {
        let pending = pending.map { [$0] } ?? []
        guard let total else { return pending.isEmpty ? ["No \(many) have been counted."] : pending }
        var lines = [
            "\(Self.period(total)): \(total.changes.counted(one, many)), of which "
                + "\(total.unmet.grouped) (\(Self.percent(total.unmet, total))) \(unmet)."
        ]
        if showsRules, !total.rules.isEmpty {
            lines +=
                [""]
                + Self.table(
                    [["Rule that was not met", many, ""]]
                        + total.sortedRules.map {
                            [$0.rule, $0.count.grouped, Self.percent($0.count, total)]
                        })
        }
        if periods.count > 1 {
            lines +=
                [""]
                + Self.table(
                    [["Days", many, unmetColumn, ""]]
                        + periods.map {
                            [
                                Self.period($0), $0.changes.grouped, $0.unmet.grouped,
                                Self.percent($0.unmet, $0),
                            ]
                        })
        }
        return lines + (pending.isEmpty ? [] : [""] + pending)
    }

    private static func period(_ period: AuditCounts.Period) -> String {
        period.first == period.last ? period.first : "\(period.first) to \(period.last)"
    }

    private static func percent(_ count: Int, _ period: AuditCounts.Period) -> String {
        "\((100 * Double(count) / Double(period.changes)).decimals(0))%"
    }

    /// The first column is aligned left, the others right.
    private static func table(_ rows: [[String]]) -> [String] {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (column, text) in row.enumerated() {
                let blanks = String(repeating: " ", count: widths[column] - text.count)
                line += column == 0 ? text + blanks : "  " + blanks + text
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
