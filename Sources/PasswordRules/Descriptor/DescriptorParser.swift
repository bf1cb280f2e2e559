extension Descriptor {
    /// Reads a descriptor strictly: any mistake is an error, and nothing of a half-read text is used.
    ///
    /// One thing that sites do is let pass with a warning: a character beyond ASCII inside a custom class is left
    /// out, as every other reader does. That can only make the rules stricter, and never leaves a class empty.
    ///
    /// The cost is linear in the length of the text.
    /// - Throws: The first mistake.
    public init(parsing text: Span<UInt8>) throws(Diagnostic) {
        var notes: [Diagnostic] = []
        try self.init(parsing: text, notes: &notes)
    }

    /// Reads a descriptor strictly, as `init(parsing:)` does.
    /// - Parameter notes: Remarks on text that was read as meant are appended here; after a mistake too.
    /// - Throws: The first mistake.
    public init(parsing text: Span<UInt8>, notes: inout [Diagnostic]) throws(Diagnostic) {
        var parser = DescriptorParser(text, range: 0..<text.count, leavesOutNonASCII: true)
        do {
            self = try parser.parseAll()
        } catch {
            notes.append(contentsOf: parser.notes)
            throw error
        }
        notes.append(contentsOf: parser.notes)
    }

    /// Reads a descriptor strictly. See `init(parsing:)` for bytes.
    public init(_ text: String) throws(Diagnostic) {
        let bytes = Array(text.utf8)
        try self.init(parsing: bytes.span)
    }
}

/// A reader of the descriptor language, over a range of a longer text: the offsets of its diagnostics count
/// from the start of that text.
struct DescriptorParser: ~Escapable {
    private let text: Span<UInt8>
    private let start: Int
    private let end: Int
    private var offset: Int
    private let leavesOutNonASCII: Bool
    /// Remarks on text that was read as meant, at most `maximumNotes`.
    private(set) var notes: [Diagnostic] = []

    private static let maximumNotes = 16

    @_lifetime(copy text)
    init(_ text: Span<UInt8>, range: Range<Int>, leavesOutNonASCII: Bool) {
        self.text = text
        self.leavesOutNonASCII = leavesOutNonASCII
        start = range.lowerBound
        end = range.upperBound
        offset = range.lowerBound
    }

    /// The whole descriptor: `ws [ property *( ws ";" ws property ) ] ws [ ";" ws ]`, empty properties included.
    mutating func parseAll() throws(Diagnostic) -> Descriptor {
        guard end - start <= Descriptor.maximumLengthInBytes else {
            throw Diagnostic(
                .descriptorTooLong, at: start + Descriptor.maximumLengthInBytes,
                length: end - start - Descriptor.maximumLengthInBytes)
        }
        var rules: [Rule] = []
        rules.reserveCapacity(8)
        skipWhitespace()
        while offset < end {
            if text[offset] != semicolon {
                rules.append(try parseProperty())
                skipWhitespace()
                guard offset == end || text[offset] == semicolon else { throw unexpectedText() }
            }
            if offset < end { offset += 1 }
            skipWhitespace()
        }
        return Descriptor(rules: rules)
    }

    /// `name ws ":" ws value`
    private mutating func parseProperty() throws(Diagnostic) -> Rule {
        let nameStart = offset
        skipName()
        let name = nameStart..<offset
        guard !name.isEmpty else { throw Diagnostic(.expectedProperty, at: offset, length: foundLength()) }
        guard let property = Property(in: text, name) else {
            throw Diagnostic(
                .unknownProperty, at: nameStart, length: name.count,
                suggestion: Spelling.nearest(to: text, name, among: Property.names))
        }
        skipWhitespace()
        guard offset < end, text[offset] == colon else { throw Diagnostic(.expectedColon, at: offset) }
        offset += 1
        skipWhitespace()
        switch property {
        case .required: return .required(try parseClasses())
        case .allowed: return .allowed(try parseClasses())
        case .maxConsecutive: return .maxConsecutive(try parseNumber())
        case .maxRepeating: return .maxRepeating(try parseNumber())
        case .maxSequential: return .maxSequential(try parseNumber())
        case .minLength: return .minLength(try parseNumber())
        case .maxLength: return .maxLength(try parseNumber())
        }
    }

    /// `class *( ws "," ws class )`, as the union of its classes.
    private mutating func parseClasses() throws(Diagnostic) -> CharacterClass {
        let valueStart = offset
        var classes = try parseClass()
        var valueEnd = offset
        skipWhitespace()
        while offset < end, text[offset] == comma {
            offset += 1
            skipWhitespace()
            classes = classes.union(try parseClass())
            valueEnd = offset
            skipWhitespace()
        }
        guard !classes.isEmpty else {
            throw Diagnostic(.emptyClass, at: valueStart, length: valueEnd - valueStart)
        }
        return classes
    }

    private mutating func parseClass() throws(Diagnostic) -> CharacterClass {
        guard offset < end, text[offset] != semicolon, text[offset] != comma else {
            throw Diagnostic(.missingClass, at: offset)
        }
        if text[offset] == openBracket { return try parseCustomClass() }
        let nameStart = offset
        skipName()
        let name = nameStart..<offset
        if Word("upper").matches(text, name) { return .upper }
        if Word("lower").matches(text, name) { return .lower }
        if Word("digit").matches(text, name) { return .digit }
        if Word("special").matches(text, name) { return .special }
        if Word("ascii-printable").matches(text, name) { return .asciiPrintable }
        if Word("unicode").matches(text, name) { return .unicode }
        offset = nameStart
        if Word("digits").matches(text, name) {
            note(.digitsForDigit, length: name.count)
            offset = name.upperBound
            return .digit
        }
        let length = foundLength()
        throw Diagnostic(
            .unknownClass, at: nameStart, length: length,
            suggestion: suggestedClass(nameStart..<nameStart + length))
    }

    /// `"[" [ "-" ] *( printable ASCII except "-" and "]" ) [ "]" ] "]"`
    private mutating func parseCustomClass() throws(Diagnostic) -> CharacterClass {
        let open = offset
        offset += 1
        var members = CharacterClass.empty
        while offset < end {
            let byte = text[offset]
            if byte == closeBracket {
                offset += 1
                // A "]" is a member only right before the one that closes the class.
                if offset < end, text[offset] == closeBracket {
                    offset += 1
                    members = members.union(CharacterClass(closeBracket))
                }
                return members
            }
            if byte == hyphen, offset != open + 1 {
                throw Diagnostic(.hyphenInsideClass, at: offset, length: 1)
            }
            if byte >= 0x80, leavesOutNonASCII {
                let character = UTF8Decoding.decode(text, at: offset)
                // A sequence that this range cuts off is as ill-formed as any other.
                if character.isWellFormed, offset + character.length <= end {
                    note(.characterLeftOut, length: character.length)
                    offset += character.length
                    continue
                }
            }
            guard byte >= 0x20, byte < 0x7F else {
                throw Diagnostic(.characterInsideClass, at: offset, length: scalarLength())
            }
            members = members.union(CharacterClass(byte))
            offset += 1
        }
        throw Diagnostic(.unclosedClass, at: open, length: end - open)
    }

    /// `1*DIGIT`, up to `Descriptor.maximumNumber`.
    private mutating func parseNumber() throws(Diagnostic) -> Int {
        let numberStart = offset
        var number = 0
        var isTooLarge = false
        while offset < end, text[offset] >= 0x30, text[offset] <= 0x39 {
            let digit = Int(text[offset] - 0x30)
            // Compared before it is computed: the product must not overflow, 32-bit machines included.
            if isTooLarge || number > (Descriptor.maximumNumber - digit) / 10 {
                isTooLarge = true
            } else {
                number = number * 10 + digit
            }
            offset += 1
        }
        if offset == numberStart {
            guard offset < end, text[offset] != semicolon else {
                throw Diagnostic(.missingNumber, at: offset)
            }
            let length = foundLength()
            if text[offset] == hyphen, length > 1, text[offset + 1] >= 0x30, text[offset + 1] <= 0x39 {
                throw Diagnostic(.negativeNumber, at: offset, length: length)
            }
            throw Diagnostic(.notANumber, at: offset, length: length)
        }
        if offset < end, text[offset] != semicolon, !isWhitespace(text[offset]) {
            let isFraction = text[offset] == 0x2E
            offset = numberStart
            throw Diagnostic(
                isFraction ? .fractionalNumber : .notANumber, at: numberStart, length: foundLength())
        }
        if isTooLarge { throw Diagnostic(.numberTooLarge, at: numberStart, length: offset - numberStart) }
        return number
    }

    // MARK: - Pieces

    private mutating func note(_ code: Diagnostic.Code, length: Int) {
        if notes.count < Self.maximumNotes { notes.append(Diagnostic(code, at: offset, length: length)) }
    }

    private mutating func skipWhitespace() {
        while offset < end, isWhitespace(text[offset]) { offset += 1 }
    }

    /// Skips letters, digits, hyphens and underscores: what people write as a name.
    private mutating func skipName() {
        while offset < end {
            let byte = lowercased(text[offset])
            guard
                byte >= 0x61 && byte <= 0x7A || byte >= 0x30 && byte <= 0x39 || byte == hyphen || byte == 0x5F
            else { return }
            offset += 1
        }
    }

    /// The length of what stands at the offset, up to white space or a separator; at least one character.
    private func foundLength() -> Int {
        var index = offset
        while index < end, !isWhitespace(text[index]), text[index] != semicolon, text[index] != comma {
            index += 1
        }
        return max(index - offset, offset < end ? 1 : 0)
    }

    /// The length of the possibly broken UTF-8 sequence at the offset.
    private func scalarLength() -> Int {
        var index = offset + 1
        while index < end, text[index] & 0xC0 == 0x80, index < offset + 4 { index += 1 }
        return index - offset
    }

    private func unexpectedText() -> Diagnostic {
        let length = foundLength()
        var nameEnd = offset
        while nameEnd < offset + length, text[nameEnd] != colon { nameEnd += 1 }
        // The start of another property means that the ";" between them was forgotten.
        let isProperty = Property(in: text, offset..<nameEnd) != nil
        return Diagnostic(.textAfterValue, at: offset, length: length, suggestion: isProperty ? "\";\"" : nil)
    }

    private func suggestedClass(_ range: Range<Int>) -> Word? {
        for (other, name) in Self.otherClassNames where other.matches(text, range) { return name }
        return Spelling.nearest(to: text, range, among: Self.classNames)
    }

    private static var classNames: [Word] {
        ["upper", "lower", "digit", "special", "ascii-printable", "unicode"]
    }

    /// What other languages and habit call the classes.
    private static var otherClassNames: [(Word, Word)] {
        [
            ("uppercase", "upper"), ("lowercase", "lower"), ("number", "digit"), ("numbers", "digit"),
            ("numeric", "digit"), ("symbol", "special"), ("symbols", "special"), ("punctuation", "special"),
            ("ascii", "ascii-printable"), ("printable", "ascii-printable"),
        ]
    }
}

/// The seven properties.
private enum Property: CaseIterable {
    case required, allowed, maxConsecutive, maxRepeating, maxSequential, minLength, maxLength

    @inline(__always)
    private var name: Word {
        switch self {
        case .required: "required"
        case .allowed: "allowed"
        case .maxConsecutive: "max-consecutive"
        case .maxRepeating: "max-repeating"
        case .maxSequential: "max-sequential"
        case .minLength: "minlength"
        case .maxLength: "maxlength"
        }
    }

    static var names: [Word] { allCases.map { $0.name } }

    /// The property with the name at `text[range]`, in any letter case.
    init?(in text: Span<UInt8>, _ range: Range<Int>) {
        for property in Self.allCases where property.name.matches(text, range) {
            self = property
            return
        }
        return nil
    }
}

private let hyphen: UInt8 = 0x2D
private let semicolon: UInt8 = 0x3B
private let colon: UInt8 = 0x3A
private let comma: UInt8 = 0x2C
private let openBracket: UInt8 = 0x5B
private let closeBracket: UInt8 = 0x5D

/// Space, tab, line feed, form feed, carriage return.
@inline(__always)
private func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
}
