import Glibc
import PasswordRules
import PasswordRulesImport
import PasswordRulesLists

/// Findings about a machine whose policy compares new passwords with earlier ones, by `history`.
struct HistoryFindings {
    typealias Line = PasswordStacks.Line

    /// The files that the module compares with.
    private static let files = ["/etc/passwd", "/etc/shadow", MachineHashes.opasswdPath]
    private static let selinux = "/sys/fs/selinux/enforce"

    private let root: String

    /// - Parameter root: The folder that contains the machine's files; "" for this machine.
    init(root: String) { self.root = root }

    /// Findings about the files of hashes.
    /// - Parameter enforcement: What happens to a change if they cannot be used.
    func findings(enforcedAs enforcement: Enforcement) -> [StatusFinding] {
        let isRefused = enforcement == .yes
        return (isRefused ? Self.files.compactMap(unusableFile) + confinement : []) + skippedHashes
    }

    // MARK: - Files

    /// An error about a file that the module refuses to use.
    private func unusableFile(_ path: String) -> StatusFinding? {
        guard let status = Self.status(root + path) else { return nil }
        let problem: String
        var command = "chown root:root \(path) && chmod go-w \(path)"
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            if status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
                problem = "can be written by others than root"
            } else if status.st_uid != 0 {
                problem = "does not belong to root"
            } else {
                return nil
            }
        case S_IFLNK:
            problem = "is a link"
            command = "cp -p --remove-destination \"$(readlink -f \(path))\" \(path)"
        default:
            problem = "is not a regular file"
            command = "mv \(path) \(path).old"
        }
        return StatusFinding(
            .error, .historyFile, path,
            "the file \(problem), so the module does not use it, and refuses every change under a policy with history",
            remedy: "to mend it: \(command)")
    }

    /// The status of a file or a link; nil if there is none.
    private static func status(_ path: String) -> stat? {
        var status = stat()
        // SAFETY: the path is a C string, and the struct lives, for the duration of the call.
        return unsafe lstat(path, &status) == 0 ? status : nil
    }

    /// A note on the hashes that no password is compared with. Only root can read them.
    private var skippedHashes: [StatusFinding] {
        guard let count = MachineHashes(root: root).unknownCount, count > 0 else { return [] }
        return [
            StatusFinding(
                .note, .historySkipped, MachineHashes.opasswdPath,
                "\(count.counted("entry is", "entries are")) skipped, because libcrypt does not know the method of the hash",
                remedy: "")
        ]
    }

    /// A warning about SELinux, if it is enforcing.
    private var confinement: [StatusFinding] {
        let text = (try? Input.readAll(path: root + Self.selinux, limit: 16)) ?? []
        guard text.first == 0x31 else { return [] }
        return [
            StatusFinding(
                .warning, .historyConfined, Self.selinux,
                "SELinux may keep the module from reading /etc/shadow and writing \(MachineHashes.opasswdPath); then it refuses "
                    + "every change under a policy with history",
                remedy:
                    "change a password with each program that may do so; \"ausearch -m avc\" shows what was denied; pam_unix has "
                    + "a helper program for this, and the module has none"
            )
        ]
    }

    // MARK: - Stacks

    /// Findings about other modules in the module's stacks.
    /// - Parameter lines: The lines that a change can reach.
    func findings(of lines: [Line]) -> [StatusFinding] {
        let files = OtherModuleFiles(root: root)
        return lines.compactMap { line in
            switch line.module {
            case "pam_pwhistory.so":
                // With remember=0, the module does nothing.
                if files.passwordsRemembered(by: line) == 0 { return nil }
                return StatusFinding(
                    .warning, .otherHistory, line.location,
                    "\(line.module) also keeps earlier passwords in \(MachineHashes.opasswdPath), without a lock, so that changes at "
                        + "the same time can lose some; it ends a change when it refuses a password",
                    remedy: "remove this line; for a scanner, see passwordrules(1)")
            case "pam_unix.so", "pam_unix_passwd.so":
                guard line.arguments.contains(where: { $0.hasPrefix("remember=") }) else { return nil }
                return StatusFinding(
                    .warning, .otherHistory, line.location,
                    "with remember=, \(line.module) also writes \(MachineHashes.opasswdPath): it drops entries beyond its own number, and "
                        + "adds MD5 hashes, which are easy to attack",
                    remedy: "remove remember= from this line; for a scanner, see passwordrules(1)")
            case let module
            where StackOutcomes.stores.contains(module) && !StackOutcomes.localStores.contains(module):
                return StatusFinding(
                    .note, .historyNotChecked, line.location,
                    "earlier passwords of the accounts whose passwords \(module) stores are not compared: no hash of them is here",
                    remedy: "let the server that stores them keep a history")
            default: return nil
            }
        }
    }

    // MARK: - Servers

    /// Notes on servers whose plugin cannot compare with earlier passwords.
    static func findings(of plugins: ServerPlugins) -> [StatusFinding] {
        plugins.servers.map { server in
            StatusFinding(
                .note, .historyNotChecked, server.plugin,
                "\(server.name) does not compare new passwords with earlier ones: only the PAM module does, by the key history",
                remedy: server.ownHistory.map { "for a history of the server's own: \($0)" } ?? "")
        }
    }
}
