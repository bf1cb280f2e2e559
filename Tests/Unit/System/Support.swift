import Foundation
import PasswordRules
@_exported public import PasswordRulesTestSupport
import Testing

@testable import PasswordRulesSystem

/// Reads a trusted file, and returns its bytes or the problem.
func read(_ path: String, limit: Int = 1 << 20) -> Result<[UInt8], FileProblem> {
    do throws(FileProblem) {
        return .success(try readTrustedFile(atPath: Array(path.utf8), limit: limit))
    } catch {
        return .failure(error)
    }
}

extension PolicyHandle {
    /// The subject for a user, with those groups that have sections. Ignores remarks.
    func subject(forUser user: [UInt8]) throws(PolicyLoadFailure) -> PolicySubject {
        var remarks: [LocatedDiagnostic] = []
        return try subject(forUser: user, remarks: &remarks)
    }
}

extension Blocklist {
    /// The result of a lookup.
    enum Answer: Equatable {
        case listed(BlocklistMatch), notListed, failed(BlocklistProblem)
    }

    /// Looks up a password that is given as text.
    func answer(_ password: String, by match: BlocklistMatch = .exact) -> Answer {
        let bytes = Array(password.utf8)
        do throws(BlocklistProblem) {
            return try lookUp(bytes.span, by: match).map { .listed($0) } ?? .notListed
        } catch {
            return .failed(error)
        }
    }
}

/// The bytes of a blocklist of these words, which are not folded first.
func blocklistBytes(_ words: [String], match: BlocklistMatch = .mangled) -> [UInt8] {
    BlocklistImage.file(words: words, match: match)
}

/// This process's open descriptors of a file, opened by any path.
func openDescriptors(of path: String) -> [Int32] {
    var wanted = stat()
    guard unsafe stat(path, &wanted) == 0 else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap {
        var status = stat()
        guard let number = Int32($0), unsafe fstat(number, &status) == 0, status.st_dev == wanted.st_dev,
            status.st_ino == wanted.st_ino
        else { return nil }
        return number
    }
}

/// Runs a shell command in a folder, and requires that it succeeds.
func shell(_ command: String, in folder: TemporaryFolder) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-e", "-c", command]
    process.currentDirectoryURL = folder.url
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(command)")
}
