import Glibc
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// Conflicts between a machine and its policy: programs that cannot read a list, and a hash that truncates
/// passwords.
struct MachineCheck {
    private static let module = "pam_passwordrules.so"

    /// A hash that ignores the rest of a long password.
    private struct TruncatingHash {
        let name: String
        let longest: Int
        /// The option of pam_unix; nil if there is none.
        let option: String?
        let method: String
        let advice: String
    }

    private static let truncatingHashes = [
        TruncatingHash(
            name: "bcrypt", longest: 72, option: "blowfish", method: "BCRYPT", advice: "set max-bytes = 72"),
        TruncatingHash(
            name: "traditional DES", longest: 8, option: nil, method: "DES",
            advice: "use another hash, such as yescrypt"),
    ]

    private let hashes: MachineHashes
    private let stacks: PasswordStacks
    private let servers: [ServerPlugins.Server]
    private let userNumbers: [String: String]

    /// - Parameter root: The folder that contains the machine's files; "" for this machine.
    init(root: String) {
        hashes = MachineHashes(root: root)
        stacks = PasswordStacks(root: root)
        servers = ServerPlugins(root: root).servers
        userNumbers = MachineFiles(root: root).userNumbers
    }

    /// Diagnostics for a policy that accepts passwords of up to `longestPassword` bytes.
    func checkHash(longestPassword: Int) -> [LocatedDiagnostic] {
        Self.truncatingHashes.filter { longestPassword > $0.longest }.flatMap { hash in
            stacks.locations(ofHash: hash.option, method: hash.method).map { location in
                LocatedDiagnostic(
                    .warning, .truncatingHash, source: location,
                    message:
                        "pam_unix hashes passwords with \(hash.name), which ignores everything after \(hash.longest) bytes, "
                        + "but the policy allows \(longestPassword): \(hash.advice)")
            }
        }
    }

    /// A note on how long a change takes because of a line of `history`; nil if this cannot be measured. The
    /// measurement compares a text with a few hashes.
    func historyCost(of line: AppliedPolicy.Item, count: Int) -> LocatedDiagnostic? {
        guard let cost = hashes.measureSlowest() else { return nil }
        let message =
            "history = \(count): a change compares up to \(count + 1) hashes, "
            + "\(Self.words(Double(count + 1) * cost.seconds)) on this machine "
            + "(\(cost.method), \(Self.words(cost.seconds)) each)"
        // Nobody can look up a position in a preset.
        if line.isFromPreset {
            return LocatedDiagnostic(
                .note, .historyCost, source: String(decoding: line.file.name, as: UTF8.self), message: message
            )
        }
        return LocatedDiagnostic(
            .note, code: MachineDiagnosticCode.historyCost.rawValue, source: line.file, at: line.range,
            message: Array(message.utf8))
    }

    /// A time, as people read it.
    private static func words(_ seconds: Double) -> String {
        if seconds < 0.001 { return "less than 1 ms" }
        if seconds < 1 { return "about \((seconds * 1000).decimals(0)) ms" }
        return "about \(seconds.decimals(1)) s"
    }

    /// Diagnostics for a policy file or list that a server's plugin cannot read.
    func checkServers(readingPath path: String) -> [LocatedDiagnostic] {
        guard let status = MachineFiles.status(path), status.st_mode & 0o004 == 0 else { return [] }
        let group = readingGroup(status)
        var users: Set<String> = ["root"]
        return servers.filter { users.insert($0.user).inserted }.compactMap { server in
            if mayRead(server.user, status, group: group) { return nil }
            return LocatedDiagnostic(
                .warning, .serviceCannotReadList, source: path,
                message:
                    "the service \(server.name) runs as user \(server.user), who cannot read \(path), so it would refuse every "
                    + "password change")
        }
    }

    /// Diagnostics for a list that some users cannot read.
    func checkReaders(ofListAtPath path: String) -> [LocatedDiagnostic] {
        guard let status = MachineFiles.status(path), status.st_mode & 0o004 == 0 else { return [] }
        let group = readingGroup(status)
        var found: [LocatedDiagnostic] = []
        for service in stacks.unprivilegedServices(withModule: Self.module)
        where !mayRead(service.user, status, group: group) {
            found.append(
                LocatedDiagnostic(
                    .warning, .serviceCannotReadList, source: service.source,
                    message:
                        "the service \(service.name) runs as user \(service.user), who cannot read \(path), so it would "
                        + "refuse every password change"))
        }
        let readers = group.map { "root and the group \($0)" } ?? "root"
        found.append(
            LocatedDiagnostic(
                .note, .usersCannotReadList, source: path,
                message:
                    "only \(readers) can read this list: \"passwordrules check\" and \"passwordrules try\" fail for other "
                    + "users"))
        return found
    }

    /// The group whose members can read a file. A group without a name has no members.
    private func readingGroup(_ status: stat) -> String? {
        guard status.st_mode & 0o040 != 0 else { return nil }
        return try? Accounts.name(ofGroup: status.st_gid).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a user can read a file that others cannot read.
    /// - Parameter user: The name or number of the user.
    private func mayRead(_ user: String, _ status: stat, group: String?) -> Bool {
        let number = userNumbers[user] ?? user
        if number == "0" { return true }
        if number == "\(status.st_uid)" { return status.st_mode & 0o400 != 0 }
        guard let group, let found = try? Accounts.memberships(ofUser: Array(user.utf8)) else { return false }
        return found.groups.contains(Array(group.utf8))
    }
}
