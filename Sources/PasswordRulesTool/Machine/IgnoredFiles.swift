import FoundationEssentials
import Glibc
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// What is beside a policy and not read, although somebody may have put it there to be.
enum IgnoredFiles {
    /// What editors, package managers and people leave beside files.
    private static let leftovers = [
        "~", ".bak", ".old", ".orig", ".rej", ".save", ".swp", ".swo", ".tmp", ".disabled", ".off",
    ]

    /// Notes on the files and folders in the folder of a policy that are not read, and on a folder whose name was
    /// probably meant to be that folder's.
    static func diagnostics(besides policy: String) -> [LocatedDiagnostic] {
        let folder = policy + ".d"
        var found: [LocatedDiagnostic] = []
        func add(_ path: String, _ message: String) {
            found.append(LocatedDiagnostic(.note, .ignoredFile, source: path, message: message))
        }
        for name in names(in: folder) where !isLeftover(name) && !isPart(name) {
            let path = "\(folder)/\(name)"
            add(
                path,
                isFolder(path)
                    ? "this folder is not read: the files of a policy are all in \(printable(folder))"
                    : "this file is not read: its name does not end in .conf")
        }
        // Of other programs, the folder is often named for the program.
        if policy.hasSuffix(".conf") {
            let other = policy.dropLast(".conf".count) + ".d"
            if names(in: String(other)).contains(where: isPart) {
                add(
                    String(other),
                    "the files in this folder are not read: the policy's folder is \(printable(folder))")
            }
        }
        return found
    }

    private static func names(in folder: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
    }

    /// Whether a file of this name is read, or refused aloud.
    private static func isPart(_ name: String) -> Bool {
        name.hasSuffix(".conf") && name.utf8.count > ".conf".utf8.count && !name.hasPrefix(".")
    }

    private static func isLeftover(_ name: String) -> Bool {
        let small = name.lowercased()
        return name.hasPrefix(".") || name.hasPrefix("#") || small.hasPrefix("readme")
            || leftovers.contains(where: small.hasSuffix)
            || [".dpkg-", ".ucf-", ".rpm"].contains(where: small.contains)
    }

    private static func isFolder(_ path: String) -> Bool {
        MachineFiles.status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }
}
