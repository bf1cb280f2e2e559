import PasswordRules
import PasswordRulesLists

/// Where a value comes from: a line of a file, a preset, or what is built in.
struct LineLocation: Encodable, Equatable {
    static let builtIn = LineLocation(source: "built in")

    /// The file, the preset or "built in".
    var source: String
    /// From 1; nil unless it is a file's.
    var line: Int?

    var words: String { line.map { "\(source):\($0)" } ?? source }
}

extension AppliedPolicy.Item {
    /// Where the line is.
    var lineLocation: LineLocation {
        let name = String(decoding: file.name, as: UTF8.self)
        return isFromPreset ? LineLocation(source: "preset \(name)") : LineLocation(source: name, line: line)
    }

    /// The line and its place, for a message.
    var words: String { Self.words(key, String(decoding: value, as: UTF8.self), lineLocation) }

    /// `"KEY = VALUE" (PLACE)`; of a long value only the start.
    static func words(_ key: PolicyKey, _ value: String, _ location: LineLocation) -> String {
        let value = value.count > 60 ? value.prefix(57) + "..." : value[...]
        return printable("\"\(key.name) = \(value)\" (\(location.words))")
    }
}
