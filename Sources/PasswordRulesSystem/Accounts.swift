internal import CPasswordRulesSystem
public import NameServices
public import PasswordRules

/// Why the account databases could not be queried. The number is stable.
public struct AccountProblem: Error, Equatable, Sendable {
    /// What went wrong.
    public enum Reason: Equatable, Sendable {
        /// A call failed with this errno.
        case error(Int32)
        /// The user was not found, and services were not asked, because they might obey the caller's
        /// environment.
        case exposed
        /// The user was not found, but a service that may have the account cannot be asked, or reports a
        /// failure.
        case unanswered
    }

    /// The reason.
    public let reason: Reason

    /// A problem for this reason.
    public init(_ reason: Reason) { self.reason = reason }

    /// A call that failed with this errno.
    public init(error: Int32) { self.init(.error(error)) }

    /// The stable number of the problem, distinct from those of `FileProblem`.
    public var code: Int { MachineDiagnosticCode.accountsUnreadable.rawValue }

    /// The problem in one English sentence.
    public var messageBytes: [UInt8] {
        var text = Text("cannot look up this user in the account databases: ")
        switch reason {
        case .error(let error): text.append(systemError: error)
        case .exposed: text.append("services might obey the caller's environment")
        case .unanswered: text.append("a service that may have the account does not answer")
        }
        return text.bytes
    }
}

/// The system's answer about the groups of a user.
public struct Memberships: Sendable {
    /// The names of the groups that the user is certainly in, the primary one first. A group without a name
    /// is left out.
    public internal(set) var groups: [[UInt8]] = []
    /// Why the user may be in other groups; empty if there is no doubt.
    public internal(set) var doubts: [MembershipDoubt] = []
}

/// The result of looking up a user's account.
public enum UserAccount: Sendable {
    case found(Account)
    /// There is no such account; this is certain if every service says so.
    case missing(isCertain: Bool)
    /// The account databases could not be queried.
    case failed(AccountProblem)

    /// Looks up an account, once.
    public init(ofUser user: [UInt8]) {
        do throws(AccountProblem) {
            if let account = try Accounts.account(ofUser: user) {
                self = .found(account)
                return
            }
            let isCertain = Accounts.isCertainlyMissing(user)
            // The caller's environment may hide the account: another spelling of its name must not evade its
            // section.
            if !isCertain, Accounts.isEnvironmentExposed { throw AccountProblem(.exposed) }
            self = .missing(isCertain: isCertain)
        } catch {
            self = .failed(error)
        }
    }

    /// Whether a password cannot be compared with the account's names.
    public var isUnknown: Bool {
        if case .found = self { return false }
        return true
    }
}

/// The system's users and groups, by the Name Service Switch. It is thread-safe.
public enum Accounts {
    /// The maximum number of groups of one user; Linux has no more.
    private static var maximumGroupCount: Int { 65_536 }

    /// The account of a user, with the name both as spelled in the database and as given; nil if there is
    /// none.
    public static func account(ofUser user: [UInt8]) throws(AccountProblem) -> Account? {
        try entry(ofUser: user)?.account
    }

    /// Whether each service answers that it has no such user.
    fileprivate static func isCertainlyMissing(_ user: [UInt8]) -> Bool {
        if user.contains(0) { return true }
        var doubts: [MembershipDoubt] = []
        guard let services = try? Self.services(.users, &doubts) else { return false }
        return services.groups(ofUser: user, &doubts).isEmpty && doubts.isEmpty
    }

    /// Whether `/etc/passwd` has a line for this user; also true if the file cannot be read.
    public static func isLocal(_ user: [UInt8]) -> Bool {
        // "root:x" would match the line of root.
        guard !user.contains(0x3A) else { return false }
        guard !user.isEmpty,
            let file = try? openRegularFile(atPath: Text("/etc/passwd").bytes, isTrusted: false)
        else { return true }
        defer { passwordrules_system_close(file.descriptor) }
        var piece = [UInt8](repeating: 0, count: 4096)
        var length: Int64 = 0
        // The number of characters of the line that match the name; nil after a mismatch.
        var matched: Int? = 0
        while true {
            // SAFETY: the call writes at most as many bytes as the buffer has.
            let count = unsafe piece.withUnsafeMutableBytes {
                unsafe passwordrules_system_read(file.descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 { return true }
            // The file became shorter, and the missing part may have the line.
            if count == 0 { return length < file.size }
            for byte in piece[..<count] {
                if byte == 0x0A {
                    matched = 0
                } else if let index = matched {
                    if index == user.count, byte == 0x3A { return true }
                    matched = index < user.count && byte == user[index] ? index + 1 : nil
                }
            }
            length += Int64(count)
        }
    }

    /// Whether a user is local by the name as given, or as the account database spells it. Also true if the
    /// caller may have hidden the account.
    public static func isLocalInAnySpelling(_ user: [UInt8]) -> Bool {
        if isLocal(user) { return true }
        guard let account = try? account(ofUser: user) else { return isEnvironmentExposed }
        return isLocal(account.name)
    }

    /// The groups of a user, including supplementary ones, and whether there may be others. Empty if the user
    /// does not exist.
    ///
    /// The C library does not distinguish a service that fails from one that has no such user or group. So
    /// each service of `/etc/nsswitch.conf` is also asked by itself, and the answers are combined. If the
    /// services would see the environment of an untrusted caller, only `/etc/passwd` and `/etc/group` are
    /// trusted.
    /// - Parameter sections: The groups with sections. A service that may leave out groups of a user without
    ///   an error is asked for each of them.
    public static func memberships(
        ofUser user: [UInt8], among sections: [[UInt8]] = []
    ) throws(AccountProblem) -> Memberships {
        // User names have no NUL: C would ignore the rest of the name.
        if user.contains(0) { return Memberships() }
        if !isEnvironmentExposed {
            let result = try memberships(ofUser: user, among: sections, asksLibc: true)
            // A service may have started a thread.
            if !isEnvironmentExposed { return result }
        }
        return try memberships(ofUser: user, among: sections, asksLibc: false)
    }

    /// Whether services would see, and might obey, the environment of an untrusted caller.
    fileprivate static var isEnvironmentExposed: Bool { passwordrules_system_environment_is_exposed() != 0 }

    private static func memberships(
        ofUser user: [UInt8], among sections: [[UInt8]], asksLibc: Bool
    ) throws(AccountProblem) -> Memberships {
        var result = Memberships()
        var primary: [UInt32] = []
        if asksLibc, let entry = try entry(ofUser: user) { primary.append(entry.group) }
        for group in try services(.users, &result.doubts).groups(ofUser: user, &result.doubts) {
            if !primary.contains(group) { primary.append(group) }
        }
        if primary.isEmpty { return result }

        let services = try Self.services(.memberships, &result.doubts)
        var identifiers: [UInt32] = []
        for group in primary {
            identifiers.append(contentsOf: asksLibc ? try groups(ofUser: user, group) : [group])
        }
        try addNames(of: identifiers, to: &result, asksLibc: asksLibc)
        let others = sections.filter { !$0.contains(0) && !result.groups.contains($0) }
        let listed = services.memberships(
            ofUser: user, besides: primary[0], among: others, &result.doubts)
        var unnamed: [UInt32] = []
        for group in listed.numbers where !identifiers.contains(group) {
            identifiers.append(group)
            unnamed.append(group)
        }
        try addNames(of: unnamed, to: &result, asksLibc: asksLibc)
        // A group whose number is known is already in the list, by another of its names.
        for group in listed.named
        where !identifiers.contains(group.number) && !result.groups.contains(group.name) {
            result.groups.append(group.name)
        }
        return result
    }

    /// The doubts about memberships in these groups that do not depend on the user.
    public static func doubts(aboutGroups groups: [[UInt8]]) throws(AccountProblem) -> [MembershipDoubt] {
        var doubts: [MembershipDoubt] = []
        _ = try services(.users, &doubts).groups(ofUser: Text("root").bytes, &doubts)
        let services = try Self.services(.memberships, &doubts)
        _ = services.memberships(ofUser: Text("root").bytes, besides: 0, among: [], &doubts)
        // Each group is asked for by name, because some services answer about root without asking their server.
        for group in groups where !group.contains(0) { services.addDoubts(aboutGroup: group, to: &doubts) }
        return doubts
    }

    /// The services for a database.
    private static func services(
        _ database: NameServices.Database, _ doubts: inout [MembershipDoubt]
    ) throws(AccountProblem) -> NameServices {
        do { return try NameServices(database, &doubts) } catch { throw AccountProblem(error: error.error) }
    }

    /// Adds the names of groups. If libc cannot name a group, the services are asked.
    private static func addNames(
        of identifiers: [UInt32], to result: inout Memberships, asksLibc: Bool
    ) throws(AccountProblem) {
        var services: NameServices?
        for identifier in identifiers {
            if asksLibc, let name = try name(ofGroup: identifier) {
                result.groups.append(name)
                continue
            }
            if services == nil { services = try Self.services(.groups, &result.doubts) }
            if let name = services?.name(ofGroup: identifier, &result.doubts) { result.groups.append(name) }
        }
    }

    /// The numbers of a user's groups, from libc, the given one first.
    private static func groups(ofUser user: [UInt8], _ primary: UInt32) throws(AccountProblem) -> [UInt32] {
        var groups = [UInt32](repeating: 0, count: 64)
        var count = 0
        while true {
            // SAFETY: the call writes at most `groups.count` elements.
            count = Int(
                unsafe passwordrules_system_groups(
                    cString(user), primary, &groups, CInt(truncatingIfNeeded: groups.count)))
            if count < 0 { throw AccountProblem(error: CInt(-count)) }
            if count <= groups.count { return Array(groups.prefix(count)) }
            guard count <= maximumGroupCount else {
                // UNCOVERED: it takes a user in more groups than Linux allows.
                throw AccountProblem(error: passwordrules_system_too_large())
            }
            groups = [UInt32](repeating: 0, count: count)
        }
    }

    /// The name that `memberships(ofUser:among:)` uses for a group, which may have several; nil if there is
    /// no such group.
    public static func firstName(ofGroup group: [UInt8]) throws(AccountProblem) -> [UInt8]? {
        guard let number = try number(ofGroup: group) else { return nil }
        return try name(ofGroup: number)
    }

    /// The number of a group; nil if there is no such group.
    public static func number(ofGroup group: [UInt8]) throws(AccountProblem) -> UInt32? {
        var identifier: UInt32 = 0
        let exists = try unsafe isFound(group) { buffer in
            unsafe passwordrules_system_group_id(
                cString(group), buffer.baseAddress, buffer.count, &identifier)
        }
        return exists ? identifier : nil
    }

    /// The number of a group, and the members that its first database lists; nil if there is no such group.
    public static func members(
        ofGroup group: [UInt8]
    ) throws(AccountProblem) -> (number: UInt32, names: [[UInt8]])? {
        var number: UInt32 = 0
        var names: [[UInt8]] = []
        let exists = try unsafe isFound(group) { buffer in
            var members: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
            let status = unsafe passwordrules_system_group_members(
                cString(group), buffer.baseAddress, buffer.count, &number, &members)
            // SAFETY: the array of a group that was found ends with NULL, and is in the buffer with its texts.
            while let list = unsafe members, let member = unsafe list.pointee {
                unsafe names.append(bytes(of: member))
                unsafe members = list + 1
            }
            return status
        }
        return exists ? (number, names) : nil
    }

    /// The name of a group with this number; nil if there is no such group.
    public static func name(ofGroup group: UInt32) throws(AccountProblem) -> [UInt8]? {
        var result: [UInt8] = []
        let exists = try unsafe isFound { buffer in
            var name: UnsafePointer<CChar>?
            let status = unsafe passwordrules_system_group_name(
                group, buffer.baseAddress, buffer.count, &name)
            // SAFETY: a name that was found is in the buffer.
            if let name = unsafe name { result = unsafe bytes(of: name) }
            return status
        }
        return exists ? result : nil
    }

    private static func entry(ofUser user: [UInt8]) throws(AccountProblem) -> (
        account: Account, group: UInt32
    )? {
        var found = Account(name: user)
        var group: UInt32 = 0
        let exists = try unsafe isFound(user) { buffer in
            var account = unsafe passwordrules_account()
            let status = unsafe passwordrules_system_account(
                cString(user), buffer.baseAddress, buffer.count, &account)
            guard status == 0 else { return status }
            unsafe group = account.group
            // SAFETY: the texts of an account that was found are in the buffer.
            if let text = unsafe account.name { found.name = unsafe bytes(of: text) }
            if let text = unsafe account.full_name { found.fullName = unsafe bytes(of: text) }
            if let text = unsafe account.home { found.homeDirectory = unsafe bytes(of: text) }
            return status
        }
        found.add(spelling: user)
        return exists ? (found, group) : nil
    }

    /// Asks with a buffer that grows until the answer fits.
    private static func isFound(
        _ name: [UInt8] = [], _ ask: (UnsafeMutableBufferPointer<CChar>) -> CInt
    ) throws(AccountProblem) -> Bool {
        // Names of entries have no NUL: C would ignore the rest of the name.
        if name.contains(0) { return false }
        var size = 1024
        while true {
            var buffer = [CChar](repeating: 0, count: size)
            let status = unsafe buffer.withUnsafeMutableBufferPointer { unsafe ask($0) }
            if status == 0 { return true }
            if status > 0 { return false }
            guard passwordrules_system_is_too_small(-status) != 0, size < NameServices.maximumEntryLength
            else {
                throw AccountProblem(error: -status)
            }
            size *= 4
        }
    }
}
