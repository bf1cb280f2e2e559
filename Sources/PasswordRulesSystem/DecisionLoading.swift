internal import PasswordRules

// The log lines and the text for the person about a policy that cannot be read, or a list that it skips.

extension LocatedDiagnostic {
    /// Whether it is about a file, and not about an argument of a program, a user or a limit.
    var isAboutFile: Bool { source.first == 0x2F }

    /// Whether it is about a limit of the process.
    fileprivate var isTightLimit: Bool { code == MachineDiagnosticCode.tightLimit.rawValue }

    /// The log line about an error that refuses the change, or leaves it unchecked.
    func line(on change: PasswordChange, isRefused: Bool) -> LogLine {
        LogLine(.error) {
            $0.append(Text(copying: location + message))
            if message.last != 0x3F { $0.append(".") }
            if isAboutFile || change.options.contains(.isOfService) {
                $0.append(" See \"passwordrules policy --check\".")
            }
            $0.append(" Password change for ")
            $0.append(change.account)
            $0.append(isRefused ? " refused." : " is not checked.")
        }
    }

    /// The log line about a list that is skipped, or a group that is in doubt.
    func warning(on change: PasswordChange) -> LogLine {
        LogLine(.warning) {
            let isDoubt = code == MachineDiagnosticCode.membershipInDoubt.rawValue
            if isDoubt { $0.append("in doubt: ") }
            $0.append(Text(copying: location + message))
            $0.append(".")
            if isDoubt { return }
            $0.append(change.options.contains(.isOfService) ? " The" : " It is optional, so the")
            $0.append(" new password of ")
            $0.append(change.account)
            $0.append(" is not compared with it.")
        }
    }

    /// The error in a line for root.
    fileprivate var quotation: [UInt8] {
        // This keeps the line below PAM's maximum. The reason is at the end of a message, so the beginning is
        // left out.
        let longest = 200
        var text = Text(copying: Array(source.prefix(longest)))
        text.append(Text(copying: Array(location.dropFirst(source.count))))
        if message.count > longest { text.append("...") }
        text.append(Text(copying: Array(message.suffix(longest))))
        return text.bytes
    }
}

/// One line for the person about the change as a whole.
enum Sentence: Sendable {
    case notice(Notice)
    /// This resource limit of the session is too low.
    case tightLimit([UInt8])
    /// An error, shown only to root.
    case quotation([UInt8])
    /// The policy of a server cannot be applied. It is in English, because a server has no language.
    case serverNotApplied

    /// The sentence that the policy cannot be applied.
    static func notApplied(_ change: PasswordChange) -> Sentence {
        change.options.contains(.isOfService) ? .serverNotApplied : .notice(.notApplied)
    }

    /// The sentences about errors, at least one, and about the fate of the change.
    static func sentences(
        on errors: [LocatedDiagnostic], _ change: PasswordChange, isRefused: Bool
    ) -> [Sentence] {
        guard let first = errors.first else { return [] }
        if first.isTightLimit { return [.tightLimit(first.source)] }
        let isMistake = first.code < FileProblem.firstCode
        guard isRefused else {
            return [.notice(isMistake ? .mistakeWarned : .unusableWarned)] + quotations(of: errors)
        }
        guard change.isReadByRoot else { return [notApplied(change)] }
        return [.notice(isMistake ? .mistake : .unusable)] + quotations(of: errors)
    }

    private static func quotations(of errors: [LocatedDiagnostic]) -> [Sentence] {
        var sentences: [Sentence] = []
        for error in errors {
            sentences.append(.quotation(error.quotation))
            if error.isAboutFile { sentences.append(.notice(.seeCheck)) }
        }
        return sentences
    }

    /// The sentence in the translator's language.
    func bytes(in translator: Translator) -> [UInt8] {
        switch self {
        case .notice(let notice):
            return notice.text(in: translator).bytes
        case .tightLimit(let limit):
            // The person can raise the limit, so its name is shown.
            return Notice.tightLimit.text(in: translator).bytes + [0x20] + limit
        case .quotation(let text):
            return text
        case .serverNotApplied:
            return Text(Decision.serverNotApplied).bytes
        }
    }
}

extension Decision {
    /// The text for the person if the policy of a server cannot be applied. The log has the reason.
    public static var serverNotApplied: StaticString {
        "The password policy of this server cannot be applied, so the password was not changed. Please tell your administrator."
    }
}

extension LogLine {
    /// The log lines about lists that a check found damaged. A damaged list refuses the password, unless it
    /// is optional.
    static func lines(on report: Report, _ change: PasswordChange) -> [LogLine] {
        var lines: [LogLine] = []
        for outcome in report.outcomes where outcome.kind == .blocklistUnreadable {
            lines.append(
                LogLine(outcome.isMet ? .warning : .error) {
                    if change.options.contains(.isOfService) {
                        $0.append("a list of the policy is damaged or cannot be read")
                    } else if outcome.isMet {
                        $0.append("an optional blocklist of the policy is damaged or cannot be read")
                        $0.append(", so the new password of ")
                        $0.append(change.account)
                        $0.append(" was not compared with it")
                    } else {
                        $0.append("a blocklist of the policy is damaged or cannot be read")
                    }
                    $0.append("; \"passwordrules blocklist verify\" shows where")
                })
        }
        return lines
    }
}
