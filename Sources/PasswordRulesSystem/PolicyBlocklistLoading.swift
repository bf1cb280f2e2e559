internal import PasswordRules

extension AppliedPolicy {
    /// Opens the lists that apply.
    /// - Parameter problems: What is wrong with those that cannot be used, and are not passed over, is added here.
    @inline(never)
    func openBlocklists(problems: inout [LocatedDiagnostic]) -> [PolicyBlocklist] {
        var lists: [PolicyBlocklist] = []
        if settings.blocklists == nil || settings.enforcement == .no { return lists }
        forEachBlocklist { setting, source, place in
            do throws(FileProblem) {
                lists.append(PolicyBlocklist(try Blocklist(atPath: setting.path), setting, in: settings))
            } catch {
                if !setting.isOptional || !error.isPassedOverWhereOptional {
                    problems.append(LocatedDiagnostic(error, .error, of: setting, source: source, at: place))
                }
            }
        }
        return lists
    }
}
