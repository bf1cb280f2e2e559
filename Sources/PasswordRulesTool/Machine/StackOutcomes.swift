import PasswordRulesImport

/// The possible outcomes of a password change in a stack, found by trying all results of its modules.
struct StackOutcomes {
    typealias Line = PasswordStacks.Line

    /// Modules that store a new password in files of this machine that ours reads, too.
    static let localStores: Set<String> = [
        "pam_unix.so", "pam_unix_passwd.so", "pam_unix_ng.so", "pam_unix2.so", "pam_tcb.so", "pam_smbpass.so",
    ]
    /// Modules that store a new password.
    static let stores: Set<String> = [
        "pam_unix.so", "pam_unix_passwd.so", "pam_unix_ng.so", "pam_unix2.so", "pam_tcb.so",
        "pam_extrausers.so", "pam_sss.so", "pam_ldap.so", "pam_krb5.so", "pam_winbind.so",
        "pam_systemd_home.so", "pam_smbpass.so",
        "pam_lsass.so", "pam_centrifydc.so", "pam_vas3.so", "pam_pgsql.so", "pam_mysql.so",
    ]
    /// Other modules that check a new password.
    static let otherCheckers: Set<String> = ["pam_pwquality.so", "pam_cracklib.so", "pam_passwdqc.so"]
    /// Modules that do not store a password for logging in.
    private static let bystanders: Set<String> = [
        "pam_permit.so", "pam_deny.so", "pam_pwhistory.so", "pam_succeed_if.so", "pam_localuser.so",
        "pam_rootok.so", "pam_listfile.so", "pam_faillock.so", "pam_tally2.so", "pam_usertype.so",
        "pam_gnome_keyring.so", "pam_kwallet.so", "pam_kwallet5.so", "pam_ecryptfs.so", "pam_fscrypt.so",
        "pam_mount.so", "pam_cap.so", "pam_echo.so", "pam_warn.so", "pam_env.so", "pam_time.so",
        "pam_wheel.so", "pam_access.so", "pam_nologin.so", "pam_shells.so", "pam_faildelay.so",
    ]

    /// What has happened on one path through the stack.
    private struct Facts: Hashable {
        /// Whether there is a new password for later modules that do not ask for one.
        var hasToken = false
        /// Whether our module has refused a password.
        var isRefused = false
        /// Whether our module has accepted the current password.
        var isAccepted = false
        var isStored = false
        /// Whether an unknown module succeeded, which may have stored the password.
        var isPerhapsStored = false
        /// The last line that failed to store the password.
        var failed: Int?
        /// The last line that skipped one that stores the password.
        var skipping: Int?
        /// The first line that skipped our module, other than for users who are not local.
        var bypassing: Int?
        /// The first line that succeeded.
        var granting: Int?
    }

    /// Whether a change can succeed.
    private(set) var canSucceed = false
    /// Whether a change can store a password.
    private(set) var canStore = false
    /// Whether our module can be reached.
    private(set) var reachesOwn = false
    /// The indices of the lines that can be reached while the password is changed.
    private(set) var reached: Set<Int> = []
    /// The line to correct if a change can succeed without storing the password.
    private(set) var losing: (line: Line, cause: Cause)?
    /// Whether a change can succeed that stores a password which our module has refused.
    private(set) var storesRefused = false
    /// The line to correct if a change can succeed that stores a password which our module has not seen.
    private(set) var bypassing: Line?
    /// The lines whose missing modules make the change fail, and all lines of our module if it is missing.
    private(set) var missing: [Line] = []

    enum Cause {
        /// The line's failure is ignored, and an earlier line has succeeded.
        case ignoredFailure
        /// The line skips those that store the password.
        case skip
        /// No line stores the password, and this one succeeds.
        case nothingStores
    }

    private let lines: [Line]
    private let walk: PamStackWalk

    init(_ lines: [Line], missing paths: Set<String>) {
        self.lines = lines
        walk = PamStackWalk(lines.map(\.step))
        let storeLines = lines.indices.filter { Self.stores.contains(lines[$0].module) }
        var fails: Set<Int> = []
        var bypasses: Set<Int> = []
        // Either one module stores a user's password and the others do not know the user, or all store it, as
        // where passwords in Kerberos and files are kept in sync.
        let modules = Set(storeLines.map { lines[$0].module }).sorted()
        let storeLinesByModule = modules.map { module in
            storeLines.filter { lines[$0].module == module }
        }
        var reaches = false
        var reached: Set<Int> = []
        for storing in storeLinesByModule + (modules.count == 1 ? [] : [storeLines]) {
            let first = walk.ends(Facts()) { index, facts in
                returns(at: index, facts, storing: storing, isUpdate: false, paths, &fails)
            }
            let second = walk.ends(Facts()) { index, facts in
                reached.insert(index)
                if lines[index].module == PasswordStacks.ownModule, !paths.contains(lines[index].path) {
                    reaches = true
                }
                return returns(at: index, facts, storing: storing, isUpdate: true, paths, &fails)
            }
            guard let first, let second else {
                // There are too many paths to follow. These values cause no findings.
                (canSucceed, canStore, reaches) = (true, true, true)
                reached.formUnion(lines.indices)
                continue
            }
            let isPermitted = first.contains { $0.result == .success }
            for end in second where isPermitted && end.result == .success {
                canSucceed = true
                let facts = end.facts
                if facts.isStored || facts.isPerhapsStored {
                    canStore = true
                    if facts.isStored, facts.isRefused, !facts.isAccepted { storesRefused = true }
                    if facts.isStored, !facts.isRefused, !facts.isAccepted, let index = facts.bypassing {
                        bypasses.insert(index)
                    }
                } else {
                    note(facts, hasStores: !storeLines.isEmpty)
                }
            }
        }
        (reachesOwn, self.reached) = (reaches, reached)
        bypassing = bypasses.min().map { lines[$0] }
        fails.formUnion(
            lines.indices.filter {
                lines[$0].module == PasswordStacks.ownModule && paths.contains(lines[$0].path)
            })
        missing = fails.sorted().map { lines[$0] }
    }

    /// Keeps the most specific reason why a password is lost: the first line that skips those that store it,
    /// or else the first whose failure is ignored.
    private mutating func note(_ facts: Facts, hasStores: Bool) {
        let found: (Line, Cause)?
        if !hasStores {
            found = facts.granting.map { (lines[$0], .nothingStores) }
        } else if let failed = facts.failed {
            found = (lines[failed], .ignoredFailure)
        } else {
            found = facts.skipping.map { (lines[$0], .skip) }
        }
        guard let found else { return }
        if let losing {
            let isEarlier =
                lines.firstIndex { $0.location == found.0.location } ?? 0
                < lines.firstIndex { $0.location == losing.line.location } ?? 0
            guard found.1 == losing.cause ? isEarlier : found.1 == .skip else { return }
        }
        losing = found
    }

    /// The results that a line's module may return, as far as they matter here.
    /// - Parameter storing: The lines that store the user's password.
    private func returns(
        at index: Int, _ facts: Facts, storing: [Int], isUpdate: Bool, _ missingPaths: Set<String>,
        _ fails: inout Set<Int>
    ) -> [(result: PamResult, facts: Facts)] {
        let line = lines[index]
        let control = line.step.control
        /// A result, with its effect under the line's control.
        func result(_ result: PamResult, _ change: (inout Facts) -> Void = { _ in }) -> (PamResult, Facts) {
            var after = facts
            change(&after)
            let action = control.action(for: result)
            if result == .success, after.granting == nil, action == .ok || action == .done {
                after.granting = index
            }
            switch action {
            case .done, .jump:
                let next = walk.next(after: action, at: index)
                let skipped = lines[index + 1..<max(next, index + 1)]
                if skipped.contains(where: { Self.stores.contains($0.module) }) { after.skipping = index }
                // Passwords of users who are not local are checked elsewhere, as in authselect's profiles. If
                // a module stores them before ours, other findings say so.
                if after.bypassing == nil, line.module != "pam_localuser.so",
                    !Self.stores.contains(line.module),
                    skipped.contains(where: { $0.module == PasswordStacks.ownModule })
                {
                    after.bypassing = index
                }
            default: break
            }
            return (result, after)
        }
        if line.fault != nil { return [result(.permissionDenied)] }
        if missingPaths.contains(line.path) {
            let action = control.action(for: .moduleUnknown)
            if action == .bad || action == .die { fails.insert(index) }
            return [result(.moduleUnknown)]
        }
        switch line.module {
        case "pam_permit.so": return [result(.success)]
        case "pam_deny.so": return [result(.tokenError)]
        case PasswordStacks.ownModule, "pam_pwquality.so", "pam_cracklib.so", "pam_passwdqc.so":
            guard isUpdate else { return [result(.success)] }
            let isOwn = line.module == PasswordStacks.ownModule
            let accepted = result(.success) {
                $0.hasToken = true
                // Our module has not seen a password that another module asks for.
                $0.isAccepted = isOwn || $0.isAccepted && line.needsToken
            }
            func refused(_ error: PamResult) -> (PamResult, Facts) {
                result(error) {
                    ($0.hasToken, $0.isAccepted) = (false, false)
                    if isOwn { $0.isRefused = true }
                }
            }
            return (line.needsToken && !facts.hasToken ? [] : [accepted])
                + [refused(.tokenError), refused(.maximumTries)]
        case let module where Self.stores.contains(module):
            if !storing.contains(index) {
                let ignores =
                    line.module == "pam_krb5.so" || line.arguments.contains("ignore_unknown_user")
                return [result(.userUnknown)] + (ignores ? [result(.ignore)] : [])
            }
            let failures = [
                result(.authenticationError) { $0.failed = index }, result(.tokenError) { $0.failed = index },
            ]
            if !isUpdate { return [result(.success)] + failures }
            if line.needsToken, !facts.hasToken { return failures }
            return [
                result(.success) {
                    $0.isStored = true
                    $0.hasToken = true
                }
            ] + failures
        default:
            let isKnown = Self.bystanders.contains(line.module)
            return [
                result(.success) {
                    if !isKnown { $0.isPerhapsStored = true }
                    // pam_pwhistory asks for the new password if no module has, and unknown modules may.
                    if !isKnown || line.module == "pam_pwhistory.so" { $0.hasToken = true }
                },
                result(.ignore), result(.authenticationError), result(.tokenError),
            ]
        }
    }
}

extension PasswordStacks.Line {
    /// Whether the module uses the existing new password instead of asking for one.
    var needsToken: Bool { arguments.contains("use_authtok") || arguments.contains("use_first_pass") }
}
