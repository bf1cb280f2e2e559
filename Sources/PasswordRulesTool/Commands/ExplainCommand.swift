import ArgumentParser
import PasswordRules

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Describe the rules in plain English.",
        discussion: helpText(
            """
            A descriptor is described in sentences, one per line; the last one is about the passwords that "generate" \
            makes: their length, number and entropy. A policy is described as users see it at the prompt.
            """,
            exitStatus: "0 success, 2 error in the arguments, the descriptor or the policy",
            examples: [
                "What does this ask for?":
                    "passwordrules explain 'required: upper; required: digit; minlength: 12'",
                "What does a policy ask of root?":
                    "passwordrules explain --config policy.conf --user root",
            ]))

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var rules: RuleArguments

    func run() throws {
        let source = try rules.loadForUser()
        // Called only for its notes, such as that the policy would not refuse a password.
        _ = try rules.enforcement(by: source) { Output.complain("passwordrules: note: \($0)") }
        let object = ExplanationObject(source)
        if json { return try Output.standard.write(json: object) }
        for sentence in object.sentences { try Output.standard.write(Array(sentence.utf8)) }
    }
}

/// An explanation as a JSON object.
private struct ExplanationObject: Encodable {
    /// Absent for a policy, like `minified`.
    var canonical: String?
    var minified: String?
    /// The sentences; for a policy, the lines shown at the prompt.
    var sentences: [String]

    init(_ source: RuleSource) {
        switch source {
        case .descriptor(let descriptor):
            canonical = descriptor.canonicalText
            minified = descriptor.minifiedText
            sentences = Explanation(descriptor).sentences
        case .policy(let policy):
            let bytes = policy.explanationBytes(comparing: [.old, .earlier])
            sentences = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            if sentences.isEmpty { sentences = ["Any password."] }
        }
    }
}
