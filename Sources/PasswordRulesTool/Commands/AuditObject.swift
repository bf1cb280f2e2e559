import PasswordRulesSystem

/// The counts of a file as a JSON object.
struct AuditObject: Encodable {
    /// The number of files, with --merge.
    var machines: Int?
    /// All periods together; its members are those of the object itself.
    var total: PeriodObject
    var periods: [PeriodObject]
    /// Whether there are later changes or logins, too few to show.
    var pending: Bool

    /// The counts of a period. Members for the other kind of file are missing.
    struct PeriodObject: Encodable {
        /// The days are missing if nothing was counted.
        var first: String?
        var last: String?
        var changes: Int?
        var unmet: Int?
        var rules: [RuleObject]?
        var logins: Int?
        var listed: Int?
    }

    struct RuleObject: Encodable {
        var rule: String
        var changes: Int
    }

    private enum Field: CodingKey {
        case machines, periods, pending
    }

    init(
        of file: AuditFile, machines: Int?, total: AuditCounts.Period?, periods: [AuditCounts.Period],
        hasPending: Bool
    ) {
        self.machines = machines
        self.total = PeriodObject(of: file, total)
        self.periods = periods.map { PeriodObject(of: file, $0) }
        pending = hasPending
    }

    func encode(to encoder: any Encoder) throws {
        try total.encode(to: encoder)
        var fields = encoder.container(keyedBy: Field.self)
        try fields.encodeIfPresent(machines, forKey: .machines)
        try fields.encode(periods, forKey: .periods)
        try fields.encode(pending, forKey: .pending)
    }
}

extension AuditObject.PeriodObject {
    fileprivate init(of file: AuditFile, _ period: AuditCounts.Period?) {
        first = period?.first
        last = period?.last
        switch file {
        case .changes:
            changes = period?.changes ?? 0
            unmet = period?.unmet ?? 0
            rules = (period?.sortedRules ?? []).map {
                AuditObject.RuleObject(rule: $0.rule, changes: $0.count)
            }
        case .logins:
            logins = period?.changes ?? 0
            listed = period?.unmet ?? 0
        }
    }
}
