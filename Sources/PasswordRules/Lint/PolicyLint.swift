extension PolicyFile {
    /// Looks for mistakes in a policy file, and for rules that are unwise or without effect, as ``Descriptor/lint(_:)`` does, or
    /// that depart from NIST SP 800-63B-4. All `rules` lines of a section are checked together.
    /// - Parameters:
    ///   - text: The file.
    ///   - isPart: Whether it is one of several files, which need not have rules.
    /// - Returns: The diagnostics, in the order of their offsets: up to as many as of a parse, and as many warnings again.
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
            for section in file.sections {
                // Demands of other places may say how long a password is, and a number of guesses says more than that.
                let isAlone =
                    !isPart && PolicyLayer(section.head) == .everybody
                    && !file.entries[section.entries].contains {
                        $0.key != .or && $0.asksForGuesses(in: text)
                    }
                file.lint(section, isAlone: isAlone, into: &found)
            }
        }
        found.sort()
        return found
    }

    private func lint(_ section: Section, isAlone: Bool, into found: inout Diagnostics) {
        var together = PolicyRules()
        var rules: [Rule] = []
        var places: [RulePlace] = []
        for entry in entries[section.entries] where !entry.value.isEmpty {
            switch entry.key {
            case .rules, .or:
                var parser = DescriptorParser(ofPolicy: text.span, range: entry.value, keepsPlaces: true)
                let parsed = parser.parseAll()
                lintComposition(parser, parsed, entry, into: &found)
                let line = PolicyRules(rules: parsed, composition: parser.composition)
                var alone = Lint(rules: parsed, places: parser.places, isPolicy: true)
                alone.checkAllowed(text.span)
                found.add(alone.diagnostics)
                if entry.key == .or {
                    lint(parsed, parser.places, line, isAlone: isAlone, into: &found)
                } else {
                    together.add(line)
                    rules.append(contentsOf: parsed)
                    places.append(contentsOf: parser.places)
                }
            default: lint(entry, into: &found)
            }
        }
        if !rules.isEmpty { lint(rules, places, together, isAlone: isAlone, into: &found) }
    }

    private func lint(
        _ rules: [Rule], _ places: [RulePlace], _ meaning: PolicyRules, isAlone: Bool,
        into found: inout Diagnostics
    ) {
        var lint = Lint(
            rules: rules, places: places, isPolicy: true, meaning: Descriptor(rules: meaning.rules))
        lint.check(
            text.span, isWhole: true, demandsLength: isAlone && meaning.composition.minGuesses == nil)
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
        if parser.composition.asksForComposition {
            found.add(PolicyValue(text.span, entry.value).problem(.compositionRule))
        }
    }

    private func lint(_ entry: PolicyEntry, into found: inout Diagnostics) {
        let value = PolicyValue(text.span, entry.value)
        if let preset = entry.preset(in: text), preset.hasCompositionRules {
            found.add(value.problem(.compositionRule))
        } else if entry.key.isCompositionRule {
            found.add(
                Diagnostic(
                    .compositionRule, at: entry.name.lowerBound,
                    length: entry.value.upperBound - entry.name.lowerBound))
        } else if entry.key == .maxBytes, case .number(let range) = entry.key.declaration.value,
            let limit = try? value.number(in: range), limit < 256
        {
            found.add(value.problem(.limitInBytes))
        }
    }
}

extension Preset {
    /// Whether it has composition rules.
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

extension Policy {
    /// Warnings about the policy as a whole, of which each line by itself may be right.
    package var problems: [Diagnostic] {
        guard enforcement != .no else { return [] }
        var problems: [Diagnostic] = []
        // What holds in any case is with the alternatives of the first choice.
        let choices = choices.isEmpty ? [[common]] : choices
        var shortest = 0
        for choice in choices {
            let checkers = choice.map { Checker($0.descriptor) }
            if problems.isEmpty, checkers.allSatisfy({ Satisfiability($0).isProvedEmpty }) {
                problems.append(Diagnostic(.unsatisfiable, at: 0))
            }
            shortest = max(shortest, checkers.map { $0.minLength ?? 0 }.min() ?? 0)
        }
        // A number of guesses says more than a length.
        if common.composition.minGuesses != nil
            || self.choices.contains(where: { $0.allSatisfy { $0.composition.minGuesses != nil } })
        {
            return problems
        }
        // A policy demands one character in any case.
        if shortest <= 1 {
            problems.append(Diagnostic(.noMinLength, at: 0))
        } else if shortest < Lint.shortestAdvisable {
            problems.append(Diagnostic(.lowMinLength, at: 0))
        }
        return problems
    }
}
