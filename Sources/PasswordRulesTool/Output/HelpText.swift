import ArgumentParser

/// The help of a command after its first line: paragraphs, exit statuses and examples.
///
/// An example with another exit status than 0 says so: "(exit status 2)". Tests/Tool/test_tool_help.py runs
/// each example.
func helpText(
    _ paragraphs: String, exitStatus: String, examples: KeyValuePairs<String, String>
) -> String {
    let lines = examples.map { purpose, command in "  # \(purpose)\n  \(command)" }
    return "\(paragraphs)\n\nExit status: \(exitStatus).\n\nExamples:\n" + lines.joined(separator: "\n")
}
