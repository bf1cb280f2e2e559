// The lists of ranked words that a policy's estimates use.
extension PolicySources {
    /// Where the list of ranked words is that comes along: beside the list of common passwords.
    package var commonRanks: [UInt8] {
        let folder = commonBlocklist.lastIndex(of: 0x2F).map { commonBlocklist.prefix(through: $0) } ?? []
        return Array(folder) + Text("common.ranks").bytes
    }

    /// The path of a list that `ranked-words` names.
    package func path(ofRankedWords name: [UInt8]) -> [UInt8] { name.first == 0x2F ? name : commonRanks }

    /// The paths of all lists of ranked words that any section uses.
    package var rankedWordsPaths: [[UInt8]] {
        var paths = [commonRanks]
        var estimates = false
        for source in all {
            for entry in source.file.entries {
                if entry.asksForGuesses(in: source.file.text) { estimates = true }
                if let name = entry.rankedWords(in: source.file.text) {
                    paths.append(path(ofRankedWords: name))
                }
            }
        }
        return estimates ? paths : []
    }
}

extension AppliedPolicy {
    /// The paths of the lists of ranked words that its estimates know; none if it makes none.
    package var pathsOfRankedWords: [[UInt8]] {
        let settings = settings
        guard settings.estimatesGuesses, settings.enforcement != .no else { return [] }
        if settings.rankedWords.isEmpty { return [sources.commonRanks] }
        return settings.rankedWords.map { sources.path(ofRankedWords: $0) }
    }

    /// The place in a source that names a list of ranked words, or else that asks for estimates first; of a preset, whose text is
    /// in no file, an empty one.
    package func place(ofRankedWords path: [UInt8]) -> (PolicySource, Range<Int>)? {
        var asking: Item?
        for item in items {
            let text = item.source.file.text
            if item.entry.rankedWords(in: text) == path { return (item.source, item.entry.value) }
            if asking == nil, item.entry.asksForGuesses(in: text) { asking = item }
        }
        guard let asking else { return nil }
        return (asking.source, asking.isFromPreset ? 0..<0 : asking.entry.value)
    }
}

extension Policy {
    /// The words that its estimates know; nil if it makes none.
    package var estimatedWords: RankedWords? { estimator?.words }
    /// The lists that `ranked-words` names.
    package var namesOfRankedWords: [[UInt8]] { settings.rankedWords }
}

extension PolicyEntry {
    /// The list of ranked words that the entry names.
    package func rankedWords(in text: [UInt8]) -> [UInt8]? {
        key == .rankedWords ? try? PolicyValue(text.span, value).rankedWords() : nil
    }

    /// Whether it asks for an estimate of guesses, or names a preset that does.
    package func asksForGuesses(in text: [UInt8]) -> Bool {
        switch key {
        case .minGuesses, .minStrength: return !value.isEmpty
        case .preset:
            guard let file = preset(in: text)?.file else { return false }
            return file.entries.contains { $0.asksForGuesses(in: file.text) }
        case .rules, .or:
            var diagnostics = Diagnostics()
            return PolicyValue(text.span, value).rules(diagnostics: &diagnostics).composition.minGuesses
                != nil
        default: return false
        }
    }
}
