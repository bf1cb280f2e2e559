import ArgumentParser
import PasswordRules

struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Describe a descriptor in plain English, one sentence per line.",
        discussion: helpText(
            "The last sentence describes the passwords that \"generate\" makes: their length, number and entropy.",
            exitStatus: "0 success, 2 error in the arguments or the descriptor",
            examples: [
                "What does this ask for?":
                    "passwordrules explain 'required: upper; required: digit; minlength: 12'"
            ]))

    @Flag(help: "Print one JSON object.")
    var json = false

    @Argument(help: ArgumentHelp("The descriptor; - reads it from standard input.", valueName: "descriptor"))
    var text: String

    func run() throws {
        let descriptor = try DescriptorText(argument: text).parse()
        let sentences = Explanation(descriptor).sentences
        guard json else {
            for sentence in sentences { try Output.standard.write(Array(sentence.utf8)) }
            return
        }
        try Output.standard.write(
            json: ExplanationObject(
                canonical: descriptor.canonicalText, minified: descriptor.minifiedText, sentences: sentences))
    }
}

/// An explanation as a JSON object.
private struct ExplanationObject: Encodable {
    var canonical: String
    var minified: String
    var sentences: [String]
}
