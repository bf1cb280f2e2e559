import Glibc
import PasswordRules
import PasswordRulesLists

/// Whether the libpwquality.so.1 that programs of this machine load is ours, so that they obey the policy.
struct PwqualityLibrary {
    private static let name = "libpwquality.so.1"
    private static let package = "libpwquality1-passwordrules"
    /// The path at which the package installs our library, before it is put into place.
    private static let packaged = "passwordrules/libpwquality.so.1.900.passwordrules"
    /// A library that our libpwquality needs, and the original does not.
    private static let library = "libpasswordrules.so.1"
    /// The size in bytes of the largest file that is read. Both libraries are far smaller.
    private static let longestLibrary = 1 << 24

    /// The path of our library; nil if it is not in place.
    let path: String?
    /// Everything about it that could surprise an administrator.
    let findings: [StatusFinding]

    /// - Parameter root: The folder that contains the machine's files; "" for this machine.
    init(root: String) {
        let files = MachineFiles(root: root)
        path = files.libraryFolders.map { "\($0)/\(Self.name)" }.first { Self.isOurs(files, $0) }
        let folders = files.libraryFolders.filter { files.exists("\($0)/\(Self.packaged)") }
        findings = folders.map { "\($0)/\(Self.name)" }.filter { !Self.isOurs(files, $0) }.map { location in
            StatusFinding(
                .warning, .pwqualityNotOurs, location,
                files.exists(location)
                    ? "programs that ask libpwquality do not obey the policy: the library is not the one of \(Self.package)"
                    : "programs that ask libpwquality find no library",
                remedy: "restore it with \"dpkg-reconfigure \(Self.package)\", or remove that package")
        }
    }

    private static func isOurs(_ files: MachineFiles, _ path: String) -> Bool {
        let bytes = try? Input.readAll(path: files.root + path, limit: longestLibrary)
        return String(decoding: bytes ?? [], as: UTF8.self).contains(library)
    }

    /// Findings about a policy file or list that some users cannot read: programs call the library as the
    /// user that runs them.
    func findings(readingPath path: String) -> [StatusFinding] {
        guard self.path != nil, let status = MachineFiles.status(path), status.st_mode & 0o004 == 0 else {
            return []
        }
        return [
            StatusFinding(
                .warning, .pwqualityCannotRead, path,
                "programs that ask libpwquality run as any user, and refuse every password where they cannot read this file",
                remedy: "let everybody read it, with \"chmod o+r\"")
        ]
    }
}
