extension PolicyFile {
    /// Looks for mistakes in a policy file, and for rules that are unwise or without effect, as `Descriptor.lint` does, or that
    /// depart from NIST SP 800-63B-4. All `rules` lines of a section are checked together.
    /// - Parameter isPart: Whether it is one of several files, which need not have rules.
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
                var parser = DescriptorParser(ofPolicy: text.span, range: entry.value, keepsPlaces: true)
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
