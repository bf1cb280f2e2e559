public import PasswordRules

/// A policy for everybody or for one person, with open lists, the diagnostics about its files, and the
/// person's account.
public final class PolicyHandle: Sendable {
    /// The policy.
    public let policy: Policy
    /// The files and settings that it is made of, including sections for others.
    public let stack: PolicyStack
    /// The remarks on the text of all files; none is an error.
    let remarks: [LocatedDiagnostic]
    /// Warnings about the person's groups that are in doubt.
    public let doubts: [LocatedDiagnostic]
    /// A warning for each optional list that the policy skips because it is missing or damaged.
    public let skippedLists: [LocatedDiagnostic]
    /// The person's account; nil if the policy is not for one person, or compares no names.
    public let account: UserAccount?
    /// Whether the policy is only for users in /etc/passwd, and the person is not one of them.
    public let isExemptNonlocalUser: Bool

    /// The policy for everybody, whose lists the policies for persons share; nil if this is it.
    private let everybodysPolicy: PolicyHandle?
    /// Whether lists are kept in memory, for many checks.
    private let keepsLists: Bool
    /// The state of all files, folders and lists that may be read, from before they were read.
    private let files: [FileState]

    /// The policy for everybody.
    init(
        of stack: PolicyStack, _ policy: Policy, remarks: [LocatedDiagnostic],
        skippedLists: [LocatedDiagnostic], keepsLists: Bool, files: [FileState]
    ) {
        self.policy = policy
        self.stack = stack
        self.remarks = remarks
        self.skippedLists = skippedLists
        self.keepsLists = keepsLists
        self.files = files
        everybodysPolicy = nil
        doubts = []
        account = nil
        isExemptNonlocalUser = false
    }

    /// The policy for one person.
    private init(
        _ policy: Policy, doubts: [LocatedDiagnostic] = [], skippedLists: [LocatedDiagnostic],
        account: UserAccount? = nil, isExemptNonlocalUser: Bool = false, from everybodysPolicy: PolicyHandle
    ) {
        self.policy = policy
        self.doubts = doubts
        self.skippedLists = skippedLists
        self.account = account
        self.isExemptNonlocalUser = isExemptNonlocalUser
        self.everybodysPolicy = everybodysPolicy
        stack = everybodysPolicy.stack
        remarks = []
        keepsLists = everybodysPolicy.keepsLists
        files = everybodysPolicy.files
    }

    /// All diagnostics about the policy, in the order of the files; those about skipped lists come last. None
    /// is an error.
    public var diagnostics: [LocatedDiagnostic] { remarks + doubts + skippedLists }

    /// Whether no file was changed, added or removed since the policy was read.
    public var isCurrent: Bool {
        for file in files where !file.isCurrent { return false }
        return true
    }

    // MARK: - Enforcement

    /// What happens with a refused password.
    public func enforcement(in context: PolicyContext) -> Enforcement {
        isExemptNonlocalUser ? .no : policy.enforcement(in: context)
    }

    /// Whether changes are counted, as under `audit` and `warn`. They are not if the policy is enforced for
    /// everybody but root.
    public func isAudited(in context: PolicyContext) -> Bool {
        var context = context
        context.isByAdministrator = false
        let enforcement = enforcement(in: context)
        return enforcement == .audit || enforcement == .warn
    }

    /// What happens at a login with a listed password, at this service. As long as a list is skipped, no new
    /// password is asked for. Nothing happens for users whom the policy exempts.
    public func loginAction(at service: [UInt8]) -> LoginAction {
        if isExemptNonlocalUser { return .no }
        let action = policy.loginAction(at: service)
        return skippedLists.isEmpty ? action : min(action, .warn)
    }

    // MARK: - The policy for one person

    /// The policy for a user, by the sections for the user and for the user's groups. The system's account
    /// databases are queried if there are sections, or if the policy compares names. If the groups are in
    /// doubt, the policy demands what applies in each case.
    /// - Throws: If the groups cannot be found, or if there are sections for users and a service that may
    ///   have the account does not answer. A user who certainly does not exist is not an error.
    public func forUser(_ user: [UInt8]) throws(PolicyLoadFailure) -> PolicyHandle {
        let everybodysPolicy = everybodysPolicy ?? self
        var (policy, skippedLists) = (everybodysPolicy.policy, everybodysPolicy.skippedLists)
        var doubts: [LocatedDiagnostic] = []
        var found: UserAccount?
        if stack.hasSections {
            let account = UserAccount(ofUser: user)
            let subject = try subject(forUser: user, account, remarks: &doubts)
            skippedLists = []
            policy = try everybodysPolicy.policy(for: subject, skippedLists: &skippedLists)
            found = account
        }
        var account: UserAccount?
        if policy.wantsAccount, policy.enforcement != .no {
            let known = found ?? UserAccount(ofUser: user)
            if policy.needs(known) { account = known }
        }
        return PolicyHandle(
            policy, doubts: doubts, skippedLists: skippedLists, account: account,
            isExemptNonlocalUser: policy.isForLocalUsersOnly && !Accounts.isLocalInAnySpelling(user),
            from: everybodysPolicy)
    }

    /// The policy for an account of a service. No account database is asked. It shares the open lists of this
    /// policy, which may be that for the service as a whole.
    public func forAccount(_ subject: PolicySubject) throws(PolicyLoadFailure) -> PolicyHandle {
        let everybodysPolicy = everybodysPolicy ?? self
        var (policy, skippedLists) = (everybodysPolicy.policy, everybodysPolicy.skippedLists)
        if stack.hasSections {
            skippedLists = []
            policy = try everybodysPolicy.policy(
                for: subject, sharing: self.policy, skippedLists: &skippedLists)
        }
        return PolicyHandle(policy, skippedLists: skippedLists, from: everybodysPolicy)
    }

    /// The policy for a subject. If the subject may be in other groups, it combines the cases with and
    /// without them.
    /// - Throws: If there are no rules, which is possible if other users are not checked, or if a list cannot
    ///   be opened.
    public func policy(for subject: PolicySubject) throws(PolicyLoadFailure) -> Policy {
        var skippedLists: [LocatedDiagnostic] = []
        return try (everybodysPolicy ?? self).policy(for: subject, skippedLists: &skippedLists)
    }

    /// - Parameter other: A policy that may have more lists open, which are shared too.
    private func policy(
        for subject: PolicySubject, sharing other: Policy? = nil, skippedLists: inout [LocatedDiagnostic]
    ) throws(PolicyLoadFailure) -> Policy {
        let others = stack.possibleSubjects(besides: subject, limit: Self.maximumDoubtCount)
        guard others.count <= Self.maximumDoubtCount else {
            throw PolicyLoadFailure(
                diagnostics: [LocatedDiagnostic(tooManyDoubts: Self.maximumDoubtCount, user: subject.user)],
                rootExemption: stack.rootExemption)
        }
        var policies: [Policy] = []
        for possible in [subject] + others {
            policies.append(
                try stack.applied(to: possible).policy(
                    remarks: [], source: stack.files.last?.name ?? [],
                    lists: ListUse(isKept: keepsLists, opened: [policy] + (other.map { [$0] } ?? [])),
                    skippedLists: &skippedLists))
        }
        return policies.count == 1 ? policies[0] : Policy(all: policies)
    }

    /// The maximum number of groups in doubt with sections.
    private static var maximumDoubtCount: Int { 64 }

    /// The user in the account database's spelling, with the groups that have sections.
    /// - Parameter remarks: Receives the doubts about the user's groups.
    /// - Throws: If the account or its groups cannot be looked up.
    public func subject(
        forUser user: [UInt8], remarks: inout [LocatedDiagnostic]
    ) throws(PolicyLoadFailure) -> PolicySubject {
        guard stack.hasSections else { return PolicySubject(user: user) }
        return try subject(forUser: user, UserAccount(ofUser: user), remarks: &remarks)
    }

    private func subject(
        forUser user: [UInt8], _ account: UserAccount, remarks: inout [LocatedDiagnostic]
    ) throws(PolicyLoadFailure) -> PolicySubject {
        do throws(AccountProblem) {
            // Some account databases also find "ALICE", which would evade the section for alice.
            let name: [UInt8]
            switch account {
            case .found(let account): name = account.name
            // A failing service may have the account in another spelling.
            case .missing(isCertain: false) where stack.hasUserSections:
                throw AccountProblem(.unanswered)
            case .missing: name = user
            case .failed(let problem): throw problem
            }
            guard stack.hasGroupSections else { return PolicySubject(user: name) }
            let found = try Accounts.memberships(ofUser: name, among: stack.groupsWithSections)
            let subject = PolicySubject(
                user: name, groups: found.groups, mayBeInOtherGroups: !found.doubts.isEmpty)
            // The doubts are not mentioned if the policy is the same either way.
            if !stack.possibleSubjects(besides: subject, limit: 0).isEmpty {
                for doubt in found.doubts { remarks.append(LocatedDiagnostic(doubt, user: name)) }
            }
            return subject
        } catch {
            throw PolicyLoadFailure(
                diagnostics: [LocatedDiagnostic(error, user: user)], rootExemption: stack.rootExemption)
        }
    }
}

extension Policy {
    /// Whether a check needs the account. A name that certainly belongs to nobody has no other spelling.
    package func needs(_ account: UserAccount) -> Bool {
        if case .missing(isCertain: true) = account { return wantsNames }
        return wantsAccount
    }
}
