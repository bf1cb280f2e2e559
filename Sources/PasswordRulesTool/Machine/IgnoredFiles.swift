import FoundationEssentials
import Glibc
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// Files next to a policy that are not read, although somebody may expect it.
enum IgnoredFiles {
    /// Endings of files that editors, package managers and people leave behind.
    private static let leftovers = [
        "~", ".bak", ".old", ".orig", ".rej", ".save", ".swp", ".swo", ".tmp", ".disabled", ".off",
    ]

    /// Notes on files and folders in the policy's folder that are not read, and on a folder whose name was
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
        // Other programs often name the folder for the program, without ".conf".
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

    /// Whether a file with this name is read, or refused with an error.
    private static func isPart(_ name: String) -> Bool {
        name.hasSuffix(".conf") && name.utf8.count > ".conf".utf8.count && !name.hasPrefix(".")
    }

    private static func isLeftover(_ name: String) -> Bool {
        let lowerCase = name.lowercased()
        return name.hasPrefix(".") || name.hasPrefix("#") || lowerCase.hasPrefix("readme")
            || leftovers.contains(where: lowerCase.hasSuffix)
            || [".dpkg-", ".ucf-", ".rpm"].contains(where: lowerCase.contains)
    }

    private static func isFolder(_ path: String) -> Bool {
        MachineFiles.status(path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }
}
