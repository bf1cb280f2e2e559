import ArgumentParser
import FoundationEssentials
import Glibc
import PasswordRulesSystem

struct AuditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "Show how many new passwords did not meet a policy on trial, and why.",
        discussion: helpText(
            """
            With enforce = audit or enforce = warn, passwords that do not meet the policy are accepted, and counted without \
            names in \(AuditFile.changes.path), which only root can read. Each figure covers at least ten changes, so that it \
            reveals nothing about one person: changes are not shown until there are ten of them.

            The percentages show how many changes would be refused with enforce = yes, and which rules would refuse them. \
            They measure nothing unless people change their passwords. Days are in UTC.

            With --merge, the files of several machines are counted as one. Later changes are also shown, once ten \
            remain when any one machine is left out.

            With --logins, the same is shown of \(AuditFile.logins.path): at how many logins at-login looked the password \
            up, and how often it was on a list.
            """,
            exitStatus: "0 success, 2 error in the arguments, or the file cannot be read",
            examples: [
                "What would be refused?": "passwordrules audit",
                "In the last 30 days, for a program": "passwordrules audit --json --days 30",
                "How many logins had a password on a list?": "passwordrules audit --logins",
                "The figures in a copy of the file": "passwordrules audit --file audit.txt",
                "All machines together, from a copy of the file of each":
                    "passwordrules audit --merge audits/*",
            ]))

    @Flag(help: "Count logins, and those with a password on a list.")
    var logins = false

    @Option(help: ArgumentHelp("Only the last n days, including today, 1 to 36500.", valueName: "n"))
    var days: Int?

    @Option(
        help: ArgumentHelp("A copy of the file to read instead of the machine's own.", valueName: "file"),
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
        let counts = merge ? AuditCounts(merging: try machines()) : try counts(file ?? "\(ownFile.path)")
        let since = days.map { Self.day(before: $0 - 1) } ?? ""
        let total = counts.total(since: since)
        let periods = counts.periods.filter { $0.last >= since }
        if json {
            return try Output.standard.write(
                json: AuditObject(
                    of: ownFile, machines: merge ? inputs.count : nil, total: total, periods: periods,
                    hasPending: counts.hasPending))
        }
        if merge { try Output.standard.write(Array("\(inputs.count.counted("machine", "machines"))".utf8)) }
        let words = AuditWords(of: ownFile)
        let pending = merge ? words.pendingOfMachines : words.pending(counts)
        for line in words.lines(total, periods, pending: counts.hasPending ? pending : nil) {
            try Output.standard.write(Array(line.utf8))
        }
    }

    /// The file of this machine whose counts are shown.
    private var ownFile: AuditFile { logins ? .logins : .changes }

    /// The counts of each machine; a file that is given twice is an error.
    private func machines() throws -> [AuditCounts] {
        var seen: Set<String> = []
        return try inputs.map { path in
            var status = stat()
            guard
                unsafe stat(path, &status) != 0 || seen.insert("\(status.st_dev) \(status.st_ino)").inserted
            else {
                throw UnreadableFile(
                    path, "is given twice, so its \(AuditWords(of: ownFile).many) would count twice")
            }
            return try counts(path)
        }
    }

    private func counts(_ path: String) throws -> AuditCounts {
        guard let counts = AuditCounts(parsing: try text(path)) else {
            throw UnreadableFile(path, "is damaged; remove it, and the module starts counting again")
        }
        guard !logins || counts.canBeOfLogins else {
            throw UnreadableFile(path, "counts password changes, not logins")
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
}
