internal import PasswordRules

/// A second parser of the language, written from the grammar in passwordrules(7): short and slow. It must
/// give the same results as the engine.
struct ReferenceParser {
    /// The rules that are kept in the lenient reading.
    private(set) var rules: [ReferenceRule] = []
    /// How many properties have a mistake, so that the strict reading refuses the text.
    private(set) var mistakeCount = 0
    var hasMistake: Bool { mistakeCount > 0 }

    private let text: [UInt8]
    private var index = 0

    init(_ text: [UInt8]) {
        self.text = text
        guard text.count <= 65_536 else {
            mistakeCount += 1
            return
        }
        while index < text.count {
            skipSpace()
            if index == text.count { break }
            if text[index] == ";" {
                index += 1
                continue
            }
            readProperty()
        }
    }

    private mutating func readProperty() {
        let start = index
        if let rule = property() {
            let valueEnd = index
            skipSpace()
            let isEnd = index == text.count || text[index] == ";"
            // Only a semicolon is missing if another property follows.
            if isEnd || skipComma() || index > valueEnd && isNameOfProperty() {
                if !isEnd { mistakeCount += 1 }
                rules.append(rule)
                return
            }
        }
        mistakeCount += 1
        index = start
        skipProperty()
    }

    /// The text up to the colon, if it is the name of a property.
    private func isNameOfProperty() -> Bool {
        let rest = text[index...]
        let word = rest.prefix { !isSpace($0) && $0 != ";" && $0 != "," }
        return Self.kind(named: word.prefix { $0 != ":" }) != nil
    }

    /// Whether a comma is here, before the name of a property and its colon.
    private func isCommaBeforeProperty() -> Bool {
        guard index < text.count, text[index] == "," else { return false }
        let name = text[(index + 1)...].drop { isSpace($0) }
        let rest = name.drop { isWordByte($0) }
        return rest.startIndex > name.startIndex && rest.drop { isSpace($0) }.first == ":"
    }

    /// Skips a comma where a semicolon was meant.
    private mutating func skipComma() -> Bool {
        guard isCommaBeforeProperty() else { return false }
        index += 1
        return true
    }

    /// Skips a property with a mistake, up to the next semicolon or such a comma. Those in brackets do not count.
    private mutating func skipProperty() {
        while index < text.count, text[index] != ";" {
            if skipComma() {
                mistakeCount += 1
                return
            }
            if text[index] == "[", let close = text[index...].firstIndex(of: "]") { index = close }
            index += 1
        }
    }

    private mutating func property() -> ReferenceRule? {
        guard let kind = Self.kind(named: word()) else { return nil }
        skipSpace()
        guard take(":") else { return nil }
        skipSpace()
        if kind == .required || kind == .allowed {
            guard let members = classes() else { return nil }
            return ReferenceRule(kind: kind, members: members, number: 0)
        }
        guard let number = number() else { return nil }
        return ReferenceRule(kind: kind, members: Members(), number: number)
    }

    private mutating func classes() -> Members? {
        var union = Members()
        while true {
            guard let members = oneClass() else { return nil }
            union.formUnion(members)
            let end = index
            skipSpace()
            guard !isCommaBeforeProperty(), take(",") else {
                index = end
                return union.isEmpty ? nil : union
            }
            skipSpace()
        }
    }

    private mutating func oneClass() -> Members? {
        if take("[") { return customClass() }
        return Members(named: word())
    }

    private mutating func customClass() -> Members? {
        guard let close = text[index...].firstIndex(of: "]") else { return nil }
        var members = Members()
        var inside = text[index..<close]
        index = close + 1
        if take("]") { members.insert("]") }
        if inside.first == "-" { members.insert(inside.removeFirst()) }
        while let byte = inside.first {
            if byte < 0x80 {
                guard byte >= 0x20, byte < 0x7F, byte != "-" else { return nil }
                members.insert(byte)
                inside.removeFirst()
            } else {
                // One character beyond ASCII is left out. The bracket after it is not part of a character.
                let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
                guard String(validating: inside.prefix(length), as: UTF8.self)?.unicodeScalars.count == 1
                else { return nil }
                inside.removeFirst(length)
            }
        }
        return members
    }

    private mutating func number() -> Int? {
        let digits = text[index...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        index = digits.endIndex
        guard !digits.isEmpty else { return nil }
        // Text that follows immediately would be part of the name.
        if index < text.count, !isSpace(text[index]), text[index] != ";", text[index] != "," { return nil }
        let significant = digits.drop { $0 == 0x30 }
        guard significant.count <= 10 else { return nil }
        let number = significant.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return number <= 2_147_483_647 ? number : nil
    }

    private mutating func word() -> ArraySlice<UInt8> {
        let word = text[index...].prefix { isWordByte($0) }
        index = word.endIndex
        return word
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < text.count, text[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < text.count, isSpace(text[index]) { index += 1 }
    }

    private func isSpace(_ byte: UInt8) -> Bool {
        byte == " " || byte == "\t" || byte == "\n" || byte == 0x0C || byte == "\r"
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        let lower = byte | 0x20
        return lower >= "a" && lower <= "z" || byte >= "0" && byte <= "9" || byte == "-" || byte == "_"
    }

    private static let kinds: [(name: StaticString, kind: ReferenceRule.Kind)] = [
        ("required", .required), ("allowed", .allowed), ("max-consecutive", .maxConsecutive),
        ("max-repeating", .maxRepeating), ("max-sequential", .maxSequential), ("minlength", .minLength),
        ("maxlength", .maxLength),
    ]

    private static func kind(named word: ArraySlice<UInt8>) -> ReferenceRule.Kind? {
        kinds.first { isEqual(word, $0.name) }?.kind
    }
}

/// Whether a word is a name, in any letter case.
func isEqual(_ word: ArraySlice<UInt8>, _ name: StaticString) -> Bool {
    guard word.count == name.utf8CodeUnitCount else { return false }
    return name.withUTF8Buffer { name in
        for (byte, wanted) in unsafe zip(word, name) {
            let isUpperCase = byte >= 0x41 && byte <= 0x5A
            if (isUpperCase ? byte + 0x20 : byte) != wanted { return false }
        }
        return true
    }
}

/// A rule of the second parser.
struct ReferenceRule {
    enum Kind { case required, allowed, maxConsecutive, maxRepeating, maxSequential, minLength, maxLength }

    let kind: Kind
    let members: Members
    let number: Int

    /// Whether it equals the engine's rule.
    func isSame(as rule: Rule) -> Bool {
        switch (kind, rule) {
        case (.required, .required(let characters)), (.allowed, .allowed(let characters)):
            members.isSame(as: characters)
        case (.maxConsecutive, .maxConsecutive(let limit)), (.maxRepeating, .maxRepeating(let limit)),
            (.maxSequential, .maxSequential(let limit)), (.minLength, .minLength(let limit)),
            (.maxLength, .maxLength(let limit)):
            number == limit
        default: false
        }
    }
}

/// A class of the second parser.
struct Members {
    /// A bit for each ASCII character.
    private var ascii: UInt128 = 0
    private(set) var isUnicode = false

    var isEmpty: Bool { ascii == 0 }

    init() {}

    /// The class with a name of the language, or `digits`.
    init?(named word: ArraySlice<UInt8>) {
        guard let named = Self.classes.first(where: { isEqual(word, $0.name) }) else { return nil }
        for byte in named.ranges.joined() { insert(byte) }
        isUnicode = isEqual(word, "unicode")
    }

    private static let classes: [(name: StaticString, ranges: [ClosedRange<UInt8>])] = [
        ("upper", [0x41...0x5A]), ("lower", [0x61...0x7A]),
        ("digit", [0x30...0x39]), ("digits", [0x30...0x39]),
        ("special", [0x20...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E]),
        ("ascii-printable", [0x20...0x7E]), ("unicode", [0x00...0x7F]),
    ]

    mutating func insert(_ byte: UInt8) { ascii |= 1 << UInt128(byte) }

    mutating func formUnion(_ other: Members) {
        (ascii, isUnicode) = (ascii | other.ascii, isUnicode || other.isUnicode)
    }

    func contains(_ scalar: UInt32) -> Bool {
        scalar < 128 ? ascii >> UInt128(scalar) & 1 == 1 : isUnicode
    }

    func isSame(as characters: CharacterClass) -> Bool {
        isUnicode == characters.isUnicode && ascii.nonzeroBitCount == characters.asciiCount
            && (0..<UInt32(128)).allSatisfy { contains($0) == characters.contains($0) }
    }
}
