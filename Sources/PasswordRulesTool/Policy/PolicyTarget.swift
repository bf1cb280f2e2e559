import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesSystem

/// The file of a policy that another file may replace.
struct PolicyTarget {
    /// The policy's own file.
    let policy: String
    /// The distribution's policy; nil with --config, which has none.
    private let vendor: String?
    /// The path of the file to replace.
    let path: String

    /// - Parameters:
    ///   - config: The policy; nil for the machine's.
    ///   - name: The name of a file in the policy's folder; nil for the policy's own file.
    init(config: String?, name: String?) {
        policy = config ?? "\(PolicyLoader.defaultPath)"
        vendor = config == nil ? "\(PolicyLoader.vendorPath)" : nil
        path = name.map { "\(config ?? "\(PolicyLoader.defaultPath)").d/\($0)" } ?? policy
    }

    /// Whether a file with this name is read as a part of a policy.
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

    /// The policy with this file instead; nil for the policy as it is.
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

/// A file that may become a part of a policy. It is read once, so that the checked text is the one that is
/// installed.
struct CandidateFile {
    /// The path as it was given, or "standard input".
    let name: String
    let text: [UInt8]

    /// Takes a text that is not in a file.
    init(name: String, text: [UInt8]) {
        self.name = name
        self.text = text
    }

    /// - Parameter path: The path of a regular file, or `-` for standard input.
    init(_ path: String) throws {
        let limit = PolicyFile.maximumLengthInBytes
        if path == "-" {
            name = "standard input"
            // The parser refuses a longer text.
            text = try Input.readAll(limit: limit + 1)
        } else {
            name = path
            text = try Input.readAll(path: path, limit: limit)
        }
    }
}

extension PolicyTarget {
    /// The changes from the policy in force, or from the policy with another file, to a new one.
    func difference(from other: CandidateFile?, to candidate: PolicyReplacement) throws -> PolicyDifference {
        let before = replacing(by: other)
        if !before.isWhole {
            // A broken policy refuses every change, so no other policy is weaker.
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
    /// - Parameter candidate: The new file that they may be about, which was read only once.
    static func refuse<Result>(
        _ diagnostics: [LocatedDiagnostic], candidate: CandidateFile? = nil
    ) throws -> Result {
        complain(diagnostics, candidate: candidate)
        throw ExitCode(2)
    }
}
