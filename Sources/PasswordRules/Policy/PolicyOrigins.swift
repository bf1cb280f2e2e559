extension AppliedPolicy {
    /// An entry that applies, and where it comes from.
    public struct Item: Sendable {
        let entry: PolicyEntry
        /// The file, the argument or the preset's text.
        public let source: PolicySource
        let place: PolicyPlace

        init(_ entry: PolicyEntry, _ source: PolicySource, _ place: PolicyPlace) {
            self.entry = entry
            self.source = source
            self.place = place
        }

        /// Whether ``source`` is a preset's text.
        public var isFromPreset: Bool { place.preset != nil }
        /// Whether this line resets its key.
        package var isEmpty: Bool { entry.value == nil }
        /// The key.
        public var key: PolicyKey { entry.key }
        /// The value, as it is written.
        public var value: [UInt8] { source.file.bytes(entry.line.value) }
        /// The list that the entry names, if it does.
        public var blocklist: BlocklistSetting? { entry.blocklist }
        /// The preset that the entry names, if it does.
        public var preset: Preset? { entry.preset }
        /// The line, from 1.
        public var line: Int { source.file.line(of: entry.line.name.lowerBound) }

        /// The clause of the standard that a preset's line comes from; nil for other lines.
        public var clause: [UInt8]? { place.preset?.clause(ofLine: line) }
    }

    /// A section of a file that applies.
    public struct Section: Sendable {
        private let head: PolicySectionHead
        /// The file.
        public let source: PolicySource

        init(_ head: PolicySectionHead, _ source: PolicySource) {
            self.head = head
            self.source = source
        }

        /// The head, `[group NAME]` for instance.
        public var title: [UInt8] { source.file.bytes(head.place) }
        /// The line of the head, from 1.
        public var line: Int { source.file.line(of: head.place.lowerBound) }
    }

    /// The presets that apply.
    public var presets: [Preset] { items.compactMap { $0.preset } }
}
