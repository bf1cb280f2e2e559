internal import PasswordRules

/// Lists of ranked words. `w` is a word of a list that is written, `RANK:WORD` with the logarithm of its
/// rank, `W` a number of made-up ones; `b` is a list in hex instead. `x` changes its bytes, `OFFSET:HEX`,
/// from its end if the offset has a minus before it; `k` corrects the sums, `K` that of the header alone; `t`
/// cuts it to that many bytes, and `z` puts as many of zero behind it. `p` are passwords, which are estimated
/// by all lists that can be opened.
func fuzzRanks(_ input: Span<UInt8>) -> Bool {
    let fields = Fields(input, limit: 60)
    let whole = list(fields)
    var model = whole
    for patch in fields.every("x") { change(&model.bytes, patch) }
    if fields.has("K") || fields.has("k") { model.repair(all: fields.has("k")) }
    if let length = fields.number("t", upTo: 1 << 20) { model.bytes = Array(model.bytes.prefix(length)) }
    model.bytes += [UInt8](repeating: 0, count: fields.number("z", upTo: 100) ?? 0)
    let list: RankedWordList
    do throws(RankedWordsProblem) {
        list = try RankedWordList(model.bytes)
    } catch {
        expect(!model.isOpenable, "\(error), and all is right")
        expect(350...354 ~= error.code, "the code \(error.code)")
        expectPrintable(error.messageBytes)
        return fields.all.count < 30
    }
    expect(model.isOpenable, "a list that cannot be opened")
    expect(list.count >= 1 && list.count <= model.bytes.count / 5, "\(list.count) entries")
    let changed = zip(whole.bytes, model.bytes).count { $0 != $1 }
    let isSameLength = whole.bytes.count == model.bytes.count
    expect(changed != 1 || !isSameLength || !whole.isOpenable, "a byte that is changed goes unnoticed")
    let estimator = StrengthEstimator(words: RankedWords([list]))
    for password in fields.every("p") + fields.every("w").map(wordOf) {
        // The longest word, twice and more.
        let password = Array(password.prefix(64))
        expectEstimate(estimator.estimate(password.span), of: password, model, [])
    }
    return true
}

private func list(_ fields: Fields) -> RanksModel {
    if let hex = fields.every("b").first { return RanksModel(bytes: bytes(ofHex: hex)) }
    var words = fields.every("w").map { ($0.number(upTo: 255), wordOf($0)) }
    words += (0..<fields.first("W").number(upTo: 300)).map { ($0 % 256, Array("word\($0)x".utf8)) }
    return RanksModel(words.map { (word: $1, rank: UInt8($0)) }, letterCost: 80)
}

/// What is behind the colon.
private func wordOf(_ field: [UInt8]) -> [UInt8] {
    Array(field.drop { $0 != 0x3A }.dropFirst()).filter { $0 < 0x80 }
}

private func change(_ list: inout [UInt8], _ patch: [UInt8]) {
    guard !list.isEmpty else { return }
    let isFromEnd = patch.first == 0x2D
    let number = (isFromEnd ? Array(patch.dropFirst()) : patch).number(upTo: 1 << 20) % list.count
    var offset = isFromEnd ? list.count - 1 - number : number
    for byte in bytes(ofHex: Array(patch.drop { $0 != 0x3A }.dropFirst())) where offset < list.count {
        list[offset] = byte
        offset += 1
    }
}
