extension ReportSummary {
    /// The outcomes that are not met, for a dialogue: a heading, and a line for each outcome, separated by
    /// line feeds. Before its hyphen, a line has two spaces, or six if it belongs to one of several sets of
    /// rules. Lines are not wrapped, because the caller knows the width. ``separator`` and ``limit`` are not
    /// used.
    package func list(of report: Report, under heading: Notice, in translator: Translator) -> [UInt8] {
        var list = heading.text(in: translator)
        var isNested = false
        for outcome in report.outcomes where !outcome.isMet && !outcome.isRedundant {
            let reason = reason(outcome, in: translator)
            if outcome.kind == .or {
                // A heading for the demands of the nearest of several sets of rules, up to the next such
                // heading.
                isNested = true
            }
            list.append(isNested && outcome.kind != .or ? "\n      - " : "\n  - ")
            list.append(Text(copying: reason))
        }
        return list.bytes
    }

    /// The reason in the translator's language, or in English, which always fits, if it is too long.
    private func reason(_ outcome: Outcome, in translator: Translator) -> [UInt8] {
        let reason = bytes(of: outcome, in: translator)
        return reason.count <= Self.longestReason ? reason : bytes(of: outcome, in: Translator())
    }

    /// The maximum number of bytes of an outcome. With the indentation, the line fits into the 512 bytes of a
    /// PAM message.
    private static var longestReason: Int { 503 }
}
