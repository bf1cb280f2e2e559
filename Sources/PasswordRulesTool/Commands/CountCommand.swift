import ArgumentParser
import PasswordRules

struct CountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "count",
        abstract: "Print exactly how many passwords satisfy the rules, and the resulting entropy.",
        discussion: helpText(
            """
            Counts the passwords of the strict reading, used for generating passwords: without "allowed", only those of \
            the required classes. The entropy, in bits, is that of a password drawn at random from them. A \
            policy refuses some of them: for names and lists, for instance.
            """,
            exitStatus:
                "0 success, 2 error in the arguments or the policy, or the passwords cannot be counted",
            examples: [
                "How many passwords have 20 characters?":
                    "passwordrules count --length 20 'required: upper; required: digit'",
                "How many digits are needed for 128 bits of entropy?":
                    "passwordrules count --entropy 128 'allowed: digit'",
            ]))

    @Option(
        help: ArgumentHelp(
            "Password length, 1 to 1024 (default: the length that \"generate\" would use).", valueName: "n"))
    var length: Int?

    @Option(
        help: ArgumentHelp(
            "Use the shortest length with at least this many bits of entropy, 0 to 1024.", valueName: "bits"))
    var entropy: Double?

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var rules: RuleArguments

    func validate() throws {
        guard length == nil || entropy == nil else {
            throw ValidationError("Give --length or --entropy, not both.")
        }
        guard (1...Generator.maximumLength).contains(length ?? 1) else {
            throw ValidationError("--length must be from 1 to \(Generator.maximumLength).")
        }
        guard (0...GenerationOptions.maximumEntropyBits).contains(entropy ?? 0) else {
            throw ValidationError("--entropy must be from 0 to \(Int(GenerationOptions.maximumEntropyBits)).")
        }
    }

    func run() throws {
        let source = try rules.loadForUser()
        if case .policy = source {
            Output.complain(
                "passwordrules: note: this is what the policy's rules allow; the policy also refuses some of these for names, lists and the like"
            )
        }
        let generator = source.generator
        do {
            let length = try wantedLength(generator, source.generationOptions)
            try report(try generator.count(length: length), length: length)
        } catch let error as CountError {
            throw Failure(message: error.message)
        } catch let error as GenerationError {
            throw Failure(message: error.message)
        }
    }

    private func wantedLength(_ generator: Generator, _ options: GenerationOptions) throws -> Int {
        if let length { return length }
        guard let entropy else { return try generator.plan(options).length }
        guard let shortest = try generator.shortestLength(entropyBits: entropy) else {
            throw Failure(
                message:
                    "under these rules, no password of up to \(Generator.maximumLength) characters has \(entropy.inShort) \(entropy == 1 ? "bit" : "bits")"
            )
        }
        return shortest
    }

    private func report(_ count: BigUInt, length: Int) throws {
        if json {
            return try Output.standard.write(
                json: CountObject(
                    length: length, count: count.decimalText, entropy: count.isZero ? nil : count.log2))
        }
        let bits = count.isZero ? "" : ", \(count.log2.decimals(6)) bits"
        let characters = length == 1 ? "1 character" : "\(length) characters"
        let passwords = count == BigUInt(1) ? "password" : "passwords"
        try Output.standard.write(Array("\(count) \(passwords) of \(characters)\(bits)".utf8))
    }
}

/// A count as a JSON object. The count is a string, because it is too large for JSON readers.
private struct CountObject: Encodable {
    var length: Int
    var count: String
    /// The entropy in bits; missing if there are no passwords.
    var entropy: Double?
}
