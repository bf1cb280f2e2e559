import ArgumentParser
import PasswordRules
import PasswordRulesSystem
import PasswordRulesTerminal

struct TryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Type a password and watch which rules it meets as you type.",
        discussion: helpText(
            """
            Nothing is stored or changed: it is for trying out rules and passwords.

              Enter       go to the second field, then finish
              Tab         show or hide what is typed
              Ctrl-G      suggest a password, or another one
              Ctrl-T      use the suggestion
              Backspace   delete a character; in the empty second field: go back
              Ctrl-W      delete a word; Ctrl-U: delete everything
              Ctrl-L      redraw the screen
              Ctrl-C      cancel; so does Ctrl-D in an empty field

            With --user, the result is what the PAM module would decide for that user, with the policy's sections and the \
            account's names.

            Without a terminal, or with TERM=dumb, it reads passwords from standard input, one per line, and prints a line \
            for each rule. Colors are off if NO_COLOR is set.
            """,
            exitStatus:
                "0 the password was accepted, 1 not accepted or cancelled, 2 error in the arguments or the policy",
            examples: [
                "See what it is like to choose a password under these rules":
                    "passwordrules try --rules 'required: upper; required: digit'",
                "Each rule of a policy, without a terminal (exit status 1: some are not met)":
                    "printf 'correct horse\\n' | passwordrules try --config policy.conf",
            ]))

    @OptionGroup var policy: PolicyOptions

    @Option(help: ArgumentHelp("The user whose password it is.", valueName: "name"), completion: .users)
    var user: String?

    func validate() throws {
        if policy.rules != nil, user != nil {
            throw ValidationError(
                "--user needs a policy; use --config instead of --rules.")
        }
        if user == "" { throw ValidationError("--user needs a user name.") }
    }

    func run() throws {
        let source = try policy.load(user: user)
        var notices: [String] = []
        let account = try source.account(ofUser: user) { remark in
            Output.complain("passwordrules: note: \(remark)")
            notices.append("Note: \(remark).")
        }
        let checker = source.checker(reading: .written, for: account)
        let check: Trial.Check = { password, report in checker(password, Span(), &report) }
        guard TryTerminal.isThere else { return try TryLines.run(check) }
        var trial = Trial(check: check) { (field) throws(GenerationError) in
            try source.suggest(into: &field, for: account)
        }
        let screen = Screen(explanation: explanation(of: source), notices: notices)
        switch try TryTerminal.run(&trial, on: screen) {
        case .isAccepted: try Output.standard.write(Array("accepted".utf8))
        case .goesOn, .isLeft:
            try Output.standard.write(Array("cancelled; nothing was changed".utf8))
            throw ExitCode(1)
        }
    }

    /// The explanation of the rules. A descriptor is shown as it was written: its canonical form is that of the strict reading.
    private func explanation(of source: RuleSource) -> String {
        switch source {
        case .descriptor: policy.rules.map { "Rules: \($0)" } ?? ""
        case .policy(let policy): policy.explanation
        }
    }
}

extension RuleSource {
    /// Puts a generated password into an empty field.
    fileprivate func suggest(into field: inout Field, for account: Account) throws(GenerationError) {
        var random = KernelRandom()
        let password =
            switch self {
            case .descriptor(let descriptor): try Generator(descriptor).generate(from: &random)
            case .policy(let policy): try policy.suggestion(from: &random, for: account)
            }
        password.withSpan { bytes in
            for index in 0..<bytes.count { field.append(bytes[index]) }
        }
    }
}
