import ArgumentParser

/// What the help of a command says below its first line: paragraphs, what its exit status means, and examples to type.
///
/// An example that ends with another status than 0 says so: "(exit status 2)". Each is tried by Tests/Tool/test_tool_help.py.
func helpText(
    _ paragraphs: String, exitStatus: String, examples: KeyValuePairs<String, String>
) -> String {
    let lines = examples.map { purpose, command in "  # \(purpose)\n  \(command)" }
    return "\(paragraphs)\n\nExit status: \(exitStatus).\n\nExamples:\n" + lines.joined(separator: "\n")
}

extension CompletionKind {
    /// The names of the users in /etc/passwd. Other sources of accounts may have no list, or one without an end.
    static var users: Self {
        .custom { _, _, start in
            let lines =
                (try? Input.readAll(path: "/etc/passwd", limit: 1 << 20))?.split(separator: 0x0A) ?? []
            return lines.compactMap { line in
                let name = line.prefix { $0 != 0x3A }
                return name.starts(with: start.utf8) ? String(decoding: name, as: UTF8.self) : nil
            }
        }
    }
}
