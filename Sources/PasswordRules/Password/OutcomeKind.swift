extension Outcome {
    /// The kind of rule that an outcome is of: all that is known of the outcomes of one rule.
    ///
    /// A kind is declared once: those of a descriptor's properties in RuleOutcomes.swift, and those of a
    /// policy's keys with their keys.
    public struct Kind: Sendable {
        /// The number of the kind, which is stable and never used again for something else.
        public let rawValue: Int
        /// The name of the property in a descriptor, or a name of its own if descriptors have no such
        /// property.
        public let name: StaticString
        /// What an outcome's `limit` and `actual` mean to the one who types the password.
        let nature: Nature
        private let makeDescription: @Sendable () -> Description

        /// - Parameter description: What is said of it; made when it is asked for.
        init(
            _ rawValue: Int, _ name: StaticString, _ nature: Nature,
            _ description: @autoclosure @escaping @Sendable () -> Description
        ) {
            self.rawValue = rawValue
            self.name = name
            self.nature = nature
            makeDescription = description
        }

        /// What is said of it.
        package var description: Description { makeDescription() }

        /// The line about it in the C header and in passwordrules(3), from which `make generate` writes them.
        /// Where it says nothing of `actual`, that is 1 if what must not be there was found, and else 0.
        public var summary: StaticString { description.summary }
    }

    /// What the numbers of an outcome count.
    enum Nature: Sendable {
        /// The text itself is broken.
        case encoding
        /// A heading over the outcomes of the nearest of several sets of rules.
        case choice
        /// Demanded: a length in characters.
        case minimumLength
        /// Demanded: characters, or things made of them, which a longer password has more of.
        case minimum
        /// Demanded: characters of some class, which those that are missing for the length can be.
        case minimumOfClass
        /// Forbidden above the limit.
        case maximum

        /// Whether something is demanded, rather than forbidden.
        var isDemand: Bool {
            switch self {
            case .minimumLength, .minimum, .minimumOfClass: true
            case .encoding, .choice, .maximum: false
            }
        }

        /// Where its outcomes are in a report: first what stands over others, then what may be missing, the
        /// length before the rest, then what may be wrong.
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
    /// Whether both are the same kind.
    public static func == (first: Self, second: Self) -> Bool { first.rawValue == second.rawValue }

    /// Hashes the number.
    public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

extension Outcome.Kind {
    /// What is said of the outcomes of a kind.
    package struct Description: Sendable {
        let summary: StaticString
        let words: Words
        /// Of what pattern a password is that does not meet the rule, if it says that much.
        let pattern: ListedPattern?
        /// The error of libpwquality that comes nearest.
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

    /// The lines for the person who types the password: what is missing or wrong, and what the rule asks for.
    enum Words: Sendable {
        /// Nothing in them depends on how the rule is not met. The first is a predicate: it can follow "the
        /// password".
        case plain(Template, met: Template)
        /// The first has how much is missing, `{count}`, how much is there, `{actual}`, and the limit; the
        /// second the limit, `{count}`.
        /// - Parameter sentence: A whole sentence, with the numbers of the first; nil for that the rules are
        ///   not met.
        case missing(Template, met: Template, sentence: Template? = nil)
        /// The first has how much is there, `{count}`, and the limit; the second the limit, `{count}`.
        /// - Parameter isPredicate: Whether the first can follow "the password".
        case exceeded(Template, met: Template, isPredicate: Bool = false)
        /// A minimum number of characters of the outcome's class.
        case charactersOfClass
        /// Lines that are made of more than numbers.
        /// - Parameters:
        ///   - tellsWhatWasFound: Whether the first depends on more of the password than that the rule is not
        ///     met.
        ///   - isPredicate: Whether the first can follow "the password".
        ///   - sentence: A whole sentence; nil for what `isPredicate` says.
        ///   - needed: What can follow "the password needs"; nil for what `isPredicate` says.
        case made(
            tellsWhatWasFound: Bool, isPredicate: Bool = false, unmet: @Sendable (Outcome, Wording) -> Text,
            sentence: @Sendable (Outcome, Wording) -> (first: Text, following: Text)? = { _, _ in nil },
            needed: @Sendable (Outcome, Wording) -> (text: Text, isChoice: Bool)? = { _, _ in nil },
            met: @Sendable (Outcome, Wording) -> Text)
    }

    /// An error of libpwquality, by the name that its header has.
    package struct PwqualityError: Sendable {
        package let name: StaticString
        /// Whether programs show the limit with it.
        package let hasLimit: Bool
        /// What programs show with it; empty if it says all.
        package let phrase: StaticString

        private init(_ name: StaticString, hasLimit: Bool = false, phrase: StaticString = "") {
            self.name = name
            self.hasLimit = hasLimit
            self.phrase = phrase
        }

        /// An error that says what is wrong.
        static func error(_ name: StaticString) -> Self { Self(name) }
        /// The same, with the limit.
        static func limit(_ name: StaticString) -> Self { Self(name, hasLimit: true) }
        /// The error that says what another library found, with this phrase.
        static func other(_ phrase: StaticString) -> Self { Self("PWQ_ERROR_CRACKLIB_CHECK", phrase: phrase) }
        /// No error: other outcomes say more.
        static var none: Self { Self("") }
        /// The error for the class of the outcome.
        static var ofClass: Self { Self("class") }
    }
}
