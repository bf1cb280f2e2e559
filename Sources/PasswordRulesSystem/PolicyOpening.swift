internal import PasswordRules

extension AppliedPolicy {
    /// The policy that applies, with its lists open.
    /// - Parameters:
    ///   - remarks: What is to be said of the policy so far.
    ///   - source: What is named where it is about the policy as a whole.
    ///   - isRootBound: Whether root may not go on where it fails, even if no text that was read says so.
    /// - Throws: That there are no rules, or that a list cannot be used, behind the remarks.
    @inline(never)
    func policy(
        remarks: [LocatedDiagnostic], source: [UInt8], isRootBound: Bool
    ) throws(PolicyLoadFailure) -> Policy {
        var diagnostics = remarks
        // Once: it is much to copy.
        let settings = settings
        let blocklists = openBlocklists(of: settings, problems: &diagnostics)
        if diagnostics.count == remarks.count {
            do throws(Diagnostic) {
                return try Policy(settings, blocklists: blocklists)
            } catch {
                // It is about the policy as a whole, so no text is asked for its place.
                let nothing: [UInt8] = []
                diagnostics.append(LocatedDiagnostic(error, source: source, text: nothing.span))
            }
        }
        throw PolicyLoadFailure(diagnostics: diagnostics, exemptsRoot: !isRootBound && !sources.mayBindRoot)
    }

    /// Opens the lists that apply.
    /// - Parameter problems: What is wrong with those that cannot be used, and are not passed over, is added here.
    private func openBlocklists(
        of settings: PolicySettings, problems: inout [LocatedDiagnostic]
    ) -> [PolicyBlocklist] {
        var lists: [PolicyBlocklist] = []
        guard let blocklists = settings.blocklists, settings.enforcement != .no else { return lists }
        for index in blocklists.indices {
            do throws(FileProblem) {
                let list = try Blocklist(atPath: blocklists[index].path)
                lists.append(PolicyBlocklist(list, blocklists[index], in: settings))
            } catch {
                if !blocklists[index].isOptional || !error.isPassedOverWhereOptional {
                    add(error, ofList: index, to: &problems)
                }
            }
        }
        return lists
    }

    /// Adds what is wrong with one of the lists that apply, and the place that names it.
    @inline(never)
    private func add(_ problem: FileProblem, ofList number: Int, to problems: inout [LocatedDiagnostic]) {
        var index = 0
        var found = LocatedDiagnostic(problem, source: [])
        forEachBlocklist { setting, source, place in
            if index == number {
                found = LocatedDiagnostic(problem, .error, of: setting, source: source, at: place)
            }
            index += 1
        }
        problems.append(found)
    }
}
