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

            Below the rules it shows how many guesses the password withstands, as "passwordrules strength" does, with \
            advice.

            With --user, the result is what the PAM module would decide for that user, with the policy's sections and the \
            account's names.

            With --plain, as without a terminal or with TERM=dumb, it prints the rules, reads a password, prints a line \
            for each rule, and after an accepted one reads it again. Nothing is drawn, so a screen reader can follow. \
            Colors are off if NO_COLOR is set.
            """,
            exitStatus:
                "0 the password was accepted, 1 not accepted or cancelled, 2 error in the arguments or the policy",
            examples: [
                "See what it is like to choose a password under these rules":
                    "passwordrules try 'required: upper; required: digit'",
                "Each rule of a policy, without a terminal (exit status 1: some are not met)":
                    "printf 'correct horse\\n' | passwordrules try --config policy.conf",
            ]))

    @Flag(help: "Print lines instead of drawing a screen, as for a screen reader.")
    var plain = false

    @OptionGroup var rules: RuleArguments
    @OptionGroup var person: PersonOptions

    func validate() throws { try person.validate(for: rules.options.ofService) }

    func run() throws {
        let source = try rules.load(input: .passwords)
        var notices: [String] = []
        let note = { (remark: String) in
            Output.complain("passwordrules: note: \(remark)")
            notices.append("Note: \(remark).")
        }
        _ = try rules.enforcement(by: source, remark: note)
        source.noteUnchecked(note)
        let account = try rules.account(of: person, comparedBy: source, remark: note)
        let checker = source.checker(reading: .written, for: account)
        let check: Trial.Check = { password, report in checker(password, Span(), &report) }
        let personalWords = PersonalWords(of: account)
        var estimate: Trial.Estimate?
        var meterProblem: String?
        do throws(Failure) {
            let estimator = try source.estimator()
            estimate = { Meter(estimator.estimate($0, knowing: personalWords)) }
        } catch {
            // Everything else works without it.
            meterProblem = "no strength is shown: \(error.message)"
        }
        guard !plain, TryTerminal.isAvailable else {
            return try TryLines.run(
                check, estimate, meterProblem: meterProblem, explanation: source.explanation)
        }
        var trial = Trial(check: check, estimate: estimate) { (field) throws(GenerationError) in
            try source.suggest(into: &field, for: account)
        }
        let screen = Screen(
            explanation: source.explanation, notices: notices, meterProblem: meterProblem)
        switch try TryTerminal.run(&trial, on: screen) {
        case .accepted: try Output.standard.write(Array("accepted".utf8))
        case .continues, .cancelled:
            try Output.standard.write(Array("cancelled; nothing was changed".utf8))
            throw ExitCode(1)
        }
    }
}

extension RuleSource {
    /// The rules as they are shown at a prompt.
    fileprivate var explanation: String {
        switch self {
        case .descriptor(let descriptor): Explanation.list(of: descriptor)
        case .policy(let policy): policy.explanation
        }
    }

    /// An estimator with the policy's ranked words, even if the policy does not use estimates. For a
    /// descriptor, it has the bundled list.
    /// - Throws: An error about a list that cannot be read.
    fileprivate func estimator() throws(Failure) -> StrengthEstimator {
        var names: [[UInt8]] = []
        if case .policy(let policy) = self {
            if let words = policy.estimatedWords { return StrengthEstimator(words: words) }
            names = policy.namesOfRankedWords
        }
        var lists: [RankedWordList] = []
        for path in names.isEmpty ? [Installation.ranks] : names.map({ Installation.path(ofRankedWords: $0) })
        {
            do throws(FileProblem) {
                lists.append(try RankedWordList(atPath: path))
            } catch {
                throw Failure(message: error.line(String(decoding: path, as: UTF8.self)))
            }
        }
        return StrengthEstimator(words: RankedWords(lists))
    }

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
