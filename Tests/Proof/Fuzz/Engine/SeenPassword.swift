internal import PasswordRules

/// A password as a reader sees it. The pieces of an estimate are compared with it.
struct SeenPassword {
    private let scalars: [UInt32]
    /// The symbols that occur, each of which may separate the characters of a piece.
    private let symbols: Set<UInt32>

    init(_ scalars: [UInt32]) {
        self.scalars = scalars
        symbols = Set(scalars.filter { !Self.isLetterOrDigit($0) })
    }

    /// Whether the characters of a piece can have its kind: as they are, without one of the symbols, or with each
    /// run of a character reduced to one.
    func mayBe(_ piece: StrengthPiece, _ model: RanksModel, _ personal: [[UInt8]]) -> Bool {
        let (before, text) = (Array(scalars[..<piece.range.lowerBound]), Array(scalars[piece.range]))
        if piece.kind == .characters { return true }
        // Characters beyond ASCII are compared without marks and width, which this type cannot do.
        if (piece.kind == .repetition ? before + text : text).contains(where: { $0 >= 0x80 }) { return true }
        if matches(piece, text, before, model, personal) { return true }
        if matches(piece, Self.collapsed(text), Self.collapsed(before), model, personal) { return true }
        return symbols.contains { symbol in
            matches(piece, text.filter { $0 != symbol }, before.filter { $0 != symbol }, model, personal)
        }
    }

    private func matches(
        _ piece: StrengthPiece, _ text: [UInt32], _ before: [UInt32], _ model: RanksModel,
        _ personal: [[UInt8]]
    ) -> Bool {
        let ascii = text.map { UInt8(truncatingIfNeeded: $0) }
        switch piece.kind {
        case .characters: return true
        case .word: return isRanked(model.ranks(of: ascii), piece.rank)
        case .reversedWord: return isRanked(model.ranks(of: ascii.reversed()), piece.rank)
        case .personalWord: return isPersonal(ascii, personal)
        // Successive keys are neighbours, so they are never the same.
        case .keyboardWalk: return text.count >= 3 && zip(text, text.dropFirst()).allSatisfy { $0 != $1 }
        case .sequence: return isSequence(text)
        case .repetition: return isRepetition(text.map(Self.lower), before.map(Self.lower))
        case .date: return isDate(ascii)
        case .year:
            let digits = ascii.map { Int($0) - 0x30 }
            return digits.count == 4 && digits.allSatisfy { 0...9 ~= $0 }
                && 1900..<2050 ~= digits.reduce(0) { 10 * $0 + $1 }
        }
    }

    /// The rank of a piece is a power of two, up to the word's.
    private func isRanked(_ ranks: [UInt8], _ rank: Int) -> Bool {
        ranks.contains { rank == 1 << (Int($0) / 12) }
    }

    private func isPersonal(_ text: [UInt8], _ personal: [[UInt8]]) -> Bool {
        let plain = text.map { Self.plain($0) }
        return personal.contains { word in
            // The letters of a word beyond ASCII are compared without their marks.
            if word.contains(where: { $0 >= 0x80 }) { return true }
            let parts = word.split { !Self.isLetterOrDigit(UInt32($0)) }.map { Array($0) } + [word]
            return parts.contains { part in
                let part = part.map { Self.plain($0) }
                return part == plain || part == plain.reversed()
            }
        }
    }

    private func isSequence(_ text: [UInt32]) -> Bool {
        guard text.count >= 3 else { return false }
        let step = Int(text[1]) - Int(text[0])
        return abs(step) >= 1 && abs(step) <= 3
            && zip(text, text.dropFirst()).allSatisfy { Int($1) - Int($0) == step }
    }

    /// Whether a text repeats a unit, the last time perhaps cut short; or repeats earlier text, forwards or
    /// backwards.
    private func isRepetition(_ text: [UInt32], _ before: [UInt32]) -> Bool {
        guard text.count >= 3 else { return false }
        for unit in 1...text.count / 2 where (unit..<text.count).allSatisfy({ text[$0] == text[$0 - unit] }) {
            return true
        }
        return Self.contains(before, text) || Self.contains(before, text.reversed())
    }

    /// Whether digits are day, month and year in some order, with two equal symbols between them or none.
    private func isDate(_ text: [UInt8]) -> Bool {
        let numbers = text.split(omittingEmptySubsequences: false) { !(0x30...0x39 ~= $0) }.map { Array($0) }
        let symbols = Set(text.filter { !(0x30...0x39 ~= $0) })
        if numbers.count == 3, symbols.count == 1 { return isDate(numbers[0], numbers[1], numbers[2]) }
        guard numbers.count == 1, 4...8 ~= text.count else { return false }
        for first in 1...text.count - 2 {
            for second in first + 1...text.count - 1 {
                let (one, two, three) = (text[..<first], text[first..<second], text[second...])
                if isDate(Array(one), Array(two), Array(three)) { return true }
            }
        }
        return false
    }

    private func isDate(_ first: [UInt8], _ second: [UInt8], _ third: [UInt8]) -> Bool {
        let (one, two, three) = (
            first.number(upTo: 9999), second.number(upTo: 9999), third.number(upTo: 9999)
        )
        let isYear: (Int) -> Bool = { $0 < 100 || $0 >= 1900 && $0 < 2050 }
        let isDay: (Int, Int) -> Bool = { 1...31 ~= $0 && 1...31 ~= $1 && ($0 <= 12 || $1 <= 12) }
        return !first.isEmpty && !second.isEmpty && !third.isEmpty
            && (isDay(one, two) && isYear(three) || isDay(two, three) && isYear(one))
    }

    // ---- Characters ----

    private static func isLetterOrDigit(_ scalar: UInt32) -> Bool {
        scalar >= 0x30 && scalar <= 0x39 || lower(scalar) >= 0x61 && lower(scalar) <= 0x7A
    }

    private static func lower(_ scalar: UInt32) -> UInt32 {
        scalar >= 0x41 && scalar <= 0x5A ? scalar + 0x20 : scalar
    }

    private static func plain(_ byte: UInt8) -> UInt8 {
        RanksModel.plainLetter(UInt8(truncatingIfNeeded: lower(UInt32(byte))))
    }

    /// Reduces each run of a character to one.
    private static func collapsed(_ text: [UInt32]) -> [UInt32] {
        text.indices.filter { $0 == 0 || text[$0] != text[$0 - 1] }.map { text[$0] }
    }

    private static func contains(_ text: [UInt32], _ part: [UInt32]) -> Bool {
        guard part.count <= text.count else { return false }
        return (0...text.count - part.count).contains { text[$0..<$0 + part.count].elementsEqual(part) }
    }
}
