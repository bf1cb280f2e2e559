/// The head of a section: `[user NAME]` or `[group NAME]`.
struct PolicySectionHead: Sendable {
    /// Whom a section is for.
    enum Kind: Sendable {
        case everybody, group, user
    }

    let kind: Kind
    /// The name of the user or the group.
    let name: Range<Int>
    /// All of the head; empty for everybody's section, which has none.
    let place: Range<Int>

    /// The section before the first head.
    static let everybody = PolicySectionHead(kind: .everybody, name: 0..<0, place: 0..<0)

    private init(kind: Kind, name: Range<Int>, place: Range<Int>) {
        self.kind = kind
        self.name = name
        self.place = place
    }

    /// The head on a line that begins with "[". `line` has no white space at its ends.
    init(_ text: Span<UInt8>, line: Range<Int>) throws(Diagnostic) {
        guard line.count > 1, text[line.upperBound - 1] == 0x5D else {
            throw Diagnostic(.unclosedSection, at: line.upperBound)
        }
        let inside = trim(text, line.lowerBound + 1..<line.upperBound - 1)
        var kindEnd = inside.lowerBound
        while kindEnd < inside.upperBound, !isBlank(text[kindEnd]) { kindEnd += 1 }
        let kind = inside.lowerBound..<kindEnd
        name = trim(text, kindEnd..<inside.upperBound)
        place = line
        if Word("user").equals(text, kind) {
            self.kind = .user
        } else if Word("group").equals(text, kind) {
            self.kind = .group
        } else {
            throw Diagnostic(
                .unknownSection, at: kind.isEmpty ? line.lowerBound : kind.lowerBound,
                length: kind.isEmpty ? line.count : kind.count,
                suggestion: Spelling.nearest(to: text, kind, among: ["user", "group"]))
        }
        guard !name.isEmpty else { throw Diagnostic(.missingSectionName, at: kindEnd) }
    }
}
