import ArgumentParser
import PasswordRules
import PasswordRulesSystem

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Print random passwords that satisfy the rules, one per line, no duplicates.",
        discussion: helpText(
            """
            All passwords of the chosen length and style that satisfy the rules are equally likely. With a policy, they are \
            made as its suggestions are, unless an option overrides that. On a machine without a policy they have at least \
            15 characters.
            """,
            exitStatus:
                "0 success, 2 error in the arguments or the policy, or no such password exists",
            examples: [
                "A password of random characters":
                    "passwordrules generate 'required: upper; required: digit; allowed: lower'",
                "Five passphrases, with their entropy":
                    "passwordrules generate '' --style words -n 5 --show-entropy",
                "What a policy would suggest to root":
                    "passwordrules generate --config policy.conf --user root",
            ]))

    @OptionGroup var rules: RuleArguments
    @OptionGroup var person: PersonOptions

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("Number of passwords, 1 to 1000000.", valueName: "n"))
    var count = 1

    @Option(
        help: ArgumentHelp(
            "Password length, 1 to 1024 (default: 20, or what the rules, style and entropy require).",
            valueName: "n"))
    var length: Int?

    @Option(
        help: ArgumentHelp(
            "random, readable (pronounceable groups) or words; if the rules rule out a style, words, readable and random are tried in this order.",
            valueName: "style"), completion: .list(StyleArgument.allValueStrings))
    var style: StyleArgument?

    @Option(
        help: ArgumentHelp(
            "Minimum entropy in bits, 0 to 1024 (default: 71); passwords are made longer to reach it if the rules allow.",
            valueName: "bits"))
    var entropy: Double?

    @Option(
        help: ArgumentHelp(
            "Characters to avoid, as far as the rules allow: \"ambiguous\" (0O1lI|), classes such as \"special\" or "
                + "\"[aeiou]\", separated by commas; a space at either end is always avoided, except with \"none\".",
            valueName: "characters"),
        completion: .list([
            "ambiguous", "space-at-ends", "upper", "lower", "digit", "special", "ascii-printable", "none",
        ]))
    var exclude: String?

    @Flag(help: "Print each password's entropy (in bits) and style after it, separated by tabs.")
    var showEntropy = false

    @Flag(help: "Print one JSON object per line, for each password.")
    var json = false

    @Flag(name: .shortAndLong, help: "Print no notes about the passwords.")
    var quiet = false

    func validate() throws {
        try person.validate(for: rules.options.ofService)
        guard (1...Generator.maximumCount).contains(count) else {
            throw ValidationError("--count must be from 1 to \(Generator.maximumCount).")
        }
        guard length ?? 1 >= 1 else { throw ValidationError("--length must be 1 or more.") }
        guard (0...GenerationOptions.maximumEntropyBits).contains(entropy ?? 0) else {
            throw ValidationError("--entropy must be from 0 to \(Int(GenerationOptions.maximumEntropyBits)).")
        }
    }

    func run() throws {
        let source = try rules.loadOrDefault(isQuiet: quiet)
        let account = try rules.account(of: person, comparedBy: source) {
            Output.complain("passwordrules: note: \($0)")
        }
        var options = source.generationOptions
        options.length = length
        options.style = style?.style ?? options.style
        options.minimumEntropyBits = entropy ?? options.minimumEntropyBits
        if let exclude { options.exclusions = try ExclusionsArgument(exclude).exclusions }
        do {
            let generator = source.generator
            var plan = try generator.plan(options)
            while true {
                do {
                    return try show(try passwords(of: plan, for: source, account), options)
                } catch let error as GenerationError {
                    // The policy may refuse what its rules allow: a passphrase may contain one of the
                    // administrator's words.
                    guard case .notFound = error, let next = try? generator.plan(options, after: plan.style)
                    else { throw error }
                    plan = next
                }
            }
        } catch let error as GenerationError {
            throw Failure(message: source.message(of: error))
        }
    }

    private func passwords(of plan: GenerationPlan, for source: RuleSource, _ account: Account)
        throws(GenerationError) -> PasswordList
    {
        var random = KernelRandom()
        guard case .policy(let policy) = source else { return try plan.passwords(count, from: &random) }
        // This fails in bounded time if the policy refuses all passwords.
        _ = try policy.acceptedPassword(by: plan, from: &random, for: account)
        var hasRefused = false
        let passwords = try plan.passwords(count, from: &random) { password in
            let isAccepted = policy.check(password, for: account).isAccepted
            if !isAccepted { hasRefused = true }
            return isAccepted
        }
        if hasRefused, showEntropy || json, !quiet {
            Output.complain(
                "passwordrules: note: the policy refuses some of the passwords that its rules allow, so the actual entropy is slightly lower"
            )
        }
        return passwords
    }

    /// Notes how the passwords differ from the request.
    private func warn(
        of plan: GenerationPlan, _ entropy: Result<Double, CountError>, _ options: GenerationOptions
    ) {
        if plan.style != plan.requestedStyle {
            Output.complain(
                "passwordrules: note: the rules do not allow style \"\(plan.requestedStyle)\" at this length and entropy; using \"\(plan.style)\""
            )
        }
        if exclude != nil, !plan.leavesOutAll {
            Output.complain("passwordrules: note: the rules require some of the excluded characters")
        }
        switch entropy {
        case .success(let bits) where plan.fallsShort(entropyBits: bits):
            Output.complain(
                "passwordrules: note: \(bits.decimals(1)) bits of entropy, below \(options.minimumEntropyBits.inShort): "
                    + (length == nil
                        ? "that is the maximum the rules allow" : "a longer password would have more"))
        case .failure(let error) where showEntropy || json:
            Output.complain("passwordrules: note: the entropy is unknown: \(error.message)")
        case .success, .failure: break
        }
    }

    /// Whether more is excluded than by default, which is a space at either end.
    private func hasExclusions(_ options: GenerationOptions) -> Bool {
        options.exclusions != .none && (exclude != nil || options.exclusions != Exclusions())
    }

    private func show(_ passwords: borrowing PasswordList, _ options: GenerationOptions) throws {
        let plan = passwords.plan
        var bits: Double?
        if !quiet || showEntropy || json {
            // Computed once, because counting may take long.
            let entropy = Result { () throws(CountError) in try plan.entropyBits() }
            if !quiet { warn(of: plan, entropy, options) }
            bits = try? entropy.get()
        }
        for index in 0..<passwords.count {
            try passwords.withPassword(at: index) { password in
                var line = (0..<password.count).map { password[$0] }
                if json {
                    return try Output.standard.write(
                        json: PasswordObject(
                            password: String(decoding: line, as: UTF8.self), style: "\(plan.style)",
                            requested: "\(plan.requestedStyle)", entropy: bits,
                            minimum: options.minimumEntropyBits,
                            excluded: hasExclusions(options) ? plan.leavesOutAll : nil))
                }
                if showEntropy {
                    // No password contains a tab, so scripts can split the line there.
                    line += Array("\t\(bits.map { $0.decimals(6) } ?? "unknown") bits\t\(plan.style)".utf8)
                }
                try Output.standard.write(line)
            }
        }
    }
}

/// A style by its name.
struct StyleArgument: ExpressibleByArgument {
    let style: PasswordStyle

    init?(argument: String) {
        guard let style = PasswordStyle.allCases.first(where: { "\($0.name)" == argument }) else {
            return nil
        }
        self.style = style
    }

    static var allValueStrings: [String] { PasswordStyle.allCases.map { "\($0.name)" } }
}

/// A generated password as a JSON object.
private struct PasswordObject: Encodable {
    var password: String
    var style: String
    /// The requested style.
    var requested: String
    /// The entropy in bits; missing if it is unknown.
    var entropy: Double?
    /// The requested minimum entropy, in bits.
    var minimum: Double
    /// Whether the password avoids all excluded characters; missing if none are excluded.
    var excluded: Bool?
}
