extension Outcome {
    /// The kind of rule that an outcome belongs to.
    ///
    /// Each kind is declared once: that of a descriptor's property in RuleOutcomes.swift, that of a policy's
    /// key with the key.
    public struct Kind: Sendable {
        /// The number of the kind, which is stable and never reused.
        public let rawValue: Int
        /// The name of the descriptor's property, or the kind's own name if descriptors have no such
        /// property.
        public let name: StaticString
        /// The meaning of an outcome's `limit` and `actual` for the person who types the password.
        let nature: Nature
        private let makeDescription: @Sendable () -> Description

        /// - Parameter description: Its words, made on demand.
        init(
            _ rawValue: Int, _ name: StaticString, _ nature: Nature,
            _ description: @autoclosure @escaping @Sendable () -> Description
        ) {
            self.rawValue = rawValue
            self.name = name
            self.nature = nature
            makeDescription = description
        }

        /// Its words for people and documents.
        package var description: Description { makeDescription() }

        /// Its description in the C header and passwordrules(3). `make generate` copies it there. Where it
        /// does not mention `actual`, `actual` is 1 if something forbidden was found, otherwise 0.
        public var summary: StaticString { description.summary }
    }

    /// The meaning of an outcome's numbers.
    enum Nature: Sendable {
        /// The text is ill-formed.
        case encoding
        /// A heading for the outcomes of the nearest of several sets of rules.
        case choice
        /// Demanded: a length in characters.
        case minimumLength
        /// Demanded: a number of words, different characters or guesses. A longer password can have more.
        case minimum
        /// Demanded: characters of a class. Characters that are missing for the length can be of that class.
        case minimumOfClass
        /// Forbidden above the limit.
        case maximum

        /// Whether something is demanded; otherwise something is forbidden.
        var isDemand: Bool {
            switch self {
            case .minimumLength, .minimum, .minimumOfClass: true
            case .encoding, .choice, .maximum: false
            }
        }

        /// The position of its outcomes in a report: headings, then what may be missing, the length first,
        /// then what may be wrong.
        var rank: Int {
            switch self {
            case .encoding, .choice: 0
            case .minimumLength: 1
            case .minimum, .minimumOfClass: 2
            case .maximum: 3
            }
        }
    }
}

extension Outcome.Kind: Hashable {
    /// Compares the numbers.
    public static func == (first: Self, second: Self) -> Bool { first.rawValue == second.rawValue }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Outcome.Kind {
    /// The words for the outcomes of a kind.
    package struct Description: Sendable {
        let summary: StaticString
        let words: Words
        /// The pattern of listed passwords that an outcome of this kind explains if it is not met; nil if it
        /// explains none.
        let pattern: ListedPattern?
        /// The nearest error of libpwquality.
        package let pwqualityError: PwqualityError

        init(
            _ summary: StaticString, _ words: Words, pattern: ListedPattern? = nil, pwquality: PwqualityError
        ) {
            self.summary = summary
            self.words = words
            self.pattern = pattern
            pwqualityError = pwquality
        }
    }

    /// The lines for the person who types the password: what is missing or wrong if the rule is not met, and
    /// the demand if it is.
    enum Words: Sendable {
        /// Fixed texts. The first is a predicate: it can follow "the password".
        case plain(Template, met: Template)
        /// In the first, `{count}` is the number that is missing, `{actual}` the number that is there, and
        /// `{limit}` the limit. In the second, `{count}` is the limit.
        /// - Parameter sentence: A whole sentence, with the numbers of the first; nil to put the first after
        ///   "the password does not meet the rules:".
        case missing(Template, met: Template, sentence: Template? = nil)
        /// In the first, `{count}` is the number that is there, and `{limit}` the limit. In the second,
        /// `{count}` is the limit.
        /// - Parameter isPredicate: Whether the first can follow "the password".
        case exceeded(Template, met: Template, isPredicate: Bool = false)
        /// A minimum number of characters of the outcome's class.
        case charactersOfClass
        /// Lines that need more than numbers.
        /// - Parameters:
        ///   - revealsDetails: Whether `unmet` reveals more about the password than that it does not meet
        ///     the rule.
        ///   - isPredicate: Whether `unmet` can follow "the password".
        ///   - sentence: A whole sentence; nil to use `isPredicate`.
        ///   - needed: What can follow "the password needs"; nil to use `isPredicate`.
        case made(
            revealsDetails: Bool, isPredicate: Bool = false, unmet: @Sendable (Outcome, Wording) -> Text,
            sentence: @Sendable (Outcome, Wording) -> (first: Text, following: Text)? = { _, _ in nil },
            needed: @Sendable (Outcome, Wording) -> (text: Text, isChoice: Bool)? = { _, _ in nil },
            met: @Sendable (Outcome, Wording) -> Text)
    }

    /// An error of libpwquality, named as in its header.
    package struct PwqualityError: Sendable {
        package let name: StaticString
        /// Whether programs show the limit, too.
        package let hasLimit: Bool
        /// What programs show with it; empty if it needs nothing more.
        package let phrase: StaticString

        private init(_ name: StaticString, hasLimit: Bool = false, phrase: StaticString = "") {
            self.name = name
            self.hasLimit = hasLimit
            self.phrase = phrase
        }

        /// An error that names what is wrong.
        static func error(_ name: StaticString) -> Self { Self(name) }
        /// An error that names what is wrong, and the limit.
        static func limit(_ name: StaticString) -> Self { Self(name, hasLimit: true) }
        /// The error for findings of another library, with this phrase.
        static func other(_ phrase: StaticString) -> Self { Self("PWQ_ERROR_CRACKLIB_CHECK", phrase: phrase) }
        /// No error, because other outcomes are clearer.
        static var none: Self { Self("") }
        /// The error for the outcome's character class.
        static var ofClass: Self { Self("class") }
    }
}
