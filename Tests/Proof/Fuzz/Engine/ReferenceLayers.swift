internal import PasswordRules

/// Resolves some policy files a second time: line by line, in the order of passwordrules.conf(5).
struct ReferenceLayers {
    struct Entry: Equatable, CustomStringConvertible {
        let key: String
        let value: [UInt8]

        var description: String { "\(key)=\(value.shown)" }
    }

    private enum Header: Equatable {
        case everybody
        case user([UInt8])
        case group([UInt8])
        case service
    }

    /// Less specific and earlier lines first; lines of arguments have no header.
    private var lines: [(header: Header?, entry: Entry)] = []

    /// The keys that are not demands. A later line for one of them overrides an earlier one.
    private static let overridden: Set<String> = [
        "enforce", "enforce-for-root", "exempt-services", "retry", "local-users-only", "max-bytes", "suggest",
        "suggest-services",
        "suggest-style", "suggest-entropy", "suggest-exclude", "at-login", "at-login-services",
    ]

    init(_ stack: PolicyStack, _ subject: PolicySubject?) {
        let sections = stack.files.flatMap { Self.sections($0.text) }
        func add(where isFor: (Header) -> Bool) {
            for section in sections where isFor(section.header) {
                lines += section.entries.map { (section.header, $0) }
            }
        }
        add { $0 == .everybody }
        if let subject {
            add { header in subject.groups.contains { header == .group($0) } }
            add { $0 == .user(subject.user) }
        }
        lines += stack.arguments.map { (nil, Self.entry($0.text[...])) }
    }

    /// The entries that apply; nil if there is a preset, which has entries of its own.
    func entries() -> [Entry]? {
        if lines.contains(where: { $0.entry.key == "preset" }) { return nil }
        let kept = lines.enumerated().filter { number, line in
            // Kept unless a line from this one on drops its key.
            !lines[number...].contains { later in
                later.entry.value.isEmpty
                    && (later.entry.key == line.entry.key
                        || later.entry.key == "rules" && line.entry.key == "or")
            }
        }.map(\.element)
        return kept.enumerated().filter { number, line in
            guard Self.overridden.contains(line.entry.key) else { return true }
            let same = kept.enumerated().filter { $0.element.entry.key == line.entry.key }
            guard let last = same.last else { return false }
            // The first of several groups has precedence.
            guard case .group = last.element.header,
                let first = same.first(where: { Self.isGroup($0.element.header) })
            else { return number == last.offset }
            return number == same.last { $0.element.header == first.element.header }?.offset
        }.map(\.element.entry)
    }

    private static func isGroup(_ header: Header?) -> Bool {
        if case .group = header { true } else { false }
    }

    private static func sections(_ text: [UInt8]) -> [(header: Header, entries: [Entry])] {
        var sections: [(header: Header, entries: [Entry])] = [(.everybody, [])]
        for line in text.split(separator: 0x0A) {
            let line = trimmed(line)
            if line.isEmpty || line.first == "#" { continue }
            if line.first == "[" {
                let inside = trimmed(line.dropFirst().dropLast())
                let kind = inside.prefix { $0 != 0x20 && $0 != 0x09 }
                let name = Array(trimmed(inside.dropFirst(kind.count)))
                let header: Header =
                    switch kind.first {
                    case "u": .user(name)
                    case "g": .group(name)
                    default: .service
                    }
                sections.append((header, []))
            } else {
                sections[sections.count - 1].entries.append(entry(line))
            }
        }
        return sections
    }

    private static func entry(_ line: ArraySlice<UInt8>) -> Entry {
        let key = trimmed(line.prefix { $0 != "=" })
        let value = trimmed(line.drop { $0 != "=" }.dropFirst())
        return Entry(key: String(decoding: key, as: UTF8.self), value: Array(value))
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text.drop { $0 == 0x20 || $0 == 0x09 }
        while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
        return text
    }
}
