import Testing

@testable import PasswordRules

/// The keys `blocklist` and `blocklist-match` in files and arguments; `PolicyBlocklistChecksTests` covers their effect.
@Suite struct PolicyBlocklistsTests {
    private static let expectation =
        "; expected [optional] [exact/folded/mangled] /PATH"

    private func settings(_ text: String) throws -> PolicySettings { try parsePolicy(Array(text.utf8)) }

    private func setting(
        _ path: String, isOptional: Bool = false, match: BlocklistMatch? = nil
    ) -> BlocklistSetting {
        BlocklistSetting(path: Array(path.utf8), isOptional: isOptional, match: match)
    }

    /// The mistakes of a text as the user reads them: line, column, length in bytes and message.
    private func mistakes(_ text: String) -> [String] {
        var found = Diagnostics()
        let bytes = Array(text.utf8)
        let file = PolicyFile(parsing: bytes, diagnostics: &found)
        #expect((file == nil) == found.hasErrors)
        return found.items.map {
            let place = $0.position(in: bytes.span)
            let words = String(decoding: $0.messageBytes(in: bytes.span), as: UTF8.self)
            return "\(place.line):\(place.column)+\($0.length): \(words)"
        }
    }

    // MARK: - One line

    @Test(
        arguments: [
            ("/srv/list", "/srv/list", false, nil), ("optional /srv/list", "/srv/list", true, nil),
            ("exact /srv/list", "/srv/list", false, .exact),
            ("folded /srv/list", "/srv/list", false, .folded),
            ("mangled /srv/list", "/srv/list", false, .mangled),
            ("optional exact /srv/list", "/srv/list", true, .exact),
            ("optional mangled /srv/list", "/srv/list", true, .mangled),
            ("exact optional /srv/list", "/srv/list", true, .exact),
            ("optional \t folded\t\t/srv/list", "/srv/list", true, .folded),
            ("/srv/my own list", "/srv/my own list", false, nil),
            ("optional /srv/a  b\tc", "/srv/a  b\tc", true, nil),
            ("/optional exact /x", "/optional exact /x", false, nil), ("/none", "/none", false, nil),
            ("exact /exact", "/exact", false, .exact), ("/", "/", false, nil),
            ("//x/../y", "//x/../y", false, nil),
            ("/srv/l\u{ED}stå", "/srv/l\u{ED}stå", false, nil),
            ("/a#b;c,d=e\"f", "/a#b;c,d=e\"f", false, nil),
        ] as [(String, String, Bool, BlocklistMatch?)])
    func aLineNamesAListAndHowItIsUsed(
        value: String, path: String, isOptional: Bool, match: BlocklistMatch?
    ) throws {
        for line in ["blocklist = \(value)\n", "\tblocklist=\(value) \t\n", "blocklist \t=\t  \(value)\n"] {
            #expect(try settings(line).blocklists == [setting(path, isOptional: isOptional, match: match)])
        }
    }

    @Test func aPathMayBeAsLongAsTheFile() throws {
        let path = "/" + String(repeating: "x", count: 100_000)
        #expect(try settings("blocklist = folded \(path)\n").blocklists == [setting(path, match: .folded)])
    }

    /// A value, the position of its mistake, and the text found there.
    @Test(
        arguments: [
            ("lists/common", 0, "lists/common"), ("./list", 0, "./list"), ("~/list", 0, "~/list"),
            ("list", 0, "list"), ("\"/srv/list\"", 0, "\"/srv/list\""),
            ("optional lists/common", 9, "lists/common"), ("optional exact srv/a b", 15, "srv/a"),
            ("optionl /x", 0, "optionl"), ("Optional /x", 0, "Optional"), ("EXACT /x", 0, "EXACT"),
            ("exact, /x", 0, "exact,"), ("optional,exact /x", 0, "optional,exact"),
            ("optional/x", 0, "optional/x"), ("exact/x", 0, "exact/x"), ("fold /x", 0, "fold"),
            ("own /x", 0, "own"), ("no /x", 0, "no"), ("yes", 0, "yes"), ("none /x", 0, "none"),
            ("none none", 0, "none"), ("optional none", 9, "none"), ("None", 0, "None"),
            ("optional optional /x", 9, "optional"), ("optional exact optional /x", 15, "optional"),
            ("exact exact /x", 6, "exact"), ("exact mangled /x", 6, "mangled"),
            ("folded optional mangled /x", 16, "mangled"), ("optional  foldedd /x", 10, "foldedd"),
            ("optional", 0, "optional"), ("mangled", 0, "mangled"), ("optional  exact", 0, "optional  exact"),
        ])
    func aWrongWordIsPointedAt(value: String, offset: Int, found: String) {
        // The quoted text is escaped in the message; only the position is compared then.
        let quoted = found.contains("\"") ? nil : "invalid value \"\(found)\""
        for (before, line, column) in [("", 1, 13), ("# x\nretry = 3\n[user a]\n", 4, 13)] {
            let all = mistakes("\(before)blocklist = \(value) \t\n")
            #expect(all.count == 1, "\(all)")
            let place = "\(line):\(column + offset)+\(found.utf8.count): "
            #expect(all.first?.hasPrefix(place + (quoted ?? "")) == true, "\(all)")
            #expect(all.first?.hasSuffix(Self.expectation) == true, "\(all)")
        }
    }

    @Test(
        arguments: [("exact", .exact), ("folded", .folded), ("mangled", .mangled)]
            as [(String, BlocklistMatch?)])
    func aMatchForAllListsHasThreeValues(value: String, match: BlocklistMatch?) throws {
        #expect(try settings("blocklist-match = \(value)\n").blocklistMatch == match)
        #expect(try settings("blocklist-match=\(value)\t\nblocklist = /x\n").blocklists == [setting("/x")])
    }

    @Test(arguments: [
        "own", "Exact", "OWN", "exacts", "exac", "exact,", "exact folded", "optional", "/x", "1",
        "fuzzy",
    ])
    func anyOtherMatchIsAMistake(value: String) {
        #expect(
            mistakes("blocklist-match = \(value)\n") == [
                "1:19+\(value.utf8.count): invalid value \"\(value)\"; "
                    + "expected \"exact\", \"folded\" or \"mangled\""
            ])
    }

    // MARK: - Several lines

    @Test func linesOfAPlaceAddUpInTheirOrderAndOnce() throws {
        let text =
            "blocklist = /b\nretry = 3\nblocklist = optional /a\n# x\nblocklist = exact /b\nblocklist = /b\n"
        #expect(
            try settings(text).blocklists == [
                setting("/b"), setting("/a", isOptional: true), setting("/b", match: .exact),
            ])
    }

    @Test func thereCanBeSixtyFourLists() throws {
        let lines = (1...65).map { "blocklist = optional /list/\($0)\n" }
        let full = lines[..<64].joined()
        #expect(try settings(full).blocklists.count == 64)
        #expect(mistakes(full + lines[64]) == ["65:13+17: at most 64 such lines are allowed"])
        #expect(mistakes(full + "blocklist =\n" + lines[64]).isEmpty)
        let arguments = lines.map { String($0.replacing(" = ", with: "=").dropLast()) }
        #expect(try applyPolicy([full], arguments: Array(arguments[..<64])).problem == nil)
        #expect(try applyPolicy([], arguments: arguments).problem?.diagnostic.code == .tooManyLines)
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
    func listsOfAllPlacesAddUp(
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
        var sources = PolicySources(commonBlocklist: Array(path.utf8))
        var found = Diagnostics()
        let line = Array("preset = \(preset.name)\n".utf8)
        let file = try #require(PolicyFile(parsing: line, diagnostics: &found))
        sources.add(file: PolicySource(name: [], file: file))
        let match: BlocklistMatch = preset == .nist ? .exact : .mangled
        #expect(sources.applied(to: nil).settings.blocklists == [setting(path, match: match)])
        let text = String(decoding: preset.text(withCommonBlocklist: Array(path.utf8)), as: UTF8.self)
        #expect(text == "\(preset.text)".replacing("/usr/share/passwordrules/common.blocklist", with: path))
        #expect(text.contains(" \(path)\n"))
    }

    // MARK: - Positions

    @Test func listsComeInTheOrderOfTheirLinesWithTheirPlaces() throws {
        let files = [
            "blocklist = /other\n", "# x\nblocklist =  optional  /a b \nretry = 3\n  blocklist = exact /c\n",
        ]
        var found: [String] = []
        func note(_ applied: AppliedPolicy) {
            applied.forEachBlocklist { list, source, place in
                let words = String(decoding: source.file.bytes(place), as: UTF8.self)
                let name = String(decoding: source.name, as: UTF8.self)
                found.append(
                    "\(name) \(place.lowerBound) \(words)|\(String(decoding: list.path, as: UTF8.self))")
            }
        }
        note(try applyPolicy(files))
        let all = ["file 1 12 /other|/other", "file 2 17 optional  /a b|/a b", "file 2 57 exact /c|/c"]
        #expect(found == all)
        found = []
        note(try applyPolicy(files, arguments: ["blocklist=/d"]))
        #expect(found == all + ["blocklist=/d 10 /d|/d"])
        found = []
        note(try applyPolicy(files + ["blocklist =\n"]))
        #expect(found.isEmpty)
    }

    @Test func onlyItemsOfTheKeyNameALists() throws {
        let items = try applyPolicy([
            "words = acme\nblocklist = folded /a\nblocklist = /b\n", "words = evil\n",
        ]).items
        let named = items.filter { $0.key == .blocklist }
        #expect(named.map(\.blocklist) == [setting("/a", match: .folded), setting("/b")])
        #expect(items.filter { $0.blocklist != nil }.count == 2)
    }
}
