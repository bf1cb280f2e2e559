/// The lines of word lists that are not passwords.
package struct SkippedLines: Equatable, Sendable {
    /// Why a line is skipped.
    package enum Reason: Int, CaseIterable, Sendable {
        case notUTF8, controlCharacter, tooLong

        /// The reason in words, to follow a position or a number of lines.
        package var words: String {
            switch self {
            case .notUTF8: "not valid UTF-8"
            case .controlCharacter: "with a control character"
            case .tooLong: "longer than \(WordLines.maximumLength) bytes"
            }
        }
    }

    /// A skipped line.
    package struct Line: Equatable, Sendable {
        package let source: String
        package let line: Int
        package let reason: Reason
    }

    /// The first few skipped lines.
    package private(set) var firstLines: [Line] = []
    private var counts = [Int](repeating: 0, count: Reason.allCases.count)

    private static let maximumLineCount = 5

    /// The number of skipped lines.
    package var count: Int { counts.reduce(0, +) }

    /// The number of lines that were skipped for a reason.
    package func count(_ reason: Reason) -> Int { counts[reason.rawValue] }

    mutating func add(_ source: String, _ line: Int, _ reason: Reason) {
        counts[reason.rawValue] += 1
        if firstLines.count < Self.maximumLineCount {
            firstLines.append(Line(source: source, line: line, reason: reason))
        }
    }

    mutating func add(_ others: Self) {
        for reason in Reason.allCases { counts[reason.rawValue] += others.count(reason) }
        firstLines += others.firstLines.prefix(Self.maximumLineCount - firstLines.count)
    }
}
