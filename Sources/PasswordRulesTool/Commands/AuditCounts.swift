/// The counts in a file of the PAM module: password changes under an audited policy, or logins, and the rules that
/// were not met. CPasswordRulesSystem/audit_counts.c describes the files and their reasons.
struct AuditCounts: Equatable {
    /// The minimum number of changes, or logins, in a figure.
    static let minimumChanges = 10
    /// The maximum size of the file in bytes, as in the module.
    static let maximumSize = 1 << 19

    /// The counts of one or more days: at least `minimumChanges` changes, or fewer while they are pending.
    struct Period: Equatable {
        /// The days of the first and of the last change, as YYYY-MM-DD, in UTC.
        var first: String
        var last: String
        var changes: Int
        /// The number of passwords that did not meet the policy.
        var unmet: Int
        /// For each rule, the number of passwords that did not meet it.
        var rules: [String: Int]

        /// The same, the most frequent first.
        var sortedRules: [(rule: String, count: Int)] {
            rules.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
        }
    }

    /// The shown periods, the latest first.
    var periods: [Period]
    /// Later changes, fewer than `minimumChanges` of each machine, which are not shown.
    private var pending: Period?

    /// Whether there are changes that are not shown.
    var hasPending: Bool { pending != nil }

    /// Whether the file may count logins. The only rule that a password can fail at a login is `blocklist`.
    var canBeOfLogins: Bool {
        (periods + (pending.map { [$0] } ?? [])).allSatisfy { period in
            period.rules == (period.unmet == 0 ? [:] : ["blocklist": period.unmet])
        }
    }

    /// Parses the file; nil if it is damaged. An empty file, as after a power failure, has no counts.
    init?(parsing text: [UInt8]) {
        periods = []
        guard !text.isEmpty else { return }
        guard text.last == 0x0A, text.allSatisfy({ $0 < 0x7F && ($0 >= 0x20 || $0 == 0x0A) }) else {
            return nil
        }
        var lines = String(decoding: text.dropLast(), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.removeFirst() == "passwordrules audit 1" else { return nil }
        if let first = lines.first, first.hasPrefix("pending ") {
            guard let row = Period(parsing: first.dropFirst("pending ".count)),
                1..<Self.minimumChanges ~= row.changes
            else { return nil }
            pending = row
            lines.removeFirst()
        }
        for line in lines {
            guard let row = Period(parsing: line), row.changes >= Self.minimumChanges else { return nil }
            periods.append(row)
        }
    }

    /// The counts of several machines as one: a period for each day on which periods end.
    ///
    /// The pending changes of all machines become one more period if at least `minimumChanges` remain without
    /// those of any one machine. So even somebody who knows the changes of one machine learns nothing about a
    /// single user of the others.
    init(merging machines: [AuditCounts]) {
        let days = Dictionary(grouping: machines.flatMap(\.periods), by: \.last)
        periods = days.sorted { $0.key > $1.key }.compactMap { Period(combining: $0.value) }
        let later = machines.compactMap(\.pending)
        pending = Period(combining: later)
        if let all = pending, let most = later.map(\.changes).max(), all.changes - most >= Self.minimumChanges
        {
            let index = periods.firstIndex { $0.last <= all.last } ?? periods.count
            if index < periods.count, periods[index].last == all.last {
                periods[index].add(all)
            } else {
                periods.insert(all, at: index)
            }
            pending = nil
        }
    }

    /// All periods that end on this day or later, combined; nil if there are none.
    func total(since day: String) -> Period? {
        Period(combining: periods.filter { $0.last >= day })
    }
}

extension AuditCounts.Period {
    /// Several periods as one; nil if there are none.
    fileprivate init?(combining periods: [Self]) {
        guard let first = periods.first else { return nil }
        self = first
        for period in periods.dropFirst() { add(period) }
    }

    fileprivate mutating func add(_ period: Self) {
        first = min(first, period.first)
        last = max(last, period.last)
        changes += period.changes
        unmet += period.unmet
        rules.merge(period.rules, uniquingKeysWith: +)
    }
}

extension AuditCounts.Period {
    /// Parses a line, without its line end and without "pending".
    fileprivate init?(parsing line: Substring) {
        let fields = line.split(separator: " ", omittingEmptySubsequences: false)
        guard fields.count >= 4, Self.isDay(fields[0]), Self.isDay(fields[1]), fields[0] <= fields[1],
            let changes = Self.number(fields[2]), let unmet = Self.number(fields[3]), unmet <= changes
        else { return nil }
        first = String(fields[0])
        last = String(fields[1])
        self.changes = changes
        self.unmet = unmet
        rules = [:]
        for field in fields.dropFirst(4) {
            let parts = field.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let count = Self.number(parts[1]), 1...max(1, unmet) ~= count, unmet > 0,
                1..<32 ~= parts[0].utf8.count, parts[0].allSatisfy(Self.isNameCharacter),
                rules.updateValue(count, forKey: String(parts[0])) == nil
            else { return nil }
        }
        guard rules.count <= 64 else { return nil }
    }

    private static func isNameCharacter(_ character: Character) -> Bool {
        "a"..."z" ~= character || "0"..."9" ~= character || character == "-"
    }

    private static func isDay(_ text: Substring) -> Bool {
        text.utf8.count == 10
            && zip(text, "dddd-dd-dd").allSatisfy { $1 == "d" ? "0"..."9" ~= $0 : $0 == $1 }
    }

    /// A number of one to nine digits.
    private static func number(_ text: Substring) -> Int? {
        guard 1...9 ~= text.utf8.count, text.allSatisfy({ "0"..."9" ~= $0 }) else { return nil }
        return Int(text)
    }
}
