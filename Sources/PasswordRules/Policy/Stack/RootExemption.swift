/// Whether root is exempt, with a warning, while a policy cannot be read.
///
/// The exemption ends with a line that sets `enforce-for-root` to anything but `no`, that names a preset
/// which binds root, or that may have been meant as either, such as an argument that does not set a key.
/// Comments are ignored.
public struct RootExemption: Sendable {
    private var isClosed = false
    /// The services of each `exempt-services` line.
    private var lists: [[[UInt8]]] = []

    /// Creates an exemption, before any text is read.
    public init() {}

    /// Whether root is exempt in these circumstances. A policy that cannot be read does not add to the usual
    /// services, but each `exempt-services` line may leave some out.
    public func holds(in context: PolicyContext) -> Bool {
        guard !isClosed, context.isRootsOwn else { return false }
        return lists.allSatisfy { context.isRootsOwn(at: $0) }
    }

    /// Ends the exemption, because a text could not be read.
    public mutating func close() { isClosed = true }

    /// Adds the exemption of other texts.
    public mutating func add(_ other: RootExemption) {
        if other.isClosed { isClosed = true }
        lists.append(contentsOf: other.lists)
    }

    /// Reads a text, which may have mistakes.
    /// - Parameters:
    ///   - text: The text of a file, or an argument.
    ///   - isArgument: Whether it is one `KEY=VALUE`, without comments and sections.
    public mutating func read(_ text: [UInt8], isArgument: Bool) {
        let text = text.span
        if isArgument { return readEntry(text, trim(text, 0..<text.count), isArgument: true) }
        var start = 0
        while start < text.count, !isClosed {
            var end = start
            while end < text.count, text[end] != 0x0A { end += 1 }
            let line = trim(text, start..<end)
            start = end + 1
            if line.isEmpty || text[line.lowerBound] == 0x23 { continue }
            if text[line.lowerBound] == 0x5B {
                readHeader(text, line)
            } else {
                readEntry(text, line)
            }
        }
    }

    /// Ends the exemption at a section header with a mistake and an equals sign, which may be a setting with
    /// an extra bracket.
    private mutating func readHeader(_ text: Span<UInt8>, _ line: Range<Int>) {
        if (try? PolicySectionHeader(text, line: line)) != nil { return }
        for index in line where text[index] == 0x3D { isClosed = true }
    }

    private mutating func readEntry(_ text: Span<UInt8>, _ range: Range<Int>, isArgument: Bool = false) {
        guard let line = try? PolicyLine(text, line: range) else {
            if isArgument || Self.mayEndExemption(text, range) { isClosed = true }
            return
        }
        let value = PolicyValueReader(text, line.value)
        switch line.key {
        case .enforceForRoot:
            if (try? value.choice(of: .yesOrNo)) != false { isClosed = true }
        case .preset:
            guard let preset = try? value.preset(), !preset.bindsRoot else {
                isClosed = true
                return
            }
        case .exemptServices:
            if let services = try? value.services() { lists.append(services) } else { isClosed = true }
        default:
            // The value may contain another line, which was joined to it by mistake.
            if Self.enforceForRoot.occurs(in: text.extracting(line.value)) { isClosed = true }
        }
    }

    private static var enforceForRoot: Word { PolicyKey.enforceForRoot.word }

    /// Whether a line that is not an entry may have been meant to end the exemption: it contains
    /// `enforce-for-root`, or its key begins with "enforce", is not similar to any key, or is most similar to
    /// one that matters here.
    private static func mayEndExemption(_ text: Span<UInt8>, _ line: Range<Int>) -> Bool {
        var end = line.lowerBound
        while end < line.upperBound, isKeyCharacter(text[end]) { end += 1 }
        let start = PolicyKey.enforce.word
        let startEnd = line.lowerBound + start.bytes.count
        if startEnd <= end, start.matches(text, line.lowerBound..<startEnd) { return true }
        let words = PolicyKey.words()
        guard let nearest = Spelling.nearest(to: text, line.lowerBound..<end, among: words) else {
            return true
        }
        return nearest == enforceForRoot || nearest == PolicyKey.preset.word
            || nearest == PolicyKey.exemptServices.word || enforceForRoot.occurs(in: text.extracting(line))
    }
}
