import ArgumentParser
import PasswordRules
import PasswordRulesSystem

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Print passwords that satisfy the rules, one a line.",
        discussion: """
            Each password of the length that satisfies the rules is equally likely.

            Example: passwordrules generate --rules 'required: upper; required: digit; allowed: lower'
            """)

    @OptionGroup var policy: PolicyOptions

    @Option(help: ArgumentHelp("How many passwords, 1 to 1000000.", valueName: "n"))
    var count = 1

    @Option(
        help: ArgumentHelp(
            "How many characters each; without it 20, or the nearest length the rules allow.", valueName: "n")
    )
    var length: Int?

    func validate() throws {
        guard (1...1_000_000).contains(count) else {
            throw ValidationError("--count must be from 1 to 1000000.")
        }
        guard length ?? 1 >= 1 else { throw ValidationError("--length must be 1 or more.") }
    }

    func run() throws {
        let generator = Generator(try policy.load().descriptor)
        var source = KernelRandom()
        for _ in 0..<count {
            do {
                let password = try generator.generate(length: length, from: &source)
                try password.withSpan { password in
                    try Output.standard.write((0..<password.count).map { password[$0] })
                }
            } catch let error as GenerationError {
                throw Failure(message: error.message)
            }
        }
    }
}
