/// What applies to a subject: the lines of all places that match, combined.
///
/// Demands of all these places hold, and of a key that has one value the strictest: a line that is added
/// never weakens what others demand. Only an empty value does, which drops what less specific and earlier
/// places say of its key. Keys that demand nothing are overridden by more specific and later places.
public struct AppliedPolicy: Sendable {
    /// What is set.
    public private(set) var settings = PolicySettings()
    /// The entries that apply, those of less specific and earlier places first.
    public private(set) var items: [Item] = []
    /// The sections that apply and are not for everybody, the less specific first.
    public private(set) var namedSections: [Section] = []
    /// A mistake that only several places or arguments together make: `or` without `rules` among the
    /// arguments, or more than 64 lines of a key.
    public private(set) var problem: (diagnostic: Diagnostic, source: PolicySource)?

    package let sources: PolicySources
    private let dropped: DroppedKeys

    /// Whether the built-in value of a key takes part. A key that demands nothing has one in any case.
    public func hasBuiltInValue(_ key: PolicyKey) -> Bool { !key.isDemand || !dropped.contains(key) }

    init(_ sources: PolicySources, _ subject: PolicySubject?) {
        self.sources = sources
        let lines = Self.withPresets(
            sources.lines(for: subject, namedSections: &namedSections), sources.commonBlocklist)
        dropped = DroppedKeys(in: lines)
        for key in PolicyKey.allCases where hasBuiltInValue(key) { settings.addBuiltInDemand(of: key) }
        for index in lines.indices where !dropped.drops(lines[index], at: index) {
            items.append(lines[index])
        }
        items = Self.withoutOverridden(items)
        addAll()
    }

    /// The lines with those of the presets that they name. A preset comes before all lines of the place that
    /// names it, so that these can drop what it says.
    static func withPresets(_ lines: [Item], _ commonBlocklist: [UInt8]) -> [Item] {
        let dropped = DroppedKeys(in: lines)
        var all: [Item] = []
        var start = 0
        while start < lines.count {
            var end = start
            while end < lines.count, lines[end].place === lines[start].place { end += 1 }
            for index in start..<end where !dropped.drops(lines[index], at: index) {
                guard let preset = lines[index].preset,
                    let file = preset.file(withCommonBlocklist: commonBlocklist)
                else { continue }
                let place = lines[index].place
                all.append(
                    PolicySource(name: Text(preset.name).bytes, file: file), file.entries.indices,
                    of: PolicyPlace(layer: place.layer, name: place.name, preset: preset))
            }
            for index in start..<end { all.append(lines[index]) }
            start = end
        }
        return all
    }

    /// The lines without those of keys that demand nothing and are overridden by another line.
    private static func withoutOverridden(_ lines: [Item]) -> [Item] {
        var winners = PolicyKeyTable<Int?>(repeating: nil)
        for index in lines.indices where !lines[index].key.isDemand {
            let key = lines[index].key
            if let winner = winners[key], !lines[index].place.overrides(lines[winner].place) { continue }
            winners[key] = index
        }
        var kept: [Item] = []
        for index in lines.indices
        where lines[index].key.isDemand || winners[lines[index].key] == index {
            kept.append(lines[index])
        }
        return kept
    }

    /// Adds all lines that apply.
    private mutating func addAll() {
        var index = 0
        while index < items.count {
            let place = items[index].place
            var contents = PolicySettings.Place(isAddition: place.layer == .additions)
            var alternative: Item?
            while index < items.count, items[index].place === place {
                let item = items[index]
                do throws(Diagnostic) {
                    try settings.add(item.entry, to: &contents)
                } catch {
                    if problem == nil { problem = (error, item.source) }
                }
                if item.key == .or, alternative == nil { alternative = item }
                index += 1
            }
            if contents.isWithoutRules, problem == nil, let alternative {
                let name = alternative.entry.line.name
                problem = (
                    Diagnostic(.alternativeWithoutRules, at: name.lowerBound, length: name.count),
                    alternative.source
                )
            }
            settings.add(contents)
        }
    }
}

/// The keys that lines with an empty value drop, and where.
struct DroppedKeys {
    /// The number of the last line with an empty value for each key.
    private var lastDrop = PolicyKeyTable<Int?>(repeating: nil)

    init(in lines: [AppliedPolicy.Item]) {
        for index in lines.indices where lines[index].isEmpty {
            lastDrop[lines[index].key] = index
            // An alternative is one to the rules of its own place.
            if lines[index].key == .rules { lastDrop[.or] = index }
        }
    }

    /// Whether a line drops what is said of the key.
    func contains(_ key: PolicyKey) -> Bool { lastDrop[key] != nil }

    /// Whether the line with this number sets nothing: it is dropped, or drops what others say.
    func drops(_ line: AppliedPolicy.Item, at index: Int) -> Bool {
        lastDrop[line.key].map { index <= $0 } ?? false
    }
}

extension PolicySources {
    /// The lines of all places that match, those of less specific and earlier places first.
    /// - Parameter namedSections: The sections that are not for everybody are added here, in the same order.
    func lines(
        for subject: PolicySubject?, namedSections: inout [AppliedPolicy.Section]
    ) -> [AppliedPolicy.Item] {
        var lines: [AppliedPolicy.Item] = []
        for layer in PolicyLayer.allCases {
            for source in files {
                for section in source.file.sections
                where PolicyLayer(section.head) == layer && source.file.matches(section.head, subject) {
                    if layer != .everybody {
                        namedSections.append(AppliedPolicy.Section(section.head, source))
                    }
                    let place = PolicyPlace(layer: layer, name: source.file.bytes(section.head.name))
                    lines.append(source, section.entries, of: place)
                }
            }
        }
        let place = PolicyPlace(layer: .arguments, name: [])
        for source in arguments { lines.append(source, source.file.entries.indices, of: place) }
        let addition = PolicyPlace(layer: .additions, name: [])
        for source in additions { lines.append(source, source.file.entries.indices, of: addition) }
        return lines
    }
}

extension [AppliedPolicy.Item] {
    /// Appends some of the entries of a file.
    fileprivate mutating func append(_ source: PolicySource, _ range: Range<Int>, of place: PolicyPlace) {
        for index in range { append(AppliedPolicy.Item(source.file.entries[index], source, place)) }
    }
}

extension PolicyFile {
    /// Whether a section is for a subject. One that names no service is for the machine's accounts alone, so
    /// that `[user deploy]` is not a database's role of that name; what is for everybody is for all services
    /// too.
    fileprivate func matches(_ head: PolicySectionHead, _ subject: PolicySubject?) -> Bool {
        if PolicyLayer(head) == .everybody { return true }
        guard let subject, bytes(head.service) == subject.service else { return false }
        return switch head.kind {
        case .everybody: true
        case .group: subject.groups.contains(bytes(head.name))
        case .user: bytes(head.name) == subject.user
        }
    }
}
