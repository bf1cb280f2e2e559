import Testing

@testable import PasswordRules

@Suite struct PolicyFileTests {
    private func parse(_ text: String) -> (file: PolicyFile?, found: Diagnostics) {
        var found = Diagnostics()
        let file = PolicyFile.parse(Array(text.utf8), diagnostics: &found)
        return (file, found)
    }

    /// The codes with the line and column of each.
    private func mistakes(_ text: String) -> [(Diagnostic.Code, Int, Int)] {
        let (file, found) = parse(text)
        #expect((file == nil) == found.hasErrors)
        let bytes = Array(text.utf8)
        return found.items.map {
            let position = $0.position(in: bytes.span)
            return ($0.code, position.line, position.column)
        }
    }

    private func expectOne(
        _ text: String, _ code: Diagnostic.Code, line: Int, column: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = mistakes(text)
        #expect(found.count == 1, "\(text.prefix(200)): \(found)", sourceLocation: sourceLocation)
        guard let first = found.first else { return }
        #expect(first == (code, line, column), "\(text.prefix(200))", sourceLocation: sourceLocation)
    }

    private func settings(_ text: String) throws -> PolicySettings { try parsePolicy(Array(text.utf8)) }

    /// A good value of each key.
    private func value(of key: PolicyKey) -> String { PolicyStackTests.values[key] ?? "" }

    @Test func everyByteOfATextIsLookedAt() throws {
        for length in 1..<20 {
            let comment = Array("#".utf8) + [UInt8](repeating: 0x78, count: length)
            for offset in 1...length {
                for (byte, code) in [
                    (0, .nulByte), (0x0D, .carriageReturn), (0xFF, .invalidUTF8), (0x80, .invalidUTF8),
                ] as [(UInt8, Diagnostic.Code)] {
                    var text = comment
                    text[offset] = byte
                    var found = Diagnostics()
                    #expect(PolicyFile.parse(text + [0x0A], diagnostics: &found) == nil)
                    #expect(found.items.map(\.code) == [code] && found.items.first?.offset == offset)
                }
                for byte in [0x01, 0x0C, 0x0E, 0x0B, 0x09, 0x7F] as [UInt8] {
                    var text = comment
                    text[offset] = byte
                    var found = Diagnostics()
                    #expect(PolicyFile.parse(text + [0x0A], diagnostics: &found) != nil)
                }
                // The next line follows a line that ends at any offset.
                var text = comment
                text[offset] = 0x0A
                let settings = try parsePolicy(text[...offset] + Array("retry = 7\n".utf8))
                #expect(settings.retryCount == 7)
            }
        }
    }

    @Test func textMayHave512KiB() throws {
        let lines = String(repeating: "rules = minlength: 8\n", count: 10_000)
        #expect(try settings(lines).rules.rules == [.minLength(8)])
        var found = Diagnostics()
        #expect(PolicyFile.parse([UInt8](repeating: 0x0A, count: 524_288), diagnostics: &found) != nil)
        #expect(PolicyFile.parse([UInt8](repeating: 0x0A, count: 524_289), diagnostics: &found) == nil)
        #expect(found.items.map(\.code) == [.policyTooLong] && found.items.first?.offset == 524_288)
    }

    @Test func argumentHoldsNoNULByte() {
        var found = Diagnostics()
        #expect(PolicyFile.parseArgument(Array("retry=1\0".utf8), diagnostics: &found) == nil)
        #expect(found.hasErrors)
    }

    @Test(arguments: ["", "\n# nothing\n", "\n\n \t\n#\n # x\n\t#\u{E9}\u{1F600}\n"])
    func blankLinesAndCommentsSayNothing(text: String) throws {
        #expect(try settings(text) == PolicySettings.builtIn)
    }

    // MARK: - Every key

    @Test(arguments: PolicyKey.allCases)
    func everyKeyIsReadWithAndWithoutBlanks(key: PolicyKey) throws {
        let rules = key == .or ? "rules = minlength: 1\n" : ""
        let found = try ["\(key.name)=\(value(of: key))\n", "\t \(key.name) \t=  \(value(of: key)) \t\n"].map
        {
            try settings(rules + "\(key.name) =\n" + $0)
        }
        #expect(found[0] == found[1])
        let applied = try applyPolicy([rules + "\(key.name) = \(value(of: key))\n"])
        #expect(
            applied.items.contains {
                $0.key == key && String(decoding: $0.value, as: UTF8.self) == value(of: key)
            })
    }

    @Test(arguments: PolicyKey.allCases)
    func valueMayBeEmpty(key: PolicyKey) {
        let end = "\(key.name) =".utf8.count + 1
        #expect(mistakes("# x\n\(key.name) =\n\(key.name) = \t \n").isEmpty)
        expectOne("# x\n\(key.name)\n", .expectedEquals, line: 2, column: end - 2)
    }

    @Test(arguments: PolicyKey.allCases.filter { $0.isDemand })
    func uselessWordIsAMistake(key: PolicyKey) {
        for word in ["no", "none", "permit"] {
            // An alternative needs rules beside it.
            expectOne(
                "rules = minlength: 8\n\(key.name) = \(word)\n", .demandsNothing, line: 2,
                column: "\(key.name)".utf8.count + 4)
        }
    }

    @Test(arguments: PolicyKey.allCases)
    func onlyKeysThatAddUpMayBeRepeated(key: PolicyKey) {
        let line = "\(key.name) = \(value(of: key))\n"
        let addsUp = [.preset, .rules, .or, .atLeast, .words, .blocklist, .rankedWords, .accept].contains(key)
        if key == .or { return }
        if addsUp {
            #expect(mistakes(line + "# x\n" + line).isEmpty)
        } else {
            expectOne(line + "# x\n  " + line, .duplicateKey, line: 3, column: 3)
            // An empty value drops earlier lines, so the key may be set again.
            #expect(mistakes(line + "\(key.name) =\n" + line).isEmpty)
        }
        // In another section it is a different setting.
        #expect(mistakes(line + "[user a]\n" + line + "[group a]\n" + line).isEmpty)
        if !addsUp { expectOne("[user a]\n" + line + line, .duplicateKey, line: 3, column: 1) }
    }

    /// The position of a name, and the end of its section.
    @Test func acceptedNamesHaveTheirSection() throws {
        let text = "accept = a\n# x\n[group b]\naccept = c-1,d\n accept =\n[user e]\nretry = 1\n accept= f \n"
        var found = Diagnostics()
        let file = try #require(PolicyFile.parse(Array(text.utf8), diagnostics: &found))
        func part(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }
        let accepted = file.acceptedFindings
        #expect(accepted.map { String(decoding: $0.name, as: UTF8.self) } == ["a", "c-1", "d", "f"])
        #expect(accepted.map { part($0.range) } == ["a", "c-1", "d", "f"])
        #expect(accepted.map(\.isForEverybody) == [true, false, false, false])
        #expect(part(accepted[0].section) == "accept = a\n# x\n")
        #expect(accepted[1].section == accepted[2].section)
        #expect(part(accepted[1].section) == "[group b]\naccept = c-1,d\n accept =\n")
        #expect(part(accepted[3].section) == "[user e]\nretry = 1\n accept= f \n")
    }

    @Test(arguments: PolicyKey.allCases)
    func keyNameMustMatchExactly(key: PolicyKey) {
        let name = "\(key.name)"
        for wrong in [
            name.uppercased(), name + "s1", "x-" + name, name.prefix(1).uppercased() + name.dropFirst(),
        ] {
            expectOne("\(wrong) = \(value(of: key))\n", .unknownKey, line: 1, column: 1)
        }
    }

    /// policy-mistakes.tsv has the bounds of each.
    @Test(arguments: PolicyKey.allCases)
    func numberHasBounds(key: PolicyKey) throws {
        guard case .number(let range) = key.declaration.value else { return }
        let (least, most) = (range.lowerBound, range.upperBound)
        for good in [least, most, (least + most) / 2] {
            #expect(try settings("\(key.name) = \(good)\n").number(key) == good)
            #expect(try settings("\(key.name) = 000\(good)\n").number(key) == good)
        }
        let bad = [
            "\(least - 1)", "\(most + 1)", "-\(least)", "+\(least)", "0", "9999", "10000", "65537",
            "2147483648", "4294967297", "9223372036854775808", "18446744073709551617",
            String(repeating: "9", count: 5_000), "\(least).0", "0x8", "8e0", "8,8", "8 8", "8;", "eight",
            "\u{664}", "No", "NO", "off", "yes", "reject",
        ]
        for value in bad + (key.isDemand ? [] : ["no", "none"]) {
            expectOne(
                "\(key.name) = \(value)\n", .numberOutOfRange, line: 1, column: "\(key.name)".count + 4)
        }
    }

    @Test(arguments: [
        ("classes-inside", ["yes"]), ("enforce-for-root", ["yes", "no"]),
        ("local-users-only", ["yes", "no"]),
        ("suggest", ["yes", "no"]), ("palindrome", ["reject"]), ("username", ["reject", "whole"]),
        ("full-name", ["reject", "whole"]), ("home-directory", ["reject", "whole"]),
        ("enforce", ["yes", "warn", "audit", "no"]), ("suggest-style", ["random", "readable", "words"]),
        ("blocklist-match", ["exact", "folded", "mangled"]),
        (
            "old-password",
            ["reject", "same", "case", "reversed", "rotated", "contained", "same,case , rotated"]
        ),
    ])
    func onlyKnownWordsAreAccepted(key: String, values: [String]) throws {
        let all = try values.map { try settings("\(key) =\n\(key) = \($0)\n") }
        for (index, one) in all.enumerated() {
            for other in all[..<index] { #expect(one != other, "\(values[index])") }
        }
        let wrong = [
            "Yes", "NO", "true", "1", "rejects", "reject permit", "whole!", "sam", "permit.", "readabel",
        ]
        for value in wrong + values.map({ $0.uppercased() }) {
            expectOne("\(key) = \(value)\n", .invalidValue, line: 1, column: key.utf8.count + 4)
        }
    }

    /// The limit is for one section, and for the different lines of all sources together.
    @Test(arguments: [("or", "minlength: #"), ("at-least", "# [@]"), ("blocklist", "/list/#")])
    func someKeysAllow64Lines(key: String, value: String) throws {
        let rules = "rules = minlength: 8\n"
        let lines = (1...65).map { number in
            let character = Character(Unicode.Scalar(UInt8(0x2F + number)))
            let value = value.replacing("@", with: "\(character)").replacing("#", with: "\(number)")
            return "\(key) = \(value)\n"
        }
        let most = rules + lines[..<64].joined()
        #expect(mistakes(most).isEmpty)
        expectOne(most + lines[64], .tooManyLines, line: 66, column: key.utf8.count + 4)
        #expect(mistakes(most + "\(key) =\n" + lines[64]).isEmpty)
        #expect(mistakes(most + "[user x]\n" + rules + lines[64]).isEmpty)
        guard key != "or" else { return }
        func problem(_ files: [String], _ arguments: [String] = []) throws -> Diagnostic.Code? {
            try applyPolicy(files, arguments: arguments).problem?.diagnostic.code
        }
        let half = lines[..<32].joined()
        #expect(try problem([half + half, lines[32..<64].joined()]) == nil)
        #expect(try problem([half, lines[32...].joined()]) == .tooManyLines)
        let arguments = lines.map { String($0.replacing(" = ", with: "=").dropLast()) }
        #expect(try problem([most], Array(arguments[..<64])) == nil)
        #expect(try problem([], arguments) == .tooManyLines)
    }

    // MARK: - Sections

    @Test func sectionsHaveNames() throws {
        let text = """
            retry = 1
            [user alice]
            retry = 2
              [ group   wheel ]\t
            [user a b]
            [user ж]
            [group x]y]
            [service mariadb]
            [ service\tmariadb  user  deploy user ]
            [service mariadb group dba]
            [user A]

            """
        let sections = try #require(parse(text).file).namedSections.map {
            "\($0.kind) \(String(decoding: $0.name, as: UTF8.self))"
                + ($0.service.isEmpty ? "" : " of \(String(decoding: $0.service, as: UTF8.self))")
        }
        #expect(
            sections == [
                "user alice", "group wheel", "user a b", "user ж", "group x]y", "service  of mariadb",
                "user deploy user of mariadb", "group dba of mariadb", "user A",
            ])
        #expect(try #require(parse("retry = 1\n").file).namedSections.isEmpty)
    }

    @Test(arguments: [7, 8, 9, 1_000])
    func manySectionsAreRead(count: Int) throws {
        let heads = (0..<count).map {
            "[\($0 % 2 == 0 ? "user" : "group") name\($0 / 2)]\nretry = \($0 % 100 + 1)\n"
        }
        let text = heads.joined()
        #expect(try #require(parse(text).file).namedSections.count == count)
        let last = try applyPolicy([text], to: PolicySubject("name\((count - 1) / 2)", groups: []))
        #expect(last.settings.retryCount == (count - 1) / 2 * 2 % 100 + 1)
        // A duplicate is found wherever the first one is.
        for index in [0, 1, count / 2, count - 1] {
            let head = heads[index].prefix { $0 != "\n" }
            expectOne(text + head + "\n", .duplicateSection, line: 2 * count + 1, column: 1)
        }
    }

    // MARK: - Large and odd files

    @Test func manyLinesOfRulesAreRead() throws {
        let text = String(repeating: "rules = minlength: 8; minlength: 9\n", count: 2_000)
        #expect(mistakes(text).isEmpty)
        #expect(try settings(text).rules.rules == [.minLength(8), .minLength(9)])
        #expect(try makePolicy(text).check("12345678").outcomes.map(\.limit) == [9])
    }

    @Test(arguments: [100_000, 500_000])
    func longLinesAreRead(count: Int) throws {
        let long = String(repeating: "x", count: count)
        #expect(mistakes("# \(long)\n").isEmpty)
        expectOne("\(long) = 3\n", .unknownKey, line: 1, column: 1)
        expectOne("retry = \(long)\n", .numberOutOfRange, line: 1, column: 9)
        expectOne("retry = 3\n[user \(long)\n", .unclosedSection, line: 2, column: count + 7)
        #expect(mistakes("[user \(long)]\nretry = 3\n").isEmpty)
        expectOne(
            "enforce = yes\(String(repeating: " ", count: count))x\n", .invalidValue, line: 1, column: 11)
        #expect(mistakes(String(repeating: " ", count: count) + "retry = 3\n").isEmpty)
        expectOne("preset = \(long)\n", .unknownPreset, line: 1, column: 10)
        expectOne("words = \(long)\n", .wordLength, line: 1, column: 9)
        expectOne("rules = \(long)\n", .descriptorTooLong, line: 1, column: 9 + 65_536)
        let words = (0..<count / 13).map { "word\(10_000_000 + $0)" }.joined(separator: ",")
        #expect(try settings("words = \(words)\n").words.count == count / 13)
    }

    @Test func firstOfManyMistakesAreKept() {
        let text = String(repeating: "digits = 3\n", count: 10_000)
        let (file, found) = parse(text)
        #expect(file == nil)
        #expect(found.items.count == Diagnostics.maximumCount)
        #expect(found.items.map { $0.position(in: Array(text.utf8).span).line } == Array(1...64))
        // An error after many notes is not lost.
        let notes = String(repeating: "rules = required: digits\n", count: 100) + "retry = x\n"
        #expect(parse(notes).file == nil)
        #expect(parse(notes).found.firstError?.code == .numberOutOfRange)
    }
}
