extension Descriptor {
    /// Looks for mistakes, as a strict parse does, and for what is allowed but unwise or without effect.
    ///
    /// The warnings are those of NIST SP 800-63B-4, section 3.1.1.2 (lengths), of the language's authors (what is
    /// deprecated) and of our own (what readers take differently). That no password can satisfy the rules is proved
    /// before it is said.
    /// - Returns: What there is to say, in the order of its place: as much as of a parse, and as many warnings again.
    public static func lint(_ text: Span<UInt8>) -> Diagnostics {
        var parser = DescriptorParser(text, range: 0..<text.count, leavesOutNonASCII: true, keepsPlaces: true)
        let rules = parser.parseAll()
        var found = Diagnostics(capacity: 2 * Diagnostics.maximumCount)
        found.add(parser.diagnostics)
        var lint = Lint(rules: rules, places: parser.places, isPolicy: false)
        lint.check(text, isWhole: !found.hasErrors)
        found.add(lint.diagnostics)
        found.sort()
        return found
    }
}

extension PolicyFile {
    /// Looks for mistakes in a policy file, and for rules in it that are unwise or without effect, as
    /// `Descriptor.lint` does, or that depart from NIST SP 800-63B-4. All `rules` lines of a section are looked at together.
    /// - Parameter isPart: Whether it is one of several files, which need not have rules.
    /// - Returns: What there is to say, in the order of its place: as much as of a parse, and as many warnings again.
    public static func lint(_ text: [UInt8], isPart: Bool = false) -> Diagnostics {
        var found = Diagnostics(capacity: 2 * Diagnostics.maximumCount)
        var parsed = Diagnostics()
        let file = PolicyFile(parsing: text, diagnostics: &parsed)
        found.add(parsed)
        if let file {
            if !isPart {
                var sources = PolicySources()
                sources.add(file: PolicySource(name: [], file: file))
                do throws(Diagnostic) {
                    _ = try Policy(sources.applied(to: nil).settings, blocklists: [])
                } catch {
                    found.add(error)
                }
            }
            for section in file.sections { file.lint(section, into: &found) }
        }
        found.sort()
        return found
    }

    private func lint(_ section: Section, into found: inout Diagnostics) {
        var rules: [Rule] = []
        var places: [RulePlace] = []
        for entry in entries[section.entries] {
            switch entry.key {
            case .rules, .or:
                if entry.key == .or, Word("none").equals(text.span, entry.value) { continue }
                var parser = DescriptorParser(
                    text.span, range: entry.value, leavesOutNonASCII: false, isPolicy: true, keepsPlaces: true
                )
                let parsed = parser.parseAll()
                lintComposition(parser, parsed, entry, into: &found)
                if entry.key == .or {
                    lint(parsed, parser.places, into: &found)
                } else {
                    rules.append(contentsOf: parsed)
                    places.append(contentsOf: parser.places)
                }
            default: lint(entry, into: &found)
            }
        }
        if !rules.isEmpty { lint(rules, places, into: &found) }
    }

    private func lint(_ rules: [Rule], _ places: [RulePlace], into found: inout Diagnostics) {
        var lint = Lint(rules: rules, places: places, isPolicy: true)
        lint.check(text.span, isWhole: true)
        found.add(lint.diagnostics)
    }

    private func lintComposition(
        _ parser: borrowing DescriptorParser, _ rules: [Rule], _ entry: PolicyEntry,
        into found: inout Diagnostics
    ) {
        for (rule, place) in zip(rules, parser.places) {
            guard case .required = rule else { continue }
            found.add(
                Diagnostic(.compositionRule, at: place.property.lowerBound, length: place.property.count))
        }
        if !parser.composition.isEmpty {
            found.add(PolicyValue(text.span, entry.value).problem(.compositionRule))
        }
    }

    private func lint(_ entry: PolicyEntry, into found: inout Diagnostics) {
        let value = PolicyValue(text.span, entry.value)
        if entry.key == .preset, let preset = (try? value.preset()) ?? nil, preset.hasCompositionRules {
            found.add(value.problem(.compositionRule))
        } else if entry.key.isCompositionRule, !value.isOff {
            found.add(
                Diagnostic(
                    .compositionRule, at: entry.name.lowerBound,
                    length: entry.value.upperBound - entry.name.lowerBound))
        } else if entry.key == .maxBytes, let limit = try? value.number(to: 4096, ""), limit < 256 {
            found.add(value.problem(.limitInBytes))
        }
    }
}

extension Preset {
    /// Whether it demands a composition.
    fileprivate var hasCompositionRules: Bool {
        guard let file else { return false }
        var diagnostics = Diagnostics()
        for entry in file.entries {
            if entry.key.isCompositionRule { return true }
            if entry.key == .rules {
                for case .required in PolicyValue(file.text.span, entry.value).rules(
                    diagnostics: &diagnostics
                ).rules {
                    return true
                }
            }
        }
        return false
    }
}

/// The warnings about one set of rules, with the places of the rules in their text.
struct Lint {
    let rules: [Rule]
    let places: [RulePlace]
    /// Whether the rules are a machine's policy, which no other reader sees.
    let isPolicy: Bool
    private(set) var diagnostics = Diagnostics()

    init(rules: [Rule], places: [RulePlace], isPolicy: Bool) {
        self.rules = rules
        self.places = places
        self.isPolicy = isPolicy
    }

    /// Passwords shorter than this are short wherever they are used; NIST SP 800-63B-4, 3.1.1.2.
    private static let shortestAdvisable = 8
    /// A limit below this locks out passphrases and password managers; the same clause.
    private static let lowestAdvisableLimit = 64

    /// Finds everything. `text` is what the places are in. Of rules that were read in part, nothing is said as a whole.
    mutating func check(_ text: Span<UInt8>, isWhole: Bool) {
        if isWhole {
            checkSatisfiability()
            checkMinLength()
            checkAllowed(text)
        }
        checkEachRule()
    }

    private mutating func checkEachRule() {
        var seen: [CharacterClass] = []
        for (rule, place) in zip(rules, places) {
            switch rule {
            case .maxConsecutive: warn(.deprecatedMaxConsecutive, place.property)
            case .required(let characters):
                // Beyond so many, one more repetition is no news.
                if seen.contains(characters) { warn(.repeatedRequirement, place.property) }
                if seen.count < 64 { seen.append(characters) }
            case .maxLength(let limit):
                if limit > 0, limit < Self.lowestAdvisableLimit { warn(.lowMaxLength, place.property) }
            default: break
            }
        }
    }

    private mutating func checkMinLength() {
        var longest = 0
        var last: RulePlace?
        for (rule, place) in zip(rules, places) {
            guard case .minLength(let limit) = rule else { continue }
            longest = max(longest, limit)
            last = place
        }
        guard longest < Self.shortestAdvisable else { return }
        warn(last == nil ? .noMinLength : .lowMinLength, last?.property ?? 0..<0)
    }

    private mutating func checkAllowed(_ text: Span<UInt8>) {
        var required = CharacterClass.empty
        var named = CharacterClass.empty
        var hasRequired = false
        var hasAllowed = false
        for (rule, place) in zip(rules, places) {
            switch rule {
            case .required(let characters):
                hasRequired = true
                required = required.union(characters)
            case .allowed:
                hasAllowed = true
                for item in place.classes where !isCustom(item.place, text) {
                    named = named.union(item.characters)
                }
            default: break
            }
        }
        if hasRequired, !hasAllowed, !isPolicy { warn(.noAllowed, 0..<0) }
        // A list in brackets repeats what a name beside it stands for; a name may well say more than a list.
        var before = required
        for (rule, place) in zip(rules, places) {
            guard case .allowed = rule else { continue }
            for item in place.classes where !item.characters.isEmpty {
                let isCustom = isCustom(item.place, text)
                let others = isCustom ? before.union(named) : before
                let isRedundant =
                    isCustom
                    ? !item.characters.intersection(others).isEmpty : others.isSuperset(of: item.characters)
                if isRedundant { warn(.redundantAllowed, item.place) }
                before = before.union(item.characters)
            }
        }
    }

    private func isCustom(_ place: Range<Int>, _ text: Span<UInt8>) -> Bool { text[place.lowerBound] == 0x5B }

    private mutating func checkSatisfiability() {
        let descriptor = Descriptor(rules: rules)
        var place = 0..<0
        for (rule, other) in zip(rules, places) {
            if case .maxLength = rule { place = other.property }
        }
        if Satisfiability(Checker(descriptor)).isProvedEmpty {
            warn(.unsatisfiable, place)
            return
        }
        let generated = isPolicy ? descriptor.withTypeableCharacters : descriptor
        if Satisfiability(Checker(generated, reading: .strict)).isProvedEmpty {
            warn(.notGenerable, place)
        }
    }

    private mutating func warn(_ code: Diagnostic.Code, _ place: Range<Int>) {
        diagnostics.add(Diagnostic(code, at: place.lowerBound, length: place.count))
    }
}
