// The lists of ranked words that a policy's estimates use.
extension PolicyStack {
    /// The path of the bundled list of ranked words, next to the list of common passwords.
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
        for file in all {
            for entry in file.entries {
                if entry.demandsGuesses { estimates = true }
                if let name = entry.rankedWords { paths.append(path(ofRankedWords: name)) }
            }
        }
        return estimates ? paths : []
    }
}

extension AppliedPolicy {
    /// The paths of the lists of ranked words for the policy's estimates; none if it does not estimate
    /// guesses.
    package var pathsOfRankedWords: [[UInt8]] {
        let settings = settings
        guard settings.estimatesGuesses, settings.enforcement != .no else { return [] }
        if settings.rankedWords.isEmpty { return [stack.commonRanks] }
        return settings.rankedWords.map { stack.path(ofRankedWords: $0) }
    }

    /// The file and range of the line that names a list of ranked words, or else of the first line that
    /// demands a number of guesses. The range is empty for a preset, whose text is not in a file.
    package func range(ofRankedWords path: [UInt8]) -> (PolicyFile, Range<Int>)? {
        var demanding: Item?
        for item in items {
            if item.entry.rankedWords == path { return (item.file, item.entry.line.value) }
            if demanding == nil, item.entry.demandsGuesses { demanding = item }
        }
        guard let demanding else { return nil }
        return (demanding.file, demanding.isFromPreset ? 0..<0 : demanding.entry.line.value)
    }
}

extension Policy {
    /// The ranked words for the policy's estimates; nil if it does not estimate guesses.
    package var estimatedWords: RankedWords? {
        for policy in cases {
            if let estimator = policy.estimator { return estimator.words }
        }
        return nil
    }

    /// The lists that `ranked-words` names.
    package var namesOfRankedWords: [[UInt8]] {
        for policy in cases where !policy.settings.rankedWords.isEmpty { return policy.settings.rankedWords }
        return []
    }
}
