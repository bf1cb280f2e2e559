import ArgumentParser

/// The help of a command after its first line: paragraphs, its exit statuses, and examples.
///
/// An example that ends with a status other than 0 says so: "(exit status 2)". Tests/Tool/test_tool_help.py
/// runs each.
func helpText(
    _ paragraphs: String, exitStatus: String, examples: KeyValuePairs<String, String>
) -> String {
    let lines = examples.map { purpose, command in "  # \(purpose)\n  \(command)" }
    return "\(paragraphs)\n\nExit status: \(exitStatus).\n\nExamples:\n" + lines.joined(separator: "\n")
}

extension CompletionKind {
    /// The names of the users in /etc/passwd. Other account databases may have no list, or an endless one.
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
