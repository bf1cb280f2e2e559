/// The result of one rule in one check.
///
/// It holds only counts, nothing that reveals the password.
public struct Outcome: Equatable, Sendable {
    /// The kind of rule. The numbers are stable and never used again for something else.
    public enum Kind: Int, Sendable, CaseIterable {
        /// At least this many characters. `actual`: the length.
        case minLength = 1
        /// At least one character of the class. `actual`: 1 if there is one, else 0.
        case required = 2
        /// Only these characters. `actual`: the number of others; the limit is 0.
        case allowed = 3
        /// At most this many characters. `actual`: the length.
        case maxLength = 4
        /// `actual`: the longest run of one character.
        case maxRepeating = 5
        /// `actual`: the longest run of neighbours inside a-z, A-Z or 0-9.
        case maxSequential = 6
        /// `actual`: the longest run of one character.
        case maxConsecutive = 7
        /// Well-formed UTF-8. Only reported if it is not met. `actual`: the number of ill-formed sequences;
        /// the limit is 0.
        case encoding = 8
        /// Not longer than a policy examines, in bytes. Only reported if it is not met, and then alone.
        case maxBytes = 9

        // Rules that only policies have.

        /// The user name is not contained, or is not the whole password.
        case username = 10
        /// None of the parts of this length of the user name. `actual` is 0.
        case usernameParts = 11
        /// No word of the full name.
        case fullName = 12
        /// No word of the home directory.
        case homeDirectory = 13
        /// Not the old password.
        case oldPasswordSame = 14
        /// Not the old password in different upper and lower case.
        case oldPasswordCase = 15
        /// Not the old password backwards.
        case oldPasswordReversed = 16
        /// Not the old password rotated.
        case oldPasswordRotated = 17
        /// Neither password contains the other.
        case oldPasswordContained = 18
        /// `actual`: how many characters were changed, up to the limit.
        case oldPasswordChanges = 19
        /// Not a palindrome.
        case palindrome = 20
        /// At least this many of four classes. `actual`: how many there are.
        case minClasses = 21
        /// At least this many characters of the class. `actual`: how many there are.
        case atLeast = 22
        /// `actual`: the longest run of characters of one of four classes.
        case maxClassRepeating = 23
        /// At least this many different characters. `actual`: how many there are.
        case minDifferent = 24
        /// `actual`: the longest run of adjacent keys.
        case maxKeyboard = 25
        /// No word of the administrator's.
        case words = 26
        /// At least this many words. `actual`: how many there are.
        case minWords = 27
        /// Only reported if there is a choice between sets of rules and none is met; the outcomes after it,
        /// up to the next of its kind, are those of the nearest set. `actual`: how many sets there are.
        case or = 28
        /// On no list. `actual`: the raw value of the ``BlocklistMatch`` that finds it; 0 if none does.
        case blocklist = 29
        /// Only reported if lists could not be read; met if all of them are optional. `actual`: how many of
        /// those that are not; if it is met, of those that are.
        case blocklistUnreadable = 30
        /// No U+0000: crypt(3) would use only what stands before it. Only reported if it is not met, by
        /// policies. `actual`: how many there are; the limit is 0.
        case nul = 31
        /// `max-consecutive` in the strict reading. `actual`: the longest run of one character, or of
        /// neighbours inside a-z, A-Z or 0-9.
        case maxConsecutiveStrict = 32
        /// At least 10 to the power of the limit guesses, by the estimate. `actual`: the power of ten of the
        /// estimate, rounded down, up to the limit.
        case minGuesses = 33

        /// The name of the property in a descriptor, or a name of its own if descriptors have no such
        /// property.
        public var name: StaticString {
            switch self {
            case .minLength: "minlength"
            case .required: "required"
            case .allowed: "allowed"
            case .maxLength: "maxlength"
            case .maxRepeating: "max-repeating"
            case .maxSequential: "max-sequential"
            case .maxConsecutive: "max-consecutive"
            case .encoding: "encoding"
            case .maxBytes: "max-bytes"
            case .username: "username"
            case .usernameParts: "username-parts"
            case .fullName: "full-name"
            case .homeDirectory: "home-directory"
            case .oldPasswordSame: "old-password-same"
            case .oldPasswordCase: "old-password-case"
            case .oldPasswordReversed: "old-password-reversed"
            case .oldPasswordRotated: "old-password-rotated"
            case .oldPasswordContained: "old-password-contained"
            case .oldPasswordChanges: "old-password-changes"
            case .palindrome: "palindrome"
            case .minClasses: "min-classes"
            case .atLeast: "at-least"
            case .maxClassRepeating: "max-class-repeating"
            case .minDifferent: "min-different"
            case .maxKeyboard: "max-keyboard"
            case .words: "words"
            case .minWords: "min-words"
            case .or: "or"
            case .blocklist: "blocklist"
            case .blocklistUnreadable: "blocklist-unreadable"
            case .nul: "nul"
            case .maxConsecutiveStrict: "max-consecutive-strict"
            case .minGuesses: "min-guesses"
            }
        }

        /// The line about it in the C header and in passwordrules(3), from which `make generate` writes them.
        /// Where it says nothing of `actual`, that is 1 if what must not be there was found, and else 0.
        public var summary: StaticString {
            switch self {
            case .minLength: "actual: the length in scalar values"
            case .required: "actual: 1 if there is such a character, else 0; limit 1"
            case .allowed: "actual: how many characters are not allowed; limit 0"
            case .maxLength: "actual: the length in scalar values"
            case .maxRepeating: "actual: the longest run of one character"
            case .maxSequential: "actual: the longest run such as abc or 321"
            case .maxConsecutive: "actual: the longest run of one character"
            case .encoding: "only if not met. actual: how many ill-formed UTF-8 sequences"
            case .maxBytes: "only if not met, and then alone. actual: the length in bytes"
            case .username: "not the user name"
            case .usernameParts: "no part of the user name. limit: how many characters in a row; actual: 0"
            case .fullName: "no word of the full name"
            case .homeDirectory: "no word of the home directory"
            case .oldPasswordSame:
                "not the old password. Of this and the next four one at most is reported as not met"
            case .oldPasswordCase: "not the old password in another case"
            case .oldPasswordReversed: "not the old password backwards"
            case .oldPasswordRotated: "not the old password rotated"
            case .oldPasswordContained: "neither password contains the other"
            case .oldPasswordChanges: "actual: how many characters were changed, up to the limit"
            case .palindrome: "not a palindrome"
            case .minClasses: "actual: how many of four classes there are"
            case .atLeast: "actual: how many such characters there are"
            case .maxClassRepeating: "actual: the longest run of one of four classes"
            case .minDifferent: "actual: how many different characters there are"
            case .maxKeyboard: "actual: the longest run of adjacent keys"
            case .words: "none of the administrator's words"
            case .minWords: "actual: how many words there are"
            case .or:
                """
                only if not met: of several sets of rules, joined by "or", none is met. actual: how many; the \
                outcomes after it, up to the next of its kind, are those of the nearest
                """
            case .blocklist: "on no list. actual: how it is listed, PASSWORDRULES_MATCH_*; 0 if it is not"
            case .blocklistUnreadable:
                """
                only if a list is damaged or cannot be read; met: all of them are optional. actual: how many are \
                not; if met, how many are
                """
            case .nul:
                """
                only if not met: there is U+0000, after which crypt(3) does not read. actual: how many there \
                are
                """
            case .maxConsecutiveStrict:
                """
                max-consecutive in the strict reading. actual: the longest run of one character, or such as abc \
                or 321
                """
            case .minGuesses:
                """
                limit: the power of ten of the guesses that a password must withstand; actual: that of the \
                estimate, rounded down, up to the limit
                """
            }
        }
    }

    /// The kind of rule.
    public let kind: Kind
    /// Whether the password meets it.
    public let isMet: Bool
    /// The number that the rule sets.
    public let limit: Int
    /// The number that the password has.
    public let actual: Int
    /// The characters that a `required`, `allowed` or `at-least` rule names; otherwise empty.
    /// ``CharacterClass/name`` has it as text.
    public let characters: CharacterClass
    /// The kinds of pieces that an estimate found; empty for other kinds of outcome.
    let pieceKinds: StrengthPieceKinds
    /// The policy's list that the outcome is about, from 1; 0 for all lists, and for outcomes about something
    /// else.
    let listNumber: Int
    /// The choice between sets of rules that the outcome belongs to, from 1, if none of its sets is met;
    /// otherwise 0.
    var choice = 0

    init(
        _ kind: Kind, isMet: Bool, limit: Int, actual: Int, characters: CharacterClass = .empty,
        pieceKinds: StrengthPieceKinds = [], listNumber: Int = 0
    ) {
        self.kind = kind
        self.isMet = isMet
        self.limit = limit
        self.actual = actual
        self.characters = characters
        self.pieceKinds = pieceKinds
        self.listNumber = listNumber
    }

    /// Whether both say the same. A password that is on two lists is refused for one reason, not for two.
    public static func == (first: Outcome, second: Outcome) -> Bool {
        first.kind == second.kind && first.isMet == second.isMet && first.limit == second.limit
            && first.actual == second.actual && first.characters == second.characters
            && first.pieceKinds == second.pieceKinds && first.choice == second.choice
    }

    /// Whether the rule demands something, and counts for `Report.progress` when it is met, rather than
    /// forbids something.
    package var isDemand: Bool {
        switch kind {
        case .minLength, .required, .minClasses, .atLeast, .minDifferent, .minWords, .minGuesses: true
        default: false
        }
    }

    /// Its position in a report, relative to other outcomes.
    var rank: Int {
        choice * 4 + (kind == .encoding || kind == .or ? 0 : kind == .minLength ? 1 : isDemand ? 2 : 3)
    }

    /// How far a demand is met, 0 to 1.
    var fulfilment: Double {
        if isMet { return 1 }
        return limit > 0 ? Double(actual) / Double(limit) : 0
    }

    /// How many characters are missing, or by how much a limit is exceeded; 0 if the rule is met.
    var distance: Int { isMet ? 0 : isDemand ? limit - actual : max(1, actual - limit) }
}
