/// The form of a report in one string, for programs that can show only one message.
public struct ReportSummary: Sendable {
    /// The default separator.
    public static let usualSeparator: [UInt8] = [0x3B, 0x20]

    /// The bytes between outcomes.
    public var separator: [UInt8]
    /// The maximum length of the string in bytes; nil for no limit.
    public var limit: Int?
    /// Whether to write the demand, such as "at least 12 characters", instead of numbers and pieces from the
    /// password, for a text that a server logs.
    public var isForLog: Bool

    /// Whether to write whole sentences, such as "The password needs a digit.", for a text that is shown
    /// alone, instead of the outcomes as in lists. ``separator`` separates reasons that share a sentence.
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

    /// The outcomes that are not met, in UTF-8: those that fit, and "..." if some do not. If not even the
    /// first one fits, its first characters.
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

    /// Sentences in one string, separated by spaces: those that fit, and "..." if some do not.
    package func text(of sentences: [[UInt8]]) -> [UInt8] {
        var text = Shortened(summary: ReportSummary(separator: [0x20], limit: limit))
        for sentence in sentences { text.add(sentence) }
        return text.bytes
    }

    /// A text of several parts, shortened to those that fit.
    private struct Shortened {
        let summary: ReportSummary
        private var text: [UInt8] = []
        private var lengthOfFirst = 0
        /// The length of the parts that fit together with "..." after them.
        private var lengthOfWhole = 0
        /// Whether the last part ends in a colon, and belongs to the next one.
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
            // A heading belongs to the next reason.
            if outcome.kind != .or, fits(text.count + 1 + Self.mark.count) { whole = text }
            if !fits(text.count) {
                return whole.isEmpty ? beginning(of: text[...]) : whole + [0x20] + Self.mark
            }
        }
        return []
    }

    /// The first characters of a text that does not fit, and "...".
    private func beginning(of text: ArraySlice<UInt8>) -> [UInt8] {
        if !fits(Self.mark.count) { return [] }
        return Self.characters(of: text, within: (limit ?? 0) - Self.mark.count) + Self.mark
    }

    /// The words for an outcome.
    func bytes(of outcome: Outcome, in translator: Translator) -> [UInt8] {
        isForLog ? outcome.demandBytes(in: translator) : outcome.messageBytes(in: translator)
    }

    /// The mark for outcomes that are left out.
    private static let mark: [UInt8] = [0x2E, 0x2E, 0x2E]

    private func fits(_ length: Int) -> Bool { limit.map { length <= $0 } ?? true }

    /// The whole characters at the start of a text, up to a length in bytes.
    package static func characters(of text: ArraySlice<UInt8>, within length: Int) -> [UInt8] {
        if text.count <= length { return Array(text) }
        var end = text.startIndex + length
        // A byte 10xxxxxx continues a character.
        while end > text.startIndex, text[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(text[..<end])
    }
}
