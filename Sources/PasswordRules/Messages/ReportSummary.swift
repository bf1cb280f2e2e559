/// How the outcomes of a report that are not met are written in one string, for programs that have room for
/// one message alone.
public struct ReportSummary: Sendable {
    /// The separator that programs are offered.
    public static let usualSeparator: [UInt8] = [0x3B, 0x20]

    /// The bytes between each two outcomes.
    public var separator: [UInt8]
    /// The maximum length of the string in bytes; nil for any.
    public var limit: Int?
    /// Whether no number and no piece that was found in the password is told, but what the rules ask for,
    /// such as "at least 12 characters": for a text that a server writes to its log.
    public var isForLog: Bool

    /// Whether whole sentences are written, such as "The password needs a digit.", for a text that stands
    /// alone, and not the outcomes as lists have them. ``separator`` is between those that share a sentence.
    public var hasSentences: Bool

    /// Creates a form.
    public init(
        separator: [UInt8] = usualSeparator, limit: Int? = nil, isForLog: Bool = false,
        hasSentences: Bool = false
    ) {
        self.separator = separator
        self.limit = limit
        self.isForLog = isForLog
        self.hasSentences = hasSentences
    }

    /// The outcomes that are not met, in UTF-8: as many as fit, whole, and if that is not all of them, "..."
    /// at the end. Of the first one alone as many characters are written as fit.
    public func text(of report: Report, in translator: Translator = Translator()) -> [UInt8] {
        hasSentences ? sentences(of: report, in: translator) : outcomes(of: report, in: translator)
    }

    private func outcomes(of report: Report, in translator: Translator) -> [UInt8] {
        var text = Shortened(summary: self)
        for outcome in report.outcomes where !outcome.isMet && !outcome.isRedundant {
            text.add(bytes(of: outcome, in: translator), isHeading: outcome.kind == .or)
        }
        return text.bytes
    }

    /// Sentences in one string, separated by spaces: as many as fit, as with the outcomes of a report.
    package func text(of sentences: [[UInt8]]) -> [UInt8] {
        var text = Shortened(summary: ReportSummary(separator: [0x20], limit: limit))
        for sentence in sentences { text.add(sentence) }
        return text.bytes
    }

    /// A text of several parts, of which as many are kept as fit.
    private struct Shortened {
        let summary: ReportSummary
        private var text: [UInt8] = []
        private var lengthOfFirst = 0
        /// The length up to which the text can be kept if "..." has to follow it.
        private var lengthOfWhole = 0
        /// Whether the last part ends in a colon, and so belongs to what follows it.
        private var endsInHeading = false

        init(summary: ReportSummary) { self.summary = summary }

        mutating func add(_ part: [UInt8], isHeading: Bool = false) {
            if !text.isEmpty { text += endsInHeading ? [0x20] : summary.separator }
            endsInHeading = isHeading
            text += part
            if lengthOfFirst == 0 { lengthOfFirst = text.count }
            if !isHeading, summary.fits(text.count + summary.separator.count + ReportSummary.mark.count) {
                lengthOfWhole = text.count
            }
        }

        var bytes: [UInt8] {
            guard !summary.fits(text.count) else { return text }
            if lengthOfWhole > 0 {
                return text.prefix(lengthOfWhole) + summary.separator + ReportSummary.mark
            }
            return summary.beginning(of: text.prefix(lengthOfFirst))
        }
    }

    private func sentences(of report: Report, in translator: Translator) -> [UInt8] {
        let outcomes = report.outcomes.filter { !$0.isMet && !$0.isRedundant }
        var whole: [UInt8] = []
        var sentences = ReasonSentences(translator, separator: Text(copying: separator))
        for index in outcomes.indices {
            let outcome = outcomes[index]
            if outcome.kind == .or {
                sentences.addHeading(outcome.clause(in: translator, isForLog: isForLog))
            } else {
                sentences.add(
                    outcome.clause(in: translator, isForLog: isForLog),
                    item: Text(copying: bytes(of: outcome, in: translator)))
            }
            let isLast = index == outcomes.count - 1
            let text = isLast || limit != nil ? sentences.text.bytes : []
            if isLast, fits(text.count) { return text }
            // A heading belongs to what follows it.
            if outcome.kind != .or, fits(text.count + 1 + Self.mark.count) { whole = text }
            if !fits(text.count) {
                return whole.isEmpty ? beginning(of: text[...]) : whole + [0x20] + Self.mark
            }
        }
        return []
    }

    /// As many characters of a text that does not fit as do, and that there would be more.
    private func beginning(of text: ArraySlice<UInt8>) -> [UInt8] {
        if !fits(Self.mark.count) { return [] }
        return Self.characters(of: text, within: (limit ?? 0) - Self.mark.count) + Self.mark
    }

    /// What is said of one outcome.
    func bytes(of outcome: Outcome, in translator: Translator) -> [UInt8] {
        isForLog ? outcome.demandBytes(in: translator) : outcome.messageBytes(in: translator)
    }

    /// What stands for the outcomes that are left out.
    private static let mark: [UInt8] = [0x2E, 0x2E, 0x2E]

    private func fits(_ length: Int) -> Bool { limit.map { length <= $0 } ?? true }

    /// The characters at the start of a text that end within so many bytes.
    package static func characters(of text: ArraySlice<UInt8>, within length: Int) -> [UInt8] {
        if text.count <= length { return Array(text) }
        var end = text.startIndex + length
        // A byte 10xxxxxx continues a character.
        while end > text.startIndex, text[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(text[..<end])
    }
}
