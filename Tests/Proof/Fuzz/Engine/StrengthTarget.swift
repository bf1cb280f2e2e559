internal import PasswordRules

/// Estimates of passwords `p`, each repeated as often as `r` says. `n` are words of the person. The words
/// that are known are `w`, the best first, or else a few; `c` is what a letter costs.
///
/// There is no second way to the numbers, so each piece is compared with what stands there, and the estimate
/// with bounds.
func fuzzStrength(_ input: Span<UInt8>) -> Bool {
    let fields = Fields(input)
    var words = fields.every("w")
    if words.isEmpty { words = ["password", "dragon", "monkey", "it's", "p4radise"].map { Array($0.utf8) } }
    let model = RanksModel(
        words.enumerated().map { ($1, UInt8(min(255, 12 * $0))) },
        letterCost: UInt8(fields.number("c", upTo: 255) ?? 80))
    let personal = fields.every("n")
    // A word may be longer than any, or there may be none at all.
    guard let list = try? RankedWordList(model.bytes) else {
        expect(!model.isOpenable, "a list as it was written")
        return false
    }
    let times = max(1, fields.number("r", upTo: 10) ?? 1)
    let estimator = StrengthEstimator(words: RankedWords([list]))
    // Long ones take long.
    for password in fields.every("p").prefix(times > 1 ? 1 : 4) {
        let password = (0..<times).flatMap { _ in password }
        let estimate = estimator.estimate(password.span, knowing: PersonalWords(personal))
        expectEstimate(estimate, of: password, model, personal)
        let again = StrengthEstimator(words: RankedWords([list, list]))
            .estimate(password.span, knowing: PersonalWords(personal))
        expect(again == estimate, "\(password.shown) is estimated as something else again")
        expectLaws(estimate, of: password, estimator, personal)
    }
    return true
}

/// An estimate that may be: of the password, by the words of a list and of the person.
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
        expect(piece.range.lowerBound >= end && !piece.range.isEmpty, "\(piece) behind \(end)")
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
    if let rank = model.writtenRank(of: password), password.allSatisfy({ $0 < 0x80 && !isCapital($0) }) {
        expect(
            log <= Double(rank) / 12 * 0.302 + 0.001, "\(password.shown): 10^\(log) guesses of rank \(rank)")
    }
}

private func isCapital(_ byte: UInt8) -> Bool { byte >= 0x41 && byte <= 0x5A }

/// As many guesses as characters take that are chosen by chance, from all classes that occur: an attacker
/// needs no more.
private func mostGuessesLog10(_ scalars: [UInt32]) -> Double {
    var choices = 0
    let ascii = scalars.filter { $0 < 0x80 }
    if ascii.contains(where: { $0 >= 0x61 && $0 <= 0x7A }) { choices += 26 }
    if ascii.contains(where: { $0 >= 0x41 && $0 <= 0x5A }) { choices += 26 }
    if ascii.contains(where: { $0 >= 0x30 && $0 <= 0x39 }) { choices += 10 }
    let isSymbol: (UInt32) -> Bool = { value in
        let lower = value | 0x20
        return !(value >= 0x30 && value <= 0x39 || lower >= 0x61 && lower <= 0x7A)
    }
    if ascii.contains(where: isSymbol) { choices += 33 }
    // The logarithms of 1 to 95 and of 100, by products: the engine has its own.
    let others = scalars.count - ascii.count
    // Where there are both, which of them each is takes two bits.
    return Double(ascii.count) * log10(choices) + Double(others) * (2 + (ascii.isEmpty ? 0 : 0.61)) + 0.001
}

/// The decimal logarithm of a number from 1 on, rounded up, to a tenth of a percent.
private func log10(_ number: Int) -> Double {
    if number < 2 { return 0 }
    var (power, value) = (0.0, Double(number))
    while value >= 10 { (power, value) = (power + 1, value / 10) }
    var step = 0.5
    // 10 to the power of a half, a quarter, an eighth and so on.
    var root = Double(10).squareRoot()
    while step > 0.0001 {
        if value >= root { (power, value) = (power + step, value / root) }
        (step, root) = (step / 2, root.squareRoot())
    }
    return power + 2 * step
}

/// What is documented of estimates of other passwords.
private func expectLaws(
    _ estimate: StrengthEstimate, of password: [UInt8], _ estimator: StrengthEstimator, _ personal: [[UInt8]]
) {
    guard let text = String(validating: password, as: UTF8.self) else { return }
    let scalars = text.unicodeScalars
    let personal = PersonalWords(personal)
    // What is beyond counts nothing.
    if estimate.isCut {
        var cut = String.UnicodeScalarView()
        cut.append(contentsOf: scalars.prefix(StrengthEstimator.longestPassword))
        let first = estimator.estimate(Array(String(cut).utf8).span, knowing: personal)
        expect(first.guessesLog10 == estimate.guessesLog10, "\(password.shown) is cut")
        expect(first.pieces == estimate.pieces && !first.isCut, "\(password.shown) is cut")
        return
    }
    // A character more lowers it to less than a hundredth only where it completes a pattern: a piece, a run
    // of one character, or a symbol that separates. What characters without a pattern cost depends on all
    // that there are, so that their cost beside patterns may change.
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
