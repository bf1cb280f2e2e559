internal import PasswordRules
@testable internal import PasswordRulesLists

/// The parsers of a list's inputs: `w` a list of words, `m` its match; or `h` a list of hashes, `c` the
/// minimum count, `r` the number of a range. Read in pieces of the lengths `z`, they give the same as when
/// read at once.
func fuzzLines(_ input: Span<UInt8>) -> Bool {
    let fields = Fields(input)
    let pieces = fields.every("z").map { $0.number(upTo: 5000) }
    if let text = fields.every("w").first {
        let match = BlocklistMatch(rawValue: fields.first("m").number(upTo: 3)) ?? .exact
        let make = { WordLines(source: "words", match: match) }
        let whole = read(text, make(), [])
        expectSame(whole, read(text, make(), pieces))
        expectWords(whole, text, match)
    }
    guard let text = fields.every("h").first else { return true }
    let minimum = fields.number("c", upTo: .max / 16).map { UInt64($0) }
    let prefix = fields.number("r", upTo: 0xF_FFFF).map { UInt64($0) }
    let make = {
        HashLines(source: "hashes", prefix: prefix.map { HashLines.Prefix(value: $0) }, minimumCount: minimum)
    }
    let whole = read(text, make(), [])
    expectSame(whole, read(text, make(), pieces))
    expectHashes(whole, text, prefix, minimum)
    return true
}

/// The result of reading a list.
private struct Reading {
    var keys: [UInt64] = []
    var lineCount = 0
    var skipped = SkippedLines()
    var problem: String?
}

private func read<Lines: LineParser>(_ text: [UInt8], _ lines: Lines, _ pieces: [Int]) -> Reading {
    var (lines, reading) = (lines, Reading())
    do throws(BlocklistBuildProblem) {
        var keys = try KeyCollector(capacity: 2048, folder: "/nowhere") { _, _ in }
        var (begin, end) = (0, 0)
        for piece in pieces where end < text.count {
            end = min(end + piece, text.count)
            let done = try lines.parse(text.span.extracting(begin..<end), isEnd: false, into: &keys)
            expect(done >= 0 && done <= end - begin, "\(done) of \(end - begin) bytes")
            begin += done
            expect(end - begin <= Lines.longestRest, "\(end - begin) bytes are left over")
        }
        let done = try lines.parse(text.span.extracting(begin..<text.count), isEnd: true, into: &keys)
        expect(begin + done == text.count, "the end is left over")
        var sorted = try keys.sorted()
        try sorted.forEachPiece { piece throws(BlocklistBuildProblem) in
            for index in 0..<piece.count { reading.keys.append(piece[index]) }
        }
        expect(sorted.count == reading.keys.count, "\(sorted.count) keys")
    } catch {
        reading.problem = error.message
    }
    if let words = lines as? WordLines {
        (reading.lineCount, reading.skipped) = (words.lineCount, words.skipped)
    } else if let hashes = lines as? HashLines {
        reading.lineCount = hashes.lineCount
    }
    return reading
}

private func expectSame(_ whole: Reading, _ pieces: Reading) {
    expect(whole.problem == pieces.problem, "\(whole.problem ?? "") or \(pieces.problem ?? "")")
    expect(whole.lineCount == pieces.lineCount, "\(whole.lineCount) or \(pieces.lineCount) lines")
    expect(whole.skipped == pieces.skipped, "\(whole.skipped) or \(pieces.skipped)")
    if whole.problem == nil { expect(whole.keys == pieces.keys, "other keys") }
}

private func expectWords(_ reading: Reading, _ text: [UInt8], _ match: BlocklistMatch) {
    var keys: Set<UInt64> = []
    var skipped = 0
    for line in text.split(separator: 0x0A) {
        let line = Array(line.last == 0x0D ? line.dropLast() : line)
        if line.isEmpty { continue }
        let hasControl = line.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
        if line.count > 4096 || hasControl || String(validating: line, as: UTF8.self) == nil {
            skipped += 1
            continue
        }
        keys.insert(SlowSHA1.key(line))
        if match > .exact { keys.insert(Blocklist.foldedKey(of: line.span)) }
    }
    expect(reading.problem == nil, "\(reading.problem ?? "")")
    expect(reading.skipped.count == skipped, "\(reading.skipped.count) lines skipped, and not \(skipped)")
    expect(reading.keys == keys.sorted(), "\(reading.keys.count) keys, and not \(keys.count)")
}

private func expectHashes(_ reading: Reading, _ text: [UInt8], _ prefix: UInt64?, _ minimum: UInt64?) {
    var keys: Set<UInt64> = []
    var isRight = true
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines {
        guard let (key, count) = hash(line.last == 0x0D ? line.dropLast() : line, prefix),
            count != nil || minimum == nil
        else {
            isRight = false
            break
        }
        if count ?? 1 >= minimum ?? 1 { keys.insert(key) }
    }
    expect(isRight == (reading.problem == nil), "\(reading.problem ?? "no problem"): \(text.shown)")
    if isRight { expect(reading.keys == keys.sorted(), "\(reading.keys.count) keys, and not \(keys.count)") }
}

/// A line without its end: the first 64 bits, and the count after a colon.
private func hash(_ line: ArraySlice<UInt8>, _ prefix: UInt64?) -> (key: UInt64, count: UInt64?)? {
    let length = prefix == nil ? 40 : 35
    let text = String(decoding: line, as: UTF8.self)
    guard line.count >= length, line.allSatisfy({ $0 < 0x80 }) else { return nil }
    let digits = text.prefix(length)
    guard digits.allSatisfy({ $0.isHexDigit }) else { return nil }
    guard let first = UInt64(digits.prefix(prefix == nil ? 16 : 11), radix: 16) else { return nil }
    let key = prefix.map { $0 << 44 | first } ?? first
    if line.count == length { return (key, nil) }
    let number = text.dropFirst(length + 1)
    guard line[line.startIndex + length] == 0x3A, !number.isEmpty, number.count <= 20,
        number.allSatisfy({ $0 >= "0" && $0 <= "9" }), let count = UInt64(number)
    else { return nil }
    return (key, count)
}
