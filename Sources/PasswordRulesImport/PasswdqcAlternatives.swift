internal import PasswordRules

/// The alternatives of passwdqc, each for a number of classes. A password must meet one of them.
struct PasswdqcAlternatives {
    /// One alternative: a length, a number of classes, and a number of different characters.
    struct Alternative {
        let length: Int
        let classes: Int
        let different: Int
        /// The number of words of a passphrase; nil for a password.
        let words: Int?
        /// The longest permitted run of the alphabet or the digits; nil for no limit.
        let run: Int?

        /// The alternative as the value of `rules` or `or`.
        var text: String {
            var text = "minlength: \(length); min-classes: \(classes);"
            if let words { text += " min-words: \(words);" }
            if different > 0 { text += " min-different: \(different);" }
            if let run { text += " max-sequential: \(run);" }
            return text
        }

        /// Whether every password that meets this alternative also meets the other.
        func isCovered(by other: Alternative) -> Bool {
            other.length <= length && other.classes <= classes && other.different <= different
                && other.words ?? 0 <= words ?? 0
        }
    }

    /// All alternatives except those covered by another, in passwdqc's order.
    private(set) var all: [Alternative] = []

    /// For each of the five lengths: the number of classes, and the number of characters from which passwdqc
    /// expects such a password to be drawn.
    private static let kinds: [(classes: Int, characters: Int)] = [
        (1, 10), (2, 36), (2, 27), (3, 62), (4, 95),
    ]
    private static let passphrase = 2
    private static let mostWords = 100

    init(_ settings: PasswdqcSettings) {
        var alternatives: [Alternative] = []
        for (kind, length) in settings.lengths.enumerated() {
            let isPassphrase = kind == Self.passphrase
            // No password is longer than the maximum.
            guard length <= settings.maximum else { continue }
            if isPassphrase, !(1...Self.mostWords).contains(settings.passphraseWords) { continue }
            alternatives.append(
                Alternative(
                    length: max(length, 1), classes: Self.kinds[kind].classes,
                    different: Self.expectedDifferent(Self.kinds[kind].characters, length) - 1,
                    words: isPassphrase ? settings.passphraseWords : nil, run: settings.longestRun))
        }
        for (index, alternative) in alternatives.enumerated() {
            // If two cover each other, the first stays.
            let isCovered = alternatives.enumerated().contains { other in
                other.offset != index && alternative.isCovered(by: other.element)
                    && (other.offset < index || !other.element.isCovered(by: alternative))
            }
            if !isCovered { all.append(alternative) }
        }
    }

    /// The number of different characters that passwdqc expects in a random password: `expected_different` in
    /// passwdqc_check.c, whose fixed-point arithmetic and rounding this repeats.
    static func expectedDifferent(_ characters: Int, _ length: Int) -> Int {
        // The probability that one position does not have a given character, and that no position has it, in
        // units of 1/one.
        let one = 1 << 15
        let other = (characters - 1) * one / characters
        var allOther = other
        for _ in 0..<max(0, min(length, 100_000) - 1) { allOther = allOther * other / one }
        return characters * (one - allOther) / one
    }
}

extension PasswdqcSettings {
    /// The longest run that is not refused: one character less than a match, but at least 3, because many
    /// words contain such runs.
    var longestRun: Int? { matchLength > 0 ? max(matchLength - 1, 3) : nil }
}
