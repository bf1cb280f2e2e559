import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesSystem

@Suite struct AccountsTests {
    private func groups(_ user: String) throws -> [String] {
        try Accounts.memberships(ofUser: Array(user.utf8)).groups.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func rootIsThere() throws {
        let root = try #require(try Accounts.account(ofUser: Array("root".utf8)))
        #expect(root.name == Array("root".utf8))
        #expect(root.homeDirectory == Array("/root".utf8))
        #expect(try groups("root").first == "root")
        #expect(try Accounts.firstName(ofGroup: Array("root".utf8)) == Array("root".utf8))
    }

    /// Uses the machine's own files, whatever other databases there are.
    @Test func everyAccountOfThePasswdFileIsFoundWithItsFields() throws {
        let lines = try String(contentsOfFile: "/etc/passwd", encoding: .utf8).split(separator: "\n")
        #expect(!lines.isEmpty)
        for line in lines.prefix(100) {
            let fields = line.split(separator: ":", omittingEmptySubsequences: false)
            guard fields.count == 7, !line.hasPrefix("+"), !line.hasPrefix("-") else { continue }
            let account = try Accounts.account(ofUser: Array(fields[0].utf8))
            #expect(
                account
                    == Account(
                        name: Array(fields[0].utf8), fullName: Array(fields[4].utf8),
                        homeDirectory: Array(fields[5].utf8)))
            let names = try groups(String(fields[0]))
            #expect(Set(names).count == names.count, "\(fields[0])")
        }
    }

    @Test func everyGroupOfTheGroupFileIsFoundByItsName() throws {
        let lines = try String(contentsOfFile: "/etc/group", encoding: .utf8).split(separator: "\n")
        #expect(!lines.isEmpty)
        for line in lines.prefix(100) {
            let name = Array(line.prefix { $0 != ":" }.utf8)
            #expect(try Accounts.firstName(ofGroup: name) != nil)
        }
    }

    /// For C, a name ends at a NUL: a longer name must not get that user's groups. Nor must ill-formed text,
    /// nor a user's number. These are not arguments of the test, whose output would show them whole.
    @Test func missingAccountIsNotAnError() throws {
        let texts = [
            "", " ", "no-such-user-here", "Root", "root ", " root", "root:x:0:0", "root\n", "r", "../root",
            "ж", "*", "+", String(repeating: "x", count: 255), String(repeating: "x", count: 4_096),
            String(repeating: "r", count: 1_000_000), "root\0", "root\0x", "\0root", "\0", "0",
        ]
        for name in texts.map({ Array($0.utf8) }) + [[0xFF], [0xC3, 0x28], [0x72, 0x6F, 0x6F, 0x74, 0xFF]] {
            let comment = Comment(rawValue: "\(name.prefix(20))")
            #expect(try Accounts.account(ofUser: name) == nil, comment)
            #expect(try Accounts.memberships(ofUser: name).groups == [], comment)
            #expect(try Accounts.firstName(ofGroup: name) == nil, comment)
        }
    }

    /// Only whole names count. An empty name, whose account is unknown, counts as local.
    @Test func accountInThePasswdFileIsLocal() {
        let names = [
            "root": true, "daemon": true, "": true, "roo": false, "oot": false, "root:x": false,
            "root\n": false,
        ]
        for (name, isLocal) in names {
            #expect(Accounts.isLocal(Array(name.utf8)) == isLocal, "\(name)")
        }
    }

    @Test func problemHasANumberAndAMessage() {
        let problem = AccountProblem(error: ENOENT)
        #expect(problem.code == 310)
        #expect(
            String(decoding: problem.messageBytes, as: UTF8.self)
                == "cannot look up this user in the account databases: no such file")
        #expect(
            String(decoding: AccountProblem(error: 9999).messageBytes, as: UTF8.self).hasSuffix("error 9999"))
    }
}
