import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesSystem

/// Policies that cannot be loaded because of a program's arguments, and which changes that stops.
@Suite struct PolicyLoadFailureTests {
    private static let byRoot = PolicyContext(isByRoot: true, isExpired: false, service: passwd)

    private func failure(path: String?, settings: [String]) throws -> PolicyLoadFailure {
        do throws(PolicyLoadFailure) {
            _ = try PolicyLoader.load(
                path: path.map { Array($0.utf8) }, isOptional: true, settings: settings.map { Array($0.utf8) }
            )
        } catch {
            return error
        }
        throw NothingFailed()
    }

    private struct NothingFailed: Error {}

    private func texts(_ failure: PolicyLoadFailure) -> [String] {
        failure.diagnostics.map { String(decoding: $0.place + $0.message, as: UTF8.self) }
    }

    private let missing = "/nonexistent/passwordrules.conf"

    /// Each setting alone is valid.
    @Test func settingsThatContradictEachOtherAreAMistake() throws {
        let settings = ["rules=minlength: 8", "or=minlength: 16", "rules=", "or=minlength: 20"]
        let failure = try failure(path: missing, settings: settings)
        #expect(texts(failure).count == 1)
        #expect(texts(failure)[0].hasPrefix("or:1:1: "))
        #expect(failure.diagnostics[0].code == Diagnostic.Code.alternativeWithoutRules.rawValue)
        #expect(failure.enforcement(in: Self.byRoot) == .warn)
    }

    @Test(arguments: [
        (["retry=0"], Enforcement.warn), (["enforce-for-root=maybe"], .yes),
        (["retry=0", "enforce-for-root=yes"], .yes), (["enforce-for-root = "], .yes), (["rules="], .warn),
    ])
    func rootIsBoundWhereASettingMayHaveMeantSo(settings: [String], enforcement: Enforcement) throws {
        let failure = try failure(path: missing, settings: settings)
        #expect(failure.enforcement(in: Self.byRoot) == enforcement, "\(texts(failure))")
        #expect(
            failure.enforcement(in: PolicyContext(isByRoot: false, isExpired: false, service: passwd)) == .yes
        )
        #expect(
            failure.enforcement(in: PolicyContext(isByRoot: true, isExpired: true, service: passwd)) == .yes)
    }

    private static let machinesOwn = [
        "/etc/security/passwordrules.conf", "/usr/lib/passwordrules/passwordrules.conf",
    ]

    @Test(.enabled(if: machinesOwn.allSatisfy { !FileManager.default.fileExists(atPath: $0) }))
    func withoutAPathThePolicyIsTheMachines() throws {
        // The message names the file that the administrator should write.
        #expect(
            try texts(failure(path: nil, settings: [])).first?.hasPrefix(Self.machinesOwn[0] + ": ") == true)
        let loaded = try PolicyLoader.load(
            path: nil, isOptional: true, settings: [Array("rules=minlength: 9".utf8)])
        #expect(loaded.policy.rules.rules == [.minLength(9)])
    }

    @Test func theMachinesPolicyIsWhereTheManualSays() {
        #expect(["\(PolicyLoader.defaultPath)", "\(PolicyLoader.vendorPath)"] == Self.machinesOwn)
    }

    /// The name of the user is not trusted.
    @Test(arguments: [
        ("alice", "user \"alice\""), ("eve\nforged", "user \"eve?forged\""), ("\u{1B}[31m", "user \"?[31m\""),
        ("", "user \"\""),
        (String(repeating: "e", count: 99), "user \"\(String(repeating: "e", count: 40))...\""),
    ])
    func databasesThatCannotBeAskedAreToldOfWithTheUser(user: String, source: String) {
        let diagnostic = LocatedDiagnostic(AccountProblem(error: EIO), user: Array(user.utf8))
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.code == 310)
        #expect((diagnostic.line, diagnostic.column, diagnostic.offset, diagnostic.length) == (0, 0, 0, 0))
        #expect(
            String(decoding: diagnostic.place + diagnostic.message, as: UTF8.self)
                == "\(source): cannot look up this user in the account databases: input/output error")
    }
}
