import Testing

@testable import PasswordRules

@Suite struct PolicyParserTests {
    private func parse(_ text: String) throws -> PolicySettings {
        try parsePolicy(Array(text.utf8))
    }

    @Test func readsEveryKey() throws {
        let settings = try parse(
            """
            # A comment; with ; and = in it

              \t# another
            rules = required: upper; minlength: 8;
            rules=allowed: [#=;]
            enforce = audit
            enforce-for-root=yes
            \tretry   =  7\t
            suggest = no
            suggest-style = words
            suggest-entropy = 100
            suggest-exclude = ambiguous, [xyz]
            local-users-only = yes

            """)
        #expect(
            settings.rules.rules == [
                .required(CharacterClass.empty), .minLength(8), .allowed(CharacterClass(members: "#=;")),
            ])
        #expect(settings.enforcement == .audit)
        #expect(settings.enforcesForRoot == true)
        #expect(settings.retryCount == 7)
        #expect(!settings.suggests)
        #expect(settings.suggestionStyle == .words)
        #expect(settings.suggestionEntropyBits == 100)
        #expect(
            settings.suggestionExclusions == Exclusions(characters: CharacterClass(members: "0O1lI|xyz")))
        #expect(settings.isForLocalUsersOnly == true)
    }

    @Test func anEmptyFileSaysNothing() throws {
        #expect(try parse("") == PolicySettings.builtIn)
        #expect(try parse("\n# nothing\n") == PolicySettings.builtIn)
    }

    @Test(arguments: [
        ("enforce = yes", Enforcement.yes), ("enforce = warn", .warn), ("enforce = audit", .audit),
        ("enforce = no", .no),
    ])
    func readsEnforcement(line: String, enforcement: Enforcement) throws {
        #expect(try parse(line + "\n").enforcement == enforcement)
    }

    @Test(arguments: [
        ("none", [] as [String]), ("passwd", ["passwd"]),
        ("passwd,su-l , a.b_c@d:e+1", ["passwd", "su-l", "a.b_c@d:e+1"]),
    ])
    func readsServices(value: String, services: [String]) throws {
        #expect(try parse("exempt-services = \(value)\n").exemptServices == services.map { Array($0.utf8) })
    }

    @Test(arguments: [
        ("Passwd", Diagnostic.Code.invalidValue, 18), ("passwd, all services", .invalidValue, 26),
        ("*", .invalidValue, 18), ("passwd, none", .invalidValue, 26),
        ("/etc/pam.d/passwd", .invalidValue, 18),
        ("passwd,", .missingItem, 25), (",passwd", .missingItem, 18), ("p\u{E4}sswd", .invalidValue, 18),
    ])
    func namesOfServicesAreExact(value: String, code: Diagnostic.Code, offset: Int) {
        let error = #expect(throws: Diagnostic.self) { try parse("exempt-services = \(value)\n") }
        #expect(error?.code == code)
        #expect(error?.offset == offset)
    }

    /// Each line is the third of a file; the position is that of its mistake.
    @Test(
        arguments: [
            ("rule = minlength: 8", Diagnostic.Code.unknownKey, 1, 4, "rules"),
            ("enforce_for_root = yes", .unknownKey, 1, 16, "enforce-for-root"),
            ("Retry = 3", .unknownKey, 1, 5, "retry"),
            ("frobnicate = 3", .unknownKey, 1, 10, nil),
            ("= 3", .expectedKey, 1, 3, nil),
            ("\u{E9} = 3", .expectedKey, 1, 6, nil),
            ("[role wheel]", .unknownSection, 2, 4, nil),
            ("[grop wheel]", .unknownSection, 2, 4, "group"),
            ("[]", .unknownSection, 1, 2, nil),
            ("[user]", .missingSectionName, 6, 0, nil),
            ("[user alice", .unclosedSection, 12, 0, nil),
            ("[", .unclosedSection, 2, 0, nil),
            ("retry", .expectedEquals, 6, 0, nil),
            ("enforce-for-root", .expectedEquals, 17, 0, nil),
            ("retry 3", .expectedEquals, 6, 0, nil),
            ("min-classes = no", .demandsNothing, 15, 2, nil),
            ("or = minlength: 8", .alternativeWithoutRules, 1, 2, nil),
            ("retry = 0", .numberOutOfRange, 9, 1, "1 to 100"),
            ("retry = 101", .numberOutOfRange, 9, 3, "1 to 100"),
            ("retry = -1", .numberOutOfRange, 9, 2, "1 to 100"),
            ("retry = 99999999999999999999999999", .numberOutOfRange, 9, 26, "1 to 100"),
            ("retry = 3 # three", .numberOutOfRange, 9, 9, "1 to 100"),
            ("retry = three", .numberOutOfRange, 9, 5, "1 to 100"),
            ("suggest = true", .invalidValue, 11, 4, "\"yes\" or \"no\""),
            ("suggest-entropy = 0", .numberOutOfRange, 19, 1, "1 to 1024"),
            ("suggest-entropy = 1025", .numberOutOfRange, 19, 4, "1 to 1024"),
            ("suggest-entropy = 71.5", .numberOutOfRange, 19, 4, "1 to 1024"),
            ("suggest-style = Words", .invalidValue, 17, 5, "\"random\", \"readable\" or \"words\""),
            ("suggest-exclude = ambigous", .unknownClass, 19, 8, "ambiguous"),
            ("suggest-exclude = digit; minlength: 3", .expectedComma, 24, 1, nil),
            ("suggest-exclude = [\u{E9}]", .characterInsideClass, 20, 2, nil),
            ("suggest-stile = words", .unknownKey, 1, 13, "suggest-style"),
            ("suggest = YES", .invalidValue, 11, 3, "\"yes\" or \"no\""),
            ("local-users-only = 0", .invalidValue, 20, 1, "\"yes\" or \"no\""),
            ("enforce = maybe", .invalidValue, 11, 5, "\"yes\", \"warn\", \"audit\" or \"no\""),
            ("rules = required: uper", .unknownClass, 19, 4, "upper"),
            ("rules = minlength: 8; oops", .unknownProperty, 23, 4, nil),
            ("rules = minlength: 8; required", .expectedColon, 31, 0, nil),
            ("rules = required: upper # comment", .textAfterValue, 25, 1, nil),
            ("rules = required: [a\u{E9}]", .characterInsideClass, 21, 2, nil),
            ("retry = 3\r", .carriageReturn, 10, 1, nil),
            ("ret\0ry = 3", .nulByte, 4, 1, nil),
        ] as [(String, Diagnostic.Code, Int, Int, String?)])
    func saysWhereAMistakeIs(
        line: String, code: Diagnostic.Code, column: Int, length: Int, suggestion: String?
    ) throws {
        let text = "# first\nenforce = yes\n\(line)\n"
        // A duplicate key would be a mistake of its own.
        let unique =
            line.hasPrefix("enforce =")
            ? text.replacing("enforce = yes\n", with: "\n", maxReplacements: 1) : text
        let bytes = Array(unique.utf8)
        let error = try #require(throws: Diagnostic.self) { try parse(unique) }
        #expect(error.code == code)
        #expect(error.position(in: bytes.span) == (3, column))
        #expect(error.length == length)
        #expect(error.suggestion == suggestion)
    }

    @Test(arguments: ["retry = 3\nretry = 3\n", "suggest = no\nenforce = yes\nsuggest = yes\n"])
    func aKeyThatIsSetTwiceIsAMistake(text: String) throws {
        let error = try #require(throws: Diagnostic.self) { try parse(text) }
        #expect(error.code == .duplicateKey)
        let bytes = Array(text.utf8)
        #expect(error.position(in: bytes.span).line > 1)
    }

    @Test func refusesWhatIsNoWholeTextFile() throws {
        let files: [([UInt8], Diagnostic.Code, Int)] = [
            ([0xEF, 0xBB, 0xBF] + Array("retry = 3\n".utf8), .byteOrderMark, 0),
            ([UInt8](repeating: 0x0A, count: 1_048_577), .policyTooLong, 1_048_576),
            (Array("retry = 3".utf8), .unfinishedLastLine, 9),
            (Array("rules = minlength: 1".utf8), .unfinishedLastLine, 20),
            (Array("# caf".utf8) + [0xE9, 0x0A], .invalidUTF8, 5),
            ([0], .nulByte, 0),
        ]
        for (bytes, code, offset) in files {
            let error = try #require(throws: Diagnostic.self) { try parsePolicy(bytes) }
            #expect(error.code == code)
            #expect(error.offset == offset)
        }
    }

    @Test func allMistakesAreFoundAtOnce() {
        let bytes = Array("retry = 0\nrules = required: uper; minlenght: 8\nsuggest = no\nsugest = no\n".utf8)
        var found = Diagnostics()
        #expect(PolicyFile(parsing: bytes, diagnostics: &found) == nil)
        #expect(found.items.map(\.code) == [.numberOutOfRange, .unknownClass, .unknownProperty, .unknownKey])
        #expect(found.items.map { $0.position(in: bytes.span).line } == [1, 2, 2, 4])
    }

    @Test func notesHaveTheirPlaceInTheFile() throws {
        let bytes = Array("# x\nrules = required: digits\n".utf8)
        var found = Diagnostics()
        #expect(PolicyFile(parsing: bytes, diagnostics: &found) != nil)
        #expect(found.items.map(\.code) == [.digitsForDigit])
        #expect(found.items[0].position(in: bytes.span) == (2, 19))
    }

    @Test func longLinesAndManyLinesAreRead() throws {
        let comment = "#" + String(repeating: "x", count: 100_000) + "\n"
        #expect(try parse(comment + "retry = 9\n").retryCount == 9)
        #expect(
            try parse(String(repeating: "rules = minlength: 8\n", count: 10_000)).rules.rules.count == 10_000
        )
    }

    // MARK: - Arguments of a program

    @Test func argumentsAddUpAndOverride() throws {
        var sources = PolicySources()
        for text in ["rules=minlength: 8", "retry=2", "rules=required: digit", "retry=5"] {
            sources.add(argument: try argument(text))
        }
        let applied = sources.applied(to: nil)
        #expect(applied.settings.rules.rules == [.minLength(8), .required(.digit)])
        #expect(applied.settings.retryCount == 5)
        #expect(applied.problem == nil)
    }

    @Test(arguments: [
        "retry=0", "rules=minlength", "rules=minlength: 8; oops", "retry=1\0", "x=1", "retry", "", "# x",
        "[user x]",
    ])
    func aWrongArgumentIsAMistake(text: String) {
        var found = Diagnostics()
        #expect(PolicyFile(parsingArgument: Array(text.utf8), diagnostics: &found) == nil)
        #expect(found.hasErrors)
    }

    private func argument(_ text: String) throws -> PolicySource {
        var found = Diagnostics()
        let file = PolicyFile(parsingArgument: Array(text.utf8), diagnostics: &found)
        return PolicySource(name: [], file: try #require(file))
    }

    @Test func laterFilesOverrideKeyByKey() throws {
        var sources = PolicySources()
        for text in [
            "rules = minlength: 8\nretry = 2\nsuggest = no\nsuggest-entropy = 80\nsuggest-style = words\n",
            "retry = 9\nenforce = warn\nsuggest-style = random\nsuggest-exclude = none\n",
        ] {
            var found = Diagnostics()
            let file = PolicyFile(parsing: Array(text.utf8), diagnostics: &found)
            sources.add(file: PolicySource(name: [], file: try #require(file)))
        }
        let both = sources.applied(to: nil).settings
        #expect(both.rules.rules == [.minLength(8)])
        #expect(both.retryCount == 9)
        #expect(!both.suggests)
        #expect(both.suggestionStyle == .random && both.suggestionEntropyBits == 80)
        #expect(both.suggestionExclusions == Exclusions.none)
        #expect(both.enforcement == .warn)
        #expect(!both.enforcesForRoot)
    }
}
