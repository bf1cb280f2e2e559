import ArgumentParser
import PasswordRules
import PasswordRulesTerminal

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check passwords read from standard input, one per line.",
        discussion: helpText(
            """
            For each password, prints "accepted", or "rejected" and all reasons. Passwords are never printed. On a \
            terminal, you are prompted for them without echo; Ctrl-D ends the input.

            Without a descriptor, the result is what the PAM module would do under a policy: with enforce = warn, audit or \
            no, it accepts passwords that do not meet the rules. With --user, that user's sections of the policy and the \
            names of the account apply; with --old, passwords are also compared with the old one. With --service, the result \
            is what a server's plugin would do with the password of an account there, whose names are given by options.
            """,
            exitStatus:
                "0 all accepted, 1 some rejected, 2 error in the arguments or the policy",
            examples: [
                "Check the passwords in a file, one per line, against a descriptor":
                    "passwordrules check 'required: digit; minlength: 12' < passwords.txt",
                "What is missing, for a program (exit status 1: rejected)":
                    "printf 'weak\\n' | passwordrules check --json 'minlength: 12'",
                "Check a new password that replaces an old one, for a user under a policy":
                    "printf '%s\\n' \"$old\" \"$new\" |\n    passwordrules check --config policy.conf --user root --old",
                "Check a new password of an account of a directory (exit status 1: rejected)":
                    "echo weak |\n    passwordrules check --config policy.conf --service ldap --user alice",
            ]))

    @OptionGroup var rules: RuleArguments
    @OptionGroup var person: PersonOptions

    @Flag(help: "With --service: an administrator makes the change, and may be exempt by exempt-services.")
    var byAdministrator = false

    @Flag(help: "The first line of standard input is the old password.")
    var old = false

    @Flag(
        help:
            "Apply the strict reading, used for generating passwords: without \"allowed\", only the required classes."
    )
    var strict = false

    @Flag(help: "Print one JSON object per line, for each password.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print no verdicts; only set the exit status.")
    var quiet = false

    @Option(
        help: ArgumentHelp(
            "Answer a server that runs this command, heimdal or samba, about one password: see passwordrules-heimdal(5) "
                + "and passwordrules-samba(5).", valueName: "server"),
        completion: .list(Hook.allCases.map(\.rawValue)))
    var hook: Hook?

    func validate() throws {
        try validateHook()
        if json, quiet { throw ValidationError("Give --json or --quiet, not both.") }
        if old { try rules.refuseTwoSources(forPolicies: ["--old"]) }
        try person.validate(for: rules.options.ofService)
        if byAdministrator, rules.options.ofService.service == nil {
            throw ValidationError(
                "--by-administrator needs --service: on this machine root is the administrator.")
        }
    }

    /// Refuses options that do not apply if a server names the account.
    private func validateHook() throws {
        guard hook != nil else { return }
        let others: [(String, Bool)] = [
            ("a descriptor", rules.descriptor != nil), ("--rules", rules.options.rules != nil),
            ("--user", rules.options.user != nil), ("--service", rules.options.ofService.service != nil),
            ("--old", old), ("--strict", strict), ("--json", json), ("--quiet", quiet),
        ]
        guard let other = others.first(where: \.1)?.0 else { return }
        throw ValidationError(
            "Give --hook or \(other), not both: the server says whose password it is, and reads the answer.")
    }

    func run() throws {
        if let hook { return try HookCheck(hook: hook, config: rules.options.config).run() }
        let source = try rules.load(input: .passwords)
        let note: (String) -> Void = { Output.complain("passwordrules: note: \($0)") }
        let context = PolicyContext(isByAdministrator: byAdministrator, isOldPasswordKnown: old)
        let enforcement = try rules.enforcement(by: source, in: context, remark: note)
        source.noteUnchecked(note)
        let account = try rules.account(of: person, comparedBy: source, remark: note)
        let check = source.checker(reading: strict ? .strict : .written, for: account)
        var report = Report()
        var hasRejected = false
        var isEmpty = true
        var input = PasswordInput(beginsWithOld: old)
        var oldPassword = SecretBytes(count: 0)
        var isOld = old
        try input.forEachLine { password in
            if isOld {
                oldPassword = SecretBytes(copying: password)
                isOld = false
                return
            }
            isEmpty = false
            oldPassword.withSpan { check(password, $0, &report) }
            let verdict = CheckObject(report, enforcement, by: json ? source : nil)
            if !verdict.accepted { hasRejected = true }
            if quiet { return }
            if json { return try Output.standard.write(json: verdict) }
            try Output.standard.write(Array(verdict.line(of: report).utf8))
        }
        if !quiet { input.remarks.forEach { note("standard input: \($0)") } }
        if isEmpty { throw Failure(message: "no password on standard input") }
        if hasRejected { throw ExitCode(1) }
    }
}

/// The decision on a password, as a JSON object.
private struct CheckObject: Encodable {
    struct OutcomeObject: Encodable {
        var rule: String
        var met: Bool
        var limit: Int
        var actual: Int
        /// The characters that the rule is about, as in a descriptor.
        var `class`: String?
        /// The key of the policy that demands it.
        var key: String?
        var source: String?
        var line: Int?
        var preset: String?
        /// The pieces that are easy to guess, if min-guesses is not met.
        var pieces: [PieceObject]?
        var message: String
    }

    /// A piece of a password that is easy to guess. Neither its text nor its rank is shown.
    struct PieceObject: Encodable {
        var kind: String
        /// The range, in scalar values from 0.
        var start: Int
        var end: Int
    }

    /// The guesses that the password withstands, up to the number demanded, as a whole power of ten: decimals
    /// would reveal the rank of a word.
    struct StrengthSummary: Encodable {
        var level: String
        var guessesLog10: Int

        init(exponent: Int) {
            let levels = StrengthLevel.allCases.filter { $0.leastGuessesLog10 <= exponent }
            level = "\(levels.last?.name ?? StrengthLevel.veryWeak.name)"
            guessesLog10 = exponent
        }
    }

    /// Whether a change to this password would succeed.
    var accepted: Bool
    /// Whether all rules are met. A change may be accepted even if not.
    var met: Bool
    /// The policy's enforcement; missing for descriptors.
    var enforce: String?
    var progress: Double
    /// Missing unless the policy demands a number of guesses.
    var strength: StrengthSummary?
    var outcomes: [OutcomeObject]
    /// The keys that only the PAM module checks; missing if there are none.
    var notChecked: [String]?

    /// - Parameter source: The rules in which to look up the origins of outcomes; nil to leave them out.
    init(_ report: Report, _ enforcement: Enforcement?, by source: RuleSource?) {
        met = report.isAccepted
        accepted = met || enforcement ?? .yes != .yes
        enforce = enforcement.map { "\($0)" }
        progress = report.progress
        notChecked = source?.historyCount.map { _ in ["\(PolicyKey.history.name)"] }
        strength = report.outcomes.lazy.filter { $0.kind == .minGuesses }.map(\.actual).max()
            .map { StrengthSummary(exponent: $0) }
        outcomes = report.outcomes.map { outcome in
            let origin = source?.origin(of: outcome)
            return OutcomeObject(
                rule: "\(outcome.kind.name)", met: outcome.isMet, limit: outcome.limit,
                actual: outcome.actual,
                class: outcome.characters.isEmpty ? nil : outcome.characters.name,
                key: origin?.key.map { "\($0.name)" },
                source: origin?.file.map { String(decoding: $0.name, as: UTF8.self) },
                line: origin.flatMap { $0.line > 0 ? $0.line : nil },
                preset: origin?.preset.map { "\($0.name)" },
                pieces: outcome.kind == .minGuesses && !outcome.isMet
                    ? report.weakPieces.map {
                        PieceObject(
                            kind: "\($0.kind.name)", start: $0.range.lowerBound, end: $0.range.upperBound)
                    } : nil,
                message: outcome.message)
        }
    }

    func line(of report: Report) -> String {
        if met { return Colours.output.paint("accepted", .green) }
        let verdict =
            accepted
            ? Colours.output.paint("accepted", .green) + " (enforce = \(enforce ?? ""))"
            : Colours.output.paint("rejected", .red)
        var (text, separator) = (verdict + ":", " ")
        for outcome in Checklist.outcomes(of: report) where !outcome.isMet {
            text += separator + outcome.message
            // An outcome of the kind `or` introduces the outcomes of one set of rules.
            separator = outcome.kind == .or ? " " : "; "
        }
        return text
    }
}
