import ArgumentParser
import PasswordRules
import PasswordRulesSystem

/// Where the rules come from: a descriptor, a policy file, or else the machine's policy.
struct PolicyOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The rules, as a descriptor.", valueName: "descriptor"))
    var rules: String?

    @Option(
        help: ArgumentHelp(
            "A policy file. Without --rules and --config: /etc/security/passwordrules.conf.",
            valueName: "file"))
    var config: String?

    func validate() throws {
        if rules != nil, config != nil { throw ValidationError("Give --rules or --config, not both.") }
        if let config, config.isEmpty { throw ValidationError("--config needs the path of a file.") }
    }

    /// What is demanded.
    func load() throws -> RuleSource {
        if let rules { return .descriptor(try DescriptorText(rules).parse()) }
        let path = config ?? "\(PolicyLoader.defaultPath)"
        do {
            // SAFETY: the C string is there for the time of the call.
            let loaded = try unsafe path.withCString { path throws(PolicyLoadFailure) in
                try unsafe PolicyLoader.load(path: path)
            }
            complain(loaded.diagnostics)
            return .policy(loaded.policy)
        } catch let failure as PolicyLoadFailure {
            complain(failure.diagnostics)
            throw ExitCode(2)
        }
    }

    private func complain(_ diagnostics: [LocatedDiagnostic]) {
        for diagnostic in diagnostics { Output.complain("passwordrules: " + diagnostic.line) }
    }
}

/// Rules to check against or to generate from.
enum RuleSource {
    case descriptor(Descriptor)
    case policy(Policy)

    var descriptor: Descriptor {
        switch self {
        case .descriptor(let descriptor): descriptor
        case .policy(let policy): policy.rules
        }
    }

    /// A function that checks passwords.
    func checker(reading: Reading) -> (Span<UInt8>, inout Report) -> Void {
        switch self {
        case .descriptor(let descriptor):
            let checker = Checker(descriptor, reading: reading)
            return { checker.check($0, into: &$1) }
        case .policy(let policy):
            return { policy.check($0, reading: reading, into: &$1) }
        }
    }
}
