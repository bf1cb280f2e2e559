extension PolicyFile {
    /// Looks for mistakes in a policy file, for rules that are unwise or have no effect, as
    /// ``Descriptor/lint(_:)`` does, and for departures from NIST SP 800-63B-4. All `rules` lines of a
    /// section are checked together.
    /// - Parameters:
    ///   - text: The file.
    ///   - isPart: Whether it is one of several files, which need not have rules.
    /// - Returns: The diagnostics, in the order of their offsets: at most ``Diagnostics/maximumCount`` of
    ///   the parse, and as many warnings.
    public static func lint(_ text: [UInt8], isPart: Bool = false) -> Diagnostics {
        var found = Diagnostics(capacity: 2 * Diagnostics.maximumCount)
        var parsed = Diagnostics()
        let file = PolicyFile.parseKeepingRanges(text, diagnostics: &parsed)
        found.add(parsed)
        if let file {
            if !isPart {
                var stack = PolicyStack()
                stack.add(file: file)
                do throws(Diagnostic) {
                    _ = try Policy(stack.applied(to: nil).settings, blocklists: [])
                } catch {
                    found.add(error)
                }
            }
            for section in file.sections {
                if let composition = file.compositionRules(of: section) { found.add(composition) }
                // Other sources may demand a length, and a number of guesses is better than a length.
                let isAlone =
                    !isPart && PolicyLayer(section.header) == .everybody
                    && !file.entries[section.entries].contains {
                        $0.key != .or && $0.demandsGuesses
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
        var ranges: [RuleRanges] = []
        for entry in entries[section.entries] {
            switch entry.value {
            case .rules(let line, let lineRanges):
                lint(line, lineRanges, into: &found)
                together.add(line)
                rules += line.rules
                ranges += lineRanges
            case .alternative(let line, let lineRanges):
                lint(line, lineRanges, into: &found)
                lint(line.rules, lineRanges, line, isAlone: isAlone, into: &found)
            case .number(let limit) where entry.key == .maxBytes:
                if limit < 256 { found.add(Diagnostic(.limitInBytes, at: entry.line.value)) }
            case .some, nil: break
            }
        }
        if !rules.isEmpty { lint(rules, ranges, together, isAlone: isAlone, into: &found) }
    }

    private func lint(
        _ rules: [Rule], _ ranges: [RuleRanges], _ meaning: PolicyRules, isAlone: Bool,
        into found: inout Diagnostics
    ) {
        let text = text
        var lint = Lint(
            rules: rules, ranges: ranges, isPolicy: true, meaning: Descriptor(rules: meaning.rules))
        lint.check(
            text.span, isWhole: true, demandsLength: isAlone && meaning.properties[.minGuesses] == nil)
        found.add(lint.diagnostics)
    }

    /// Checks one line of rules or alternatives by itself.
    private func lint(
        _ line: PolicyRules, _ ranges: [RuleRanges], into found: inout Diagnostics
    ) {
        let text = text
        var alone = Lint(rules: line.rules, ranges: ranges, isPolicy: true)
        alone.checkAllowed(text.span)
        alone.checkEntities(text.span)
        found.add(alone.diagnostics)
    }
}

extension Diagnostic {
    fileprivate init(_ code: Code, at range: Range<Int>) {
        self.init(code, at: range.lowerBound, length: range.count)
    }
}

extension PolicyFile {
    /// One warning for all composition rules of a section, at the first. Those of a preset were chosen with
    /// the preset.
    private func compositionRules(of section: Section) -> Diagnostic? {
        let ranges = entries[section.entries].compactMap { $0.rangeOfComposition }
        return ranges.first.map { Diagnostic(.compositionRule, at: $0).about(lines: ranges.count) }
    }
}

extension PolicyEntry {
    /// The range of the line's first composition rule; nil if it has none.
    fileprivate var rangeOfComposition: Range<Int>? {
        switch value {
        case .rules(let line, let ranges), .alternative(let line, let ranges):
            for (rule, range) in zip(line.rules, ranges) {
                if case .required = rule { return range.property }
            }
            return line.properties.hasCompositionRules ? self.line.value : nil
        case .preset, nil: return nil
        case .some: return key.isCompositionRule ? line.range : nil
        }
    }
}

extension Policy {
    /// Warnings about the whole policy, whose lines may each be right by themselves.
    package var problems: [Diagnostic] {
        guard enforcement != .no else { return [] }
        var problems: [Diagnostic] = []
        var shortest = 0
        for policy in cases {
            // The alternatives of the first choice include the common rules.
            let choices = policy.choices.isEmpty ? [[policy.common]] : policy.choices.map { $0.alternatives }
            for choice in choices {
                let checkers = choice.map { Checker($0.whole) }
                if problems.isEmpty, checkers.allSatisfy({ Satisfiability($0).isProvedEmpty }) {
                    problems.append(Diagnostic(.unsatisfiable, at: 0))
                }
                shortest = max(shortest, checkers.map { $0.minLength ?? 0 }.min() ?? 0)
            }
        }
        // A number of guesses is better than a length.
        let demandsGuesses = cases.contains { policy in
            policy.common.properties[.minGuesses] != nil
                || policy.choices.contains {
                    $0.alternatives.allSatisfy { $0.properties[.minGuesses] != nil }
                }
        }
        if demandsGuesses { return problems }
        // Every policy demands one character.
        if shortest <= 1 {
            problems.append(Diagnostic(.noMinLength, at: 0))
        } else if shortest < Lint.shortestAdvisable {
            problems.append(Diagnostic(.lowMinLength, at: 0))
        }
        return problems
    }
}
