internal import CPasswordRulesSystem
public import PasswordRules

extension RankedWordList {
    /// Reads a list into memory. The file is read whole, so that reads reveal nothing about a password.
    /// - Parameter isTrusted: Whether to refuse a file that users other than root and the effective user
    ///   could have written.
    public init(atPath path: [UInt8], isTrusted: Bool = true) throws(FileProblem) {
        let failures = passwordrules_system_allocation_failures()
        let bytes = try readPublicFile(atPath: path, limit: Self.longestLengthInBytes, isTrusted: isTrusted)
        // The bytes may be in the emergency pool, which does not have room for several lists.
        let error = passwordrules_system_allocation_failed_since(failures)
        guard error == 0 else {
            // UNCOVERED: allocation failures are counted only in the shipped library. Tests/Proof/Faults
            // makes them fail.
            throw .unreadable(error: -error)
        }
        do throws(RankedWordsProblem) {
            try self.init(bytes)
        } catch {
            throw .rankedWords(error)
        }
    }
}

extension AppliedPolicy {
    /// The words for its estimates; none if it makes no estimates.
    /// - Parameters:
    ///   - use: How its lists are opened.
    ///   - problems: Receives the problems of lists that cannot be used. Without these, passwords would seem
    ///     stronger.
    func openRankedWords(
        of settings: PolicySettings, _ use: ListUse, problems: inout [LocatedDiagnostic]
    ) -> RankedWords {
        guard settings.estimatesGuesses, settings.enforcement != .no else { return RankedWords([]) }
        for policy in use.opened {
            if let words = policy.rankedWords(ofPaths: settings.rankedWords) { return words }
        }
        var lists: [RankedWordList] = []
        // If no list is named, the common one is used: without any, passwords would seem stronger.
        for name in settings.rankedWords.isEmpty ? [Text("common").bytes] : settings.rankedWords {
            let path = stack.path(ofRankedWords: name)
            do throws(FileProblem) {
                lists.append(try RankedWordList(atPath: path))
            } catch {
                guard let (file, range) = range(ofRankedWords: name) else {
                    // UNCOVERED: a policy that estimates guesses has a line that asks for guesses.
                    problems.append(LocatedDiagnostic(error, source: path))
                    continue
                }
                problems.append(
                    LocatedDiagnostic(
                        error, .error, ofList: "ranked words ", path: path, source: file, at: range,
                        isInstalled: path == stack.commonRanks,
                        remedy: path == stack.commonRanks
                            ? "; to use other lists instead, write \"ranked-words =\" before the lines that name them"
                            : ""))
            }
        }
        return RankedWords(lists)
    }
}
