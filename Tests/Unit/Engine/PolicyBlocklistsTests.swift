import Testing

@testable import PasswordRules

/// The keys `blocklist` and `blocklist-match` in files and arguments; `PolicyBlocklistChecksTests` covers
/// their effect.
@Suite struct PolicyBlocklistsTests {
    private func settings(_ text: String) throws -> PolicySettings { try parsePolicy(Array(text.utf8)) }

    private static func setting(
        _ path: String, isOptional: Bool = false, match: BlocklistMatch? = nil
    ) -> BlocklistSetting {
        BlocklistSetting(path: Array(path.utf8), isOptional: isOptional, match: match)
    }

    private static let longPath = "/" + String(repeating: "x", count: 10_000)

    // MARK: - One line; policy-mistakes.tsv has the mistakes

    @Test(
        arguments: [
            ("/srv/list", setting("/srv/list")),
            ("optional /srv/list", setting("/srv/list", isOptional: true)),
            ("exact /srv/list", setting("/srv/list", match: .exact)),
            ("folded \(longPath)", setting(longPath, match: .folded)),
            ("mangled /srv/list", setting("/srv/list", match: .mangled)),
            ("optional exact /srv/list", setting("/srv/list", isOptional: true, match: .exact)),
            ("exact optional /srv/list", setting("/srv/list", isOptional: true, match: .exact)),
            ("optional \t folded\t\t/srv/list", setting("/srv/list", isOptional: true, match: .folded)),
            ("optional /srv/a  b\tc", setting("/srv/a  b\tc", isOptional: true)),
            ("exact /exact", setting("/exact", match: .exact)),
        ]
            + [
                "/srv/my own list", "/optional exact /x", "/none", "/", "//x/../y", "/srv/l\u{ED}stå",
                "/a#b;c,d=e\"f",
            ].map { ($0, setting($0)) })
    func lineNamesAListAndHowItIsUsed(value: String, list: BlocklistSetting) throws {
        for line in ["blocklist = \(value)\n", "\tblocklist=\(value) \t\n", "blocklist \t=\t  \(value)\n"] {
            #expect(try settings(line).blocklists == [list])
        }
    }

    // MARK: - Several lines

    @Test func linesOfASourceAddUpInOrder() throws {
        let text =
            "blocklist = /b\nretry = 3\nblocklist = optional /a\n# x\nblocklist = exact /b\nblocklist = /b\n"
        #expect(
            try settings(text).blocklists == [
                Self.setting("/b"), Self.setting("/a", isOptional: true), Self.setting("/b", match: .exact),
            ])
    }

    // MARK: - Several layers

    private static let everybody =
        "rules = minlength: 8\nblocklist = /a\nblocklist = exact /b\nblocklist-match = folded\n"

    /// Files, arguments, and the paths and the match that apply to alice, who is in the group wheel.
    @Test(
        arguments: [
            ([everybody], [], ["/a", "/b"], .folded),
            ([everybody, "blocklist = /a\nblocklist = /c\n"], [], ["/a", "/b", "/c"], .folded),
            ([everybody, "blocklist =\nblocklist = /c\n"], [], ["/c"], .folded),
            ([everybody, "blocklist-match = exact\n", "blocklist =\n"], [], [], .folded),
            ([everybody + "[user bob]\nblocklist = /c\nblocklist-match =\n"], [], ["/a", "/b"], .folded),
            (
                [everybody + "[group wheel]\nblocklist = /c\n[user alice]\nblocklist-match =\n"], [],
                ["/a", "/b", "/c"], nil
            ),
            (
                [everybody], ["blocklist=/c", "retry=3", "blocklist=exact /d e"], ["/a", "/b", "/c", "/d e"],
                .folded
            ),
            ([everybody + "[user alice]\nblocklist = /c\n"], ["blocklist="], [], .folded),
            (["preset = nist-800-63b-4\n"], [], ["/usr/share/passwordrules/common.blocklist"], nil),
            (
                ["preset = nist-800-63b-4\nblocklist = /c\n"], [],
                ["/usr/share/passwordrules/common.blocklist", "/c"], nil
            ),
            (["blocklist =\npreset = nist-800-63b-4\n"], [], [], nil),
            (
                ["blocklist = /c\n", "preset = cis-rhel-9\n"], [],
                ["/c", "/usr/share/passwordrules/common.blocklist"], nil
            ),
        ] as [([String], [String], [String], BlocklistMatch?)])
    func listsOfAllSourcesAddUp(
        files: [String], arguments: [String], paths: [String], match: BlocklistMatch?
    ) throws {
        let alice = PolicySubject("alice", groups: ["wheel"])
        let applied = try applyPolicy(files, arguments: arguments, to: alice)
        #expect(applied.problem == nil)
        #expect(applied.settings.blocklists.map { String(decoding: $0.path, as: UTF8.self) } == paths)
        #expect(applied.settings.blocklistMatch == match)
    }

    /// One list, which must be there.
    @Test(arguments: Preset.allCases)
    func presetsNameTheListWhereItIs(preset: Preset) throws {
        let path = "/opt/x y/common.blocklist"
        var stack = PolicyStack(commonBlocklist: Array(path.utf8))
        var found = Diagnostics()
        let line = Array("preset = \(preset.name)\n".utf8)
        let file = try #require(PolicyFile.parse(line, diagnostics: &found))
        stack.add(file: file)
        let match: BlocklistMatch = [.nist, .nistGuesses].contains(preset) ? .exact : .mangled
        #expect(stack.applied(to: nil).settings.blocklists == [Self.setting(path, match: match)])
        let text = String(decoding: preset.text(withCommonBlocklist: Array(path.utf8)), as: UTF8.self)
        #expect(
            text
                == String(decoding: preset.text, as: UTF8.self)
                .replacing("/usr/share/passwordrules/common.blocklist", with: path))
        #expect(text.contains(" \(path)\n"))
    }

    // MARK: - Positions

    @Test func listsKeepTheOrderAndPositionOfTheirLines() throws {
        let files = [
            "blocklist = /other\n", "# x\nblocklist =  optional  /a b \nretry = 3\n  blocklist = exact /c\n",
        ]
        var found: [String] = []
        func note(_ applied: AppliedPolicy) {
            applied.forEachBlocklist { list, source, range in
                let words = String(decoding: source.bytes(range), as: UTF8.self)
                let name = String(decoding: source.name, as: UTF8.self)
                found.append(
                    "\(name) \(range.lowerBound) \(words)|\(String(decoding: list.path, as: UTF8.self))")
            }
        }
        note(try applyPolicy(files))
        let all = ["file 1 12 /other|/other", "file 2 17 optional  /a b|/a b", "file 2 57 exact /c|/c"]
        #expect(found == all)
        found = []
        note(try applyPolicy(files, arguments: ["blocklist=/d"]))
        #expect(found == all + ["blocklist 10 /d|/d"])
        found = []
        note(try applyPolicy(files + ["blocklist =\n"]))
        #expect(found.isEmpty)
    }

    @Test func onlyItemsOfTheKeyNameALists() throws {
        let items = try applyPolicy([
            "words = acme\nblocklist = folded /a\nblocklist = /b\n", "words = evil\n",
        ]).items
        let named = items.filter { $0.key == .blocklist }
        #expect(named.map(\.blocklist) == [Self.setting("/a", match: .folded), Self.setting("/b")])
        #expect(items.filter { $0.blocklist != nil }.count == 2)
    }
}
