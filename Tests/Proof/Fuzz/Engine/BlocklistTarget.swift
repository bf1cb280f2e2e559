internal import PasswordRules
@testable internal import PasswordRulesLists

/// Blocklists, from the lines of a word list or a list of hashes to look-ups.
///
/// `w` is a list of words, and `m` its match. `h` is a list of hashes, `c` the minimum count, and `r` the number
/// of a range. Both are read at once and in pieces of the lengths `z`, which must give the same keys. A second
/// writer makes a blocklist of these keys and of `W` made-up words; or `b` is a blocklist in hex. `x` changes
/// bytes of it, as `OFFSET:HEX`; `k` then corrects all checksums, `K` only the header's. Once the file is open,
/// `t` truncates it to that many bytes, and reads fail from the `e`th on. `p` are passwords.
func fuzzBlocklist(_ input: Span<UInt8>) -> Bool {
    let fields = Fields(input, limit: 60)
    let (model, words, isChanged) = list(fields)
    let (cut, firstFailure) = (fields.number("t", upTo: 100_000), fields.number("e", upTo: 50))
    let file = MemoryFile(model.bytes)
    if let firstFailure { for read in firstFailure..<5000 { file.fail(read: read, result: -5) } }
    let isFaulty = cut != nil || firstFailure != nil
    if !isFaulty { expectVerdict(model, isChanged: isChanged) }
    let blocklist: Blocklist
    do throws(BlocklistProblem) {
        blocklist = try file.open()
    } catch {
        if firstFailure == nil { expect(!model.isOpenable, "\(error) in an intact list") }
        expect(error.code >= 320 && error.code <= 326, "the code \(error.code)")
        return fields.all.count < 30
    }
    if let cut { file.size = min(file.size, cut) }
    expect(model.isOpenable, "a damaged list was opened")
    expect(blocklist.count == model.count, "\(blocklist.count) entries")
    expect(
        blocklist.falsePositiveRate > 0 && blocklist.falsePositiveRate < 2.4e-7,
        "a false-positive rate of \(blocklist.falsePositiveRate)")
    let opened = isFaulty || model.isNTLM ? nil : model
    for password in fields.every("p") {
        look(up: password, in: blocklist, opened)
        expectSameAnswers(password, blocklist, opened)
    }
    guard !isChanged, opened != nil else { return true }
    for word in words {
        let found = try? blocklist.lookUp(word.span, by: .exact)
        expect(found == .exact, "\(word.shown) is not found")
    }
    return true
}

/// The list, the words that are in it, and whether its bytes were changed.
private func list(_ fields: Fields) -> (model: BlocklistModel, words: [[UInt8]], isChanged: Bool) {
    var (keys, words) = (Set<UInt64>(), [[UInt8]]())
    let match = BlocklistMatch(rawValue: fields.first("m").number(upTo: 3)) ?? .exact
    let pieces = fields.every("z").map { $0.number(upTo: 5000) }
    for text in fields.every("w") {
        words += expectWords(text, match, pieces, into: &keys)
    }
    if let text = fields.every("h").first { expectHashes(text, fields, pieces, into: &keys) }
    let made = (0..<fields.first("W").number(upTo: 300)).map { Array("word\($0)".utf8) }
    words += made
    keys.formUnion(made.map { SlowSHA1.key($0) })
    if keys.isEmpty { keys = [SlowSHA1.key("a")] }
    var model = BlocklistModel(bytes: BlocklistImage.file(keys, match: match))
    if let hex = fields.every("b").first { (model.bytes, words) = (bytes(ofHex: hex), []) }
    let original = model.bytes
    for patch in fields.every("x") { change(&model.bytes, patch) }
    if fields.has("K") || fields.has("k") { model.repair(all: false) }
    if fields.has("k") { model.repair(all: true) }
    return (model, words, model.bytes != original)
}

// ---- Lines ----

/// The keys of a list that was read.
private struct ReadKeys: Equatable {
    var keys: [UInt64] = []
    var lineCount = 0
    var skipped = SkippedLines()
    var problem: String?
}

/// Reads a list whole and in pieces, which must give the same.
private func read<Lines: LineParser>(_ text: [UInt8], _ pieces: [Int], _ make: () -> Lines) -> ReadKeys {
    let whole = readPieces(text, make(), [])
    let other = readPieces(text, make(), pieces)
    expect(whole == other, "read whole: \(whole), in pieces: \(other)")
    return whole
}

private func readPieces<Lines: LineParser>(_ text: [UInt8], _ lines: Lines, _ pieces: [Int]) -> ReadKeys {
    var (lines, reading) = (lines, ReadKeys())
    do throws(OutputProblem) {
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
        try sorted.forEachPiece { piece throws(OutputProblem) in
            for index in 0..<piece.count { reading.keys.append(piece[index]) }
        }
        expect(sorted.count == reading.keys.count, "\(sorted.count) keys")
    } catch {
        // The keys before the problem are of no use.
        reading = ReadKeys(problem: error.message)
    }
    if let words = lines as? WordLines {
        (reading.lineCount, reading.skipped) = (words.lineCount, words.skipped)
    } else if let hashes = lines as? HashLines {
        reading.lineCount = hashes.lineCount
    }
    return reading
}

/// Returns the words that are not skipped.
private func expectWords(
    _ text: [UInt8], _ match: BlocklistMatch, _ pieces: [Int], into keys: inout Set<UInt64>
) -> [[UInt8]] {
    let reading = read(text, pieces) { WordLines(source: "words", match: match) }
    var (words, skipped, wanted) = ([[UInt8]](), 0, Set<UInt64>())
    for line in text.split(separator: 0x0A) {
        let line = Array(line.last == 0x0D ? line.dropLast() : line)
        if line.isEmpty { continue }
        let hasControl = line.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }
        if line.count > 4096 || hasControl || String(validating: line, as: UTF8.self) == nil {
            skipped += 1
            continue
        }
        words.append(line)
        wanted.insert(SlowSHA1.key(line))
        if match > .exact {
            let folded = Blocklist.foldedKey(of: line.span)
            wanted.insert(folded)
            let isASCII = line.allSatisfy { $0 < 0x80 }
            expect(!isASCII || folded == SlowSHA1.key(lowercased(line)), "\(line.shown) is folded")
        }
    }
    expect(reading.problem == nil, "\(reading.problem ?? "")")
    expect(reading.skipped.count == skipped, "\(reading.skipped.count) lines skipped, and not \(skipped)")
    expect(reading.keys == wanted.sorted(), "\(reading.keys.count) keys, and not \(wanted.count)")
    keys.formUnion(wanted)
    return words
}

private func expectHashes(
    _ text: [UInt8], _ fields: Fields, _ pieces: [Int], into keys: inout Set<UInt64>
) {
    let minimum = fields.number("c", upTo: .max / 16).map { UInt64($0) }
    let prefix = fields.number("r", upTo: 0xF_FFFF).map { UInt64($0) }
    let reading = read(text, pieces) {
        HashLines(
            source: "hashes", prefix: prefix.map { HashLines.Prefix(value: $0) }, minimumCount: minimum)
    }
    var wanted: Set<UInt64> = []
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
        if count ?? 1 >= minimum ?? 1 { wanted.insert(key) }
    }
    expect(isRight == (reading.problem == nil), "\(reading.problem ?? "no problem"): \(text.shown)")
    guard isRight else { return }
    expect(reading.keys == wanted.sorted(), "\(reading.keys.count) keys, and not \(wanted.count)")
    keys.formUnion(wanted)
}

/// Reads a line without its end: the first 64 bits of the hash, and the count after a colon.
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

private func lowercased(_ text: [UInt8]) -> [UInt8] {
    text.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
}

// ---- Look-ups ----

/// A verifier finds no damage in an unchanged list, and some in one that cannot be opened.
private func expectVerdict(_ model: BlocklistModel, isChanged: Bool) {
    let bytes = model.bytes
    do throws(BlocklistDamage) {
        _ = try BlocklistVerifier.verify(size: bytes.count) { offset, buffer in
            let count = max(0, min(buffer.count, bytes.count - offset))
            for index in 0..<count { buffer[index] = bytes[offset + index] }
            return count
        }
        expect(model.isOpenable, "a list that cannot be opened was found intact")
        expect(
            BlocklistImage.fnv(Array(bytes[64...])) == model.checksum,
            "a list with a wrong checksum was found intact")
    } catch {
        expect(isChanged || !model.isOpenable || bytes.isEmpty, "\(error) in an unchanged list")
        if case .problem(let problem) = error {
            expect(!problem.messageBytes.isEmpty, "an error without a message")
        }
    }
}

/// A list that is kept in memory gives the same answers as its file.
private func expectSameAnswers(_ password: [UInt8], _ blocklist: Blocklist, _ model: BlocklistModel?) {
    guard model != nil, let kept = try? blocklist.keptInMemory() else { return }
    for match in BlocklistMatch.allCases {
        let (own, other) = (answer(password, in: kept, match), answer(password, in: blocklist, match))
        expect(own == other, "\(password.shown): \(own) in memory, \(other) in the file")
    }
}

private func answer(_ password: [UInt8], in blocklist: Blocklist, _ match: BlocklistMatch) -> Int {
    do throws(BlocklistProblem) {
        return try blocklist.lookUp(password.span, by: match)?.rawValue ?? 0
    } catch {
        return error.code
    }
}

private func look(up password: [UInt8], in blocklist: Blocklist, _ model: BlocklistModel?) {
    var earlier: [BlocklistMatch?] = []
    for match in BlocklistMatch.allCases {
        let found: BlocklistMatch?
        do throws(BlocklistProblem) {
            found = try blocklist.lookUp(password.span, by: match)
        } catch {
            expect(error.code >= 324, "the code \(error.code)")
            // The first bucket that is read is the password's own.
            if match == .exact, let model {
                expect(model.answer(SlowSHA1.key(password)) == .damaged, "\(error) in an intact bucket")
            }
            earlier = []
            continue
        }
        if let found { expect(found <= match, "found by a match that was not asked for") }
        // A password that is found is also found by wider matches.
        for other in earlier where other != nil {
            expect(found == other, "\(password.shown) is found, but not by a wider match")
        }
        earlier.append(found)
        guard let model, password.count <= 4096 else { continue }
        switch model.answer(SlowSHA1.key(password)) {
        case .listed: expect(found == .exact, "\(password.shown) is listed")
        case .notListed: expect(found != .exact, "\(password.shown) is not listed")
        case .damaged: fail("a damaged bucket was read")
        }
        let isASCII = password.allSatisfy { $0 < 0x80 }
        if match >= .folded, found == nil, isASCII {
            let answer = model.answer(SlowSHA1.key(lowercased(password)))
            expect(answer == .notListed, "\(password.shown) in lower case is listed")
        }
    }
}
