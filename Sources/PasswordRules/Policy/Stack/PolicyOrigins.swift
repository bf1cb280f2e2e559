extension AppliedPolicy {
    /// What becomes of a line.
    package enum Fate: Equatable, Sendable {
        /// It holds.
        case applies
        /// It has an empty value, and sets nothing itself.
        case drops
        /// The line with this index drops it: the first after it that has an empty value.
        case dropped(by: Int)
        /// The line with this index has precedence.
        case overridden(by: Int)
        /// Of this key the strictest value counts, which the line with this index has.
        case outdone(by: Int)

        /// The index of the line that is the reason.
        package var reason: Int? {
            switch self {
            case .applies, .drops: nil
            case .dropped(let index), .overridden(let index), .outdone(let index): index
            }
        }
    }

    /// A line, where it comes from, and what becomes of it.
    public struct Item: Sendable {
        let entry: PolicyEntry
        package internal(set) var fate = Fate.applies
        /// The file, the argument or the preset's text.
        public let file: PolicyFile
        let source: PolicySource

        init(_ entry: PolicyEntry, _ file: PolicyFile, _ source: PolicySource) {
            self.entry = entry
            self.file = file
            self.source = source
        }

        /// Whether ``source`` is a preset's text.
        public var isFromPreset: Bool { source.preset != nil }
        /// Whether this line resets its key.
        package var isEmpty: Bool { entry.value == nil }
        /// The key.
        public var key: PolicyKey { entry.key }
        /// The value, as it is written.
        public var value: [UInt8] { file.bytes(entry.line.value) }
        /// The list that the entry names, if it does.
        public var blocklist: BlocklistSetting? { entry.blocklist }
        /// The preset that the entry names, if it does.
        public var preset: Preset? { entry.preset }
        /// The line, from 1.
        public var line: Int { file.line(of: entry.line.name.lowerBound) }

        /// What the line says by itself.
        package var settings: PolicySettings {
            var settings = PolicySettings()
            var source = PolicySettings.SourceRules()
            // One line is not one too many.
            if let value = entry.value { _ = settings.add(value, of: key, line: 0, to: &source) }
            settings.add(source)
            return settings
        }

        /// Whether the line is one of a preset.
        package func isFrom(_ preset: Preset) -> Bool { source.preset == preset }
        /// Whether the line is in the same section of the same file as another, or of the same preset there.
        package func isOfSameSource(as other: Self) -> Bool { source === other.source }
        /// Whether the line is for everybody, and not in a section.
        package var isForEverybody: Bool { source.layer == .everybody }
        /// Where the line is in its text, from the key to the end of the value.
        package var range: Range<Int> { entry.line.range }

        /// The clause of the standard that a preset's line comes from; nil for other lines.
        public var clause: [UInt8]? { source.preset?.clause(ofLine: line) }
    }

    /// A section of a file that applies.
    public struct Section: Sendable {
        private let head: PolicySectionHeader
        /// The file.
        public let file: PolicyFile

        init(_ head: PolicySectionHeader, _ file: PolicyFile) {
            self.head = head
            self.file = file
        }

        /// The head, `[group NAME]` for instance.
        public var title: [UInt8] { file.bytes(head.range) }
        /// The line of the head, from 1.
        public var line: Int { file.line(of: head.range.lowerBound) }
    }

    /// The presets that apply.
    public var presets: [Preset] { items.compactMap { $0.preset } }
}
