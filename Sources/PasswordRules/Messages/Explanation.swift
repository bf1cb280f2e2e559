/// Rules in words, for the person who chooses a password, the most important first.
public struct Explanation {
    private let checker: Checker
    private let strict: Checker?
    private let wording: Wording

    /// The rules of a checker, in its reading.
    init(_ checker: Checker, in translator: Translator = Translator()) {
        self.checker = checker
        strict = nil
        wording = Wording(translator)
    }

    /// The rules of a descriptor as written, with a note on how password managers read it.
    public init(_ descriptor: Descriptor, in translator: Translator = Translator()) {
        self.init(Checker(descriptor), strict: Checker(descriptor, reading: .strict), in: translator)
    }

    package init(_ written: Checker, strict: Checker, in translator: Translator = Translator()) {
        checker = written
        self.strict = strict
        wording = Wording(translator)
    }

    // MARK: - Sentences

    /// A sentence for each rule, such as "At least 12 characters."
    public var sentences: [String] { sentenceTexts.map { $0.string } }

    /// The UTF-8 bytes of ``sentences``, separated by line feeds.
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
        if let length { sentences.append(sentence(length)) }
        if let required {
            sentences.append(sentence(wording.text(.mustContain, required)))
        }
        if let permitted = checker.permitted {
            sentences.append(
                sentence(
                    permitted.isUnicode
                        ? wording.text(.mayContainAny)
                        : wording.text(.mayContainOnly, wording.list(of: permitted))))
        }
        for limit in limits { sentences.append(sentence(limit)) }
        if Satisfiability(checker).isProvedEmpty {
            sentences.append(wording.text(.noneCanSatisfy))
        } else {
            if let freedom { sentences.append(freedom) }
            if let strength { sentences.append(strength) }
        }
        return sentences
    }

    private func sentence(_ text: Text) -> Text { wording.sentence(text).capitalized }

    /// The note on descriptors without `allowed`, because password managers generate by the strict reading.
    private var freedom: Text? {
        guard let strict, checker.permitted == nil, let permitted = strict.permitted else { return nil }
        return wording.text(
            checker.required.isEmpty ? .anyMayBeUsed : .othersMayBeUsed, wording.list(of: permitted))
    }

    /// The number of passwords that can be generated: `Generated: 20 characters, 1.32e31 possibilities, 103.4
    /// bits of entropy.`
    private var strength: Text? {
        guard let strict else { return nil }
        guard let plan = try? Generator(strict).plan() else { return wording.text(.noneGenerated) }
        let length = wording.text(.characters, count: plan.length)
        guard let count = try? plan.count() else { return wording.text(.strengthUnknown, length) }
        // With many requirements, the plan does not find out that no password meets all of them.
        if count.isZero { return wording.text(.noneGenerated) }
        var number = Text()
        number.append(approximately: count)
        var bits = Text()
        bits.append(count.log2, decimals: 1)
        // All numbers above a million have the same plural form.
        let chosen = count < BigUInt(1_000_000) ? Int(count.limb(0)) : 1_000_000
        let possibilities = wording.text(.possibilities, number, count: chosen)
        let strength = wording.text(.comma, possibilities, wording.text(.bits, bits))
        return wording.text(.strength, length, strength)
    }

    // MARK: - Summary

    /// A clause for each rule.
    var clauses: [Text] {
        var clauses: [Text] = []
        if let length { clauses.append(length) }
        if let required { clauses.append(required) }
        if let permitted = checker.permitted, !permitted.isUnicode {
            clauses.append(wording.text(.only, wording.list(of: permitted)))
        }
        return clauses + limits
    }

    // MARK: - Parts

    /// The rules about length.
    private var length: Text? {
        // Every policy demands at least one character, so that minimum is not mentioned.
        let minimum = checker.minLength.flatMap { $0 > 1 ? $0 : nil }
        switch (minimum, checker.maxLength) {
        case (nil, nil): return nil
        case (let minimum?, nil): return wording.text(.atLeastCharacters, count: minimum)
        case (nil, let maximum?): return wording.text(.atMostCharacters, count: maximum)
        case (let minimum?, let maximum?):
            let template: Template =
                minimum == maximum
                ? .exactlyCharacters : minimum < maximum ? .rangeOfCharacters : .contradictingLengths
            return wording.text(template, count: maximum, limit: minimum)
        }
    }

    /// `a digit (0-9) and either an uppercase letter (A-Z) or one of -_`
    private var required: Text? {
        // The limit bounds the work; longer texts are not read anyway.
        let required = checker.required.prefix(100)
        guard !required.isEmpty else { return nil }
        // Requirements with one alternative come first, then those with several, then lists, because this
        // order is easier to read: "a digit, either ... or ... and at least 2 of these: ...".
        var items: [Text] = []
        var choices: [Text] = []
        var lists: [Text] = []
        for minimum in required {
            let item = wording.characters(
                minimum.characters, minimum: minimum.count, withRanges: true, afterEither: required.count > 1)
            if minimum.count == 1 {
                let isChoice = wording.alternatives(minimum.characters, withRanges: true).count > 1
                if isChoice { choices.append(item) } else { items.append(item) }
            } else if [.upper, .lower, .digit, .special].contains(minimum.characters) {
                items.append(item)
            } else {
                lists.append(item)
            }
        }
        return wording.translator.list(items + choices + lists, last: .and)
    }

    private var limits: [Text] {
        var limits: [Text] = []
        if let limit = checker.maxRepeating { limits.append(wording.text(.noRepeat, count: limit)) }
        if let limit = checker.maxSequential { limits.append(wording.text(.noSequence, count: limit)) }
        if let limit = checker.maxConsecutive {
            let text = wording.text(checker.reading == .written ? .noRepeat : .noConsecutive, count: limit)
            // In a summary, an equal limit on repetitions has the same words.
            let isRedundant = strict == nil && checker.maxRepeating == limit && checker.reading == .written
            if !isRedundant { limits.append(strict == nil ? text : wording.text(.noSequenceEither, text)) }
        }
        return limits
    }
}
