import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesSystem

/// The options for a command's rules: a descriptor, a policy file, or by default the machine's policy, for
/// everybody or for a user.
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

    /// Refuses rules from two sources, and a descriptor with options that need a policy.
    /// - Parameters:
    ///   - others: The other sources that were given, as errors name them.
    ///   - forPolicies: The other given options that need a policy.
    func refuseTwoSources(besides others: [String], forPolicies: [String] = []) throws {
        let descriptors = others + (rules == nil ? [] : ["--rules"])
        let sources = descriptors + (config == nil ? [] : ["--config"])
        if sources.count > 1 { throw ValidationError("Give \(sources[0]) or \(sources[1]), not both.") }
        let policyOptions =
            (user == nil ? [] : ["--user"]) + (ofService.service == nil ? [] : ["--service"]) + forPolicies
        if let descriptor = descriptors.first, let option = policyOptions.first {
            throw ValidationError("Give \(descriptor) or \(option), not both: \(option) is for policies.")
        }
    }

    /// Loads the policy for the user, or for users without a section, and prints its remarks.
    /// - Parameter alternatives: What to suggest on a machine without a policy.
    func policy(alternatives: String) throws -> Policy {
        try policy(from: try Self.loadPolicy(config: config, alternatives: alternatives))
    }

    /// Whether the options name a user or a service. Otherwise the policy is the one for everybody.
    var hasSubject: Bool { user != nil || ofService.service != nil }

    /// The account of a service to which the policy applies; nil if no service is named.
    var serviceAccount: PolicySubject? { ofService.subject(user: user) }

    /// Resolves a loaded policy for the user, or for users without a section.
    func policy(from loaded: PolicyHandle, json: Bool = false) throws -> Policy {
        guard hasSubject else { return loaded.policy }
        let opened = try complaining(json: json) { () throws(PolicyLoadFailure) in
            if let serviceAccount { return try loaded.forAccount(serviceAccount) }
            return try loaded.forUser(Array((user ?? "").utf8))
        }
        complain(opened.doubts)
        // Warnings about everybody's lists are already printed.
        complain(opened.skippedLists.filter { !loaded.diagnostics.contains($0) })
        return opened.policy
    }

    /// Loads all sources of the policy.
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

    /// Loads the machine's policy and prints its remarks; nil if neither the machine nor its distribution has
    /// one. A broken policy is an error.
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

    /// Whether the only error is that the policy's file does not exist.
    static func isMissing(_ diagnostics: [LocatedDiagnostic], _ path: String) -> Bool {
        let missing = FileProblem.unreadable(error: ENOENT)
        return diagnostics.count == 1 && diagnostics[0].source == Array(path.utf8)
            && diagnostics[0].line == 0 && diagnostics[0].code == missing.code
            && diagnostics[0] == LocatedDiagnostic(missing, source: Array(path.utf8))
    }
}

/// The same options, and a descriptor as an argument.
struct RuleArguments: ParsableArguments {
    @OptionGroup var options: PolicyOptions

    @Argument(
        help: ArgumentHelp(
            "The same as --rules; - reads it from standard input.", valueName: "descriptor"),
        // Without a completion, zsh would not complete the options either.
        completion: .list([]))
    var descriptor: String?

    /// What to use on a machine without a policy.
    static let alternatives = "a descriptor or --config"

    /// The descriptor, from the argument or from --rules.
    var text: String? { descriptor ?? options.rules }

    func validate() throws { try refuseTwoSources() }

    /// Refuses rules from two sources, and a descriptor with options that need a policy.
    func refuseTwoSources(forPolicies: [String] = []) throws {
        try options.refuseTwoSources(
            besides: descriptor == nil ? [] : ["a descriptor"], forPolicies: forPolicies)
    }

    /// Loads the rules.
    /// - Parameter input: What else the command reads from standard input.
    func load(input: DescriptorText.StandardInput = .free) throws -> RuleSource {
        guard let text else { return .policy(try options.policy(alternatives: Self.alternatives)) }
        return try DescriptorText(argument: text, input: input).source(isPositional: descriptor != nil)
    }

    /// Loads the rules. For a policy, notes if the user does not exist.
    func loadForUser() throws -> RuleSource {
        let source = try load()
        _ = try account(comparedBy: source) { Output.complain("passwordrules: note: \($0)") }
        return source
    }

    /// Returns the account whose password is checked; empty if none is named.
    /// - Parameters:
    ///   - person: The options about the person, for an account of a service.
    ///   - remark: Called with a remark if the user does not exist.
    func account(
        of person: PersonOptions? = nil, comparedBy source: RuleSource, remark: (String) -> Void
    ) throws -> Account {
        guard let account = options.serviceAccount else {
            return try source.account(ofUser: options.user, remark: remark)
        }
        return person?.account(of: account) ?? Account(name: account.user)
    }

    /// Returns what happens to a password that does not meet the rules; nil for a descriptor.
    /// - Parameters:
    ///   - context: The circumstances of the change. Its service is replaced by the account's.
    ///   - remark: Called with each reason why nothing is refused.
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

    /// Loads the rules. On a machine without a policy, returns one that demands only a length, with a note.
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
///   - isCheck: Whether the command reports errors, so that they belong on standard output, too.
///   - quiet: Whether to print nothing.
///   - candidate: A file that is not installed yet. Its lines are shown as they were read.
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

/// Prints diagnostics to standard error, with the lines that they are about.
/// - Parameter candidate: A file that is not installed yet. Its lines are shown as they were read.
func complain(_ diagnostics: [LocatedDiagnostic], candidate: CandidateFile? = nil) {
    var texts = SourceTexts(candidate: candidate)
    for diagnostic in diagnostics {
        Output.complain(
            "passwordrules: " + diagnostic.line(.errors) + texts.underline(diagnostic, .errors))
    }
}
