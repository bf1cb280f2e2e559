/// A parser of the descriptor language for a range of a text. The offsets of its diagnostics are from the
/// start of the text.
///
/// After a mistake it continues with the next property, to report all mistakes at once.
struct DescriptorParser: ~Escapable {
    private let text: Span<UInt8>
    private let start: Int
    private let end: Int
    /// The offset of the next byte to read.
    private(set) var offset: Int
    private let ignoresNonASCII: Bool
    /// The properties that are accepted in addition to those of descriptors.
    private let additions: [AddedProperty]
    /// For each of the added properties, the largest number that it is set to; nil if it is not set.
    private(set) var addedNumbers: [Int?]
    /// The result of `lastBracket()`, once it has been called.
    private var endOfBrackets: Int?
    /// The diagnostics so far.
    private(set) var diagnostics = Diagnostics()
    /// The ranges of each rule, if `keepsRanges`.
    private(set) var ranges: [RuleRanges] = []
    private let keepsRanges: Bool
    private var classes: [(range: Range<Int>, characters: CharacterClass)] = []

    @_lifetime(copy text)
    init(
        _ text: Span<UInt8>, range: Range<Int>, ignoresNonASCII: Bool, additions: [AddedProperty] = [],
        keepsRanges: Bool = false
    ) {
        self.text = text
        self.additions = additions
        addedNumbers = [Int?](repeating: nil, count: additions.count)
        self.ignoresNonASCII = ignoresNonASCII
        self.keepsRanges = keepsRanges
        start = range.lowerBound
        end = range.upperBound
        offset = range.lowerBound
    }

    /// Parses the whole descriptor: `ws [ property *( ws ";" ws property ) ] ws [ ";" ws ]`. Also accepts
    /// empty properties.
    /// - Returns: The properties without mistakes.
    mutating func parseAll() -> [Rule] {
        guard end - start <= Descriptor.maximumLengthInBytes else {
            let limit = start + Descriptor.maximumLengthInBytes
            diagnostics.add(Diagnostic(.descriptorTooLong, at: limit, length: end - limit))
            return []
        }
        var rules: [Rule] = []
        skipWhitespace()
        while offset < end {
            if text[offset] == semicolon {
                offset += 1
            } else {
                let propertyStart = offset
                // Kept ranges share the storage. Keeping its capacity would allocate as much for each of them.
                classes.removeAll(keepingCapacity: !keepsRanges)
                do throws(Diagnostic) {
                    let rule = try parseProperty()
                    let valueEnd = offset
                    try finishProperty()
                    if let rule { rules.append(rule) }
                    if keepsRanges, rule != nil {
                        ranges.append(RuleRanges(property: propertyStart..<valueEnd, classes: classes))
                    }
                } catch {
                    diagnostics.add(error)
                    skipProperty(from: propertyStart)
                }
            }
            skipWhitespace()
        }
        // A mistake in a whole class is found after those inside it.
        if diagnostics.items.count > 1 { diagnostics.sort() }
        return rules
    }

    /// Ends the property. Throws if anything other than white space and the next property follows its value.
    private mutating func finishProperty() throws(Diagnostic) {
        let valueEnd = offset
        skipWhitespace()
        guard offset < end, text[offset] != semicolon else { return }
        if skipCommaBeforeProperty() { return }
        let error = unexpectedText()
        // If another property begins here, only the ";" between the two is missing, and both are kept.
        guard error.suggested != nil, offset > valueEnd else { throw error }
        diagnostics.add(error)
    }

    /// Skips a "," at the offset if a property follows it. That property is read as if the comma were a ";".
    private mutating func skipCommaBeforeProperty() -> Bool {
        guard isCommaBeforeProperty else { return false }
        diagnostics.add(Diagnostic(.commaBeforeProperty, at: offset, length: 1, suggestion: ";"))
        offset += 1
        return true
    }

    /// Skips the property at `start`, which has a mistake, up to the next ";", or to the next property if a
    /// "," precedes it. Separators inside brackets do not count.
    private mutating func skipProperty(from start: Int) {
        offset = start
        while offset < end, text[offset] != semicolon {
            if skipCommaBeforeProperty() { return }
            if text[offset] == openBracket, offset < lastBracket() {
                while text[offset] != closeBracket { offset += 1 }
            }
            offset += 1
        }
    }

    /// The offset of the last "]" of the descriptor; that of its start if there is none.
    private mutating func lastBracket() -> Int {
        if let endOfBrackets { return endOfBrackets }
        var index = end - 1
        while index > start, text[index] != closeBracket { index -= 1 }
        endOfBrackets = index
        return index
    }

    /// Parses `name ws ":" ws value`.
    /// - Returns: nil for an added property, whose number is kept in `addedNumbers`.
    private mutating func parseProperty() throws(Diagnostic) -> Rule? {
        let nameStart = offset
        skipName()
        let name = nameStart..<offset
        guard !name.isEmpty else { throw Diagnostic(.expectedProperty, at: offset, length: foundLength()) }
        if let property = Property(in: text, name) {
            try skipColon()
            return try parseValue(of: property)
        }
        guard let index = addition(name) else {
            throw Diagnostic(
                .unknownProperty, at: nameStart, length: name.count,
                suggestion: suggestedProperty(name))
        }
        try skipColon()
        let number = try parseValue(of: additions[index])
        addedNumbers[index] = max(addedNumbers[index] ?? 0, number)
        return nil
    }

    /// Parses the value of an added property as its number.
    private mutating func parseValue(of addition: AddedProperty) throws(Diagnostic) -> Int {
        switch addition.value {
        case .number(let range): return try parseNumber(in: range)
        case .powerOfTen(let exponents):
            let value = skipWord()
            if let exponent = PowerOfTen.exponent(text, value), exponents.contains(exponent) {
                return exponent
            }
            throw Diagnostic(
                .invalidValue, at: value.lowerBound, length: value.count, suggestion: PowerOfTen.hint)
        case .words(let words, let hint):
            let value = skipWord()
            for (word, number) in words where word.matches(text, value) { return number }
            throw Diagnostic(.invalidValue, at: value.lowerBound, length: value.count, suggestion: hint)
        }
    }

    /// Skips up to white space, a comma or a semicolon.
    private mutating func skipWord() -> Range<Int> {
        let wordStart = offset
        while offset < end, text[offset] != semicolon, text[offset] != comma, !isWhitespace(text[offset]) {
            offset += 1
        }
        return wordStart..<offset
    }

    /// The index of the added property with the name at `text[range]`, in any letter case.
    private func addition(_ range: Range<Int>) -> Int? {
        for index in additions.indices where additions[index].name.matches(text, range) { return index }
        return nil
    }

    private mutating func skipColon() throws(Diagnostic) {
        skipWhitespace()
        guard offset < end, text[offset] == colon else { throw Diagnostic(.expectedColon, at: offset) }
        offset += 1
        skipWhitespace()
    }

    private mutating func parseValue(of property: Property) throws(Diagnostic) -> Rule {
        switch property {
        case .required: .required(try parseClasses())
        case .allowed: .allowed(try parseClasses())
        case .maxConsecutive: .maxConsecutive(try parseNumber())
        case .maxRepeating: .maxRepeating(try parseNumber())
        case .maxSequential: .maxSequential(try parseNumber())
        case .minLength: .minLength(try parseNumber())
        case .maxLength: .maxLength(try parseNumber())
        }
    }

    /// Parses `class *( ws "," ws class )`, and returns the union of the classes.
    mutating func parseClasses() throws(Diagnostic) -> CharacterClass {
        let valueStart = offset
        var union = CharacterClass.empty
        while true {
            let classStart = offset
            let characters = try parseClass()
            if keepsRanges { classes.append((classStart..<offset, characters)) }
            union = union.union(characters)
            let valueEnd = offset
            skipWhitespace()
            guard offset < end, text[offset] == comma, !isCommaBeforeProperty else {
                // White space after the value is not part of it.
                offset = valueEnd
                break
            }
            offset += 1
            skipWhitespace()
        }
        guard !union.isEmpty else {
            throw Diagnostic(.emptyClass, at: valueStart, length: offset - valueStart)
        }
        return union
    }

    /// Skips this word if it is at the offset.
    /// - Returns: Whether it was there.
    mutating func skip(word: Word) -> Bool {
        let start = offset
        skipName()
        if word.matches(text, start..<offset) { return true }
        offset = start
        return false
    }

    /// Parses a class: its name, or characters in brackets.
    /// - Parameter words: Other words that may be here, to suggest in place of a misspelling.
    mutating func parseClass(orWords words: [Word] = []) throws(Diagnostic) -> CharacterClass {
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
            diagnostics.add(Diagnostic(.digitsForDigit, at: offset, length: name.count))
            offset = name.upperBound
            return .digit
        }
        if Property(in: text, name) != nil || addition(name) != nil {
            throw Diagnostic(.propertyAsClass, at: nameStart, length: name.count)
        }
        let length = foundLength()
        throw Diagnostic(
            .unknownClass, at: nameStart, length: length,
            suggestion: suggestedClass(nameStart..<nameStart + length, orWords: words))
    }

    /// Parses `"[" [ "-" ] *( printable ASCII except "-" and "]" ) [ "]" ] "]"`.
    private mutating func parseCustomClass() throws(Diagnostic) -> CharacterClass {
        let open = offset
        // Checked first. Otherwise a text full of "[" would be read to its end for each of them.
        guard open < lastBracket() else { throw Diagnostic(.unclosedClass, at: open, length: end - open) }
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
            if byte >= 0x80, ignoresNonASCII {
                let character = UTF8Decoding.decode(text, at: offset)
                // A sequence that the end of this range cuts off is ill-formed, too.
                if character.isWellFormed, offset + character.length <= end {
                    diagnostics.add(Diagnostic(.characterLeftOut, at: offset, length: character.length))
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
        // UNCOVERED: a "]" follows, as checked above, and the loop returns there at the latest.
        throw Diagnostic(.unclosedClass, at: open, length: end - open)
    }

    /// Parses `1*DIGIT`, up to `Descriptor.maximumNumber`.
    private mutating func parseNumber() throws(Diagnostic) -> Int {
        let numberStart = offset
        var number = 0
        var isTooLarge = false
        while offset < end, text[offset] >= 0x30, text[offset] <= 0x39 {
            let digit = Int(text[offset] - 0x30)
            // Compared before the multiplication, which would overflow on 32-bit machines.
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
            if text[offset] == 0x2E { throw Diagnostic(.fractionalNumber, at: offset, length: length) }
            if text[offset] == hyphen, length > 1, text[offset + 1] >= 0x30, text[offset + 1] <= 0x39 {
                throw Diagnostic(.negativeNumber, at: offset, length: length)
            }
            throw Diagnostic(.notANumber, at: offset, length: length)
        }
        if offset < end, text[offset] != semicolon, text[offset] != comma, !isWhitespace(text[offset]) {
            let isFraction = text[offset] == 0x2E
            offset = numberStart
            throw Diagnostic(
                isFraction ? .fractionalNumber : .notANumber, at: numberStart, length: foundLength())
        }
        if isTooLarge { throw Diagnostic(.numberTooLarge, at: numberStart, length: offset - numberStart) }
        return number
    }

    /// Parses `1*DIGIT`, within limits.
    mutating func parseNumber(in limits: ClosedRange<Int>) throws(Diagnostic) -> Int {
        let start = offset
        let number = try parseNumber()
        guard limits.contains(number) else {
            throw Diagnostic(.numberOutOfRange, at: start, length: offset - start, numbers: limits)
        }
        return number
    }

    // MARK: - Pieces

    /// Skips spaces, tabs, line feeds, form feeds and carriage returns.
    mutating func skipWhitespace() {
        while offset < end, isWhitespace(text[offset]) { offset += 1 }
    }

    /// Skips a comma and the white space on both sides of it.
    /// - Returns: Whether there was a comma. The white space is skipped in either case.
    mutating func skipComma() -> Bool {
        skipWhitespace()
        guard offset < end, text[offset] == comma else { return false }
        offset += 1
        skipWhitespace()
        return true
    }

    /// Whether the range has been read to its end.
    var isAtEnd: Bool { offset == end }

    /// Skips white space, and throws if anything else follows in the range.
    mutating func finishRange() throws(Diagnostic) {
        skipWhitespace()
        if offset < end { throw Diagnostic(.expectedComma, at: offset, length: foundLength()) }
    }

    /// Skips a name: letters, digits, hyphens and underscores.
    private mutating func skipName() {
        var index = offset
        while index < end, isPartOfName(text[index]) { index += 1 }
        offset = index
    }

    /// The length of the text at the offset, up to white space or a separator; at least one character.
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

    /// Whether a comma is at the offset, followed by a name and a ":", which begin a property, not a class.
    private var isCommaBeforeProperty: Bool {
        guard offset < end, text[offset] == comma else { return false }
        var index = offset + 1
        while index < end, isWhitespace(text[index]) { index += 1 }
        let nameStart = index
        while index < end, isPartOfName(text[index]) { index += 1 }
        guard index > nameStart else { return false }
        while index < end, isWhitespace(text[index]) { index += 1 }
        return index < end && text[index] == colon
    }

    private func unexpectedText() -> Diagnostic {
        let length = foundLength()
        var nameEnd = offset
        while nameEnd < offset + length, text[nameEnd] != colon { nameEnd += 1 }
        let isProperty = Property(in: text, offset..<nameEnd) != nil || addition(offset..<nameEnd) != nil
        return Diagnostic(.textAfterValue, at: offset, length: length, suggestion: isProperty ? "\";\"" : nil)
    }

    /// The property that was probably meant. Computed only for diagnostics that are kept, because it takes
    /// longer than all other parsing.
    private func suggestedProperty(_ range: Range<Int>) -> Word? {
        guard diagnostics.items.count < Diagnostics.maximumCount else { return nil }
        return Spelling.nearest(to: text, range, among: Property.names + additions.map { $0.name })
    }

    private func suggestedClass(_ range: Range<Int>, orWords words: [Word]) -> Word? {
        guard diagnostics.items.count < Diagnostics.maximumCount else { return nil }
        for (other, name) in Self.otherClassNames where other.matches(text, range) { return name }
        return Spelling.nearest(to: text, range, among: Self.classNames + words)
    }

    /// The names of all classes.
    static var classNames: [Word] {
        ["upper", "lower", "digit", "special", "ascii-printable", "unicode"]
    }

    /// Common wrong names of classes, and names from other rule languages, each with the right name.
    private static var otherClassNames: [(Word, Word)] {
        [
            ("uppercase", "upper"), ("lowercase", "lower"), ("number", "digit"), ("numbers", "digit"),
            ("numeric", "digit"), ("symbol", "special"), ("symbols", "special"), ("punctuation", "special"),
            ("ascii", "ascii-printable"), ("printable", "ascii-printable"),
        ]
    }
}

private let hyphen: UInt8 = 0x2D
private let semicolon: UInt8 = 0x3B
private let colon: UInt8 = 0x3A
private let comma: UInt8 = 0x2C
private let openBracket: UInt8 = 0x5B
private let closeBracket: UInt8 = 0x5D

/// Letters, digits, hyphens and underscores.
private func isPartOfName(_ byte: UInt8) -> Bool {
    let byte = lowercased(byte)
    return byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == hyphen || byte == 0x5F
}

/// Space, tab, line feed, form feed, carriage return.
private func isWhitespace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0C || byte == 0x0D
}
