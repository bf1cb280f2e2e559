import PasswordRules

/// Rules for checking or generating passwords.
enum RuleSource {
    case descriptor(Descriptor)
    case policy(Policy)

    /// The generator of passwords.
    var generator: Generator {
        switch self {
        case .descriptor(let descriptor): Generator(descriptor)
        case .policy(let policy): policy.generator
        }
    }

    /// The default options for generating passwords.
    var generationOptions: GenerationOptions {
        switch self {
        case .descriptor: GenerationOptions()
        case .policy(let policy): policy.suggestionOptions
        }
    }

    /// The message of an error of the generator.
    func message(of error: GenerationError) -> String {
        if case .policy(let policy) = self, policy.demandsGuesses, case .notFound = error {
            return "no password was found that is as hard to guess as min-guesses demands"
        }
        return error.message
    }

    /// The origin of an outcome; nil for a descriptor.
    func origin(of outcome: Outcome) -> OutcomeOrigin? {
        if case .policy(let policy) = self { return policy.origin(of: outcome) }
        return nil
    }

    /// The number of earlier passwords with which only the PAM module compares; nil if there are none.
    var historyCount: Int? {
        if case .policy(let policy) = self { return policy.historyCount }
        return nil
    }

    /// Reports the rules that are not checked here.
    func noteUnchecked(_ remark: (String) -> Void) {
        guard let historyCount else { return }
        remark(
            "history = \(historyCount) is not checked here: only the PAM module compares with earlier passwords"
        )
    }

    /// A function that checks a new password. The old password is empty if it is unknown.
    func checker(
        reading: Reading, for account: Account
    ) -> (_ new: Span<UInt8>, _ old: Span<UInt8>, inout Report) -> Void {
        switch self {
        case .descriptor(let descriptor):
            let checker = Checker(descriptor, reading: reading)
            return { new, _, report in checker.check(new, into: &report) }
        case .policy(let policy):
            return { new, old, report in
                report = policy.check(new, for: account, replacing: old, reading: reading)
            }
        }
    }
}

extension Policy {
    /// A policy with only a line of `rules`, which may have properties that descriptors lack; nil if it has a
    /// mistake.
    static func ofRules(_ text: [UInt8]) -> Policy? {
        var found = Diagnostics()
        // A line of a policy cannot contain line ends. Blanks between properties are equivalent.
        let line = Array("rules=".utf8) + text.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        guard let file = PolicyFile.parseArgument(line, diagnostics: &found) else { return nil }
        var stack = PolicyStack()
        stack.add(argument: file)
        return try? Policy(stack.applied(to: nil).settings, blocklists: [])
    }
}
