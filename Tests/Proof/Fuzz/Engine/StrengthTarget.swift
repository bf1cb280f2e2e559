internal import Glibc
internal import PasswordRules
@testable internal import PasswordRulesLists

/// Estimates, and the lists of ranked words that they use.
///
/// `b` is a list in hex. Without it, the builder makes the list from the word list `l`. Without both, a second
/// writer makes it from the words `w` and from `W` made-up words, and `c` is the cost of a letter. Each `w` is
/// `RANK:WORD`, with the logarithm of the rank, or `WORD`; then the best come first. `x` changes bytes, as
/// `OFFSET:HEX`; `k` corrects all checksums, `K` only the header's; `t` cuts the list to that many bytes, and `z`
/// adds that many zeros. `p` are passwords, each repeated `r` times, and `n` words of the person.
///
/// Estimates have no second implementation, so each piece is compared with the characters at its range, and the
/// number of guesses with bounds.
func fuzzStrength(_ input: Span<UInt8>) -> Bool {
    let fields = Fields(input, limit: 60)
    let (whole, listed) = list(fields)
    var model = whole
    for patch in fields.every("x") { change(&model.bytes, patch) }
    if fields.has("K") || fields.has("k") { model.repair(all: fields.has("k")) }
    if let length = fields.number("t", upTo: 1 << 20) { model.bytes = Array(model.bytes.prefix(length)) }
    model.bytes += [UInt8](repeating: 0, count: fields.number("z", upTo: 100) ?? 0)
    let list: RankedWordList
    do throws(RankedWordsProblem) {
        list = try RankedWordList(model.bytes)
    } catch {
        expect(!model.isOpenable, "\(error) in an intact list")
        expect(350...354 ~= error.code, "the code \(error.code)")
        expectPrintable(error.messageBytes)
        return fields.all.count < 30
    }
    expect(model.isOpenable, "a damaged list was opened")
    expect(list.count >= 1 && list.count <= model.bytes.count / 5, "\(list.count) entries")
    let changed = zip(whole.bytes, model.bytes).count { $0 != $1 }
    let isSameLength = whole.bytes.count == model.bytes.count
    expect(changed != 1 || !isSameLength || !whole.isOpenable, "a changed byte is not detected")
    let personal = fields.every("n")
    let times = max(1, fields.number("r", upTo: 10) ?? 1)
    // 64 characters have room for the longest listed word twice. Long passwords take long.
    let passwords = fields.every("p").prefix(times > 1 ? 1 : 4) + listed.map { Array($0.prefix(64)) }
    let estimator = StrengthEstimator(words: RankedWords([list]))
    for (index, password) in passwords.enumerated() {
        let password = (0..<times).flatMap { _ in password }
        let estimate = estimator.estimate(password.span, knowing: PersonalWords(personal))
        expectEstimate(estimate, of: password, model, personal)
        expectLaws(estimate, of: password, estimator, personal)
        if index > 0 { continue }
        // A second list of the same words changes nothing.
        let again = StrengthEstimator(words: RankedWords([list, list]))
            .estimate(password.span, knowing: PersonalWords(personal))
        expect(again == estimate, "\(password.shown) has another estimate with a second copy of the list")
    }
    return true
}

// ---- Lists ----

/// The list, and those of its words that were given as fields.
private func list(_ fields: Fields) -> (model: RanksModel, listed: [[UInt8]]) {
    if let hex = fields.every("b").first { return (RanksModel(bytes: bytes(ofHex: hex)), []) }
    if let text = fields.every("l").first { return (built(of: text), []) }
    var words = fields.every("w").enumerated().map { ranked($1, 12 * $0) }
    let listed = words.map { $0.word }
    words += (0..<fields.first("W").number(upTo: 300)).map {
        (word: Array("word\($0)x".utf8), rank: UInt8($0 % 256))
    }
    if words.isEmpty {
        words = ["password", "dragon", "monkey", "it's", "p4radise"].enumerated().map {
            (word: Array($1.utf8), rank: UInt8(12 * $0))
        }
    }
    return (RanksModel(words, letterCost: UInt8(fields.number("c", upTo: 255) ?? 80)), listed)
}

/// A word, and the logarithm of its rank, which may precede it.
private func ranked(_ field: [UInt8], _ rank: Int) -> (word: [UInt8], rank: UInt8) {
    let digits = field.prefix { 0x30...0x39 ~= $0 }
    guard !digits.isEmpty, field.dropFirst(digits.count).first == ":" else {
        return (field, UInt8(min(255, rank)))
    }
    return (Array(field.dropFirst(digits.count + 1)).filter { $0 < 0x80 }, UInt8(field.number(upTo: 255)))
}

/// The list that the builder makes of a word list. Each word has the rank of its line, or the better rank of
/// another word with the same key.
private func built(of text: [UInt8]) -> RanksModel {
    var lines = RankedLines(text, source: "words")
    let words = lines.words()
    let wanted = text.split(separator: 0x0A).map { Array($0) }.filter { line in
        line.allSatisfy { 0x61...0x7A ~= $0 } && line.count <= 28
    }
    expect(wanted.allSatisfy { words.contains($0) }, "\(words.count) words of \(text.shown)")
    var collector = RankedWordsCollector()
    collector.add(ranked: words)
    guard let (_, file) = try? collector.file() else { return RanksModel(bytes: []) }
    let model = RanksModel(bytes: file)
    expect(model.isOpenable, "a list that was just built is damaged")
    for word in wanted {
        let line = (words.firstIndex(of: word) ?? 0) + 1
        let rank = model.writtenRank(of: word).map { Int($0) } ?? .max
        let most = 12 * (Int.bitWidth - line.leadingZeroBitCount)
        expect(rank <= most, "\(word.shown) of line \(line): \(rank)")
    }
    return model
}

// ---- Estimates ----

/// An estimate is possible for the password, the list and the words of the person.
func expectEstimate(
    _ estimate: StrengthEstimate, of password: [UInt8], _ model: RanksModel, _ personal: [[UInt8]]
) {
    let log = estimate.guessesLog10
    expect(log.isFinite && log >= 0, "10^\(log) guesses")
    expect(estimate.wholeGuessesLog10 == Int(log), "\(estimate.wholeGuessesLog10), and not \(log)")
    expect(estimate.advice.count <= 3, "\(estimate.advice.count) pieces of advice")
    expect(estimate.advice.isEmpty == (estimate.level == .strong), "\(estimate.level): \(estimate.advice)")
    expect(estimate.pieces.isEmpty == password.isEmpty, "\(estimate.pieces.count) pieces")
    var end = 0
    for piece in estimate.pieces {
        expect(piece.range.lowerBound >= end && !piece.range.isEmpty, "\(piece) before \(end)")
        end = piece.range.upperBound
        let isRanked = piece.kind == .word || piece.kind == .reversedWord
        expect(isRanked ? piece.rank.nonzeroBitCount == 1 : piece.rank == 0, "\(piece)")
    }
    expect(end <= min(password.count, StrengthEstimator.longestPassword), "\(end) characters")
    guard let text = String(validating: password, as: UTF8.self) else { return }
    let scalars = Array(text.unicodeScalars.map { $0.value }.prefix(StrengthEstimator.longestPassword))
    expect(end <= scalars.count, "\(end) of \(scalars.count) characters")
    expect(estimate.isCut == (text.unicodeScalars.count > scalars.count), "cut: \(estimate.isCut)")
    let most = mostGuessesLog10(scalars)
    expect(log <= most, "\(password.shown): 10^\(log) guesses, and not 10^\(most) at most")
    let seen = SeenPassword(scalars)
    for piece in estimate.pieces {
        expect(
            seen.mayBe(piece, model, personal), "\(password.shown): \(piece.kind) at \(piece.range)")
    }
    if let rank = model.writtenRank(of: password), password.allSatisfy({ $0 < 0x80 && !isUpperCase($0) }) {
        expect(
            log <= Double(rank) / 12 * 0.302 + 0.001, "\(password.shown): 10^\(log) guesses of rank \(rank)")
    }
}

private func isUpperCase(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

/// The decimal logarithm of the guesses for characters chosen at random from all classes that occur. An attacker
/// needs no more.
private func mostGuessesLog10(_ scalars: [UInt32]) -> Double {
    let ascii = scalars.filter { $0 < 0x80 }
    let classes: [ClosedRange<UInt32>] = [0x61...0x7A, 0x41...0x5A, 0x30...0x39]
    var choices = 0
    for one in classes where ascii.contains(where: { one.contains($0) }) { choices += one.count }
    if ascii.contains(where: { value in !classes.contains { $0.contains(value) } }) { choices += 33 }
    let others = scalars.count - ascii.count
    // If there are ASCII and other characters, two more bits for each other one tell them apart.
    return Double(ascii.count) * log10(Double(max(1, choices)))
        + Double(others) * (2 + (ascii.isEmpty ? 0 : 0.61)) + 0.001
}

/// What is documented about an estimate and the estimates of shorter passwords.
private func expectLaws(
    _ estimate: StrengthEstimate, of password: [UInt8], _ estimator: StrengthEstimator, _ personal: [[UInt8]]
) {
    guard let text = String(validating: password, as: UTF8.self) else { return }
    let scalars = text.unicodeScalars
    let personal = PersonalWords(personal)
    // Characters after the longest password do not count.
    if estimate.isCut {
        var cut = String.UnicodeScalarView()
        cut.append(contentsOf: scalars.prefix(StrengthEstimator.longestPassword))
        let first = estimator.estimate(Array(String(cut).utf8).span, knowing: personal)
        expect(first.guessesLog10 == estimate.guessesLog10, "\(password.shown) is cut")
        expect(first.pieces == estimate.pieces && !first.isCut, "\(password.shown) is cut")
        return
    }
    // One more character lowers the guesses to less than a hundredth only if it completes a pattern: a piece, a run
    // of one character, or a separating symbol. Estimates that mix patterns and other characters are left out: the
    // cost of characters without a pattern depends on all such characters, so it may change.
    var shorter = String.UnicodeScalarView()
    shorter.append(contentsOf: scalars.dropLast())
    let before = estimator.estimate(Array(String(shorter).utf8).span, knowing: personal)
    let isMixed = { (pieces: [StrengthPiece]) in
        pieces.count > 1 && pieces.contains { $0.kind == .characters }
    }
    guard estimate.guessesLog10 < before.guessesLog10 - 2, !isMixed(estimate.pieces), !isMixed(before.pieces),
        let last = estimate.pieces.last
    else { return }
    let isRun = scalars.dropLast().last == scalars.last
    let isEnd = scalars.dropFirst(last.range.upperBound).allSatisfy { $0 == scalars.last }
    expect(
        isEnd && (isRun || last.kind != .characters),
        "\(password.shown): 10^\(before.guessesLog10) guesses, then 10^\(estimate.guessesLog10), \(last)")
}
