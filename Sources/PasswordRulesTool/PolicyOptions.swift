import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesSystem

/// The source of the rules: a descriptor, a policy file, or else the machine's policy.
struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The rules, as a quoted descriptor: 'required: digit; minlength: 12'.",
            valueName: "descriptor"))
    var rules: String?

    @Option(
        help: ArgumentHelp(
            "A policy file, with the files in FILE.d (default without --rules: /etc/security/passwordrules.conf).",
            valueName: "file"), completion: .file())
    var config: String?

    func validate() throws {
        if rules != nil, config != nil { throw ValidationError("Give --rules or --config, not both.") }
        if let config, config.isEmpty { throw ValidationError("--config needs a file path.") }
    }

    /// The rules; from the policy for a user, if one is named, or else for users without a section.
    func load(user: String? = nil) throws -> RuleSource {
        if let rules { return .descriptor(try DescriptorText(rules).parse()) }
        let loaded = try Self.loadPolicy(config: config)
        guard let user else { return .policy(loaded.policy) }
        let opened = try complaining { () throws(PolicyLoadFailure) in
            try loaded.opened(forUser: Array(user.utf8))
        }
        complain(opened.doubts)
        if loaded.sources.hasSections { complain(opened.passedOver) }
        return .policy(opened.policy)
    }

    /// All sources of the policy.
    /// - Parameter alternatives: The options to suggest on a machine without a policy.
    /// - Parameter isCheck: Whether the caller prints all diagnostics of the policy itself.
    static func loadPolicy(
        config: String?, json: Bool = false, alternatives: String = "--rules or --config",
        isCheck: Bool = false
    ) throws -> LoadedPolicy {
        try complaining(json: json) { () throws(PolicyLoadFailure) in
            do throws(PolicyLoadFailure) {
                let loaded = try PolicyLoader.load(
                    path: config.map { Array($0.utf8) }, commonBlocklist: Installation.commonBlocklist)
                if !isCheck { complain(loaded.diagnostics) }
                return loaded
            } catch {
                if config == nil, isMissing(error) {
                    Output.complain(
                        "passwordrules: note: no policy is installed; use \(alternatives)")
                }
                throw error
            }
        }
    }

    /// Whether the only problem is that the machine has no policy.
    private static func isMissing(_ failure: PolicyLoadFailure) -> Bool {
        failure.diagnostics.count == 1
            && failure.diagnostics[0].source == Array("\(PolicyLoader.defaultPath)".utf8)
            && failure.diagnostics[0].message == FileProblem.unreadable(error: ENOENT).messageBytes
    }
}

/// Prints the errors of a policy that cannot be loaded, and ends the program.
/// - Parameter json: Whether to print them on standard output as well, as JSON objects.
func complaining<Result>(
    json: Bool = false, _ body: () throws(PolicyLoadFailure) -> Result
) throws -> Result {
    do throws(PolicyLoadFailure) {
        return try body()
    } catch {
        complain(error.diagnostics)
        if json {
            for diagnostic in error.diagnostics {
                try Output.standard.write(json: DiagnosticObject(diagnostic))
            }
        }
        throw ExitCode(2)
    }
}

func complain(_ diagnostics: [LocatedDiagnostic]) {
    for diagnostic in diagnostics { Output.complain("passwordrules: " + diagnostic.line(.errors)) }
}

/// Rules for checking or generating passwords.
enum RuleSource {
    case descriptor(Descriptor)
    case policy(Policy)

    /// The rules for generating passwords.
    var generationRules: Descriptor {
        switch self {
        case .descriptor(let descriptor): descriptor
        case .policy(let policy): policy.generationRules
        }
    }

    /// The default options for generating passwords.
    var generationOptions: GenerationOptions {
        switch self {
        case .descriptor: GenerationOptions()
        case .policy(let policy): policy.suggestionOptions
        }
    }

    /// A function that checks a new password, given the old one, which is empty if it is not known.
    func checker(
        reading: Reading, for account: Account
    ) -> (_ new: Span<UInt8>, _ old: Span<UInt8>, inout Report) -> Void {
        switch self {
        case .descriptor(let descriptor):
            let checker = Checker(descriptor, reading: reading)
            return { new, _, report in checker.check(new, into: &report) }
        case .policy(let policy):
            return { new, old, report in
                policy.check(new, for: account, replacing: old, reading: reading, into: &report)
            }
        }
    }
}
