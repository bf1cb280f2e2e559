/// The number of lines before some positions of a text, so that the line of an offset is found without
/// reading the text from its start.
struct LineTable: Sendable {
    /// The number of line feeds before each multiple of `step`.
    private let counts: [Int]

    private static let step = 1024

    init(_ text: Span<UInt8>) {
        var counts: [Int] = []
        var count = 0
        for index in 0..<text.count {
            if index % Self.step == 0 { counts.append(count) }
            if text[index] == 0x0A { count += 1 }
        }
        self.counts = counts
    }

    /// The line of an offset in the text, from 1. An offset after the end counts as the end.
    func line(of offset: Int, in text: Span<UInt8>) -> Int {
        let end = min(offset, text.count)
        if end == 0 { return 1 }
        let part = (end - 1) / Self.step
        var line = 1 + counts[part]
        for index in part * Self.step..<end where text[index] == 0x0A { line += 1 }
        return line
    }
}
