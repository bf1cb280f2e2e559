internal import CPasswordRulesSystem
public import PasswordRules

/// Why the account databases could not be asked. The number is stable.
public struct AccountProblem: Error, Equatable, Sendable {
    /// What errno(3) lists.
    public let error: Int32

    /// The stable number of the problem, beside those of `FileProblem`.
    public var code: Int { 310 }

    /// The problem in one English sentence.
    public var messageBytes: [UInt8] {
        var text = Text("the account databases cannot be asked for this user: ")
        text.append(systemError: error)
        return text.bytes
    }
}

/// The system's users and groups, by the Name Service Switch. Threads may ask at once.
public enum Accounts {
    /// The most groups of one user that are looked at; Linux has no more.
    private static var maximumGroupCount: Int { 65_536 }
    /// The largest entry of a database that is read, in bytes.
    private static var maximumEntryLength: Int { 1 << 22 }

    /// The account of a user; nil where there is none.
    public static func account(ofUser user: [UInt8]) throws(AccountProblem) -> Account? {
        try entry(ofUser: user)?.account
    }

    /// The names of the groups of a user, supplementary ones included, the primary one first; none where there is no such
    /// user. A group without a name is left out.
    public static func groups(ofUser user: [UInt8]) throws(AccountProblem) -> [[UInt8]] {
        guard let entry = try entry(ofUser: user) else { return [] }
        var groups = [UInt32](repeating: 0, count: 64)
        var count = 0
        while true {
            // SAFETY: the array has as many elements as the call says.
            count = Int(
                unsafe passwordrules_system_groups(
                    cString(user), entry.group, &groups, CInt(truncatingIfNeeded: groups.count)))
            if count < 0 { throw AccountProblem(error: CInt(-count)) }
            if count <= groups.count { break }
            guard count <= maximumGroupCount else {
                throw AccountProblem(error: passwordrules_system_too_large())
            }
            groups = [UInt32](repeating: 0, count: count)
        }
        var names: [[UInt8]] = []
        for group in groups.prefix(count) {
            if let name = try name(ofGroup: group) { names.append(name) }
        }
        return names
    }

    /// The name by which `groups(ofUser:)` knows a group, which may have several; nil where there is no such group.
    public static func firstName(ofGroup group: [UInt8]) throws(AccountProblem) -> [UInt8]? {
        var identifier: UInt32 = 0
        let isThere = try unsafe isFound(group) { buffer in
            unsafe passwordrules_system_group_id(
                cString(group), buffer.baseAddress, buffer.count, &identifier)
        }
        return isThere ? try name(ofGroup: identifier) : nil
    }

    private static func name(ofGroup group: UInt32) throws(AccountProblem) -> [UInt8]? {
        var result: [UInt8] = []
        let isThere = try unsafe isFound { buffer in
            var name: UnsafePointer<CChar>?
            let status = unsafe passwordrules_system_group_name(
                group, buffer.baseAddress, buffer.count, &name)
            // SAFETY: a name that was found is in the buffer.
            if let name = unsafe name { result = unsafe bytes(of: name) }
            return status
        }
        return isThere ? result : nil
    }

    private static func entry(ofUser user: [UInt8]) throws(AccountProblem) -> (
        account: Account, group: UInt32
    )? {
        var found = Account(name: user)
        var group: UInt32 = 0
        let isThere = try unsafe isFound(user) { buffer in
            var account = unsafe passwordrules_account()
            let status = unsafe passwordrules_system_account(
                cString(user), buffer.baseAddress, buffer.count, &account)
            guard status == 0 else { return status }
            unsafe group = account.group
            // SAFETY: the texts of an account that was found are in the buffer.
            if let text = unsafe account.full_name { found.fullName = unsafe bytes(of: text) }
            if let text = unsafe account.home { found.homeDirectory = unsafe bytes(of: text) }
            return status
        }
        return isThere ? (found, group) : nil
    }

    /// Asks with a buffer that grows until the answer fits.
    private static func isFound(
        _ name: [UInt8] = [], _ ask: (UnsafeMutableBufferPointer<CChar>) -> CInt
    ) throws(AccountProblem) -> Bool {
        // A name with a NUL in it is nobody's; C would take what is before that for the name.
        if name.contains(0) { return false }
        var size = 1024
        while true {
            var buffer = [CChar](repeating: 0, count: size)
            let status = unsafe buffer.withUnsafeMutableBufferPointer { unsafe ask($0) }
            if status == 0 { return true }
            if status > 0 { return false }
            guard passwordrules_system_is_too_small(-status) != 0, size < maximumEntryLength else {
                throw AccountProblem(error: -status)
            }
            size *= 4
        }
    }
}
