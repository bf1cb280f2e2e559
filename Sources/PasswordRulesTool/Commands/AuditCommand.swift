import ArgumentParser
import FoundationEssentials
import Glibc

struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show how many new passwords did not meet a policy on trial, and why.",
        discussion: helpText(
            """
            With enforce = audit or enforce = warn, passwords that do not meet the policy are accepted, and counted without \
            names in \(AuditCounts.path), which only root can read. Each figure covers at least ten changes, so that it \
            reveals nothing about one person: changes are not shown until there are ten of them.

            The percentages show how many changes would be refused with enforce = yes, and which rules would refuse them. \
            They measure nothing unless people change their passwords. Days are in UTC.

            With --merge, the files of several machines are counted as one. Later changes are also shown, once ten \
            remain when any one machine is left out.
            """,
            exitStatus: "0 success, 2 error in the arguments, or the file cannot be read",
            examples: [
                "What would be refused?": "passwordrules audit",
                "In the last 30 days, for a program": "passwordrules audit --json --days 30",
                "The figures in a copy of the file": "passwordrules audit --file audit.txt",
                "All machines together, from a copy of the file of each":
                    "passwordrules audit --merge audits/*",
            ]))

    @Option(help: ArgumentHelp("Only the last n days, including today, 1 to 36500.", valueName: "n"))
    var days: Int?

    @Option(
        help: ArgumentHelp("A copy of the file to read instead of \(AuditCounts.path).", valueName: "file"),
        completion: .file())
    var file: String?

    @Flag(help: "Count the files of several machines as one.")
    var merge = false

    @Flag(help: "Print one JSON object.")
    var json = false

    @Argument(
        help: ArgumentHelp("With --merge: a copy of each machine's file.", valueName: "input"),
        completion: .file())
    var inputs: [String] = []

    func validate() throws {
        guard 1...36500 ~= days ?? 1 else { throw ValidationError("--days must be from 1 to 36500.") }
        guard !merge || file == nil else { throw ValidationError("--merge and --file cannot be combined.") }
        guard !merge || !inputs.isEmpty else { throw ValidationError("--merge needs the files to count.") }
    }

    func run() throws {
        // Not in validate(), so that the argument parser reports unknown options first.
        guard merge || inputs.isEmpty else {
            throw ValidationError("Several files need --merge; a single one needs --file.")
        }
        let counts = merge ? AuditCounts(merging: try machines()) : try counts(file ?? AuditCounts.path)
        let since = days.map { Self.day(before: $0 - 1) } ?? ""
        let total = counts.total(since: since)
        let periods = counts.periods.filter { $0.last >= since }
        if json {
            return try Output.standard.write(
                json: AuditObject(
                    machines: merge ? inputs.count : nil, total: total, periods: periods,
                    hasPending: counts.hasPending))
        }
        if merge { try Output.standard.write(Array("\(inputs.count.counted("machine", "machines"))".utf8)) }
        let pending =
            merge
            ? "Further changes: not shown until \(AuditCounts.minimumChanges) remain when any one machine is left out."
            : Self.pending(counts)
        for line in Self.lines(total, periods, pending: counts.hasPending ? pending : nil) {
            try Output.standard.write(Array(line.utf8))
        }
    }

    /// The counts of each machine; a file that is given twice is an error.
    private func machines() throws -> [AuditCounts] {
        var seen: Set<String> = []
        return try inputs.map { path in
            var status = stat()
            guard
                unsafe stat(path, &status) != 0 || seen.insert("\(status.st_dev) \(status.st_ino)").inserted
            else { throw UnreadableFile(path, "is given twice, so its changes would count twice") }
            return try counts(path)
        }
    }

    private func counts(_ path: String) throws -> AuditCounts {
        guard let counts = AuditCounts(parsing: try text(path)) else {
            throw UnreadableFile(path, "is damaged; remove it, and the module starts counting again")
        }
        return counts
    }

    /// The contents of the file. A missing file means that nothing was counted yet.
    private func text(_ path: String) throws -> [UInt8] {
        var status = stat()
        let isOwn = file == nil && !merge
        if isOwn, unsafe lstat(path, &status) != 0, errno == ENOENT { return [] }
        let text = try Input.readAll(path: path, limit: AuditCounts.maximumSize)
        // A copy may have passed through Windows.
        return isOwn ? text : text.withoutCarriageReturns
    }

    /// The date `days` days ago, in UTC.
    private static func day(before days: Int) -> String {
        Date(timeIntervalSinceNow: -Double(days) * 24 * 60 * 60).formatted(.iso8601.year().month().day())
    }

    // MARK: In words

    /// The line about one machine's pending changes.
    private static func pending(_ counts: AuditCounts) -> String {
        let limit = AuditCounts.minimumChanges
        let what =
            counts.periods.first.map { "Since \($0.last), fewer than \(limit) more changes were" }
            ?? "Fewer than \(limit) changes have been"
        return "\(what) counted: they are shown once there are \(limit)."
    }

    /// - Parameter pending: The line about pending changes; nil if there are none.
    private static func lines(_ total: AuditCounts.Period?, _ periods: [AuditCounts.Period], pending: String?)
        -> [String]
    {
        let pending = pending.map { [$0] } ?? []
        guard let total else { return pending.isEmpty ? ["No changes have been counted."] : pending }
        var lines = [
            "\(period(total)): \(total.changes.counted("change", "changes")), of which "
                + "\(total.unmet.grouped) (\(percent(total.unmet, total))) did not meet the policy."
        ]
        if !total.rules.isEmpty {
            let rules = total.rules.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            lines +=
                [""]
                + table(
                    [["Rule that was not met", "changes", ""]]
                        + rules.map { [$0.key, $0.value.grouped, percent($0.value, total)] })
        }
        if periods.count > 1 {
            lines +=
                [""]
                + table(
                    [["Days", "changes", "not met", ""]]
                        + periods.map {
                            [period($0), $0.changes.grouped, $0.unmet.grouped, percent($0.unmet, $0)]
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

/// The counts as a JSON object.
private struct AuditObject: Encodable {
    /// The number of files, with --merge.
    var machines: Int?
    /// For all periods together. The days are missing if nothing was counted.
    var first: String?
    var last: String?
    var changes: Int
    var unmet: Int
    var rules: [RuleObject]
    var periods: [PeriodObject]
    /// Whether there are later changes, too few to show.
    var pending: Bool

    struct RuleObject: Encodable {
        var rule: String
        var changes: Int
    }

    struct PeriodObject: Encodable {
        var first: String
        var last: String
        var changes: Int
        var unmet: Int
        var rules: [RuleObject]
    }

    init(machines: Int?, total: AuditCounts.Period?, periods: [AuditCounts.Period], hasPending: Bool) {
        self.machines = machines
        first = total?.first
        last = total?.last
        changes = total?.changes ?? 0
        unmet = total?.unmet ?? 0
        rules = Self.rules(total?.rules ?? [:])
        self.periods = periods.map {
            PeriodObject(
                first: $0.first, last: $0.last, changes: $0.changes, unmet: $0.unmet,
                rules: Self.rules($0.rules))
        }
        pending = hasPending
    }

    /// The rules, the most frequent first.
    private static func rules(_ counts: [String: Int]) -> [RuleObject] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
            RuleObject(rule: $0.key, changes: $0.value)
        }
    }
}
