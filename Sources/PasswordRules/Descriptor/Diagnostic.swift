/// A mistake in a text that was parsed, or a remark about it.
///
/// It holds only ranges and numbers; ``message(in:)`` takes the words from the text.
public struct Diagnostic: Error, Equatable, Sendable {
    /// How severe a diagnostic is.
    public enum Severity: Int, Sendable {
        /// The text works as written. The note is advice from a standard, or about other implementations.
        case note = 1
        /// A part of the text does not work as written. This never makes the rules weaker.
        case warning = 2
        /// The whole text is rejected.
        case error = 3
    }

    /// The kind of mistake or remark.
    public let code: Code
    /// Where it begins, in bytes from the start of the text.
    public let offset: Int
    /// Its length in bytes; 0 if something is missing.
    public let length: Int
    /// What was probably meant, if that is obvious.
    public var suggestion: String? {
        if let numbers { return "\(numbers.lowerBound) to \(numbers.upperBound)" }
        return suggested.map { String(decoding: $0.bytes, as: UTF8.self) }
    }
    let suggested: Word?
    /// The permitted range, for a number outside it.
    let numbers: ClosedRange<Int>?
    /// The number of lines that it is about. The first of them is at the offset.
    package private(set) var lineCount = 1

    init(
        _ code: Code, at offset: Int, length: Int = 0, suggestion: Word? = nil,
        numbers: ClosedRange<Int>? = nil
    ) {
        self.code = code
        self.offset = offset
        self.length = length
        suggested = suggestion
        self.numbers = numbers
    }

    /// The same diagnostic, about several lines.
    package func about(lines count: Int) -> Diagnostic {
        var diagnostic = self
        diagnostic.lineCount = count
        return diagnostic
    }

    /// How severe the diagnostic is.
    public var severity: Severity {
        switch code {
        case .digitsForDigit, .deprecatedMaxConsecutive, .noAllowed, .lowMaxLength, .lowMinLength,
            .noMinLength,
            .redundantAllowed, .redundantMember, .compositionRule, .limitInBytes:
            .note
        case .characterLeftOut, .htmlEntity, .unsatisfiable, .notGenerable,
            .unknownUser,
            .unknownGroup, .otherGroupName:
            .warning
        default: .error
        }
    }

    /// Whether it is about the whole text. Its offset then has no meaning.
    public var isAboutWholeText: Bool {
        switch code {
        case .noRules, .noAllowed, .noMinLength: true
        case .unsatisfiable, .notGenerable, .lowMinLength: length == 0
        default: false
        }
    }

    /// The line and the column in `source`, the text that was read. Both count from 1, columns in bytes.
    public func position(in source: Span<UInt8>) -> (line: Int, column: Int) {
        Self.position(of: offset, in: source)
    }

    /// The line and the column of an offset in `source`. Both count from 1, columns in bytes.
    package static func position(of offset: Int, in source: Span<UInt8>) -> (line: Int, column: Int) {
        var line = 1
        var start = 0
        for index in 0..<min(offset, source.count) where source[index] == 0x0A {
            line += 1
            start = index + 1
        }
        return (line, offset - start + 1)
    }
}

extension Diagnostic.Code {
    /// How severe a diagnostic with this number is.
    package var severity: Diagnostic.Severity { Diagnostic(self, at: 0).severity }
}
