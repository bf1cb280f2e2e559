internal import PasswordRules

/// The ways in which passwdqc accepts a password, by the number of its classes.
struct PasswdqcWays {
    /// One way: a length, so many classes, and so many different characters.
    struct Way {
        let length: Int
        let classes: Int
        let different: Int
        /// How many words a passphrase has; nil for a password.
        let words: Int?
        /// The longest run of the alphabet or the digits; nil for any.
        let run: Int?

        /// As the value of `rules` or `or`.
        var text: String {
            var text = "minlength: \(length); min-classes: \(classes);"
            if let words { text += " min-words: \(words);" }
            if different > 0 { text += " min-different: \(different);" }
            if let run { text += " max-sequential: \(run);" }
            return text
        }

        /// Whether whoever meets this one meets the other one, too.
        func isCovered(by other: Way) -> Bool {
            other.length <= length && other.classes <= classes && other.different <= different
                && other.words ?? 0 <= words ?? 0
        }
    }

    /// All ways but those that another one covers, in passwdqc's order.
    private(set) var all: [Way] = []

    /// The classes that each of the five lengths is for, and how many characters passwdqc takes them to have.
    private static let kinds: [(classes: Int, characters: Int)] = [
        (1, 10), (2, 36), (2, 27), (3, 62), (4, 95),
    ]
    private static let passphrase = 2
    private static let mostWords = 100

    init(_ settings: PasswdqcSettings) {
        var ways: [Way] = []
        for (kind, length) in settings.lengths.enumerated() {
            let isPassphrase = kind == Self.passphrase
            // A length above the maximum is one that no password has.
            guard length <= settings.maximum else { continue }
            if isPassphrase, !(1...Self.mostWords).contains(settings.passphraseWords) { continue }
            ways.append(
                Way(
                    length: max(length, 1), classes: Self.kinds[kind].classes,
                    different: Self.expectedDifferent(Self.kinds[kind].characters, length) - 1,
                    words: isPassphrase ? settings.passphraseWords : nil, run: settings.longestRun))
        }
        for (index, way) in ways.enumerated() {
            // Of two that cover each other the first one stays.
            let others = ways.enumerated().contains { other in
                other.offset != index && way.isCovered(by: other.element)
                    && (other.offset < index || !other.element.isCovered(by: way))
            }
            if !others { all.append(way) }
        }
    }

    /// How many different characters passwdqc expects a random password to have: `expected_different` in
    /// passwdqc_check.c, whose fixed-point arithmetic and rounding this repeats.
    static func expectedDifferent(_ characters: Int, _ length: Int) -> Int {
        let one = 1 << 15
        let other = (characters - 1) * one / characters
        var none = other
        for _ in 0..<max(0, min(length, 100_000) - 1) { none = none * other / one }
        return characters * (one - none) / one
    }
}

extension PasswdqcSettings {
    /// The longest run that is not refused: of as many characters as make no match. Runs of up to 3 are in many words.
    var longestRun: Int? { matchLength > 0 ? max(matchLength - 1, 3) : nil }
}
