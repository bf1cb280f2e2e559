extension ReportSummary {
    /// The outcomes that are not met, a line each, for a dialogue: a heading, then lines that begin with
    /// `  - `, or with `      - ` if they are those of one of several sets of rules, separated by line feeds.
    /// They are not wrapped: the caller knows the width. ``separator`` and ``limit`` do not matter.
    package func list(of report: Report, under heading: Notice, in translator: Translator) -> [UInt8] {
        var list = heading.text(in: translator)
        var isNested = false
        for outcome in report.outcomes where !outcome.isMet && !outcome.isRedundant {
            let reason = reason(outcome, in: translator)
            if outcome.kind == .or {
                // Heads what the nearest of several sets of rules asks for, up to the next of its kind.
                isNested = true
            }
            list.append(isNested && outcome.kind != .or ? "\n      - " : "\n  - ")
            list.append(Text(copying: reason))
        }
        return list.bytes
    }

    /// What is wrong with the password by an outcome that is not met: in English, which always fits, if it is
    /// too long in the translator's language.
    private func reason(_ outcome: Outcome, in translator: Translator) -> [UInt8] {
        let reason = bytes(of: outcome, in: translator)
        return reason.count <= Self.longestReason ? reason : bytes(of: outcome, in: Translator())
    }

    /// The bytes of an outcome in its line. With its indentation, a line fits the 512 bytes of a message of PAM.
    private static var longestReason: Int { 503 }
}
