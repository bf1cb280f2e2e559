import PasswordRules
import PasswordRulesImport
import PasswordRulesSystem

/// Lines of pam_pwquality after our module that are there for a scanner. They do not ask again, and demand
/// what "passwordrules export pwquality" prints, which is the same as the policy or less.
enum ScannerLines {
    private static let module = "pam_pwquality.so"

    /// The locations of such lines.
    /// - Parameters:
    ///   - stacks: The stacks with our module.
    ///   - root: The folder that contains the machine's files; "" for this machine.
    ///   - policy: The policy that our module uses in these stacks.
    static func locations(
        in stacks: [[PasswordStacks.Line]], root: String, policy: PolicyStack
    ) -> Set<String> {
        let after = stacks.flatMap { lines in
            lines.drop { $0.module != PasswordStacks.ownModule }.filter { $0.module == module }
        }
        let before = stacks.flatMap { lines in
            lines.prefix { $0.module != PasswordStacks.ownModule }.filter { $0.module == module }
        }
        guard !after.isEmpty, let files = try? OtherModuleFiles(root: root).pwqualityFiles() else {
            return []
        }
        // "export pwquality" knows neither the arguments of our line nor the users for whom a section asks for
        // less.
        var exported = PolicyStack(commonBlocklist: policy.commonBlocklist)
        policy.files.forEach { exported.add(file: $0) }
        let usual = exported.applied(to: nil)
        let others = PolicyAudience.all(of: [policy]).filter(\.service.isEmpty).map {
            policy.applied(to: $0.subject)
        }
        if others.contains(where: { PolicyChange.all(from: usual, to: $0).contains(where: \.isWeaker) }) {
            return []
        }
        let export = PwqualityExport(
            usual, title: [], commonBlocklist: policy.commonBlocklist,
            builtFor: BlocklistMatch.match(ofListAtPath:))
        let found = after.filter { line in
            guard let line = line.pamLine(of: PolicyImport.pwqualityModules) else { return false }
            return export.isInForce(in: files, line: line)
        }
        return Set(found.map(\.location)).subtracting(before.map(\.location))
    }
}
