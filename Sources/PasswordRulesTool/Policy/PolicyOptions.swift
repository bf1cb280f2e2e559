import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesSystem

/// The options by which every command takes its rules: a descriptor, a policy file, or else the machine's
/// policy, for everybody or for a user.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The rules, as a quoted descriptor: 'required: digit; minlength: 12'.",
            valueName: "descriptor"))
    var rules: String?

    @Option(
        help: ArgumentHelp(
            "A policy file, with the files in FILE.d (default without a descriptor: /etc/security/passwordrules.conf).",
            valueName: "file"), completion: .file())
    var config: String?

    @Option(
        help: ArgumentHelp("The user whose sections of the policy apply.", valueName: "name"),
        completion: .users)
    var user: String?

    @OptionGroup var ofService: ServiceOptions

    func validate() throws {
        try refuseTwoSources(besides: [])
        if config == "" { throw ValidationError("--config needs a file path.") }
        if user == "" { throw ValidationError("--user needs a user name.") }
    }

    /// Refuses rules from two sources, and what only a policy has beside a descriptor.
    /// - Parameters:
    ///   - others: The other sources that were given, by the words of an error.
    ///   - forPolicies: The other options that were given and need a policy.
    func refuseTwoSources(besides others: [String], forPolicies: [String] = []) throws {
        let descriptors = others + (rules == nil ? [] : ["--rules"])
        let sources = descriptors + (config == nil ? [] : ["--config"])
        if sources.count > 1 { throw ValidationError("Give \(sources[0]) or \(sources[1]), not both.") }
        let needy =
            (user == nil ? [] : ["--user"]) + (ofService.service == nil ? [] : ["--service"]) + forPolicies
        if let descriptor = descriptors.first, let option = needy.first {
            throw ValidationError("Give \(descriptor) or \(option), not both: \(option) is for policies.")
        }
    }

    /// The policy for the user, or else for users without a section, with the remarks on it printed.
    /// - Parameter alternatives: What to suggest on a machine without a policy.
    func policy(alternatives: String) throws -> Policy {
        try policy(from: try Self.loadPolicy(config: config, alternatives: alternatives))
    }

    /// Whether the options name a user or a service: otherwise the policy is that for everybody.
    var hasSubject: Bool { user != nil || ofService.service != nil }

    /// The account of a service whose policy it is; nil if no service is named.
    var serviceAccount: PolicySubject? { ofService.subject(user: user) }

    /// The policy for the user, or else for users without a section, from all its sources.
    func policy(from loaded: PolicyHandle, json: Bool = false) throws -> Policy {
        guard hasSubject else { return loaded.policy }
        let opened = try complaining(json: json) { () throws(PolicyLoadFailure) in
            if let serviceAccount { return try loaded.forAccount(serviceAccount) }
            return try loaded.forUser(Array((user ?? "").utf8))
        }
        complain(opened.doubts)
        // Those of the lists of everybody have been told.
        complain(opened.passedOver.filter { !loaded.diagnostics.contains($0) })
        return opened.policy
    }

    /// All sources of the policy.
    /// - Parameter alternatives: What to suggest on a machine without a policy.
    /// - Parameter isCheck: Whether the caller prints all diagnostics of the policy itself.
    static func loadPolicy(
        config: String?, json: Bool = false, alternatives: String = "--config", isCheck: Bool = false,
        quiet: Bool = false
    ) throws -> PolicyHandle {
        let loaded: PolicyHandle
        do throws(PolicyLoadFailure) {
            loaded = try load(config: config)
        } catch {
            if config == nil, !json, !quiet, isMissing(error.diagnostics, "\(PolicyLoader.defaultPath)") {
                throw Failure(
                    message:
                        "no policy is installed: there is no file \(PolicyLoader.defaultPath); use \(alternatives)"
                )
            }
            return try complaining(json: json, isCheck: isCheck, quiet: quiet) {
                () throws(PolicyLoadFailure) in
                throw error
            }
        }
        if !isCheck { complain(loaded.diagnostics) }
        return loaded
    }

    /// The machine's policy, with the remarks on it printed; nil if neither the machine nor its distribution
    /// has one. A broken one is one.
    static func loadMachinePolicy() throws -> PolicyHandle? {
        try complaining { () throws(PolicyLoadFailure) in
            do throws(PolicyLoadFailure) {
                let loaded = try load(config: nil)
                complain(loaded.diagnostics)
                return loaded
            } catch {
                if isMissing(error.diagnostics, "\(PolicyLoader.defaultPath)") { return nil }
                throw error
            }
        }
    }

    private static func load(config: String?) throws(PolicyLoadFailure) -> PolicyHandle {
        try PolicyLoader.load(
            path: config.map { Array($0.utf8) }, commonBlocklist: Installation.commonBlocklist)
    }

    /// Whether the only problem of a policy is that its file is not there.
    static func isMissing(_ diagnostics: [LocatedDiagnostic], _ path: String) -> Bool {
        let missing = FileProblem.unreadable(error: ENOENT)
        return diagnostics.count == 1 && diagnostics[0].source == Array(path.utf8)
            && diagnostics[0].line == 0 && diagnostics[0].code == missing.code
            && diagnostics[0] == LocatedDiagnostic(missing, source: Array(path.utf8))
    }
}

/// The same options, and a descriptor that stands on the command line without one.
struct RuleArguments: ParsableArguments {
    @OptionGroup var options: PolicyOptions

    @Argument(
        help: ArgumentHelp(
            "The same as --rules; - reads it from standard input.", valueName: "descriptor"),
        // With none at all, zsh would not complete the options either.
        completion: .list([]))
    var descriptor: String?

    /// What to use on a machine without a policy.
    static let alternatives = "a descriptor or --config"

    /// The descriptor, by whichever way it was given.
    var text: String? { descriptor ?? options.rules }

    func validate() throws { try refuseTwoSources() }

    /// Refuses rules from two sources, and options that need a policy beside a descriptor.
    func refuseTwoSources(forPolicies: [String] = []) throws {
        try options.refuseTwoSources(
            besides: descriptor == nil ? [] : ["a descriptor"], forPolicies: forPolicies)
    }

    /// The rules.
    /// - Parameter input: What the command reads from standard input besides, where it does.
    func load(input: DescriptorText.StandardInput = .free) throws -> RuleSource {
        guard let text else { return .policy(try options.policy(alternatives: Self.alternatives)) }
        return try DescriptorText(argument: text, input: input).source(isPositional: descriptor != nil)
    }

    /// The rules. If they are a policy, it is said what the machine does not know of the user.
    func loadForUser() throws -> RuleSource {
        let source = try load()
        _ = try account(comparedBy: source) { Output.complain("passwordrules: note: \($0)") }
        return source
    }

    /// The account whose password is checked; empty if none is named.
    /// - Parameters:
    ///   - person: What else is known of an account of a service.
    ///   - remark: Called with what the machine does not know of the user.
    func account(
        of person: PersonOptions? = nil, comparedBy source: RuleSource, remark: (String) -> Void
    ) throws -> Account {
        guard let account = options.serviceAccount else {
            return try source.account(ofUser: options.user, remark: remark)
        }
        return person?.account(of: account) ?? Account(name: account.user)
    }

    /// What happens with a password that does not meet the rules; nil if these are no policy.
    /// - Parameters:
    ///   - context: The circumstances of the change, whose service is that of the account.
    ///   - remark: Called with each line on what is not refused.
    func enforcement(
        by source: RuleSource, in context: PolicyContext = PolicyContext(), remark: (String) -> Void
    ) throws -> Enforcement? {
        guard let account = options.serviceAccount else {
            return try source.enforcement(forUser: options.user, remark: remark)
        }
        var context = context
        context.service = account.service
        return source.enforcement(forServiceIn: context, remark: remark)
    }

    /// The rules; on a machine without a policy, of which a note tells, those of a policy that sets nothing
    /// but a length.
    func loadOrDefault(isQuiet: Bool) throws -> RuleSource {
        guard text == nil, options.config == nil, !options.hasSubject else { return try load() }
        if let loaded = try PolicyOptions.loadMachinePolicy() { return .policy(loaded.policy) }
        let rules = "minlength: 15"
        guard let policy = Policy.ofRules(Array(rules.utf8)) else { return try load() }
        if !isQuiet {
            Output.complain("passwordrules: note: no policy is installed; using the rules \(rules)")
        }
        return .policy(policy)
    }
}

/// Prints the errors of a policy that cannot be loaded, and ends the program.
/// - Parameters:
///   - json: Whether to print them on standard output, as JSON objects.
///   - isCheck: Whether they are what was asked for, and belong on standard output too.
///   - quiet: Whether the exit status tells all.
///   - candidate: A file that they may be about, which was read once.
func complaining<Result>(
    json: Bool = false, isCheck: Bool = false, quiet: Bool = false, candidate: CandidateFile? = nil,
    _ body: () throws(PolicyLoadFailure) -> Result
) throws -> Result {
    do throws(PolicyLoadFailure) {
        return try body()
    } catch {
        if quiet { throw ExitCode(2) }
        if json {
            for diagnostic in error.diagnostics {
                try Output.standard.write(json: DiagnosticObject(diagnostic))
            }
        } else if isCheck {
            var texts = SourceTexts(candidate: candidate)
            for diagnostic in error.diagnostics {
                try Output.standard.write(
                    Array((diagnostic.line(.output) + texts.underline(diagnostic, .output)).utf8))
            }
        } else {
            complain(error.diagnostics)
        }
        throw ExitCode(2)
    }
}

/// Prints diagnostics on standard error, with the lines that they are about.
/// - Parameter candidate: A file that they may be about, which was read once.
func complain(_ diagnostics: [LocatedDiagnostic], candidate: CandidateFile? = nil) {
    var texts = SourceTexts(candidate: candidate)
    for diagnostic in diagnostics {
        Output.complain(
            "passwordrules: " + diagnostic.line(.errors) + texts.underline(diagnostic, .errors))
    }
}
