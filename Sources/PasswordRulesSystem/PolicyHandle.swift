public import PasswordRules

/// A policy as programs hold it: with its lists open, for everybody or for one person, and with what is said
/// of its files and the person's account.
public final class PolicyHandle: Sendable {
    /// The policy.
    public let policy: Policy
    /// The files and settings that it is made of, with the sections of others.
    public let stack: PolicyStack
    /// The remarks on the text of all files; none is an error.
    let remarks: [LocatedDiagnostic]
    /// Warnings about the person's groups that are in doubt.
    public let doubts: [LocatedDiagnostic]
    /// Warnings about each optional list that the policy skips, because it is missing or damaged.
    public let passedOver: [LocatedDiagnostic]
    /// The person's account; nil if the policy is not for one person, or compares no names.
    public let account: UserAccount?
    /// Whether the policy is for the users in /etc/passwd alone, and the person is not among them.
    public let isUserOfOtherMachine: Bool

    /// The handle of the policy for everybody, whose lists the policies for persons share; nil for that policy
    /// itself.
    private let everybodys: PolicyHandle?
    /// Whether lists are kept in memory, for many checks.
    private let keepsLists: Bool
    /// The state of all files and folders that were looked for, and of all lists that are named, before they
    /// were read.
    private let files: [FileState]

    /// The policy for everybody.
    init(
        of stack: PolicyStack, _ policy: Policy, remarks: [LocatedDiagnostic],
        passedOver: [LocatedDiagnostic], keepsLists: Bool, files: [FileState]
    ) {
        self.policy = policy
        self.stack = stack
        self.remarks = remarks
        self.passedOver = passedOver
        self.keepsLists = keepsLists
        self.files = files
        everybodys = nil
        doubts = []
        account = nil
        isUserOfOtherMachine = false
    }

    /// The policy for one person.
    private init(
        _ policy: Policy, doubts: [LocatedDiagnostic] = [], passedOver: [LocatedDiagnostic],
        account: UserAccount? = nil, isUserOfOtherMachine: Bool = false, from everybodys: PolicyHandle
    ) {
        self.policy = policy
        self.doubts = doubts
        self.passedOver = passedOver
        self.account = account
        self.isUserOfOtherMachine = isUserOfOtherMachine
        self.everybodys = everybodys
        stack = everybodys.stack
        remarks = []
        keepsLists = everybodys.keepsLists
        files = everybodys.files
    }

    /// What there is to say of the policy, in the order of the files, and last of the lists that it skips; none
    /// is an error.
    public var diagnostics: [LocatedDiagnostic] { remarks + doubts + passedOver }

    /// Whether no file has changed since, and none was added or removed.
    public var isCurrent: Bool {
        for file in files where !file.isCurrent { return false }
        return true
    }

    // MARK: - What becomes of a password

    /// What happens with a refused password.
    public func enforcement(in context: PolicyContext) -> Enforcement {
        isUserOfOtherMachine ? .no : policy.enforcement(in: context)
    }

    /// Whether changes are counted. Where only root is let go there is nothing to find out.
    public func isAudited(in context: PolicyContext) -> Bool {
        var context = context
        context.isByAdministrator = false
        let enforcement = enforcement(in: context)
        return enforcement == .audit || enforcement == .warn
    }

    // MARK: - The policy for one person

    /// The policy for a user, by the sections for the user and for the user's groups. The system's account
    /// databases are queried if there are sections, or if the policy compares names. If the groups are in
    /// doubt, the policy demands what applies in each case.
    /// - Throws: If the groups could not be found out, or if there are sections for users and a service that
    ///   may have the account does not answer. A user who certainly does not exist is not an error.
    public func forUser(_ user: [UInt8]) throws(PolicyLoadFailure) -> PolicyHandle {
        let everybodys = everybodys ?? self
        var (policy, passedOver) = (everybodys.policy, everybodys.passedOver)
        var doubts: [LocatedDiagnostic] = []
        var found: UserAccount?
        if stack.hasSections {
            let account = UserAccount(ofUser: user)
            let subject = try subject(forUser: user, account, remarks: &doubts)
            passedOver = []
            policy = try everybodys.policy(for: subject, passedOver: &passedOver)
            found = account
        }
        var account: UserAccount?
        if policy.wantsAccount, policy.enforcement != .no {
            let known = found ?? UserAccount(ofUser: user)
            if policy.needs(known) { account = known }
        }
        return PolicyHandle(
            policy, doubts: doubts, passedOver: passedOver, account: account,
            isUserOfOtherMachine: policy.isForLocalUsersOnly && !Accounts.isLocalInAnySpelling(user),
            from: everybodys)
    }

    /// The policy for an account of a service, for which no account database is asked.
    public func forAccount(_ subject: PolicySubject) throws(PolicyLoadFailure) -> PolicyHandle {
        let everybodys = everybodys ?? self
        var (policy, passedOver) = (everybodys.policy, everybodys.passedOver)
        if stack.hasSections {
            passedOver = []
            policy = try everybodys.policy(for: subject, passedOver: &passedOver)
        }
        return PolicyHandle(policy, passedOver: passedOver, from: everybodys)
    }

    /// The policy for a subject. If the subject may be in other groups, it demands what applies with and
    /// without them.
    /// - Throws: If there are no rules, which is possible if other users are not checked, or if a list cannot
    ///   be opened.
    public func policy(for subject: PolicySubject) throws(PolicyLoadFailure) -> Policy {
        var passedOver: [LocatedDiagnostic] = []
        return try (everybodys ?? self).policy(for: subject, passedOver: &passedOver)
    }

    private func policy(
        for subject: PolicySubject, passedOver: inout [LocatedDiagnostic]
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
                    lists: ListUse(isKept: keepsLists, opened: policy), passedOver: &passedOver))
        }
        return policies.count == 1 ? policies[0] : Policy(all: policies)
    }

    /// The maximum number of groups in doubt that have a section.
    private static var maximumDoubtCount: Int { 64 }

    /// The user in the account database's spelling, with the groups that have sections.
    /// - Parameter remarks: Receives the doubts about the user's groups.
    /// - Throws: If the account or its groups could not be found out.
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
            // Some account databases find "ALICE" as well, which would get around the section for alice.
            let name: [UInt8]
            switch account {
            case .found(let account): name = account.name
            // A service that fails may have the account, in another spelling.
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
    /// Whether a password cannot be judged by what the user typed alone. A name that certainly belongs to
    /// nobody has no other spelling.
    package func needs(_ account: UserAccount) -> Bool {
        if case .missing(isCertain: true) = account { return wantsNames }
        return wantsAccount
    }
}
