/// A section header: `[user NAME]`, `[group NAME]`, `[service SERVICE]`, `[service SERVICE user NAME]` or
/// `[service SERVICE group NAME]`.
struct PolicySectionHeader: Sendable {
    /// The accounts that a section is for.
    enum Kind: Sendable {
        case everybody, group, user
    }

    let kind: Kind
    /// The name of the user or the group; empty for others.
    let name: Range<Int>
    /// The service, such as a database; empty for the machine's accounts, whose passwords PAM changes.
    let service: Range<Int>
    /// The whole header; empty for the lines for everybody, which have none.
    let range: Range<Int>

    /// The lines before the first header.
    static let everybody = PolicySectionHeader(kind: .everybody, name: 0..<0, service: 0..<0, range: 0..<0)

    private init(kind: Kind, name: Range<Int>, service: Range<Int>, range: Range<Int>) {
        self.kind = kind
        self.name = name
        self.service = service
        self.range = range
    }

    /// Parses a line that begins with "[". `line` must not have white space at its ends.
    init(_ text: Span<UInt8>, line: Range<Int>) throws(Diagnostic) {
        guard line.count > 1, text[line.upperBound - 1] == 0x5D else {
            throw Diagnostic(.unclosedSection, at: line.upperBound)
        }
        range = line
        var rest = trim(text, line.lowerBound + 1..<line.upperBound - 1)
        var word = Self.firstWord(text, rest)
        if Word("service").equals(text, word) {
            rest = trim(text, word.upperBound..<rest.upperBound)
            service = Self.firstWord(text, rest)
            guard !service.isEmpty, service.allSatisfy({ PolicyValueReader.isServiceCharacter(text[$0]) })
            else {
                throw Diagnostic(.missingSectionName, at: word.upperBound)
            }
            rest = trim(text, service.upperBound..<rest.upperBound)
            if rest.isEmpty {
                kind = .everybody
                name = rest
                return
            }
            word = Self.firstWord(text, rest)
        } else {
            service = 0..<0
        }
        if Word("user").equals(text, word) {
            kind = .user
        } else if Word("group").equals(text, word) {
            kind = .group
        } else {
            throw Diagnostic(
                .unknownSection, at: word.isEmpty ? line.lowerBound : word.lowerBound,
                length: word.isEmpty ? line.count : word.count,
                suggestion: Spelling.nearest(to: text, word, among: ["user", "group", "service"]))
        }
        name = trim(text, word.upperBound..<rest.upperBound)
        guard !name.isEmpty else { throw Diagnostic(.missingSectionName, at: word.upperBound) }
        // A quotation mark or a comma suggests several names, which would match no account of the machine.
        // Accounts of a service may have any name.
        for index in name where service.isEmpty && (text[index] == 0x22 || text[index] == 0x2C) {
            throw Diagnostic(.severalNames, at: name.lowerBound, length: name.count)
        }
    }

    /// A hash of the parts that distinguish section headers.
    static func hash(_ kind: Kind, _ name: Span<UInt8>, _ service: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = kind == .user ? 0x9AE1_6A3B_2F90_404F : 0xCBF2_9CE4_8422_2325
        for index in 0..<name.count { hash = (hash ^ UInt64(name[index])) &* 0x0000_0100_0000_01B3 }
        for index in 0..<service.count { hash = (hash ^ UInt64(service[index])) &* 0x0000_0100_0000_01B3 }
        return hash ^ hash >> 32
    }

    private static func firstWord(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var end = range.lowerBound
        while end < range.upperBound, !isBlank(text[end]) { end += 1 }
        return range.lowerBound..<end
    }
}
