extension Policy {
    /// The rules in words for the person who is about to choose a password: lines of at most 78 columns, as far as the words
    /// allow it, separated by line feeds. Empty if there are no rules.
    public var explanation: String { Explanation.summary(of: self, in: Translator()).string }

    /// The UTF-8 bytes of ``explanation``, in the translator's language.
    public func explanationBytes(in translator: Translator = Translator()) -> [UInt8] {
        Explanation.summary(of: self, in: translator).bytes
    }
}

extension Explanation {
    /// How many alternatives are listed: people read no more.
    private static var maximumAlternatives: Int { 8 }

    /// What a policy demands of the composition of a password, in lines of at most 78 columns, as far as the words allow it;
    /// empty if it demands nothing. The comparison with the old password is not mentioned.
    static func summary(of policy: Policy, in translator: Translator) -> Text {
        var texts = [ownSummary(of: policy, in: translator)]
        for other in policy.others {
            let text = ownSummary(of: other, in: translator)
            if !texts.contains(where: { $0.bytes == text.bytes }) { texts.append(text) }
        }
        var all = Text()
        for text in texts where !text.bytes.isEmpty {
            if !all.bytes.isEmpty { all.append("\n") }
            all.append(text)
        }
        return all
    }

    private static func ownSummary(of policy: Policy, in translator: Translator) -> Text {
        let wording = Wording(translator)
        let common = clauses(of: policy.settings, wording)
        guard policy.choices.count > 1 || policy.choices[0].count > 1 else {
            let clauses = clauses(of: policy.choices[0][0], wording) + common
            guard !clauses.isEmpty else { return Text() }
            return wording.text(.passwordRules, sentence(clauses, wording)).wrapped(toColumns: 78)
        }
        var text = Text()
        for choice in policy.choices {
            if !text.bytes.isEmpty { text.append("\n") }
            text.append(list(of: choice, wording))
        }
        if !common.isEmpty {
            text.append("\n")
            text.append(
                wording.text(.inAllCases, sentence(common, wording)).wrapped(toColumns: 78))
        }
        return text
    }

    private static func list(of choice: [Policy.Alternative], _ wording: Wording) -> Text {
        var text = wording.text(.oneOfThese)
        for alternative in choice.prefix(maximumAlternatives) {
            let clauses = clauses(of: alternative, wording)
            text.append("\n  - ")
            text.append(
                (clauses.isEmpty ? wording.text(.anyPassword) : sentence(clauses, wording))
                    .wrapped(toColumns: 74, indent: "    "))
        }
        if choice.count > maximumAlternatives {
            text.append("\n  - ")
            text.append(wording.text(.orAnotherSet, count: choice.count - maximumAlternatives))
        }
        return text
    }

    private static func sentence(_ clauses: [Text], _ wording: Wording) -> Text {
        wording.sentence(wording.translator.list(clauses, separator: .semicolon, last: .semicolon))
    }

    private static func clauses(of alternative: Policy.Alternative, _ wording: Wording) -> [Text] {
        Explanation(alternative.checker, in: wording.translator).clauses
            + clauses(of: alternative.composition, wording)
    }

    private static func clauses(of rules: CompositionRules, _ wording: Wording) -> [Text] {
        var clauses: [Text] = []
        if let limit = rules.minClasses { clauses.add(wording.classes(atLeast: limit)) }
        if let limit = rules.minDifferent { clauses.add(wording.text(.different, count: limit)) }
        if let limit = rules.minWords { clauses.add(wording.text(.words, count: limit)) }
        return clauses
    }

    private static func clauses(of settings: PolicySettings, _ wording: Wording) -> [Text] {
        var clauses = clauses(of: settings.composition, wording)
        for minimum in settings.minimums {
            clauses.add(wording.characters(minimum.characters, atLeast: minimum.count))
        }
        if let limit = settings.maxClassRepeating {
            clauses.add(wording.text(.noClassRepeat, count: limit))
        }
        if let limit = settings.maxKeyboard { clauses.add(wording.text(.noKeyboard, count: limit)) }
        if let limit = settings.minChanges { clauses.add(wording.text(.changesFromOld, count: limit)) }
        return clauses
    }
}
