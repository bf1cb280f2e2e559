import PasswordRules

/// The changes to a policy's rules: to the demands of all its descriptors and composition keys together.
struct RuleChanges {
    private(set) var all: [PolicyChange] = []

    init(from old: PolicySettings, to new: PolicySettings) {
        let before = Demands(old.rules, old.properties, old.minimums)
        let after = Demands(new.rules, new.properties, new.minimums)
        compare(before, after)
        addChoices(old.choices, new.choices, after)
    }

    private init(from old: Demands, to new: Demands) { compare(old, new) }

    private mutating func compare(_ before: Demands, _ after: Demands) {
        for limit in before.limits.indices {
            add(before.limits[limit], after.limits[limit])
        }
        addRequired(before.required, after.required, besides: before.minimums, after.minimums)
        addAllowed(before.allowed, after.allowed)
    }

    /// The demands that apply to every password, whichever alternatives it meets.
    private struct Demands {
        struct Limit {
            let name: String
            let isMaximum: Bool
            /// The policy's key, if descriptors do not have the property.
            var key: PolicyKey?
            var number: Int?

            /// A number, as in a line of a policy.
            func text(_ number: Int) -> String { key.map { $0.text(of: number) } ?? "\(number)" }

            /// Keeps the stricter number. 0 has no effect.
            mutating func add(_ other: Int?) {
                guard let other, other > 0 else { return }
                number = number.map { isMaximum ? min($0, other) : max($0, other) } ?? other
            }
        }

        var limits = [
            Limit(name: "minlength", isMaximum: false), Limit(name: "maxlength", isMaximum: true),
            Limit(name: "max-consecutive", isMaximum: true), Limit(name: "max-repeating", isMaximum: true),
            Limit(name: "max-sequential", isMaximum: true),
        ]
        let required: [CharacterMinimum]
        /// The demands of `at-least`, which are reported separately.
        let minimums: [CharacterMinimum]
        /// The allowed characters; nil for all.
        var allowed: CharacterClass?

        init(
            _ rules: PolicyRules, _ others: RuleProperties? = nil, _ minimums: [CharacterMinimum] = []
        ) {
            required = rules.requirements
            self.minimums = minimums
            for rule in rules.rules {
                switch rule {
                case .minLength(let number): limits[0].add(number)
                case .maxLength(let number): limits[1].add(number)
                case .maxConsecutive(let number): limits[2].add(number)
                case .maxRepeating(let number): limits[3].add(number)
                case .maxSequential(let number): limits[4].add(number)
                case .required: break
                case .allowed(let characters): allowed = allowed?.union(characters) ?? characters
                }
            }
            for key in PolicyKey.allCases where key.isProperty && key.setsItself {
                var limit = Limit(name: "\(key.name)", isMaximum: key.combination == .smallest, key: key)
                limit.add(rules.properties[key])
                limit.add(others?[key])
                limits.append(limit)
            }
            // Required characters are also allowed.
            if let permitted = allowed { allowed = required.reduce(permitted) { $0.union($1.characters) } }
        }
    }

    private mutating func add(_ old: Demands.Limit, _ new: Demands.Limit) {
        if old.number == new.number { return }
        let kind: PolicyChange.Kind =
            switch (old.number, new.number) {
            case (nil, _): .added
            case (_, nil): .dropped
            case (let was?, let will?): (will > was) != old.isMaximum ? .stricter : .weaker
            }
        all.append(
            PolicyChange(
                kind: kind, key: old.name, old: old.number.map(old.text), new: new.number.map(new.text)))
    }

    /// Replacing a class by a part of it, or demanding more of its characters, is stricter; the opposite is
    /// weaker.
    private mutating func addRequired(
        _ old: [CharacterMinimum], _ new: [CharacterMinimum], besides oldMinimums: [CharacterMinimum],
        _ newMinimums: [CharacterMinimum]
    ) {
        func change(_ kind: PolicyChange.Kind, _ was: CharacterMinimum?, _ will: CharacterMinimum?) {
            all.append(
                PolicyChange(
                    kind: kind, key: "required", old: was.map(Self.text), new: will.map(Self.text)))
        }
        func implies(_ minimum: CharacterMinimum, _ other: CharacterMinimum) -> Bool {
            other.characters.isSuperset(of: minimum.characters) && minimum.count >= other.count
        }
        func byClass(_ minimums: [CharacterMinimum]) -> [CharacterClass: CharacterMinimum] {
            Dictionary(minimums.map { ($0.characters, $0) }, uniquingKeysWith: { first, _ in first })
        }
        // There may be thousands of classes, and most are in both policies.
        let (before, after) = (byClass(old), byClass(new))
        for was in old where !newMinimums.demand(was.count, of: was.characters) {
            if let will = after[was.characters] {
                if was.count != will.count { change(will.count > was.count ? .stricter : .weaker, was, will) }
                continue
            }
            if new.contains(where: { implies($0, was) }) { continue }
            let weaker = new.first { implies(was, $0) && before[$0.characters] == nil }
            change(weaker == nil ? .dropped : .weaker, was, weaker)
        }
        for will in new
        where before[will.characters] == nil && !oldMinimums.demand(will.count, of: will.characters) {
            if old.contains(where: { implies($0, will) }) { continue }
            let weaker = old.first { implies(will, $0) && after[$0.characters] == nil }
            change(weaker == nil ? .added : .stricter, weaker, will)
        }
    }

    private mutating func addAllowed(_ old: CharacterClass?, _ new: CharacterClass?) {
        if old == new { return }
        let kind: PolicyChange.Kind =
            switch (old, new) {
            case (nil, _): .added
            case (_, nil): .dropped
            case (let was?, let will?): was.isSuperset(of: will) ? .stricter : .weaker
            }
        all.append(
            PolicyChange(kind: kind, key: "allowed", old: old.map(Self.text), new: new.map(Self.text)))
    }

    /// Rules with alternatives are compared as a whole.
    /// - Parameter demands: The demands of the new policy that apply whichever alternatives are met.
    private mutating func addChoices(
        _ old: [[PolicyRules]], _ new: [[PolicyRules]], _ demands: Demands
    ) {
        func isKnown(_ choice: [PolicyRules], in others: [[PolicyRules]]) -> Bool {
            others.contains { Self.isMet($0, by: choice) && Self.isMet(choice, by: $0) }
        }
        var fresh = new.filter { !isKnown($0, in: old) }
        for choice in old where !isKnown(choice, in: new) {
            if let index = fresh.firstIndex(where: { Self.isMet(choice, by: $0) }) {
                all.append(
                    PolicyChange(
                        kind: .stricter, key: "or", old: Self.text(of: choice),
                        new: Self.text(of: fresh.remove(at: index))))
                continue
            }
            // An alternative may have become a plain rule.
            let isStricter = choice.contains { Self.isMet($0, by: demands) }
            all.append(
                PolicyChange(
                    kind: isStricter ? .stricter : .dropped, key: "or", old: Self.text(of: choice),
                    new: isStricter ? "no alternative" : nil))
        }
        for choice in fresh {
            all.append(PolicyChange(kind: .added, key: "or", new: Self.text(of: choice)))
        }
    }

    /// Whether each password that meets one of `other` meets one of `choice`.
    private static func isMet(_ choice: [PolicyRules], by other: [PolicyRules]) -> Bool {
        other.allSatisfy { alternative in choice.contains { isMet($0, by: Demands(alternative)) } }
    }

    /// Whether each password that meets the demands meets the rules.
    private static func isMet(_ rules: PolicyRules, by demands: Demands) -> Bool {
        !RuleChanges(from: Demands(rules), to: demands).all.contains(where: \.isWeaker)
    }

    // MARK: - Texts

    /// The characters, as a descriptor writes them.
    static func text(of characters: CharacterClass) -> String {
        // If the required characters are not allowed, no character is left.
        guard let descriptor = try? Descriptor([.required(characters)]) else { return "no character" }
        let text = descriptor.minifiedText.drop { $0 != ":" }.dropFirst()
        return String(text.drop { $0 == " " }.prefix { $0 != ";" })
    }

    /// A minimum as `at-least` writes it, or only the class for one character.
    static func text(of minimum: CharacterMinimum) -> String {
        let name = text(of: minimum.characters)
        return minimum.count == 1 ? name : "\(minimum.count) \(name)"
    }

    private static func text(of choice: [PolicyRules]) -> String {
        choice.map { rules in
            let texts =
                rules.rules.map(text)
                + rules.properties.all.map { "\($0.key.name): \($0.key.text(of: $0.number));" }
            return texts.joined(separator: " ")
        }.joined(separator: " or ")
    }

    private static func text(of rule: Rule) -> String {
        switch rule {
        case .required(let characters): "required: \(text(of: characters));"
        case .allowed(let characters): "allowed: \(text(of: characters));"
        case .maxConsecutive(let number): "max-consecutive: \(number);"
        case .maxRepeating(let number): "max-repeating: \(number);"
        case .maxSequential(let number): "max-sequential: \(number);"
        case .minLength(let number): "minlength: \(number);"
        case .maxLength(let number): "maxlength: \(number);"
        }
    }
}
