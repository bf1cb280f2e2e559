import PasswordRules
import PasswordRulesLists

/// The origin of a value: a line of a file, a preset, or "built in".
struct LineLocation: Encodable, Equatable {
    static let builtIn = LineLocation(source: "built in")

    /// The file, the preset or "built in".
    var source: String
    /// The line of the file, from 1; nil for other origins.
    var line: Int?

    var words: String { line.map { "\(source):\($0)" } ?? source }
}

extension AppliedPolicy.Item {
    /// The location of the line.
    var lineLocation: LineLocation {
        let name = String(decoding: file.name, as: UTF8.self)
        return isFromPreset ? LineLocation(source: "preset \(name)") : LineLocation(source: name, line: line)
    }

    /// The line and its location, for a message.
    var words: String { Self.words(key, String(decoding: value, as: UTF8.self), lineLocation) }

    /// `"KEY = VALUE" (LOCATION)`, with a long value cut.
    static func words(_ key: PolicyKey, _ value: String, _ location: LineLocation) -> String {
        let value = value.count > 60 ? value.prefix(57) + "..." : value[...]
        return printable("\"\(key.name) = \(value)\" (\(location.words))")
    }
}
