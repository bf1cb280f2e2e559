import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesSystem

/// The file of a policy whose place another one may take, and the files beside it.
struct PolicyTarget {
    /// The policy's own file.
    let policy: String
    /// The file of the distribution; nil for a policy that was named, which has none.
    private let vendor: String?
    /// The file that is to be replaced.
    let path: String

    /// - Parameters:
    ///   - config: The policy; nil for the machine's own.
    ///   - name: The name of a file in the folder beside it; nil for the policy's own file.
    init(config: String?, name: String?) {
        policy = config ?? "\(PolicyLoader.defaultPath)"
        vendor = config == nil ? "\(PolicyLoader.vendorPath)" : nil
        path = name.map { "\(config ?? "\(PolicyLoader.defaultPath)").d/\($0)" } ?? policy
    }

    /// Whether a name of a file is one that is read as a part of a policy.
    static func isPartName(_ name: String) -> Bool {
        name.hasSuffix(".conf") && name.count > ".conf".count && !name.hasPrefix(".")
            && name.utf8.count < 200 && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x2F }
    }

    /// The policy without the file.
    func removed() -> PolicyReplacement {
        PolicyReplacement(
            path: Array(policy.utf8), vendorPath: vendor.map { Array($0.utf8) },
            commonBlocklist: Installation.commonBlocklist,
            candidate: PolicyReplacement.Candidate(path: Array(path.utf8), name: [], text: nil))
    }

    /// The policy with a file in its place, or as it is.
    func replacing(by candidate: CandidateFile?) -> PolicyReplacement {
        PolicyReplacement(
            path: Array(policy.utf8), vendorPath: vendor.map { Array($0.utf8) },
            commonBlocklist: Installation.commonBlocklist,
            candidate: candidate.map {
                PolicyReplacement.Candidate(
                    path: Array(path.utf8), name: Array($0.name.utf8), text: $0.text)
            })
    }
}

/// A file that may become a part of a policy, read once: what is checked and shown is what is written.
struct CandidateFile {
    /// As it was given.
    let name: String
    let text: [UInt8]

    /// A text that is nowhere else.
    init(name: String, text: [UInt8]) {
        self.name = name
        self.text = text
    }

    /// - Parameter path: Of a regular file, or `-` for standard input.
    init(_ path: String) throws {
        let limit = PolicyFile.maximumLengthInBytes
        if path == "-" {
            name = "standard input"
            // The reader of policies refuses what is longer.
            text = try Input.readAll(limit: limit + 1)
        } else {
            name = path
            text = try Input.readAll(path: path, limit: limit)
        }
    }
}

extension PolicyTarget {
    /// What changes if a file takes its place: against the policy in force, or against that with another file
    /// there.
    func difference(from other: CandidateFile?, to candidate: PolicyReplacement) throws -> PolicyDifference {
        let before = replacing(by: other)
        if !before.isWhole {
            // What is broken refuses every change, so nothing that comes after it is weaker.
            if other != nil { return try Self.refuse(before.diagnostics) }
            if PolicyOptions.isMissing(before.diagnostics, policy) {
                Output.complain("passwordrules: note: there is no policy yet")
            } else {
                complain(before.diagnostics)
                Output.complain(
                    "passwordrules: note: the policy in force cannot be used, and refuses every new password")
            }
            return PolicyDifference(from: PolicyStack(), to: candidate.stack)
        }
        return PolicyDifference(from: before.stack, to: candidate.stack)
    }

    /// Prints errors and ends the program.
    /// - Parameter candidate: A file that they may be about, which was read once.
    static func refuse<Result>(
        _ diagnostics: [LocatedDiagnostic], candidate: CandidateFile? = nil
    ) throws -> Result {
        complain(diagnostics, candidate: candidate)
        throw ExitCode(2)
    }
}
