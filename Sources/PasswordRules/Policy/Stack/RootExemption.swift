/// Whether root may go on with a warning while a policy cannot be read, as far as its texts say.
///
/// A line that sets `enforce-for-root` to something other than `no` closes that way; so does one that names a
/// preset which binds root, and one that may have been meant as either, as may any argument that sets no key.
/// Comments say nothing.
public struct RootExemption: Sendable {
    private var isClosed = false
    /// The services of each line that sets `exempt-services`.
    private var lists: [[[UInt8]]] = []

    /// Nothing was read that closes the way.
    public init() {}

    /// Whether root may go on with a change in these circumstances. A policy that cannot be read adds no
    /// service to the usual ones: one that some line leaves out is not among them.
    public func holds(in context: PolicyContext) -> Bool {
        guard !isClosed, context.isRootsOwn else { return false }
        return lists.allSatisfy { context.isRootsOwn(at: $0) }
    }

    /// Notes that some text could not be read.
    public mutating func close() { isClosed = true }

    /// Adds what other texts say.
    public mutating func add(_ other: RootExemption) {
        if other.isClosed { isClosed = true }
        lists.append(contentsOf: other.lists)
    }

    /// Reads a text, which may be full of mistakes.
    /// - Parameters:
    ///   - text: The text of a file, or an argument.
    ///   - isArgument: Whether it is one `KEY=VALUE`, which is neither a comment nor the head of a section.
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
                readHead(text, line)
            } else {
                readEntry(text, line)
            }
        }
    }

    /// A head that cannot be read sets no key, unless it is a line with a bracket too many.
    private mutating func readHead(_ text: Span<UInt8>, _ line: Range<Int>) {
        if (try? PolicySectionHeader(text, line: line)) != nil { return }
        for index in line where text[index] == 0x3D { isClosed = true }
    }

    private mutating func readEntry(_ text: Span<UInt8>, _ range: Range<Int>, isArgument: Bool = false) {
        guard let line = try? PolicyLine(text, line: range) else {
            if isArgument || Self.mayNameRoot(text, range) { isClosed = true }
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
            // Two lines may have become one.
            if Self.word.occurs(in: text.extracting(line.value)) { isClosed = true }
        }
    }

    private static var word: Word { PolicyKey.enforceForRoot.word }

    /// Whether a line that is no entry may have been meant as one that closes the way: its key cannot be
    /// read, is not like any key that there is, begins with "enforce", or is most like one of those that
    /// matter here.
    private static func mayNameRoot(_ text: Span<UInt8>, _ line: Range<Int>) -> Bool {
        var end = line.lowerBound
        while end < line.upperBound, isKeyCharacter(text[end]) { end += 1 }
        let start = PolicyKey.enforce.word
        let startEnd = line.lowerBound + start.bytes.count
        if startEnd <= end, start.matches(text, line.lowerBound..<startEnd) { return true }
        let words = PolicyKey.words()
        guard let nearest = Spelling.nearest(to: text, line.lowerBound..<end, among: words) else {
            return true
        }
        return nearest == word || nearest == PolicyKey.preset.word || nearest == PolicyKey.exemptServices.word
            || word.occurs(in: text.extracting(line))
    }
}
