import PasswordRules
import PasswordRulesLists

/// Where a value comes from: a line of a file, a preset, or what is built in.
struct LinePlace: Encodable, Equatable {
    static let builtIn = LinePlace(source: "built in")

    /// The file, the preset or "built in".
    var source: String
    /// From 1; nil unless it is a file's.
    var line: Int?

    var words: String { line.map { "\(source):\($0)" } ?? source }
}

extension AppliedPolicy.Item {
    /// Where the line is.
    var linePlace: LinePlace {
        let name = String(decoding: source.name, as: UTF8.self)
        return isFromPreset ? LinePlace(source: "preset \(name)") : LinePlace(source: name, line: line)
    }

    /// The line and its place, for a message.
    var words: String { Self.words(key, String(decoding: value, as: UTF8.self), linePlace) }

    /// `"KEY = VALUE" (PLACE)`; of a long value only the start.
    static func words(_ key: PolicyKey, _ value: String, _ place: LinePlace) -> String {
        let value = value.count > 60 ? value.prefix(57) + "..." : value[...]
        return printable("\"\(key.name) = \(value)\" (\(place.words))")
    }
}
