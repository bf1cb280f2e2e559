package import PasswordRules

/// Parses lines of published lists of leaked passwords: a hash in hex, optionally followed by a colon and
/// the number of times that the password was seen.
///
/// Any other line is an error: the list is damaged, and may lack other lines, too.
struct HashLines: LineParser {
    /// The first 20 bits of all hashes, if they are in the file's name and not in the lines.
    struct Prefix: Sendable {
        static let digitCount = 5
        /// 5 hex digits.
        let value: UInt64
    }

    // A hash, a colon, a count, a carriage return and a newline are 63 bytes.
    static let longestRest = 64

    private let source: String
    private let hash: BlocklistHash
    private let prefix: Prefix?
    private let minimumCount: UInt64?
    private(set) var lineCount = 0

    private static let maximumCountLength = 20

    /// - Parameters:
    ///   - source: The path, for messages about the lines.
    ///   - hash: The kind of the hashes.
    ///   - prefix: Nil if the lines have whole hashes.
    ///   - minimumCount: Lines with a smaller count are left out; each line must have a count.
    init(
        source: String, hash: BlocklistHash = .sha1, prefix: Prefix? = nil, minimumCount: UInt64? = nil
    ) {
        self.source = source
        self.hash = hash
        self.prefix = prefix
        self.minimumCount = minimumCount
    }

    mutating func parse(
        _ bytes: Span<UInt8>, isEnd: Bool, into keys: inout KeyCollector
    ) throws(OutputProblem) -> Int {
        var start = 0
        while start < bytes.count {
            // With fewer bytes, the end of the line may be missing.
            if !isEnd, bytes.count - start < Self.longestRest { break }
            lineCount += 1
            let (key, count) = try line(bytes, &start)
            // Published ranges are padded with lines that have the count 0 and no password.
            if count ?? 1 >= minimumCount ?? 1 { try keys.add(key) }
        }
        return start
    }

    /// Parses the line at `index`, which moves to the next line.
    private func line(
        _ bytes: Span<UInt8>, _ index: inout Int
    ) throws(OutputProblem) -> (key: UInt64, count: UInt64?) {
        let key = try hash(bytes, &index)
        let count = try self.count(bytes, &index)
        if index < bytes.count, bytes[index] == 0x0D { index += 1 }
        if index < bytes.count {
            guard bytes[index] == 0x0A else { throw malformed(.trailingBytes) }
            index += 1
        }
        return (key, count)
    }

    /// Parses the hash at `index`, which moves past it. Returns its first 64 bits.
    private func hash(
        _ bytes: Span<UInt8>, _ index: inout Int
    ) throws(OutputProblem) -> UInt64 {
        let length = digitCount
        guard bytes.count - index >= length else { throw malformed(.notAHash) }
        let first = HexDigits(bytes, at: index)
        let second = HexDigits(bytes, at: index + 8)
        let third = HexDigits(bytes, at: index + 16)
        // These digits overlap the ones before them if the length is not a multiple of 8.
        let fourth = HexDigits(bytes, at: index + min(24, length - 8))
        let last = HexDigits(bytes, at: index + length - 8)
        guard first.areValid, second.areValid, third.areValid, fourth.areValid, last.areValid else {
            throw malformed(.notAHash)
        }
        index += length
        guard let prefix else { return first.value << 32 | second.value }
        return prefix.value << 44 | first.value << 12 | second.value >> 20
    }

    /// Parses a colon and a count at `index`, which moves past them; nil if there is no colon.
    private func count(
        _ bytes: Span<UInt8>, _ index: inout Int
    ) throws(OutputProblem) -> UInt64? {
        guard index < bytes.count, bytes[index] == 0x3A else {
            if minimumCount != nil { throw malformed(.noCount) }
            return nil
        }
        index += 1
        let start = index
        var number: UInt64 = 0
        var hasOverflowed = false
        while index < bytes.count, case let digit = bytes[index] &- 0x30, digit < 10 {
            let (product, overflow) = number.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
            if overflow || carry { hasOverflowed = true }
            number = sum
            index += 1
        }
        let length = index - start
        guard length > 0, length <= Self.maximumCountLength, !hasOverflowed else {
            throw malformed(.wrongCount)
        }
        return number
    }

    private func malformed(_ mistake: OutputProblem.LineMistake) -> OutputProblem {
        .malformed(
            path: source, line: lineCount, mistake, digits: digitCount)
    }

    /// The number of hex digits on each line.
    private var digitCount: Int { hash.digitCount - (prefix == nil ? 0 : Prefix.digitCount) }

    /// Throws if the first line of a file is not a hash. An empty file is another error.
    static func requireHash(
        _ hash: BlocklistHash, atStartOf input: borrowing InputFile, _ minimumCount: UInt64?
    ) throws(OutputProblem) {
        try input.withStart(count: longestRest) { bytes throws(OutputProblem) in
            var lines = HashLines(source: input.name, hash: hash, minimumCount: minimumCount)
            var index = 0
            lines.lineCount = 1
            if bytes.count > 0 { _ = try lines.line(bytes, &index) }
        }
    }

    /// The kind of hash that a line is, with or without a count; nil if it is none. Few passwords look like
    /// this.
    /// - Parameter isRest: Whether the first digits are in the name of the file.
    static func hash(of line: Span<UInt8>, isRest: Bool = false) -> BlocklistHash? {
        for hash in BlocklistHash.allCases {
            var index = 0
            let lines = HashLines(source: "", hash: hash, prefix: isRest ? Prefix(value: 0) : nil)
            if (try? lines.line(line, &index)) != nil, index == line.count { return hash }
        }
        return nil
    }

    /// The key of a whole hash; nil if the text is anything else.
    fileprivate static func key(of text: Span<UInt8>, _ hash: BlocklistHash) -> UInt64? {
        var index = 0
        guard let key = try? HashLines(source: "", hash: hash).hash(text, &index), index == text.count
        else { return nil }
        return key
    }
}

extension BlocklistHash {
    /// The key of a hash in hex; nil if the text is anything else.
    package func key(ofHex text: Span<UInt8>) -> UInt64? { HashLines.key(of: text, self) }
}
