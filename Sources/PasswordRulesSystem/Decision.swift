public import PasswordRules

/// The decision on a password change: whether it is refused, what the person is told, what is logged, and
/// whether it is counted. All programs that ask for a new password use it, and decide nothing themselves.
public struct Decision: ~Copyable {
    /// The text about a change that is refused, or accepted with a warning.
    private enum Remark {
        case nothing
        /// The reasons in the report.
        case reasons
        /// Something about the change as a whole.
        case sentences([Sentence])
    }

    /// What happens with a refused password.
    public private(set) var enforcement: Enforcement
    /// Whether the change must not happen. Also true as long as the decision awaits the history.
    public var isRefused: Bool { isFinallyRefused || awaitedHistory > 0 }
    /// The number of earlier passwords that the program has to compare the password with before it is
    /// accepted: see ``addHistory(_:by:for:replacing:)``. 0 for none.
    public private(set) var awaitedHistory = 0
    /// The outcomes of the form that decides; nil if no password was checked.
    public private(set) var report: Report?
    /// The index of the form of the password that decides, in the order in which they were checked.
    public private(set) var form = 0
    /// The lines to log.
    public private(set) var log: [LogLine] = []
    /// A password that the policy accepts.
    private var suggestion: SecretBytes?

    /// Whether the change must not happen, whatever the history is.
    private var isFinallyRefused = false
    private let change: PasswordChange
    private let isAudited: Bool
    private var remark = Remark.nothing
    /// Whether a form of the password has a control character.
    private var hasControlCharacter = false
    /// The log from before a password was checked.
    private var earlierLog: [LogLine] = []
    private var checkCount = 0
    private var isAccepted = false

    // MARK: - Before there is a password

    /// Decides whether a change can continue, before there is a password. An enforced policy refuses the
    /// change if data to compare the password with is unavailable: the old password, or the names of the
    /// account. A policy that is not enforced only logs this, and checks the password without the data.
    /// - Parameter isAccountUnknown: Whether the policy compares names of an account that cannot be looked up.
    public init(on change: PasswordChange, by policy: PolicyHandle, isAccountUnknown: Bool) {
        self.change = change
        enforcement = policy.enforcement(in: change.circumstances)
        isAudited = policy.isAudited(in: change.circumstances)
        if enforcement == .no { return }
        let account = change.account
        if change.options.contains(.isOldPasswordUnknown) {
            log = [
                LogLine(.error) {
                    $0.append("cannot ask for the old password of ")
                    $0.append(account)
                }
            ]
        } else if isAccountUnknown {
            log = [
                LogLine(.error) {
                    $0.append("cannot look up the account of ")
                    $0.append(account)
                    $0.append(", whose names the policy compares")
                }
            ]
        } else {
            return
        }
        earlierLog = log
        guard enforcement == .yes else { return }
        isFinallyRefused = true
        remark = .sentences([.notice(.accountUnknown)])
    }

    /// Decides whether a change can continue, after its policy was loaded or could not be loaded.
    /// - Parameters:
    ///   - remarks: All diagnostics.
    ///   - failure: Why the policy cannot be used, if known.
    ///   - reason: The same in a few words; nil if the policy is loaded.
    public init(
        loading change: PasswordChange, remarks: [LocatedDiagnostic], failure: PolicyLoadFailure? = nil,
        reason: StaticString? = nil
    ) {
        self.change = change
        isAudited = false
        guard let reason else {
            enforcement = .yes
            for remark in remarks where remark.severity == .warning { log.append(remark.warning(on: change)) }
            return
        }
        // The exemption is for root repairing this machine. A server has no such root.
        enforcement =
            change.options.contains(.isOfService)
            ? .yes : failure?.enforcement(in: change.circumstances) ?? .yes
        isFinallyRefused = enforcement == .yes
        // "passwordrules policy --check" shows the other errors in files, but not those in a program's
        // arguments.
        var errors: [LocatedDiagnostic] = []
        for remark in remarks where remark.severity == .error {
            if errors.isEmpty || !remark.isAboutFile { errors.append(remark) }
        }
        if failure == nil || errors.isEmpty {
            isFinallyRefused = true
            remark = .sentences([.notApplied(change)])
            log = [
                LogLine(change.options.contains(.isOfService) ? .error : .critical) {
                    $0.append(reason)
                    $0.append(". Password change for ")
                    $0.append(change.account)
                    $0.append(" refused.")
                }
            ]
            return
        }
        for error in errors { log.append(error.line(on: change, isRefused: isRefused)) }
        remark = .sentences(Sentence.sentences(on: errors, change, isRefused: isRefused))
    }

    // MARK: - The password

    /// Refuses an empty password for which no policy was loaded.
    public init(onEmptyPasswordOf change: PasswordChange) {
        self.change = change
        enforcement = .yes
        isAudited = false
        refuseEmptyPassword()
    }

    /// Checks the password, or another form of it: a server may not store the text that was typed, or may not
    /// know its character set. Each form must satisfy the policy; the first one that does not decides. A form
    /// that is not UTF-8 counts only if no form is UTF-8. An empty password is always refused, even if the
    /// policy is not enforced, and whoever makes the change.
    ///
    /// A form is checked even if it equals an earlier one. Otherwise the number and the duration of reads of
    /// lists would reveal which passwords have several forms.
    /// - Parameters:
    ///   - account: The names to compare it with.
    ///   - old: The old password; empty if it is not known.
    public mutating func check(
        _ password: Span<UInt8>, by policy: Policy, for account: Account, replacing old: Span<UInt8> = Span()
    ) {
        // A change refused for lack of data stays refused.
        if isFinallyRefused, report == nil { return }
        defer { checkCount += 1 }
        if password.isEmpty {
            if !isFinallyRefused { refuseEmptyPassword() }
            return
        }
        if enforcement == .no { return }
        if Self.hasControlCharacter(password) { hasControlCharacter = true }
        var made = Report()
        if suggests(by: policy) {
            var source = KernelRandom()
            suggestion = try? policy.replacement(
                of: password, for: account, replacing: old, from: &source, report: &made)
        } else {
            made = policy.check(password, for: account, replacing: old)
        }
        if report.map(Self.weight) ?? 0 < Self.weight(of: made) {
            form = checkCount
            adopt(made)
        }
        // An accepted form that weighs less than a refused one changes nothing.
        awaitedHistory = change.hasHistory && report?.isAccepted == true ? policy.historyCount ?? 0 : 0
    }

    /// Decides by a report.
    private mutating func adopt(_ made: Report) {
        report = made
        isFinallyRefused = !made.isAccepted && enforcement == .yes
        remark = !made.isAccepted && enforcement >= .warn ? .reasons : .nothing
        log = earlierLog + LogLine.lines(on: made, change)
        // Log only the names of the rules: the actual values would reveal something about the password.
        if isFinallyRefused {
            log.append(
                LogLine(.notice, onPasswordOf: change) {
                    $0.append(" refused: ")
                    $0.append(Text(copying: made.unmetRules))
                })
        }
    }

    /// Whether a refusal comes with a suggestion.
    private func suggests(by policy: Policy) -> Bool {
        change.options.contains(.suggests) && enforcement == .yes && policy.suggests
            && policy.suggests(at: change.circumstances.service)
    }

    // MARK: - The history

    /// The result of comparing a password with the hashes of the user's present password and earlier ones.
    /// The numbers are those of the C interface.
    public enum HistoryResult: Int, Sendable {
        /// The password matches none of them.
        case new = 1
        /// The password matches one of them.
        case used
        /// The hashes cannot be read or compared, or the present one cannot be saved.
        case unknown
    }

    /// Adds the result of the comparison with earlier passwords. One that was used counts as a rule that is
    /// not met. An unknown result refuses the change if the policy is enforced; otherwise it is logged, and
    /// shown if the policy warns.
    ///
    /// An unknown result also counts before there is a password, and after the password was accepted. The
    /// other results count only if the decision awaits them.
    /// - Parameters:
    ///   - account: The names to compare a suggestion with.
    ///   - old: The old password; empty if it is not known.
    public mutating func addHistory(
        _ result: HistoryResult, by policy: Policy, for account: Account, replacing old: Span<UInt8> = Span()
    ) {
        let isAwaited = awaitedHistory > 0
        awaitedHistory = 0
        if enforcement == .no || isFinallyRefused { return }
        if result == .unknown { return addUnknownHistory() }
        guard isAwaited, var made = report else { return }
        policy.addHistory(wasUsed: result == .used, to: &made)
        adopt(made)
        if isFinallyRefused, suggests(by: policy) {
            var source = KernelRandom()
            suggestion = try? policy.suggestion(from: &source, for: account, replacing: old)
        }
    }

    private mutating func addUnknownHistory() {
        log.append(
            LogLine(.error) {
                $0.append("cannot read or save the earlier passwords of ")
                $0.append(change.account)
                $0.append(", which the policy's key history needs")
            })
        isFinallyRefused = enforcement == .yes
        if isFinallyRefused { report = nil }
        if enforcement >= .warn {
            // With an array literal in each of two branches, Swift 6.3 uses the last one in both if it optimizes.
            let notice: Notice = isFinallyRefused ? .historyUnavailable : .historyUnavailableWarned
            remark = .sentences([.notice(notice)])
        }
    }

    /// Whether a password has an ASCII control character. Reads all bytes, whatever they are.
    private static func hasControlCharacter(_ password: Span<UInt8>) -> Bool {
        var found = false
        for index in password.indices {
            let byte = password[index]
            let isControl = byte < 0x20 || byte == 0x7F
            found = isControl || found
        }
        return found
    }

    /// Turns the decision into a refusal of an empty password.
    private mutating func refuseEmptyPassword() {
        enforcement = .yes
        report = .empty
        form = checkCount
        isFinallyRefused = true
        suggestion = nil
        remark = .sentences([.notice(.nothingTyped)])
        log =
            earlierLog + [
                LogLine(.notice, onPasswordOf: change) {
                    $0.append(" refused: it is empty")
                }
            ]
    }

    /// The weight of a form's report. The greatest decides: a refusal outweighs an acceptance, and both
    /// outweigh bytes that are not text.
    private static func weight(of report: Report) -> Int {
        if report.outcomes.contains(where: { $0.kind == .encoding }) { return 1 }
        return report.isAccepted ? 2 : 3
    }

    /// Turns the decision into a refusal without a text and a log, because a form could not be checked.
    /// Allocates nothing.
    package mutating func fail() {
        isFinallyRefused = true
        awaitedHistory = 0
        report = nil
        suggestion = nil
        remark = .nothing
        log = []
        earlierLog = []
    }

    // MARK: - After the change

    /// Logs that the change was made, and counts it if the policy is audited. Does nothing if the change is
    /// refused, or was accepted before.
    public mutating func accept() {
        if isRefused || isAccepted { return }
        isAccepted = true
        if hasControlCharacter {
            log.append(
                LogLine(.warning, onPasswordOf: change) {
                    $0.append(" has a control character, such as the carriage return of a list from Windows")
                })
        }
        guard let report else {
            if enforcement == .no, change.options.contains(.showsOnlyRefusals) {
                log.append(
                    LogLine(.notice, onPasswordOf: change) {
                        $0.append(" accepted (enforce = no): it is not checked")
                    })
            }
            return
        }
        logAccepted(report)
        guard isAudited else { return }
        do throws(AuditProblem) {
            try AuditFile.changes.count(unmet: report.unmetRules)
        } catch {
            log.append(
                LogLine(.warning) {
                    $0.append("a password change was not counted in ")
                    $0.append(error.file.path)
                    $0.append(": ")
                    $0.append(Text(copying: error.reason))
                })
        }
    }

    /// Replaces the log by an earlier one, and frees its memory.
    package mutating func restore(log earlier: [LogLine]) { log = earlier }

    /// Logs an accepted password. The rules that it does not meet are logged only for debugging, because
    /// readers of the log would learn whose password is weak, and why.
    private mutating func logAccepted(_ report: Report) {
        let isDebugging = change.options.contains(.logsForDebugging)
        if report.isAccepted {
            guard isDebugging else { return }
            log.append(
                LogLine(.debug, onPasswordOf: change) {
                    $0.append(" accepted")
                })
            return
        }
        let isWarned = enforcement == .warn
        let showsWarning = !change.options.contains(.showsOnlyRefusals)
        log.append(
            LogLine(.notice, onPasswordOf: change) {
                $0.append(
                    !isWarned
                        ? " accepted (enforce = audit)"
                        : showsWarning ? " accepted with a warning" : " accepted (enforce = warn)")
                $0.append(": it does not meet the policy")
            })
        guard isDebugging else { return }
        log.append(
            LogLine(.debug, onPasswordOf: change) {
                $0.append(" does not meet: ")
                $0.append(Text(copying: report.unmetRules))
            })
    }

    // MARK: - The text for the person

    /// The form of the text for the person.
    public struct TextForm: Sendable {
        /// Whether it has a heading and a line for each reason, for a dialogue, instead of one string.
        public var isList: Bool
        /// The form of the reasons in one string: in whole sentences, because no text precedes them.
        public var summary: ReportSummary

        /// Creates a form.
        public init(isList: Bool = false, _ summary: ReportSummary = ReportSummary(hasSentences: true)) {
            self.isList = isList
            self.summary = summary
        }
    }

    /// The text for the person: why the change is refused; or what an accepted password lacks, and whether it
    /// has a control character, which most prompts do not accept. Empty if there is nothing to tell.
    public func text(_ form: TextForm = TextForm(), in translator: Translator = Translator()) -> [UInt8] {
        guard hasControlCharacter, !isRefused, !change.options.contains(.showsOnlyRefusals) else {
            return textOfRemark(form, in: translator)
        }
        let notice = Notice.controlCharacter.text(in: translator).bytes
        var shorter = form
        // The reasons leave room for the notice, unless it would take more than a quarter.
        if let limit = form.summary.limit, limit >= 4 * notice.count {
            shorter.summary.limit = limit - notice.count - 1
        }
        var text = textOfRemark(shorter, in: translator)
        if !text.isEmpty { text.append(form.isList ? 0x0A : 0x20) }
        text += notice
        guard !form.isList, let limit = form.summary.limit else { return text }
        return ReportSummary.characters(of: text[...], within: limit)
    }

    private func textOfRemark(_ form: TextForm, in translator: Translator) -> [UInt8] {
        switch remark {
        case .nothing: return []
        case .reasons:
            guard let report else { return [] }
            if !form.isList { return form.summary.text(of: report, in: translator) }
            return form.summary.list(of: report, under: isRefused ? .refused : .warned, in: translator)
        case .sentences(let sentences):
            let sentences = sentences.map { $0.bytes(in: translator) }
            if form.isList { return Array(sentences.joined(separator: [0x0A])) }
            return form.summary.text(of: sentences)
        }
    }

    /// Whether the decision was made before there was a password.
    package var isAhead: Bool { change.options.contains(.isAhead) }

    /// Wipes the suggestion, after the caller has it.
    package mutating func wipeSuggestion() { suggestion = nil }

    /// Calls `body` with the suggestion; with an empty password if there is none.
    public func withSuggestion<Failure: Error>(_ body: (Span<UInt8>) throws(Failure) -> Void) throws(Failure)
    {
        guard isRefused, suggestion != nil else { return try body(Span()) }
        try suggestion?.withSpan(body)
    }
}
