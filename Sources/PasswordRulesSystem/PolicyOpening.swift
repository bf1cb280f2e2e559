internal import PasswordRules

extension AppliedPolicy {
    /// The policy that applies, with its lists open.
    /// - Parameters:
    ///   - remarks: The remarks on the policy so far.
    ///   - source: The source of a diagnostic about the policy as a whole.
    ///   - lists: How its lists are opened.
    ///   - skippedLists: Receives the problems of lists that are skipped.
    /// - Throws: If there are no rules, or if a list cannot be used, after the remarks.
    func policy(
        remarks: [LocatedDiagnostic], source: [UInt8], lists: ListUse,
        skippedLists: inout [LocatedDiagnostic]
    ) throws(PolicyLoadFailure) -> Policy {
        var diagnostics = remarks
        if let problem {
            let file = problem.file
            let text = file.text
            let prefix = file.isArgument ? PolicyLoader.split(text).valueStart : 0
            diagnostics.append(
                LocatedDiagnostic(problem.diagnostic, source: file.name, text: text.span, skipping: prefix))
            throw PolicyLoadFailure(diagnostics: diagnostics, rootExemption: stack.rootExemption)
        }
        // Evaluated once, because it is large.
        let settings = settings
        let blocklists = openBlocklists(
            of: settings, lists, problems: &diagnostics, skippedLists: &skippedLists)
        let words = openRankedWords(of: settings, lists, problems: &diagnostics)
        if diagnostics.count == remarks.count {
            do throws(Diagnostic) {
                return try Policy(self, blocklists: blocklists, rankedWords: words)
            } catch {
                // The diagnostic is about the policy as a whole and has no position, so its text is not
                // needed.
                let nothing: [UInt8] = []
                diagnostics.append(LocatedDiagnostic(error, source: source, text: nothing.span))
            }
        }
        throw PolicyLoadFailure(diagnostics: diagnostics, rootExemption: stack.rootExemption)
    }

    /// Opens the lists that apply.
    /// - Parameters:
    ///   - problems: Receives the problems of lists that cannot be used and are not skipped.
    ///   - skippedLists: Receives the problems of lists that are skipped.
    private func openBlocklists(
        of settings: PolicySettings, _ use: ListUse, problems: inout [LocatedDiagnostic],
        skippedLists: inout [LocatedDiagnostic]
    ) -> [PolicyBlocklist] {
        var lists: [PolicyBlocklist] = []
        if settings.enforcement == .no { return lists }
        let blocklists = settings.blocklists
        for index in blocklists.indices {
            do throws(FileProblem) {
                let list = try use.list(atPath: blocklists[index].path)
                lists.append(PolicyBlocklist(list, blocklists[index], in: settings))
            } catch {
                if blocklists[index].isOptional, error.isSkippable {
                    add(error, .warning, of: blocklists[index], to: &skippedLists)
                } else {
                    add(error, .error, of: blocklists[index], to: &problems)
                }
            }
        }
        return lists
    }

    /// Adds the problem of a list that applies, at the first line that names the list.
    private func add(
        _ problem: FileProblem, _ severity: Diagnostic.Severity, of list: BlocklistSetting,
        to problems: inout [LocatedDiagnostic]
    ) {
        var isFound = false
        var found = LocatedDiagnostic(problem, source: [])
        forEachBlocklist { setting, file, range in
            if setting == list, !isFound {
                isFound = true
                found = LocatedDiagnostic(
                    problem, severity, ofList: "blocklist ", path: setting.path, source: file, at: range,
                    isInstalled: setting.path == stack.commonBlocklist)
            }
        }
        problems.append(found)
    }
}

/// How the lists of a policy are opened.
struct ListUse: Sendable {
    /// Whether they are kept in memory, for many passwords; otherwise each check reads them whole.
    let isKept: Bool
    /// Policies with open lists to reuse.
    var opened: [Policy] = []

    func list(atPath path: [UInt8]) throws(FileProblem) -> Blocklist {
        for policy in opened {
            if let list = policy.blocklist(atPath: path) { return list }
        }
        return try Blocklist(atPath: path, isKept: isKept)
    }
}
