internal import PasswordRules
internal import PasswordRulesLists

/// Blocklists. `w` is a word of a list that is built, `W` a number of made-up ones, `m` its match; `b` is a
/// list in hex instead. `x` changes its bytes, `OFFSET:HEX`; `k` corrects the sums, `K` that of the header
/// alone; `t` truncates the file to that many bytes once it is open, and `e` makes its reads fail from some
/// read on. `p` are passwords.
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
        if firstFailure == nil { expect(!model.isOpenable, "\(error), and all is right") }
        expect(error.code >= 320 && error.code <= 326, "the code \(error.code)")
        return fields.all.count < 30
    }
    if let cut { file.size = min(file.size, cut) }
    expect(model.isOpenable, "a list that nobody may open")
    expect(blocklist.count == model.count, "\(blocklist.count) entries")
    expect(blocklist.falsePositiveRate > 0 && blocklist.falsePositiveRate < 1.5e-8, "a rate")
    let opened = isFaulty ? nil : model
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

private func list(_ fields: Fields) -> (model: BlocklistModel, words: [[UInt8]], isChanged: Bool) {
    var words: [[UInt8]] = []
    var model = BlocklistModel(bytes: [])
    if let hex = fields.every("b").first {
        model.bytes = bytes(ofHex: hex)
    } else {
        words = fields.every("w")
        words += (0..<fields.first("W").number(upTo: 300)).map { Array("word\($0)".utf8) }
        if words.isEmpty { words = [[0x61]] }
        var keys = words.map { SlowSHA1.key($0) }
        let match = BlocklistMatch(rawValue: fields.first("m").number(upTo: 3)) ?? .exact
        if match > .exact { keys += words.map { SlowSHA1.key(lowercased($0)) } }
        model.bytes = BlocklistImage.file(keys, match: match)
    }
    let original = model.bytes
    for patch in fields.every("x") where !model.bytes.isEmpty {
        var offset = patch.number(upTo: 1 << 20) % model.bytes.count
        for byte in bytes(ofHex: Array(patch.drop { $0 != ":" }.dropFirst())) {
            if offset < model.bytes.count { model.bytes[offset] = byte }
            offset += 1
        }
    }
    if fields.has("K") || fields.has("k") { model.repair(all: false) }
    if fields.has("k") { model.repair(all: true) }
    return (model, words, model.bytes != original)
}

private func lowercased(_ text: [UInt8]) -> [UInt8] {
    text.map { $0 >= 0x41 && $0 <= 0x5A ? $0 + 0x20 : $0 }
}

func bytes(ofHex text: [UInt8]) -> [UInt8] {
    let digits = text.compactMap { UInt8(String(Unicode.Scalar($0)), radix: 16) }
    return (0..<digits.count / 2).map { digits[2 * $0] << 4 | digits[2 * $0 + 1] }
}

/// A verifier finds no damage in an unchanged list, and some in one that cannot be opened.
private func expectVerdict(_ model: BlocklistModel, isChanged: Bool) {
    let bytes = model.bytes
    do throws(BlocklistDamage) {
        _ = try BlocklistVerifier.verify(size: bytes.count) { offset, buffer in
            let count = max(0, min(buffer.count, bytes.count - offset))
            for index in 0..<count { buffer[index] = bytes[offset + index] }
            return count
        }
        expect(model.isOpenable, "a list without damage that nobody may open")
        expect(BlocklistImage.fnv(Array(bytes[64...])) == model.checksum, "the sum of all is wrong")
    } catch {
        expect(isChanged || !model.isOpenable || bytes.isEmpty, "\(error) in a list as it was written")
        if case .problem(let problem) = error { expect(!problem.messageBytes.isEmpty, "no words") }
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
    var ways: [BlocklistMatch?] = []
    for match in BlocklistMatch.allCases {
        let found: BlocklistMatch?
        do throws(BlocklistProblem) {
            found = try blocklist.lookUp(password.span, by: match)
        } catch {
            expect(error.code >= 324, "the code \(error.code)")
            // The first bucket that is read is that of the password itself.
            if match == .exact, let model {
                expect(model.answer(SlowSHA1.key(password)) == .damaged, "\(error), and all is right")
            }
            ways = []
            continue
        }
        if let found { expect(found <= match, "found by a way that was not asked for") }
        // A password that is found is also found by wider matches.
        for other in ways where other != nil { expect(found == other, "\(password.shown) is lost") }
        ways.append(found)
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
