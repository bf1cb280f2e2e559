/// A policy file without mistakes, or a program setting: its name, text, sections and entries.
///
/// It is a class, because each of its lines refers to it.
public final class PolicyFile: Sendable {
    /// The maximum length of a policy file, in bytes.
    public static let maximumLengthInBytes = 512 << 10

    /// A section, and the range of its entries.
    struct Section: Sendable {
        let header: PolicySectionHeader
        var entries: Range<Int>
    }

    /// The path of the file, the name of the preset, or the key of the setting.
    public let name: [UInt8]
    /// The name, terminated by NUL, for C.
    package let nameForC: [UInt8]
    /// The text that was read.
    public let text: [UInt8]
    /// Whether it is a single `KEY=VALUE`.
    package let isArgument: Bool
    /// The sections in the order of the text. The first is for everybody.
    let sections: [Section]
    /// The entries in the order of the text.
    let entries: [PolicyEntry]
    private let lines: LineTable

    /// Parses a policy file: lines of `KEY = VALUE`, empty lines, comments, which begin with `#`, and section
    /// headers.
    ///
    /// A file is used whole or not at all. Its last line must end in a newline, so that a file that was cut
    /// off does not become a weaker policy. Linear in the length of the text.
    /// - Parameters:
    ///   - text: The file.
    ///   - name: Its name.
    ///   - diagnostics: Receives the diagnostics, in the order of their ranges.
    /// - Returns: The file; nil if there is an error.
    public static func parse(
        _ text: [UInt8], name: [UInt8] = [], diagnostics: inout Diagnostics
    ) -> PolicyFile? {
        parse(text, name: name, isArgument: false, diagnostics: &diagnostics)
    }

    /// Parses a policy file, and keeps the ranges of rules.
    static func parseKeepingRanges(_ text: [UInt8], diagnostics: inout Diagnostics) -> PolicyFile? {
        parse(text, isArgument: false, keepsRanges: true, diagnostics: &diagnostics)
    }

    /// Parses a `KEY=VALUE`, the argument of a program.
    /// - Parameters:
    ///   - text: The argument.
    ///   - diagnostics: Receives the diagnostics, in the order of their ranges.
    /// - Returns: The setting; nil if there is an error.
    public static func parseArgument(_ text: [UInt8], diagnostics: inout Diagnostics) -> PolicyFile? {
        parseArgument(text, otherNames: [], diagnostics: &diagnostics)
    }

    /// Parses a `KEY=VALUE`, where an unknown key may be a misspelling of other names.
    package static func parseArgument(
        _ text: [UInt8], otherNames: [Word], diagnostics: inout Diagnostics
    ) -> PolicyFile? {
        parse(text, isArgument: true, otherNames: otherNames, diagnostics: &diagnostics)
    }

    private static func parse(
        _ text: [UInt8], name: [UInt8] = [], isArgument: Bool, otherNames: [Word] = [],
        keepsRanges: Bool = false, diagnostics: inout Diagnostics
    ) -> PolicyFile? {
        var parser = PolicyFileParser(text.span, otherNames: otherNames, keepsRanges: keepsRanges)
        if isArgument { parser.parseArgument() } else { parser.parseFile() }
        diagnostics.add(parser.diagnostics)
        if parser.diagnostics.hasErrors { return nil }
        // The initializer cannot fail, because Embedded Swift would not free the object.
        return PolicyFile(
            name: isArgument ? Array(text[parser.entries[0].line.name]) : name, text: text,
            isArgument: isArgument, sections: parser.sections, entries: parser.entries)
    }

    /// The file, with the path of the list of common passwords in the lines that name it.
    func naming(commonBlocklist path: [UInt8]) -> PolicyFile {
        guard entries.contains(where: { $0.blocklist?.isCommon ?? false }) else { return self }
        return PolicyFile(
            name: name, text: text, isArgument: isArgument, sections: sections,
            entries: entries.map { $0.naming(commonBlocklist: path) })
    }

    private init(
        name: [UInt8], text: [UInt8], isArgument: Bool, sections: [Section], entries: [PolicyEntry]
    ) {
        self.name = name
        nameForC = name + [0]
        self.text = text
        self.isArgument = isArgument
        self.sections = sections
        self.entries = entries
        lines = LineTable(text.span)
    }

    /// Whether it has sections that are not for everybody.
    var hasSections: Bool { sections.count > 1 }

    /// A section that is not for everybody.
    public struct NamedSection: Sendable {
        /// The accounts that a section is for.
        public enum Kind: Sendable {
            /// All accounts of a service.
            case service
            /// The members of a group.
            case group
            /// One user.
            case user
        }

        /// The accounts that it is for.
        public let kind: Kind
        /// The name of the user or the group; empty for all of a service.
        public let name: [UInt8]
        /// The service; empty for the machine's accounts.
        public let service: [UInt8]
        /// The range of the name in the text.
        package let range: Range<Int>

        fileprivate init(_ header: PolicySectionHeader, in file: PolicyFile) {
            kind =
                switch header.kind {
                case .everybody: .service
                case .group: .group
                case .user: .user
                }
            name = file.bytes(header.name)
            service = file.bytes(header.service)
            range = header.name
        }

        /// A diagnostic about the name.
        package func diagnostic(_ code: Diagnostic.Code) -> Diagnostic {
            Diagnostic(code, at: range.lowerBound, length: range.count)
        }
    }

    /// The sections for users, groups and services.
    public var namedSections: [NamedSection] {
        sections.dropFirst().map { NamedSection($0.header, in: self) }
    }

    /// The bytes of a range.
    func bytes(_ range: Range<Int>) -> [UInt8] { Array(text[range]) }

    /// The line of an offset, from 1.
    func line(of offset: Int) -> Int {
        let text = text
        return lines.line(of: offset, in: text.span)
    }

    /// The line and the column of an offset. Both count from 1, columns in bytes.
    package func position(of offset: Int) -> (line: Int, column: Int) {
        var start = min(offset, text.count)
        while start > 0, text[start - 1] != 0x0A { start -= 1 }
        return (line(of: offset), offset - start + 1)
    }
}

/// A parser of policy files. After a mistake it continues with the next line, to report all mistakes at once.
private struct PolicyFileParser: ~Escapable {
    private let text: Span<UInt8>
    private let otherNames: [Word]
    private let keepsRanges: Bool
    private(set) var sections = [PolicyFile.Section(header: .everybody, entries: 0..<0)]
    private(set) var entries: [PolicyEntry] = []
    private(set) var diagnostics = Diagnostics()
    /// The keys that the section has set so far.
    private var seen = SectionContents()
    private var settings: PolicySettings
    private var source = PolicySettings.SourceRules()
    /// The settings at the start of a section.
    private let initialSettings = PolicySettings()
    private var names = SectionNames()

    @_lifetime(copy text)
    init(_ text: Span<UInt8>, otherNames: [Word], keepsRanges: Bool) {
        self.text = text
        self.otherNames = otherNames
        self.keepsRanges = keepsRanges
        settings = initialSettings
    }

    mutating func parseFile() {
        do throws(Diagnostic) {
            try validate()
        } catch {
            diagnostics.add(error)
            return
        }
        var start = 0
        while start < text.count {
            let end = endOfLine(from: start)
            let line = trim(text, start..<end)
            start = end + 1
            if line.isEmpty || text[line.lowerBound] == 0x23 { continue }
            do throws(Diagnostic) {
                if text[line.lowerBound] == 0x5B {
                    try beginSection(line)
                } else {
                    try parseEntry(line)
                }
            } catch {
                diagnostics.add(error)
            }
        }
        finishSection()
    }

    private func endOfLine(from start: Int) -> Int {
        var end = start
        while end < text.count, text[end] != 0x0A { end += 1 }
        return end
    }

    mutating func parseArgument() {
        do throws(Diagnostic) {
            try validateLength()
            for index in 0..<text.count where text[index] == 0 {
                throw Diagnostic(.nulByte, at: index, length: 1)
            }
            // Empty lines, comments and sections make sense in a file, but not here.
            let line = trim(text, 0..<text.count)
            if line.isEmpty || text[line.lowerBound] == 0x23 || text[line.lowerBound] == 0x5B {
                throw Diagnostic(.expectedKey, at: line.lowerBound, length: line.count)
            }
            try parseEntry(line)
        } catch {
            diagnostics.add(error)
        }
    }

    private func validateLength() throws(Diagnostic) {
        let limit = PolicyFile.maximumLengthInBytes
        if text.count > limit { throw Diagnostic(.policyTooLong, at: limit, length: text.count - limit) }
    }

    /// Throws unless this is a text file with Unix line ends.
    private func validate() throws(Diagnostic) {
        guard text.count > 0 else { return }
        try validateLength()
        if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF {
            throw Diagnostic(.byteOrderMark, at: 0, length: 3)
        }
        let illFormed = UTF8Decoding.firstIllFormed(in: text) ?? text.count
        for index in 0..<illFormed {
            if text[index] == 0 { throw Diagnostic(.nulByte, at: index, length: 1) }
            if text[index] == 0x0D { throw Diagnostic(.carriageReturn, at: index, length: 1) }
        }
        if illFormed < text.count { throw Diagnostic(.invalidUTF8, at: illFormed, length: 1) }
        if text[text.count - 1] != 0x0A { throw Diagnostic(.unfinishedLastLine, at: text.count) }
    }

    private mutating func beginSection(_ line: Range<Int>) throws(Diagnostic) {
        // Even if the header has a mistake, the entries after it do not belong to the previous section.
        finishSection()
        let header: PolicySectionHeader
        do throws(Diagnostic) {
            header = try PolicySectionHeader(text, line: line)
        } catch {
            throw ForeignSyntax(ofHeader: line, in: text).comment ?? error
        }
        sections.append(PolicyFile.Section(header: header, entries: entries.count..<entries.count))
        guard names.insertLast(of: sections, text) else {
            throw Diagnostic(.duplicateSection, at: header.range.lowerBound, length: header.range.count)
        }
    }

    /// Reports alternatives without rules, and starts a new section.
    private mutating func finishSection() {
        if let alternative = seen.alternativeWithoutRules {
            diagnostics.add(
                Diagnostic(.alternativeWithoutRules, at: alternative.lowerBound, length: alternative.count))
        }
        seen = SectionContents()
        settings = initialSettings
        source = PolicySettings.SourceRules()
    }

    private mutating func parseEntry(_ range: Range<Int>) throws(Diagnostic) {
        let line = try PolicyLine(text, line: range, otherNames: otherNames)
        guard seen.insert(line) else {
            throw Diagnostic(.duplicateKey, at: line.name.lowerBound, length: line.name.count)
        }
        let entry = try PolicyEntry(line, in: text, keepsRanges: keepsRanges, diagnostics: &diagnostics)
        try settings.add(entry, to: &source)
        entries.append(entry)
        let section = sections.count - 1
        sections[section].entries = sections[section].entries.lowerBound..<entries.count
    }
}

/// The keys that a section has set so far.
private struct SectionContents {
    private var isSet = PolicyKeyTable(repeating: false)
    private var firstAlternative: Range<Int>?

    /// Adds a line. An empty value drops earlier lines.
    /// - Returns: Whether the key may be set here. Only a key whose lines add up may be set twice.
    mutating func insert(_ line: PolicyLine) -> Bool {
        let wasSet = isSet[line.key]
        isSet[line.key] = !line.value.isEmpty
        if line.value.isEmpty {
            if line.key == .rules || line.key == .or { firstAlternative = nil }
            return true
        }
        if line.key == .or, firstAlternative == nil { firstAlternative = line.name }
        return !wasSet || line.key.combination == .addsUp
    }

    /// The range of the first alternative, if there are no rules.
    var alternativeWithoutRules: Range<Int>? {
        isSet[.rules] ? nil : firstAlternative
    }
}

/// The section headers so far, in a hash table with open addressing, at most half full.
private struct SectionNames {
    /// The number of the section in each slot; 0 if the slot is empty.
    private var slots: [Int] = []

    /// Adds the last section. Returns false if an earlier one has the same header.
    mutating func insertLast(of sections: [PolicyFile.Section], _ text: Span<UInt8>) -> Bool {
        if 2 * sections.count > slots.count {
            slots = [Int](repeating: 0, count: max(8, 4 * sections.count.nextPowerOfTwo))
            for number in 1..<sections.count - 1 { slots[slot(of: number, sections, text)] = number }
        }
        let number = sections.count - 1
        let slot = slot(of: number, sections, text)
        if slots[slot] != 0 { return false }
        slots[slot] = number
        return true
    }

    /// The slot of the section, or the empty slot to put it in.
    private func slot(of number: Int, _ sections: [PolicyFile.Section], _ text: Span<UInt8>) -> Int {
        let header = sections[number].header
        let (name, service) = (text.extracting(header.name), text.extracting(header.service))
        let hash = PolicySectionHeader.hash(header.kind, name, service)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let other = sections[slots[slot]].header
            if other.kind == header.kind, text.extracting(other.name).equals(name),
                text.extracting(other.service).equals(service)
            {
                break
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }
}

extension Int {
    /// The smallest power of two that is not below this positive number. It must be representable.
    fileprivate var nextPowerOfTwo: Int { 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
