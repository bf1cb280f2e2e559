extension Explanation {
    /// How many ways to satisfy a policy are listed; nobody reads more.
    private static let maximumWays = 8

    /// What a policy demands of the composition of a password, in lines of at most 78 columns where the words allow it;
    /// empty where that is nothing. That the password must not be like the old one goes without saying.
    static func summary(of policy: Policy, beginning: StaticString) -> Text {
        let common = clauses(of: policy.settings)
        let first = clauses(of: policy.ways[0])
        var text = Text(beginning)
        guard policy.ways.count > 1 else {
            guard !(first + common).isEmpty else { return Text() }
            text.append(sentence(first + common))
            return text.wrapped(toColumns: 78)
        }
        text.append("one of these:")
        for way in policy.ways.prefix(maximumWays) {
            let clauses = clauses(of: way)
            text.append("\n  - ")
            text.append(
                (clauses.isEmpty ? Text("any password") : sentence(clauses)).wrapped(
                    toColumns: 74, indent: "    "))
        }
        if policy.ways.count > maximumWays {
            text.append("\n  - or another of ")
            text.append(policy.ways.count)
            text.append(" sets of rules.")
        }
        if !common.isEmpty {
            var rest = Text("And: ")
            rest.append(sentence(common))
            text.append("\n")
            text.append(rest.wrapped(toColumns: 78))
        }
        return text
    }

    private static func sentence(_ clauses: [Text]) -> Text {
        var sentence = Text()
        sentence.append(list: clauses, conjunction: "; ", separator: "; ")
        sentence.appendPeriod()
        return sentence
    }

    private static func clauses(of way: Policy.Way) -> [Text] {
        Explanation(way.checker).clauses + clauses(of: way.composition)
    }

    private static func clauses(of rules: CompositionRules) -> [Text] {
        var clauses: [Text] = []
        if let limit = rules.minClasses { clauses.append(Wording.classes(atLeast: limit)) }
        if let limit = rules.minDifferent { clauses.append(Wording.different(atLeast: limit)) }
        if let limit = rules.minWords { clauses.append(Wording.words(atLeast: limit)) }
        return clauses
    }

    private static func clauses(of settings: PolicySettings) -> [Text] {
        var clauses = clauses(of: settings.composition)
        for minimum in settings.minimums ?? [] {
            clauses.append(Wording.characters(minimum.characters, atLeast: minimum.count))
        }
        if let limit = settings.maxClassRepeating { clauses.append(Wording.noClassRepeat(over: limit)) }
        if let limit = settings.maxKeyboard { clauses.append(Wording.noKeyboard(over: limit)) }
        if let limit = settings.minChanges {
            var text = Text()
            text.append(count: limit, " character")
            text.append(" or more other than in the old password")
            clauses.append(text)
        }
        return clauses
    }
}
