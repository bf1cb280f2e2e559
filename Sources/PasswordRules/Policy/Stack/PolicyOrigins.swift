extension AppliedPolicy {
    /// The fate of a line.
    package enum Fate: Equatable, Sendable {
        /// The line applies.
        case applies
        /// The line has an empty value, which drops other lines.
        case drops
        /// The line with this index, the next one with an empty value, drops it.
        case dropped(by: Int)
        /// The line with this index overrides it.
        case overridden(by: Int)
        /// The line with this index has the strictest value of the key, which counts.
        case outdone(by: Int)

        /// The index of the line that causes this fate; nil if none does.
        package var reason: Int? {
            switch self {
            case .applies, .drops: nil
            case .dropped(let index), .overridden(let index), .outdone(let index): index
            }
        }
    }

    /// A line, with its source and its fate.
    public struct Item: Sendable {
        let entry: PolicyEntry
        package internal(set) var fate = Fate.applies
        /// The file, the argument or the text of the preset.
        public let file: PolicyFile
        let source: PolicySource

        init(_ entry: PolicyEntry, _ file: PolicyFile, _ source: PolicySource) {
            self.entry = entry
            self.file = file
            self.source = source
        }

        /// Whether the line is from a preset.
        public var isFromPreset: Bool { source.preset != nil }
        /// Whether the value is empty, so that the line drops earlier ones of its key.
        package var isEmpty: Bool { entry.value == nil }
        /// The key.
        public var key: PolicyKey { entry.key }
        /// The value, as written.
        public var value: [UInt8] { file.bytes(entry.line.value) }
        /// The list that the entry names; nil if it does not name one.
        public var blocklist: BlocklistSetting? { entry.blocklist }
        /// The preset that the entry names; nil if it does not name one.
        public var preset: Preset? { entry.preset }
        /// The line, from 1.
        public var line: Int { file.line(of: entry.line.name.lowerBound) }

        /// The settings of the line by itself.
        package var settings: PolicySettings {
            var settings = PolicySettings()
            var source = PolicySettings.SourceRules()
            // A single line cannot be too many.
            if let value = entry.value { _ = settings.add(value, of: key, line: 0, to: &source) }
            settings.add(source)
            return settings
        }

        /// Whether the line is from this preset.
        package func isFrom(_ preset: Preset) -> Bool { source.preset == preset }
        /// Whether both lines are in the same section of the same file, in the same preset there, or both
        /// arguments.
        package func isOfSameSource(as other: Self) -> Bool { source === other.source }
        /// Whether the line is for everybody, not in a section.
        package var isForEverybody: Bool { source.layer == .everybody }
        /// The range of the line in its text, from the key to the end of the value.
        package var range: Range<Int> { entry.line.range }

        /// The clause of the standard for a line of a preset; nil for other lines.
        public var clause: [UInt8]? { source.preset?.clause(ofLine: line) }
    }

    /// A section of a file that applies.
    public struct Section: Sendable {
        private let header: PolicySectionHeader
        /// The file.
        public let file: PolicyFile

        init(_ header: PolicySectionHeader, _ file: PolicyFile) {
            self.header = header
            self.file = file
        }

        /// The section header, such as `[group NAME]`.
        public var title: [UInt8] { file.bytes(header.range) }
        /// The line of the header, from 1.
        public var line: Int { file.line(of: header.range.lowerBound) }
    }

    /// The presets that apply.
    public var presets: [Preset] { items.compactMap { $0.preset } }
}
