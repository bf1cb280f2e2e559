internal import PasswordRules

/// Resolves some policy files a second time: line by line, by the order in passwordrules.conf(5).
struct ReferenceLayers {
    struct Entry: Equatable, CustomStringConvertible {
        let key: String
        let value: [UInt8]

        var description: String { "\(key)=\(value.shown)" }
    }

    private enum Head: Equatable {
        case everybody
        case user([UInt8])
        case group([UInt8])
    }

    /// The entries of one section or of all arguments; the lowest layer first.
    private var layers: [[Entry]] = []
    private var isPlain = true

    init(_ sources: PolicySources, _ subject: PolicySubject?) {
        let files = sources.files.map { Self.sections($0.file.text) }
        func add(_ head: Head) {
            for sections in files {
                for section in sections where section.head == head { layers.append(section.entries) }
            }
        }
        add(.everybody)
        if let subject {
            for sections in files {
                let head = sections.lazy.map { $0.head }.first { head in
                    subject.groups.contains { head == .group($0) }
                }
                if let head {
                    add(head)
                    break
                }
            }
            add(.user(subject.user))
        }
        layers.append(sources.arguments.map { Self.entry($0.file.text[...]) })
        // Presets have entries of their own.
        isPlain = !layers.contains { $0.contains { $0.key == "preset" } }
    }

    /// The entries that apply; nil if that is not simple.
    mutating func entries() -> [Entry]? {
        guard isPlain else { return nil }
        var applying: [Entry] = []
        for (number, entries) in layers.enumerated() {
            let stronger = layers[(number + 1)...].joined()
            for entry in entries {
                if stronger.contains(where: { $0.key == entry.key }) { continue }
                // New rules discard the alternatives to the old ones.
                if entry.key == "or", stronger.contains(where: { $0.key == "rules" }) { continue }
                applying.append(entry)
            }
        }
        return applying
    }

    private static func sections(_ text: [UInt8]) -> [(head: Head, entries: [Entry])] {
        var sections: [(head: Head, entries: [Entry])] = [(.everybody, [])]
        for line in text.split(separator: 0x0A) {
            let line = trimmed(line)
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            if line.first == UInt8(ascii: "[") {
                let inside = trimmed(line.dropFirst().dropLast())
                let kind = inside.prefix { $0 != 0x20 && $0 != 0x09 }
                let name = Array(trimmed(inside.dropFirst(kind.count)))
                sections.append((kind.first == UInt8(ascii: "u") ? .user(name) : .group(name), []))
            } else {
                sections[sections.count - 1].entries.append(entry(line))
            }
        }
        return sections
    }

    private static func entry(_ line: ArraySlice<UInt8>) -> Entry {
        let key = trimmed(line.prefix { $0 != UInt8(ascii: "=") })
        let value = trimmed(line.drop { $0 != UInt8(ascii: "=") }.dropFirst())
        return Entry(key: String(decoding: key, as: UTF8.self), value: Array(value))
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text.drop { $0 == 0x20 || $0 == 0x09 }
        while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
        return text
    }
}
