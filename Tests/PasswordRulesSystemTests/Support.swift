import Foundation
import PasswordRules

@testable import PasswordRulesSystem

/// A folder that is removed when the test ends.
final class TemporaryFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "passwordrules-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The path of a new file with this text and mode.
    func file(_ text: String, mode: Int = 0o644) throws -> String {
        let path = url.appending(path: UUID().uuidString).path
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        return path
    }
}

/// The result of a read: the bytes or the problem.
func read(_ path: String, limit: Int = 1 << 20) -> Result<[UInt8], FileProblem> {
    do throws(FileProblem) {
        return .success(try readTrustedFile(atPath: Array(path.utf8), limit: limit))
    } catch {
        return .failure(error)
    }
}

/// The service at which root changes passwords.
let passwd = Array("passwd".utf8)

extension LoadedPolicy {
    /// The user with the groups that have sections.
    func subject(forUser user: [UInt8]) throws(PolicyLoadFailure) -> PolicySubject {
        var remarks: [LocatedDiagnostic] = []
        return try subject(forUser: user, remarks: &remarks)
    }
}
