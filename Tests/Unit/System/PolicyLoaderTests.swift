import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesSystem

@Suite struct PolicyLoaderTests {
    private let missing = "/nonexistent/passwordrules.conf"

    private func load(
        _ path: String?, isOptional: Bool = false, settings: [String] = []
    ) throws(PolicyLoadFailure) -> PolicyHandle {
        try PolicyLoader.load(
            path: path.map { Array($0.utf8) }, isOptional: isOptional,
            settings: settings.map { Array($0.utf8) })
    }

    private func failure(
        _ path: String?, isOptional: Bool = false, settings: [String] = []
    ) -> PolicyLoadFailure? {
        thrown { () throws(PolicyLoadFailure) in
            _ = try load(path, isOptional: isOptional, settings: settings)
        }
    }

    private func text(_ diagnostic: LocatedDiagnostic) -> String {
        String(decoding: diagnostic.location + diagnostic.message, as: UTF8.self)
    }

    /// The first diagnostic of a policy that cannot be loaded, as a log shows it.
    private func complaint(_ path: String?, isOptional: Bool = false, settings: [String] = []) -> String? {
        failure(path, isOptional: isOptional, settings: settings)?.diagnostics.first.map(text)
    }

    // MARK: - A file and settings

    @Test func loadsAFile() throws {
        let folder = try TemporaryFolder()
        let loaded = try load(try folder.file("rules = minlength: 8\nretry = 5\n"))
        #expect(loaded.policy.retryCount == 5)
        #expect(loaded.diagnostics.isEmpty)
    }

    @Test func optionalFileMayBeMissingNotBroken() throws {
        let folder = try TemporaryFolder()
        #expect(try load(missing, isOptional: true, settings: ["rules=minlength: 8"]).policy.retryCount == 3)
        #expect(
            complaint(missing, settings: ["rules=minlength: 8"]) == missing
                + ": the file cannot be read: no such file")
        let path = try folder.file("oops\n")
        #expect(complaint(path, isOptional: true, settings: ["rules=minlength: 8"]) != nil)
    }

    /// `PolicyFolderTests` has the mistakes of several files, with their lines.
    @Test func reportsFileWithoutRules() throws {
        let folder = try TemporaryFolder()
        let empty = try folder.file("# x\n")
        #expect(complaint(empty) == empty + ": the policy has no rules: set \"rules\", or \"enforce = no\"")
    }

    @Test(arguments: [
        ("rules=required: uper", "rules:1:11: unknown class \"uper\"; did you mean \"upper\"?"),
        ("retry=x", "retry:1:1: expected a number from 1 to 100, found \"x\""),
        ("rety=1", "rety:1:1: unknown key \"rety\"; did you mean \"retry\"?"),
    ])
    func saysWhichSettingAndWhere(setting: String, message: String) throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("rules = minlength: 8\n")
        #expect(complaint(path, settings: [setting]) == message)
    }

    @Test func notesAreNotFailures() throws {
        let folder = try TemporaryFolder()
        let loaded = try load(try folder.file("rules = required: digits\n"))
        #expect(loaded.diagnostics.map(\.severity) == [.note])
        #expect(loaded.diagnostics.map(\.column) == [19])
    }

    // MARK: - Enforcement of a policy that cannot be loaded because of its settings

    private static let byRoot = PolicyContext(isByAdministrator: true, isExpired: false, service: passwd)

    /// Each setting alone is valid.
    @Test func contradictorySettingsAreAMistake() throws {
        let settings = ["rules=minlength: 8", "or=minlength: 16", "rules=", "or=minlength: 20"]
        let refused = try #require(failure(missing, isOptional: true, settings: settings))
        #expect(refused.diagnostics.map(\.code) == [Diagnostic.Code.alternativeWithoutRules.rawValue])
        #expect(refused.diagnostics.allSatisfy { text($0).hasPrefix("or:1:1: ") })
        #expect(refused.enforcement(in: Self.byRoot) == .warn)
    }

    @Test(arguments: [
        (["retry=0"], Enforcement.warn), (["enforce-for-root=maybe"], .yes),
        (["retry=0", "enforce-for-root=yes"], .yes), (["enforce-for-root = "], .yes), (["rules="], .warn),
    ])
    func rootIsRefusedIfASettingMayEnforceForRoot(settings: [String], enforcement: Enforcement) throws {
        let refused = try #require(failure(missing, isOptional: true, settings: settings))
        #expect(refused.enforcement(in: Self.byRoot) == enforcement)
        #expect(
            refused.enforcement(
                in: PolicyContext(isByAdministrator: false, isExpired: false, service: passwd)) == .yes
        )
        #expect(
            refused.enforcement(in: PolicyContext(isByAdministrator: true, isExpired: true, service: passwd))
                == .yes)
    }

    private static let machinesOwn = [
        "/etc/security/passwordrules.conf", "/usr/lib/passwordrules/passwordrules.conf",
    ]

    @Test(.enabled(if: machinesOwn.allSatisfy { !FileManager.default.fileExists(atPath: $0) }))
    func machinePolicyIsTheDefault() throws {
        // The message names the file that the administrator should write.
        #expect(complaint(nil, isOptional: true)?.hasPrefix(Self.machinesOwn[0] + ": ") == true)
        let loaded = try load(nil, isOptional: true, settings: ["rules=minlength: 9"])
        #expect(loaded.policy.rules.rules == [.minLength(9)])
    }

    @Test func machinePolicyIsWhereTheManualSays() {
        #expect(["\(PolicyLoader.defaultPath)", "\(PolicyLoader.vendorPath)"] == Self.machinesOwn)
    }

    /// The name of the user is not trusted.
    @Test(arguments: [
        ("alice", "user \"alice\""), ("eve\nforged", "user \"eve?forged\""), ("\u{1B}[31m", "user \"?[31m\""),
        ("", "user \"\""),
        (String(repeating: "e", count: 99), "user \"\(String(repeating: "e", count: 40))...\""),
    ])
    func failedDatabaseIsReportedWithTheUser(user: String, source: String) {
        let diagnostic = LocatedDiagnostic(AccountProblem(error: EIO), user: Array(user.utf8))
        #expect(diagnostic.severity == .error)
        #expect(diagnostic.code == 310)
        #expect((diagnostic.line, diagnostic.column, diagnostic.offset, diagnostic.length) == (0, 0, 0, 0))
        #expect(
            text(diagnostic)
                == "\(source): cannot look up this user in the account databases: input/output error")
    }
}
