import Testing

@testable import PasswordRules

/// The positions of sections: for output about which of them apply, and for remarks on their names.
@Suite struct PolicySectionsTests {
    private static let first = """
        rules = minlength: 8
        [group staff]
        retry = 2

        [user alice]
        retry = 5

        """
    private static let second = """
        # of another file
        [user alice]
        suggest = no
        [group wheel]
        suggest = no

        """

    /// A user, groups, and the sections that apply, the weaker first; arguments are a layer too, but no
    /// section.
    @Test(
        arguments: [
            (nil, [], []), ("bob", [], []), ("bob", ["wheel"], ["[group wheel], file 2, line 4"]),
            ("alice", [], ["[user alice], file 1, line 5", "[user alice], file 2, line 2"]),
            (
                "alice", ["staff"],
                [
                    "[group staff], file 1, line 2", "[user alice], file 1, line 5",
                    "[user alice], file 2, line 2",
                ]
            ),
        ] as [(String?, [String], [String])])
    func applicableSectionsAreListed(user: String?, groups: [String], expected: [String]) throws {
        let subject = user.map { PolicySubject($0, groups: groups) }
        let applied = try applyPolicy([Self.first, Self.second], arguments: ["retry=1"], to: subject)
        let sections = applied.namedSections.map {
            let title = String(decoding: $0.title, as: UTF8.self)
            return "\(title), \(String(decoding: $0.file.name, as: UTF8.self)), line \($0.line)"
        }
        #expect(sections == expected)
    }

    /// A subject, and the sections of one file that apply, by how specific they are.
    @Test(
        arguments: [
            (PolicySubject("7"), [["[user 7]"]]),
            (PolicySubject("7", groups: ["9", "3", "9"]), [["[group 3]", "[group 9]"], ["[user 7]"]]),
            (PolicySubject("", groups: ["99"]), [["[group 99]"]]),
            (PolicySubject("100", groups: ["", "100"]), []),
            (PolicySubject("7", groups: ["3"], service: "4"), [["[service 4]"]]),
            (
                PolicySubject("7", groups: ["3"], service: "db"),
                [["[service db group 3]"], ["[service db user 7]"]]
            ),
        ])
    func sectionsAreFoundAmongMany(subject: PolicySubject, expected: [[String]]) throws {
        let file = (0..<100).map {
            "[user \($0)]\n[service \($0)]\n[group \($0)]\n[service db group \($0)]\n[service db user \($0)]\n"
        }.joined()
        let applied = try applyPolicy([file, file, "retry = 2\n", file], to: subject)
        let titles = applied.namedSections.map { String(decoding: $0.title, as: UTF8.self) }
        #expect(titles == expected.flatMap { layer in [layer, layer, layer].flatMap { $0 } })
    }

    @Test func presetIsNotASection() throws {
        let applied = try applyPolicy(["preset = cis-debian-12\n"], to: PolicySubject("bob"))
        #expect(applied.presets == [.cisDebian12] && applied.namedSections.isEmpty)
    }

    @Test func remarkOnANameIsAtTheName() throws {
        let text = Array("retry = 1\n[user alice]\n[group  staff ]\n".utf8)
        var found = Diagnostics()
        let file = try #require(PolicyFile.parse(text, diagnostics: &found), "\(found.items)")
        #expect(file.namedSections.map(\.kind) == [.user, .group])
        #expect(file.namedSections.map(\.name) == [Array("alice".utf8), Array("staff".utf8)])
        let remarks = file.namedSections.map {
            $0.diagnostic($0.kind == .group ? .unknownGroup : .unknownUser)
        }
        #expect(remarks.map(\.code) == [.unknownUser, .unknownGroup])
        #expect(remarks.map { $0.position(in: text.span).line } == [2, 3])
        #expect(remarks.map { $0.position(in: text.span).column } == [7, 9])
        #expect(remarks.map(\.length) == [5, 5])
    }
}
