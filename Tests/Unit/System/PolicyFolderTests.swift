import Foundation
import PasswordRules
import Testing

@testable import PasswordRulesSystem

/// A policy of several files: the distribution's, the machine's, and those in the folder beside it.
@Suite struct PolicyFolderTests {
    /// A folder with a policy in it.
    private final class Machine {
        let folder: TemporaryFolder
        var path: String { folder.url.appending(path: "policy.conf").path }
        var dropIns: String { path + ".d" }
        var vendor: String { folder.url.appending(path: "vendor.conf").path }

        init(_ main: String? = "rules = minlength: 8\nretry = 1\n") throws {
            folder = try TemporaryFolder()
            if let main { try write(main, to: path) }
            try FileManager.default.createDirectory(atPath: dropIns, withIntermediateDirectories: false)
        }

        func write(_ text: String, to path: String, mode: Int = 0o644) throws {
            try Data(text.utf8).write(to: URL(filePath: path))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }

        func drop(_ name: String, _ text: String, mode: Int = 0o644) throws {
            try write(text, to: dropIns + "/" + name, mode: mode)
        }

        func load(
            hasVendor: Bool = false, isOptional: Bool = false, settings: [String] = []
        ) throws(PolicyLoadFailure) -> PolicyHandle {
            try PolicyLoader.load(
                path: Array(path.utf8), vendorPath: hasVendor ? Array(vendor.utf8) : nil,
                isOptional: isOptional,
                settings: settings.map { Array($0.utf8) })
        }

        /// The failure of a policy that cannot be loaded.
        func failure(
            hasVendor: Bool = false, isOptional: Bool = false, settings: [String] = []
        ) -> PolicyLoadFailure? {
            thrown { () throws(PolicyLoadFailure) in
                _ = try load(hasVendor: hasVendor, isOptional: isOptional, settings: settings)
            }
        }

        /// The diagnostics as a log shows them, without the folder's path.
        func complaints(isOptional: Bool = false) -> [String] {
            failure(isOptional: isOptional)?.diagnostics.map {
                String(decoding: $0.location + $0.message, as: UTF8.self).replacing(
                    folder.url.path + "/", with: "")
            } ?? []
        }
    }

    private let byRoot = PolicyContext(isByAdministrator: true, service: passwd)

    // MARK: - What is read

    @Test func dropInsAreReadInByteOrder() throws {
        let machine = try Machine()
        for (index, name) in [
            "z.conf", "10.conf", "9.conf", "a.conf", "Z.conf", "é.conf", "a-b.conf", "a.b.conf", "~.conf",
        ].enumerated() {
            try machine.drop(name, "retry = \(index + 10)\n")
        }
        let loaded = try machine.load()
        #expect(
            loaded.stack.files.map { String(decoding: $0.name, as: UTF8.self) } == [machine.path]
                + [
                    "10.conf", "9.conf", "Z.conf", "a-b.conf", "a.b.conf", "a.conf", "z.conf", "~.conf",
                    "é.conf",
                ].map {
                    machine.dropIns + "/" + $0
                })
        #expect(loaded.policy.retryCount == 15)
    }

    @Test(arguments: [
        ("10.conf", true), (".10.conf", false), (".conf", false), ("..conf", false), ("10.conf~", false),
        ("10.CONF", false), ("10.conf.bak", false), ("10.conf.rpmnew", false), ("10conf", false),
        ("10", false), ("README", false), ("x.conf", true), ("-.conf", true), (" .conf", true),
        ("x.conf.conf", true), ("#10.conf#", false), ("#.conf", true), ("10.conf ", false),
    ])
    func whichNamesAreRead(name: String, isRead: Bool) throws {
        let machine = try Machine()
        try machine.drop(name, "retry = 7\n")
        #expect(try machine.load().policy.retryCount == (isRead ? 7 : 1))
        // A file that is not read need not be valid, nor trusted.
        try machine.drop(name, "oops\n", mode: 0o666)
        #expect((machine.failure() == nil) == !isRead)
    }

    @Test func folderIsReadWithoutAMainFile() throws {
        let machine = try Machine(nil)
        try machine.drop("10.conf", "rules = minlength: 9\nretry = 4\n")
        #expect(machine.failure() != nil)
        #expect(try machine.load(isOptional: true).policy.retryCount == 4)
    }

    @Test func groupsAreNotReadWithoutGroupSections() throws {
        let machine = try Machine("rules = minlength: 8\n[user a\u{1}b]\nretry = 9\n")
        let loaded = try machine.load()
        #expect(try loaded.subject(forUser: Array("root".utf8)) == PolicySubject(user: Array("root".utf8)))
        #expect(try loaded.forUser(Array("a\u{1}b".utf8)).policy.retryCount == 9)
        #expect(try loaded.forUser([]).policy.retryCount == 3)
    }

    // MARK: - What is refused

    private static let writable = "is writable by group or others; to fix it: chmod go-w"
    private static let foreign =
        "is owned by user 65534; it must be owned by root or by the user running this program; to fix it: chown root"
    private static let dangling = "cannot be read: it is a symbolic link whose target does not exist"

    /// A command that damages the policy's folder, and the message. The change is refused for root, too: a file that
    /// cannot be read may be the strictest, and a dangling link shows that the administrator meant to have a folder.
    @Test(arguments: [
        ("chmod 664 policy.conf.d/10.conf", "/10.conf: the file \(writable) policy.conf.d/10.conf"),
        ("chmod 775 policy.conf.d", ": the folder \(writable) policy.conf.d"),
        ("chown 65534:65534 policy.conf.d/10.conf", "/10.conf: the file \(foreign) policy.conf.d/10.conf"),
        ("chown 65534:65534 policy.conf.d", ": the folder \(foreign) policy.conf.d"),
        ("rm policy.conf.d/10.conf; mkdir policy.conf.d/10.conf", "/10.conf: the file is not a regular file"),
        // The FIFO has no writer: a plain open would wait forever.
        (
            "rm policy.conf.d/10.conf; mkfifo policy.conf.d/10.conf",
            "/10.conf: the file is not a regular file"
        ),
        ("ln -sf /dev/null policy.conf.d/10.conf", "/10.conf: the file is not a regular file"),
        ("ln -sf /nonexistent/x.conf policy.conf.d/10.conf", "/10.conf: the file \(dangling)"),
        (
            "ln -sf 10.conf policy.conf.d/10.conf",
            "/10.conf: the file cannot be read: too many symbolic links"
        ),
        ("rm -r policy.conf.d; cp policy.conf policy.conf.d", ": the folder is not a directory"),
        ("rm -r policy.conf.d; mkfifo policy.conf.d", ": the folder is not a directory"),
        ("rm -r policy.conf.d; ln -s /dev/null policy.conf.d", ": the folder is not a directory"),
        ("rm -r policy.conf.d; ln -s /nonexistent/conf.d policy.conf.d", ": the folder \(dangling)"),
    ])
    func untrustedFolderIsRefused(command: String, complaint: String) throws {
        if command.hasPrefix("chown"), geteuid() != 0 { return }
        let machine = try Machine()
        try machine.drop("10.conf", "retry = 7\n")
        try shell(command, in: machine.folder)
        for isOptional in [false, true] {
            #expect(machine.complaints(isOptional: isOptional) == ["policy.conf.d\(complaint)"])
        }
        #expect(machine.failure()?.enforcement(in: byRoot) == .yes)
    }

    @Test func folderMayBeALinkToOne() throws {
        let machine = try Machine()
        try machine.drop("10.conf", "retry = 7\n")
        try shell("mv policy.conf.d other; ln -s other policy.conf.d", in: machine.folder)
        #expect(try machine.load().policy.retryCount == 7)
    }

    @Test func mistakesInAllFilesAreFoundAtOnce() throws {
        let machine = try Machine("retry = x\n")
        try machine.drop("10.conf", "# x\nrules = required: uper\n")
        try machine.drop("20.conf", "retry = 3\n")
        try machine.drop("30.conf", "[user]\n")
        #expect(
            machine.complaints() == [
                "policy.conf:1:9: expected a number from 1 to 100, found \"x\"",
                "policy.conf.d/10.conf:2:19: unknown class \"uper\"; did you mean \"upper\"?",
                "policy.conf.d/30.conf:1:6: expected the name of a user, a group or a service",
            ])
    }

    @Test func firstMistakesOfManyBrokenFilesAreKept() throws {
        let machine = try Machine()
        for index in 100..<300 { try machine.drop("\(index).conf", "oops\noops\n") }
        let diagnostics = try #require(machine.failure()).diagnostics
        #expect(diagnostics.count >= 64)
        #expect(diagnostics.count <= 64 + 200)
        #expect(diagnostics.contains { $0.severity == .error })
    }

    @Test func numberOfFilesIsBounded() throws {
        let machine = try Machine()
        #expect(PolicyLoader.maximumDropInCount == 4_096)
        #expect(PolicyLoader.maximumLengthInBytes == 512 << 10)
        for index in 0..<4_096 { try machine.drop("\(index).conf", index == 9 ? "retry = 9\n" : "") }
        #expect(try machine.load().policy.retryCount == 9)
        // Files that are not read do not count.
        try machine.drop(".x.conf", "")
        try machine.drop("README", "")
        #expect(machine.failure() == nil)
        try machine.drop("x.conf", "")
        #expect(machine.complaints() == ["policy.conf.d: the folder contains more than 4096 files"])
        #expect(machine.failure()?.enforcement(in: byRoot) == .yes)
    }

    @Test func filesTogetherHaveALimit() throws {
        let main = "rules = minlength: 8\n"
        let machine = try Machine(main)
        let comment = "#" + String(repeating: "x", count: (512 << 10) - 2 - main.utf8.count) + "\n"
        try machine.drop("1.conf", comment)
        #expect(try machine.load().policy.retryCount == 3)
        try machine.drop("2.conf", "\n")
        #expect(
            machine.complaints() == [
                "policy.conf.d/2.conf: the file brings the policy files to more than 524288 bytes in total"
            ])
        #expect(machine.failure()?.enforcement(in: byRoot) == .yes)
        try machine.drop("1.conf", "#" + main + comment)
        #expect(machine.complaints().first == "policy.conf.d/1.conf: the file is larger than 524288 bytes")
    }

    // MARK: - The distribution's policy

    @Test func machinePolicyFollowsTheVendorPolicy() throws {
        let machine = try Machine("retry = 1\n")
        try machine.write("rules = minlength: 8\nretry = 9\nsuggest = no\n", to: machine.vendor)
        try machine.drop("10.conf", "suggest-style = words\n")
        let loaded = try machine.load(hasVendor: true)
        #expect(loaded.stack.files.count == 3)
        #expect(loaded.policy.retryCount == 1)
        #expect(!loaded.policy.suggests)
        #expect(machine.failure() != nil, "the machine's alone has no rules")
    }

    @Test func oneOfTwoIsEnough() throws {
        let machine = try Machine(nil)
        #expect(machine.failure(hasVendor: true)?.diagnostics.map(\.code) == [301])
        #expect(machine.failure(hasVendor: true)?.enforcement(in: byRoot) == .warn)
        try machine.write("rules = minlength: 8\nretry = 9\n", to: machine.vendor)
        #expect(try machine.load(hasVendor: true).policy.retryCount == 9)
        try machine.drop("10.conf", "retry = 7\n")
        #expect(try machine.load(hasVendor: true).policy.retryCount == 7)
        let other = try Machine()
        #expect(try other.load(hasVendor: true).policy.retryCount == 1)
    }

    @Test func brokenVendorPolicyIsAnError() throws {
        let machine = try Machine()
        try machine.write("oops\n", to: machine.vendor)
        #expect(machine.failure(hasVendor: true)?.diagnostics.map(\.code) == [201])
        try machine.write("retry = 9\n", to: machine.vendor, mode: 0o666)
        #expect(machine.failure(hasVendor: true)?.diagnostics.map(\.code) == [304])
        #expect(machine.failure() == nil)
    }

    @Test func vendorFolderIsIgnored() throws {
        let machine = try Machine()
        try machine.write("rules = minlength: 8\n", to: machine.vendor)
        try FileManager.default.createDirectory(
            atPath: machine.vendor + ".d", withIntermediateDirectories: false)
        try machine.write("oops\n", to: machine.vendor + ".d/10.conf")
        #expect(try machine.load(hasVendor: true).policy.retryCount == 1)
    }

    // MARK: - Root and a policy that cannot be read

    /// The main file, the vendor's, a drop-in; whether root may continue. policy-mistakes.tsv tests this
    /// for single files.
    @Test(
        arguments: [
            ("retry = 0\n", "", "", true), ("rules = minlength: 8\n", "", "retry = 0\n", true),
            ("rules = minlength: 8\n", "retry = 0\n", "", true),
            ("retry = 0\n", "", "enforce-for-root = yes\n", false),
            ("retry = 0\n", "enforce-for-root = yes\n", "", false),
            ("enforce-for-root = no\n", "", "retry = 0\n", true),
            ("retry = 0\n", "", "[user root]\nenforce-for-root = yes\n", false),
            ("retry = 0\n", "preset = cis-rhel-9\n", "", false),
            // An unreadable key may be the one that binds root, and the lines of ill-formed text are not known.
            ("rules = minlength: 8\n", "oops\n", "", false), ("rules = minlength: 8\n", "", "oops\n", false),
            ("rules = minlength: 8\n", "", "retry = 1\r\n", false),
        ])
    func rootIsBoundWhereAnyFileMayBindRoot(main: String, vendor: String, dropIn: String, isExempt: Bool)
        throws
    {
        let machine = try Machine(main)
        try machine.write(vendor, to: machine.vendor)
        try machine.drop("10.conf", dropIn)
        let failure = try #require(machine.failure(hasVendor: true))
        #expect(failure.enforcement(in: byRoot) == (isExempt ? .warn : .yes))
        #expect(
            failure.enforcement(in: PolicyContext(isByAdministrator: true, isExpired: true, service: passwd))
                == .yes)
        #expect(failure.enforcement(in: PolicyContext()) == .yes)
        #expect(failure.enforcement(in: PolicyContext(isExpired: true)) == .yes)
        let withArgument = try #require(machine.failure(hasVendor: true, settings: ["enforce-for-root=yes"]))
        #expect(withArgument.enforcement(in: byRoot) == .yes)
    }

    /// The section of each group that the user may be in adds its demands, for up to 64 groups.
    @Test(arguments: [(64, false), (65, true)])
    func sectionsForTooManyGroupsInDoubtAreAMistake(count: Int, isMistake: Bool) throws {
        let sections = (0..<count).map { "[group team\($0)]\nretry = 2\n" }.joined()
        let loaded = try Machine("rules = minlength: 8\n\(sections)").load()
        let bob = PolicySubject(user: Array("bob".utf8), mayBeInOtherGroups: true)
        let failure = thrown { () throws(PolicyLoadFailure) in _ = try loaded.policy(for: bob) }
        let message =
            "/etc/nsswitch.conf: there are sections for more than 64 groups that user \"bob\" may be in, "
            + "because a group service does not answer"
        let told = failure?.diagnostics.map { String(decoding: $0.location + $0.message, as: UTF8.self) }
        #expect(told == (isMistake ? [message] : nil))
    }

    /// The account databases, which know root and bob, are not asked about accounts of a service.
    @Test(arguments: [("root", 5), ("bob", 6)])
    func accountOfAServiceHasItsSections(user: String, retryCount: Int) throws {
        let loaded = try Machine(
            "rules = minlength: 8\n[group root]\nretry = 9\n[service ldap]\nretry = 5\n[service ldap user bob]\nretry = 6\n"
        ).load()
        let account = PolicySubject(user: Array(user.utf8), service: Array("ldap".utf8))
        let opened = try loaded.forAccount(account)
        #expect(opened.policy.retryCount == retryCount)
        #expect(opened.account == nil && !opened.isExemptNonlocalUser)
        let other = PolicySubject(user: Array(user.utf8), service: Array("ftp".utf8))
        #expect(try loaded.forAccount(other).policy.retryCount == 3)
    }

    @Test func policyWithoutSectionsIsTheSameForAllServices() throws {
        let loaded = try Machine("rules = minlength: 8\nretry = 4\n").load()
        let account = PolicySubject(user: Array("bob".utf8), service: Array("ldap".utf8))
        #expect(try loaded.forAccount(account).policy.retryCount == 4)
    }

    @Test(arguments: [
        ("ldap", true), ("a.b-c@d_e:1+", true), ("", false), ("LDAP", false), ("a b", false), ("ä", false),
    ])
    func serviceNameIsValidInASectionHeader(name: String, isService: Bool) {
        #expect(PolicySubject.isService(Array(name.utf8)) == isService)
    }
}
