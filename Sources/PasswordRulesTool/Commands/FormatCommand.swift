import ArgumentParser
import PasswordRules

struct FormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Print a descriptor in its canonical form.",
        discussion: helpText(
            """
            Repeated properties are merged, in a fixed order, and everything that the strict reading allows is listed \
            under "allowed". With --minified, nothing is added. Programs that want both forms can use explain --json. For \
            a policy, it prints the rules as far as a descriptor can express them.
            """,
            exitStatus:
                "0 success, 2 error in the arguments, the policy or, without --lenient, the descriptor",
            examples: [
                "Sorted and complete":
                    "passwordrules format 'minlength: 8; required: [abc], upper; minlength: 12'",
                "From a file": "passwordrules format --minified - < descriptor.txt",
            ]))

    @Flag(help: "Add nothing to what the author wrote.")
    var minified = false

    @Flag(help: "Leave out invalid properties, and keep the rest.")
    var lenient = false

    @OptionGroup var rules: RuleArguments

    func run() throws {
        let descriptor: Descriptor
        if let text = rules.text {
            descriptor = try DescriptorText(argument: text).parse(mode: lenient ? .lenient : .exact)
        } else {
            let policy = try rules.options.policy(alternatives: RuleArguments.alternatives)
            try policy.noteUnknownUser(rules.options)
            Output.complain(
                "passwordrules: note: a descriptor cannot express everything that a policy demands")
            descriptor = policy.rules
        }
        try Output.standard.write(minified ? descriptor.minifiedBytes : descriptor.canonicalBytes)
    }
}
