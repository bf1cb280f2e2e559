import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesSystem

/// Policies that name lists: which are opened for which user, and the diagnostics of those that cannot be
/// opened.
@Suite struct PolicyBlocklistLoadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func load(
        _ lines: String, settings: [String] = [], keepsLists: Bool = true
    ) throws -> PolicyHandle {
        let path = try folder.file("rules = minlength: 4\n" + lines)
        return try PolicyLoader.load(
            path: Array(path.utf8), settings: settings.map { Array($0.utf8) }, keepsLists: keepsLists)
    }

    private func isAccepted(_ policy: Policy, _ password: String) -> Bool {
        let bytes = Array(password.utf8)
        return policy.check(bytes.span).isAccepted
    }

    /// The diagnostics of a policy that cannot be loaded or resolved for a user: the code, and the text of
    /// the log after the policy's path.
    private func complaints(
        _ lines: String, settings: [String] = [], for user: String? = nil
    ) throws -> [String] {
        let path = try folder.file("rules = minlength: 4\n" + lines)
        let failure = thrown { () throws(PolicyLoadFailure) in
            let loaded = try PolicyLoader.load(
                path: Array(path.utf8), settings: settings.map { Array($0.utf8) })
            if let user { _ = try loaded.forUser(Array(user.utf8)).policy }
        }
        return (failure?.diagnostics ?? []).map {
            #expect($0.severity == .error)
            let text = String(decoding: $0.location + $0.message, as: UTF8.self)
            return "\($0.code) \(text.replacing(path, with: ""))"
        }
    }

    // MARK: - Lists that can be opened

    /// A list that is open already is not opened again for a user, although its file has been replaced since.
    @Test(arguments: [true, false])
    func listIsOpenedOnceForAllUsers(isKept: Bool) throws {
        let (first, second) = (try folder.list("dragon"), try folder.list("tulip"))
        let loaded = try load(
            "blocklist = \(first)\n[user alice]\nretry = 4\n[user bob]\nblocklist = \(second)\n",
            keepsLists: isKept)
        #expect(unsafe unlink(first) == 0)
        let alice = try loaded.forUser(Array("alice".utf8)).policy
        #expect(!isAccepted(alice, "dragon") && isAccepted(alice, "tulip"))
        let bob = try loaded.forUser(Array("bob".utf8)).policy
        #expect(!isAccepted(bob, "tulip"))
        #expect(openDescriptors(of: second).count == (isKept ? 0 : 1))
        withExtendedLifetime(bob) {}
    }

    @Test func pathsMayHaveSpaces() throws {
        let path = folder.url.appending(path: "our own  list").path
        #expect(unsafe rename(try folder.list("dragon"), path) == 0)
        #expect(!isAccepted(try load("blocklist = optional mangled \(path) \n").policy, "Dragon7"))
    }

    @Test func settingsNameListsToo() throws {
        let (list, other) = (try folder.list("dragon"), try folder.list("tulip"))
        let loaded = try load(
            "blocklist = /missing\n",
            settings: ["blocklist=", "blocklist=\(list)", "blocklist= exact \(other)"])
        #expect(!isAccepted(loaded.policy, "Dragon"))
        #expect(!isAccepted(loaded.policy, "tulip"))
        #expect(isAccepted(try load("blocklist = \(list)\n", settings: ["blocklist="]).policy, "dragon"))
    }

    @Test func sectionsHaveOwnLists() throws {
        let (first, second) = (try folder.list("dragon"), try folder.list("tulip"))
        let loaded = try load(
            "blocklist = \(first)\n[user alice]\nblocklist = \(second)\n[user bob]\nblocklist =\n"
                + "[user carol]\nblocklist =\nblocklist = exact \(first)\n", keepsLists: false)
        #expect(openDescriptors(of: second).isEmpty)
        let expected = [
            ("alice", ["Dragon": false, "dragon": false, "Tulip": false]),
            ("bob", ["Dragon": true, "dragon": true, "Tulip": true]),
            ("carol", ["Dragon": true, "dragon": false, "Tulip": true]),
            ("dave", ["Dragon": false, "dragon": false, "Tulip": true]),
        ]
        for (user, passwords) in expected {
            let policy = try loaded.forUser(Array(user.utf8)).policy
            for (password, isGood) in passwords {
                #expect(isAccepted(policy, password) == isGood, "\(user) \(password)")
            }
        }
        #expect(openDescriptors(of: second).isEmpty)
        #expect(openDescriptors(of: first).count == 1)
    }

    // MARK: - Lists that cannot be opened

    /// `BlocklistFileTests` has the other reasons.
    @Test func namesTheLineAndTheReason() throws {
        let writable = try folder.list("x", mode: 0o666)
        for (path, code, words) in [
            ("/nonexistent/list", 301, "cannot be read: no such file"),
            (writable, 304, "is writable by group or others; to fix it: chmod go-w \(writable)"),
            (try folder.damagedList(at: 30, "x"), 322, "is damaged (bad header checksum)"),
        ] {
            #expect(
                try complaints("# x\n blocklist =  exact \(path) \n") == [
                    "\(code) :3:15: blocklist \(path) \(words)"
                ])
            #expect(
                try complaints("[user alice]\nblocklist = \(path)\n", for: "alice") == [
                    "\(code) :3:13: blocklist \(path) \(words)"
                ])
            // A list that is neither missing nor damaged has a mistake that must be fixed.
            let isSkippable = code == 301 || code >= 320
            #expect(try complaints("blocklist = optional \(path)\n", for: "alice").isEmpty == isSkippable)
        }
    }

    /// Columns count from the value, as in all diagnostics of settings.
    @Test func saysWhichSettingAndWhy() throws {
        let missing = "blocklist /missing cannot be read: no such file"
        #expect(try complaints("", settings: ["blocklist=/missing"]) == ["301 blocklist:1:1: \(missing)"])
        #expect(
            try complaints("", settings: ["retry=3", " blocklist = exact /missing"]) == [
                "301 blocklist:1:1: \(missing)"
            ])
    }

    @Test func everyUnusableListIsReported() throws {
        let good = try folder.list("dragon")
        let lines =
            "blocklist = /missing/1\nblocklist = optional /missing/2\nblocklist = \(good)\nblocklist = /missing/3\n"
        #expect(
            try complaints(lines) == [
                "301 :2:13: blocklist /missing/1 cannot be read: no such file",
                "301 :5:13: blocklist /missing/3 cannot be read: no such file",
            ])
        #expect(openDescriptors(of: good).isEmpty)
    }

    /// If the text has a mistake, only that is reported.
    @Test func brokenPolicyOpensNoList() throws {
        #expect(
            try complaints("blocklist = /missing\nretyr = 3\n") == [
                "201 :3:1: unknown key \"retyr\"; did you mean \"retry\"?"
            ])
    }

    @Test func unusableOptionalListIsSkipped() throws {
        let damaged = try folder.damagedList(at: -1, "dragon")
        let loaded = try load(
            "blocklist = optional /missing\nblocklist = optional \(damaged)\nblocklist = \(try folder.list("tulip"))\n"
        )
        #expect(loaded.diagnostics.map(\.code) == [301])
        #expect(loaded.diagnostics.allSatisfy { $0.severity == .warning && $0.line == 2 && $0.column == 13 })
        #expect(isAccepted(loaded.policy, "dragon"))
        #expect(!isAccepted(loaded.policy, "tulip"))
        // If the only list is optional and missing, there is no outcome about lists.
        let bytes = Array("dragon".utf8)
        let none = try load("blocklist = optional /missing\n").policy.check(bytes.span)
        #expect(none.outcomes.map(\.kind) == [.minLength])
    }

    @Test func skippedListsAreReportedForEachPolicy() throws {
        let loaded = try load(
            "blocklist = optional /missing\n[user alice]\nblocklist = optional /other\n"
                + "[user bob]\nblocklist =\n[user carol]\nretry = 2\n")
        #expect(loaded.diagnostics.map(\.line) == [2])
        for (user, lines) in [("alice", [2, 4]), ("bob", []), ("carol", [2]), ("dave", [2])] {
            let skippedLists = try loaded.forUser(Array(user.utf8)).skippedLists
            #expect(skippedLists.map(\.line) == lines, "\(user)")
            #expect(skippedLists.allSatisfy { $0.severity == .warning && $0.code == 301 })
        }
    }

    @Test func presetsUseTheGivenList() throws {
        let path = try folder.file("preset = nist-800-63b-4\n")
        let list = Array(try folder.list("correct horse battery").utf8)
        let loaded = try PolicyLoader.load(path: Array(path.utf8), commonBlocklist: list)
        #expect(!isAccepted(loaded.policy, "correct horse battery"))
        #expect(isAccepted(loaded.policy, "correct horse batteri"))
        let missing = Array("/missing/common.blocklist".utf8)
        let failure = thrown { () throws(PolicyLoadFailure) in
            _ = try PolicyLoader.load(path: Array(path.utf8), commonBlocklist: missing)
        }
        #expect(
            failure?.diagnostics.map { String(decoding: $0.location + $0.message, as: UTF8.self) } == [
                "nist-800-63b-4: blocklist /missing/common.blocklist cannot be read: no such file; the package "
                    + "passwordrules-blocklist contains it, and \"make install\" installs it"
            ])
    }

    // MARK: - For whom

    /// The lines, a user, and how many lists of that user cannot be used: none where nothing is checked.
    @Test(
        arguments: [
            ("[user alice]\nblocklist = /missing\n[user bob]\nretry = 4\n", [nil, "bob", "carol"], "alice"),
            (
                "[user alice]\nenforce = no\nblocklist = /missing\n[user bob]\nblocklist = /missing\n",
                [nil, "alice", "carol"], "bob"
            ),
            ("enforce = no\nblocklist = /missing\n[user bob]\nenforce = yes\n", [nil, "alice"], "bob"),
            ("enforce = warn\nblocklist = /missing\n", [], nil),
            ("enforce = audit\nblocklist = /missing\n", [], nil),
            ("enforce = yes\nblocklist = /missing\n", [], "alice"),
        ] as [(String, [String?], String?)])
    func listIsOpenedForCheckedUsers(lines: String, others: [String?], user: String?) throws {
        for other in others { #expect(try complaints(lines, for: other) == [], "\(other ?? "")") }
        #expect(try complaints(lines, for: user).count == 1)
    }

    @Test func uncheckedPolicyOpensNoList() throws {
        let good = try folder.list("dragon")
        let loaded = try load("enforce = no\nblocklist = /missing\nblocklist = \(good)\n")
        #expect(openDescriptors(of: good).isEmpty)
        #expect(loaded.policy.enforcement == .no)
    }

    @Test func pathsCannotForgeLines() throws {
        let path = "/missing/\u{1B}[31m\u{7F}\u{85}\u{2028}\u{202E}x"
        let message = try #require(try complaints("blocklist = \(path)\n").first)
        #expect(
            message.unicodeScalars.allSatisfy {
                $0.value >= 0x20 && $0.properties.generalCategory != .control
            })
        #expect(!message.unicodeScalars.contains("\u{2028}") && !message.unicodeScalars.contains("\u{202E}"))
    }
}
