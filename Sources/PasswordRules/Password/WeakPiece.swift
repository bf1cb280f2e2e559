/// The kind of a piece of a password. The numbers are stable and never reused.
public enum StrengthPieceKind: Int, CaseIterable, Sendable {
    /// Characters without a pattern, guessed one by one.
    case characters = 1
    /// A ranked word or password, in any case, with or without leet substitutions.
    case word = 2
    /// A ranked word backwards.
    case reversedWord = 3
    /// A personal word, such as the user name.
    case personalWord = 4
    /// A walk over adjacent keys.
    case keyboardWalk = 5
    /// Characters at equal distances, such as `abcd` or `97531`.
    case sequence = 6
    /// A repetition of what came before, once or more often.
    case repetition = 7
    /// A date.
    case date = 8
    /// A year.
    case year = 9

    /// The name in JSON.
    public var name: StaticString {
        switch self {
        case .characters: "characters"
        case .word: "word"
        case .reversedWord: "reversed-word"
        case .personalWord: "personal-word"
        case .keyboardWalk: "keyboard-walk"
        case .sequence: "sequence"
        case .repetition: "repetition"
        case .date: "date"
        case .year: "year"
        }
    }
}

/// A set of kinds of pieces.
struct StrengthPieceKinds: OptionSet, Sendable {
    /// A bit for each kind, at the kind's number.
    let rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }

    /// The set of one kind.
    init(_ kind: StrengthPieceKind) { rawValue = 1 << kind.rawValue }

    /// Whether a kind is in the set.
    func contains(_ kind: StrengthPieceKind) -> Bool { contains(Self(kind)) }
}

/// A piece of a password that makes it easy to guess.
public struct WeakPiece: Equatable, Sendable {
    /// The kind of piece.
    public let kind: StrengthPieceKind
    /// Its range in the password, in scalar values.
    public let range: Range<Int>
}

extension Wording {
    /// The kinds of pieces of a password, such as `a common word and a year`.
    /// - Parameter kinds: The kinds. Characters without a pattern are named only if there is nothing else.
    func pieces(of kinds: StrengthPieceKinds) -> Text {
        var parts: [Text] = []
        for kind in StrengthPieceKind.allCases where kind != .characters && kinds.contains(kind) {
            parts.append(text(Self.template(of: kind)))
        }
        return parts.isEmpty ? text(Self.template(of: .characters)) : translator.list(parts, last: .and)
    }

    private static func template(of kind: StrengthPieceKind) -> Template {
        switch kind {
        case .characters: .fewCharacters
        case .word: .aCommonWord
        case .reversedWord: .aReversedWord
        case .personalWord: .aPersonalWord
        case .keyboardWalk: .aKeyboardWalk
        case .sequence: .aSequence
        case .repetition: .aRepetition
        case .date: .aDate
        case .year: .aYear
        }
    }
}
