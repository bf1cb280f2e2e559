import PasswordRules
import PasswordRulesImport
import PasswordRulesSystem

/// The demands of the password module that ours replaced, if the policy asks for less.
///
/// The settings are those that "passwordrules import" finds. The defaults of Debian's packages count only if
/// an administrator made them stricter.
struct OldSettings {
    /// A module whose settings can be imported.
    private enum Module: String, CaseIterable {
        case pwquality, passwdqc

        /// The PAM modules whose lines have these settings.
        var names: [String] {
            switch self {
            case .pwquality: PolicyImport.pwqualityModules
            case .passwdqc: PolicyImport.passwdqcModules
            }
        }
    }

    /// The name of the PAM module, such as `pam_pwquality`.
    let module: String
    /// The argument of `passwordrules import`.
    let importName: String
    /// The file and line that called the module.
    let location: String
    /// The demands that are now weaker; empty if the settings have a mistake.
    let changes: [PolicyChange]

    /// The settings that are no longer in force.
    /// - Parameters:
    ///   - root: The folder that contains the machine's files; "" for this machine.
    ///   - policy: The policy in force.
    static func all(root: String, than policy: PolicyStack) -> [OldSettings] {
        Module.allCases.compactMap { OldSettings($0, OtherModuleFiles(root: root), policy) }
    }

    private init?(_ module: Module, _ files: OtherModuleFiles, _ policy: PolicyStack) {
        guard let found = try? files.lines(of: module.names), !found.areInForce, let line = found.lines.first
        else { return nil }
        self.module = line.module
        importName = module.rawValue
        location = line.location
        let changes: [PolicyChange]
        do {
            let old = try Self.policy(of: module, found, files)
            let usual = try Self.policy(
                of: module, OtherModuleFiles.Lines(lines: [Self.debianLine(line.module)]), nil)
            changes = Self.weaker(from: old, usual: usual, to: policy.applied(to: nil))
            if changes.isEmpty { return nil }
        } catch {
            // If the settings have a mistake, their demands are unknown.
            changes = []
        }
        self.changes = changes
    }

    /// Debian's default line for a module.
    private static func debianLine(_ module: String) throws(ImportRemark) -> PamLine {
        let options = ["pam_pwquality": "retry=3", "pam_cracklib": "retry=3 minlen=8 difok=3"]
        return try PamLine(
            typed: "\(module).so \(options[module] ?? "")", source: "", of: [module])
    }

    /// The settings of a module, as a policy.
    /// - Parameter files: The machine's files; nil for only the line's options.
    private static func policy(
        of module: Module, _ found: OtherModuleFiles.Lines, _ files: OtherModuleFiles?
    ) throws -> AppliedPolicy {
        let readers = files ?? OtherModuleFiles(root: "")
        let policy: PolicyImport
        switch module {
        case .pwquality:
            // pam_cracklib reads no files.
            let isReader = found.lines.first?.module == PolicyImport.pwqualityModules[0]
            let texts = isReader ? try files?.pwqualityFiles() ?? [] : []
            policy = try readers.policy(ofPwquality: texts, found)
        case .passwdqc:
            policy = try readers.policy(ofPasswdqc: nil, found)
        }
        var diagnostics = Diagnostics()
        var stack = PolicyStack(commonBlocklist: Installation.commonBlocklist)
        if let file = PolicyFile.parse(Array(policy.text.utf8), diagnostics: &diagnostics) {
            stack.add(file: file)
        }
        return stack.applied(to: nil)
    }

    /// The changes that make the policy weaker than the old settings, for keys whose old settings are
    /// stricter than the defaults.
    private static func weaker(
        from old: AppliedPolicy, usual: AppliedPolicy, to policy: AppliedPolicy
    ) -> [PolicyChange] {
        let keys = Set(PolicyChange.all(from: old, to: usual).filter(\.isWeaker).map(\.key))
        return PolicyChange.all(from: old, to: policy).filter { $0.isWeaker && keys.contains($0.key) }
    }

    // MARK: - Output

    /// The commands that keep the settings.
    var commands: [String] {
        [
            "passwordrules import \(importName) --drop-in > new.conf",
            "passwordrules policy --install new.conf --as 50-\(importName).conf",
        ]
    }

    /// The maximum number of changes in a sentence.
    private static let namedCount = 5

    var finding: StatusFinding {
        guard !changes.isEmpty else {
            return StatusFinding(
                .warning, .oldSettings, location,
                "\(module) is no longer in any stack, and its settings have a mistake, so what they demanded is not known",
                remedy: "see \"passwordrules import \(importName)\"")
        }
        var list = changes.prefix(Self.namedCount).map(\.text).joined(separator: "; ")
        let more = changes.count - Self.namedCount
        if more > 0 { list += "; and \(more) more" }
        return StatusFinding(
            .warning, .oldSettings, location,
            "\(module) is no longer in any stack, and the policy asks for less than its settings did: \(list)",
            remedy: "to keep them: \(commands.map { "\"\($0)\"" }.joined(separator: ", then "))")
    }
}
