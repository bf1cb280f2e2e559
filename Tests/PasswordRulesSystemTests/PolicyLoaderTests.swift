import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesSystem

@Suite struct PolicyLoaderTests {
    private func load(
        _ path: String, isOptional: Bool = false, settings: [String] = []
    ) throws(PolicyLoadFailure) -> LoadedPolicy {
        try PolicyLoader.load(
            path: Array(path.utf8), isOptional: isOptional, settings: settings.map { Array($0.utf8) })
    }

    /// The first diagnostic of a policy that cannot be loaded, as a log shows it.
    private func complaint(_ path: String, isOptional: Bool = false, settings: [String] = []) -> String? {
        do {
            _ = try load(path, isOptional: isOptional, settings: settings)
            return nil
        } catch {
            return error.diagnostics.first.map { String(decoding: $0.place + $0.message, as: UTF8.self) }
        }
    }

    private let missing = "/nonexistent/passwordrules.conf"

    @Test func loadsAFile() throws {
        let folder = try TemporaryFolder()
        let loaded = try load(try folder.file("rules = minlength: 8\nretry = 5\n"))
        #expect(loaded.policy.retryCount == 5)
        #expect(loaded.diagnostics.isEmpty)
    }

    @Test func anOptionalFileMayBeMissingButNotBroken() throws {
        let folder = try TemporaryFolder()
        #expect(try load(missing, isOptional: true, settings: ["rules=minlength: 8"]).policy.retryCount == 3)
        #expect(
            complaint(missing, settings: ["rules=minlength: 8"]) == missing
                + ": cannot be read: no such file")
        let path = try folder.file("oops\n")
        #expect(complaint(path, isOptional: true, settings: ["rules=minlength: 8"]) != nil)
    }

    @Test func saysFileLineAndColumn() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("# x\nrules = required: uper\n")
        #expect(complaint(path) == path + ":2:19: unknown class \"uper\"; did you mean \"upper\"?")
        let empty = try folder.file("# x\n")
        #expect(complaint(empty) == empty + ": the policy has no rules: set \"rules\", or \"enforce = no\"")
    }

    @Test func saysWhichSettingAndWhere() throws {
        let folder = try TemporaryFolder()
        let path = try folder.file("rules = minlength: 8\n")
        #expect(
            complaint(path, settings: ["rules=required: uper"])
                == "rules:1:11: unknown class \"uper\"; did you mean \"upper\"?")
        #expect(
            complaint(path, settings: ["retry=x"])
                == "retry:1:1: expected a number from 1 to 100, found \"x\"")
        #expect(
            complaint(path, settings: ["rety=1"])
                == "rety:1:1: unknown key \"rety\"; did you mean \"retry\"?")
    }

    @Test func notesAreNoFailure() throws {
        let folder = try TemporaryFolder()
        let loaded = try load(try folder.file("rules = required: digits\n"))
        #expect(loaded.diagnostics.map(\.severity) == [.note])
        #expect(loaded.diagnostics.map(\.column) == [19])
    }

}
