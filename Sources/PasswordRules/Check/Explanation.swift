/// Rules in words, for the person who has to choose a password, in the order in which one wants to know them.
public struct Explanation {
    private let checker: Checker
    private let strict: Checker?

    /// The demands of a checker, in its reading.
    init(_ checker: Checker) {
        self.checker = checker
        strict = nil
    }

    /// The demands of a descriptor as it is written, and what its strict readers make of it.
    public init(_ descriptor: Descriptor) {
        self.init(Checker(descriptor), strict: Checker(descriptor, reading: .strict))
    }

    package init(_ written: Checker, strict: Checker) {
        checker = written
        self.strict = strict
    }

    // MARK: - Sentences

    /// A sentence for each demand, such as "At least 12 characters."
    public var sentences: [String] { sentenceTexts.map { $0.string } }

    /// The UTF-8 bytes of `sentences`, separated by line feeds.
    public var sentenceBytes: [UInt8] {
        var text = Text()
        for sentence in sentenceTexts {
            if !text.bytes.isEmpty { text.append("\n") }
            text.append(sentence)
        }
        return text.bytes
    }

    private var sentenceTexts: [Text] {
        var sentences: [Text] = []
        if let length { sentences.append(sentence(length.isMinimumAlone ? "At least " : "", length.text)) }
        if let required = required(withRanges: true) { sentences.append(sentence("Must contain ", required)) }
        if let permitted = checker.permitted {
            sentences.append(
                sentence("May contain ", permitted.isUnicode ? Text("any characters") : only(permitted)))
        }
        for limit in limits { sentences.append(sentence("", limit)) }
        if let freedom { sentences.append(freedom) }
        if let strength { sentences.append(strength) }
        if Satisfiability(checker).isProvedEmpty {
            sentences.append(Text("No password can satisfy these rules."))
        }
        return sentences
    }

    private func sentence(_ beginning: StaticString, _ rest: Text) -> Text {
        var text = Text(beginning)
        text.append(rest)
        text.appendPeriod()
        return text.capitalized
    }

    private func only(_ permitted: CharacterClass) -> Text {
        var text = Text("only ")
        text.append(Wording.list(of: permitted))
        return text
    }

    /// What may be used where nothing restricts it, and how others take that.
    private var freedom: Text? {
        guard let strict, checker.permitted == nil, let permitted = strict.permitted else { return nil }
        var text = Text(checker.required.isEmpty ? "Any characters" : "Any other characters")
        text.append(" may be used; strict readers of this descriptor permit ")
        text.append(Wording.list(of: permitted))
        text.append(" only.")
        return text
    }

    /// How many passwords there are to generate: `20 characters, as generated: 1.32e31 passwords, 103.4 bits.`
    private var strength: Text? {
        guard let strict, let plan = try? Generator(strict).plan(), let count = try? plan.count() else {
            return nil
        }
        var text = Text()
        text.append(count: plan.length, " character")
        text.append(", as generated: ")
        text.append(approximately: count)
        text.append(count == BigUInt(1) ? " password, " : " passwords, ")
        text.append(count.log2, decimals: 1)
        text.append(" bits.")
        return text
    }

    // MARK: - Summary

    /// All demands, a clause each.
    var clauses: [Text] {
        var clauses: [Text] = []
        var first: [Text] = []
        if let length {
            var text = length.text
            if length.isMinimumAlone { text.append(" or more") }
            first.append(text)
        }
        if let required = required(withRanges: false) {
            var text = Text("with ")
            text.append(required)
            first.append(text)
        }
        if !first.isEmpty {
            var text = Text()
            text.append(list: first, conjunction: ", ")
            clauses.append(text)
        }
        if let permitted = checker.permitted, !permitted.isUnicode {
            var text = Text("made of ")
            text.append(Wording.list(of: permitted))
            text.append(" only")
            clauses.append(text)
        }
        return clauses + limits
    }

    // MARK: - Parts

    private var length: (text: Text, isMinimumAlone: Bool)? {
        // A minimum of one character is every policy's; it says nothing to anybody.
        let minimum = checker.minLength.flatMap { $0 > 1 ? $0 : nil }
        var text = Text()
        switch (minimum, checker.maxLength) {
        case (nil, nil): return nil
        case (let minimum?, nil):
            text.append(count: minimum, " character")
            return (text, true)
        case (nil, let maximum?):
            text.append("at most ")
            text.append(count: maximum, " character")
        case (let minimum?, let maximum?):
            if minimum == maximum { text.append("exactly ") }
            text.append(minimum)
            if minimum != maximum {
                text.append(" to ")
                text.append(maximum)
            }
            text.append(" characters")
        }
        return (text, false)
    }

    /// `a digit and either an uppercase letter or one of -_`
    private func required(withRanges: Bool) -> Text? {
        var seen: [CharacterClass] = []
        for characters in checker.required where !seen.contains(characters) {
            seen.append(characters)
            // Nobody reads more, and the work stays bounded.
            if seen.count == 100 { break }
        }
        guard !seen.isEmpty else { return nil }
        var text = Text()
        // What has one way to be met before what has several: "a digit and either ... or ..." is read without effort.
        seen = seen.filter { !Wording.isChoice($0) } + seen.filter { Wording.isChoice($0) }
        let items = seen.map { Wording.oneOf($0, withRanges: withRanges, afterEither: seen.count > 1) }
        text.append(list: items, conjunction: " and ")
        return text
    }

    private var limits: [Text] {
        var limits: [Text] = []
        if let limit = checker.maxRepeating { limits.append(Wording.noRepeat(over: limit)) }
        if let limit = checker.maxSequential { limits.append(Wording.noSequence(over: limit)) }
        if let limit = checker.maxConsecutive {
            var text =
                checker.reading == .written
                ? Wording.noRepeat(over: limit) : Wording.noConsecutive(over: limit)
            if strict != nil { text.append("; strict readers permit no longer sequence such as abc either") }
            limits.append(text)
        }
        return limits
    }
}

extension Text {
    /// Ends a sentence; but for one that ends in a list of signs, where the period would be taken for one of them.
    mutating func appendPeriod() {
        guard let last = bytes.last else { return }
        if CharacterClass.alphanumeric.contains(UInt32(last)) || last == 0x29 { append(".") }
    }

    /// The text with its first letter as a capital.
    var capitalized: Text {
        var text = Text()
        for (index, byte) in bytes.enumerated() {
            text.append(byte: index == 0 && byte >= 0x61 && byte <= 0x7A ? byte - 0x20 : byte)
        }
        return text
    }

    /// The text with line feeds, and `indent` behind each, in place of spaces, so that no line is longer than `columns`
    /// bytes, the indent not counted, but where one word is.
    package func wrapped(toColumns columns: Int, indent: StaticString = "") -> Text {
        var wrapped = Text()
        var column = 0
        for word in bytes.split(separator: 0x20, omittingEmptySubsequences: false) {
            if column > 0 {
                let fits = column + 1 + word.count <= columns
                wrapped.append(byte: fits ? 0x20 : 0x0A)
                if !fits { wrapped.append(indent) }
                column = fits ? column + 1 : 0
            }
            for byte in word { wrapped.append(byte: byte) }
            column += word.count
        }
        return wrapped
    }
}
