import Testing

@testable import PasswordRules

@Suite struct NameSearchTests {
    private func search(_ password: [UInt8], _ isFound: (borrowing NameSearch) -> Bool) -> Bool {
        FoldedPassword(password.span).withForms { _, lower, plain in
            let asTyped = NameText(lower: lower, plain: plain)
            return JoinedPassword(lower: lower, plain: plain).withReadings { withoutSigns, withoutRest in
                isFound(NameSearch(asTyped, withoutSigns: withoutSigns, withoutRest: withoutRest))
            }
        }
    }

    private func finds(_ name: String, _ match: NameMatch, in password: [UInt8]) -> Bool {
        search(password) { $0.finds(Account(name).plainName, match) }
    }

    private func findsPart(of name: String, _ length: Int, in password: String) -> Bool {
        search(Array(password.utf8)) { $0.findsPart(of: Account(name).plainName, length: length) }
    }

    /// The results of `reject` and `whole`.
    @Test(
        arguments: [
            ("alice", "alice", true, true), ("alice", "ALICE", true, true), ("Alice", "alice", true, true),
            ("alice", "xalicex", true, false), ("alice", "alice123!", true, true),
            ("alice", "123alice", true, true),
            ("alice", "!1alice2?", true, true), ("alice", "ecila", true, true),
            ("alice", "7ecila!", true, true),
            ("alice", "xecilax", true, false), ("alice", "4l1c3", true, true), ("alice", "@!!c3", true, true),
            ("alice", "a1ice99", true, true), ("alice", "A|1C€", true, true), ("al1ce", "alice", true, true),
            ("alice", "alic", false, false), ("alice", "ali-ce", true, true), ("alice", "", false, false),
            ("alice", "lice", false, false), ("alice", "correct alice horse", true, false),
            ("alice", "alice ", true, true), ("alice", "\0alice", true, true),
            ("alice", "alicebob", true, false),
            // Short names count only if no letter is beside them.
            ("bob", "bob", true, true), ("bob", "bobby", false, false), ("bob", "abob", false, false),
            ("bob", "1bob2", true, true), ("bob", "a-bob-b", true, false), ("bob", "b0b", true, true),
            ("bob", "8o8", true, true), ("bob", "bobby bob", true, false), ("ed", "red", false, false),
            ("ed", "ed", true, true), ("ed", "de1", true, true), ("x", "x", true, true),
            ("x", "xx-x", true, false),
            ("x", "axa", false, false), ("émi", "aémi", false, false), ("émi", "ÉMI", true, true),
            ("anna", "xannax", true, false), ("ann", "anna", false, false), ("ann", "éann", false, false),
            // With symbols between the letters, marks on them, and invisible characters.
            ("alice", "a.l.i.c.e1234567", true, true), ("alice", "a!l!i!c!e", true, true),
            ("alice", "@-l-1-c-3", true, true), ("alice", "xa li ce", true, false),
            ("alice", "e c i l a 7", true, true), ("alice", "a1l1i1c1e", false, false),
            ("alice", "alicé1234567890", true, true), ("alice", "Áļíçë", true, true),
            ("alice", "a\u{301}l\u{200B}i\u{AD}ce", true, true), ("alice", "ＡＬＩＣＥ１", true, true),
            ("alice", "a\u{3000}l・i→c★e", true, true), ("zoë", "zoe", true, true),
            ("zoe", "x-zoë", true, false),
            ("al-ice", "alice", true, true), ("al-ice", "xa.lice", true, false),
            // Names of four letters count only with no letter beside them: words contain the others by chance.
            ("lena", "l.e.n.a-summer", true, false), ("lena", "x-l3.n@-x", true, false),
            ("lena", "(a·n·e·l)xyz", true, false), ("lena", "l.e.n.a1234567", true, true),
            ("lena", "pole-navy", false, false), ("user", "use-rabbit", false, false),
            ("user", "my-u-s-e-r", true, false), ("j.doe", "xjdoex", true, false),
            ("j.doe", "blue-jd-oe-x", true, false), ("lena", "l.e.n", false, false),
            // A longer name that one symbol divides counts only with no letter on one side of it.
            ("erika", "mother-ikarus", false, false), ("erika", "er-ikarus", true, false),
            ("erika", "moth.erik.a", true, false), ("erika", "mothe.r-ikarus", true, false),
            ("alice", "mali-cesoft", false, false), ("alice", "ecil-a-x", true, false),
            // Short ones count only as the whole password.
            ("bob", "b.o.b1234", true, true), ("bob", "x b-o-b", false, false),
            ("bob", "b+ob-xx", false, false),
            ("a-b-c", "x.abc", false, false), ("a-b-c", "abc1", true, true),
            ("r.", "12345r678", false, false),
            ("\u{200B}", "\u{200B}", false, false), ("alice", "\u{200B}", false, false),
            // Names with digits and symbols.
            ("user1", "user1", true, true), ("user1", "1resu", true, true), ("4chan", "4chan9", true, true),
            ("www-data", "www-data", true, true), ("www-data", "www-data2024", true, true),
            ("www-data", "wwwdata", true, true), ("42", "42", true, true), ("42", "x42", false, false),
            ("", "", false, false), ("", "anything", false, false),
            ("жанна", "ЖАННА", true, true), ("жанна", "аннаж", true, true), ("日本", "日本", true, true),
        ] as [(String, String, Bool, Bool)])
    func findsAName(name: String, password: String, isContained: Bool, isWhole: Bool) {
        let bytes = Array(password.utf8)
        #expect(finds(name, .reject, in: bytes) == isContained, "reject")
        #expect(finds(name, .whole, in: bytes) == isWhole, "whole")
        #expect(!finds(name, .permit, in: bytes))
    }

    /// Digits and symbols at the ends are left out, however many of them belong to the name.
    @Test(arguments: [
        ("user1", "user1!"), ("user1", "user123"), ("jdoe2", "2jdoe2"), ("jdoe2", "!jdoe2!"),
        ("3com", "-3com-"),
        ("_apt", "1_apt1"), ("backup$", "backup$1"),
    ])
    func aNameWithADigitAtItsEndIsFoundWithMoreOfThem(name: String, password: String) {
        #expect(finds(name, .whole, in: Array(password.utf8)))
    }

    @Test func illFormedTextIsSearched() {
        let name = Array("alice".utf8)
        #expect(finds("alice", .reject, in: [0xFF] + name + [0xE2, 0x82]))
        #expect(!finds("alice", .reject, in: Array("ali".utf8) + [0xFF] + Array("ce".utf8)))
        // An ill-formed byte is not a symbol.
        #expect(!finds("alice", .whole, in: [0xFF] + name))
        let account = Account(name: [0xFF, 0x61, 0x62, 0x63])
        #expect(account.plainName.count == 4)
    }

    @Test func longNamesAndPasswordsAreSearched() {
        for count in [32, 256] {
            let name = String((0..<count).map { Character(Unicode.Scalar(UInt8(0x61 + $0 * 7 % 26))) })
            #expect(finds(name, .reject, in: Array(("--" + name + "--").utf8)))
            #expect(finds(name, .whole, in: Array((name.reversed() + "--").utf8)))
            #expect(!finds(name, .reject, in: Array(name.utf8.dropLast())))
        }
        // Only the beginning of a longer name is used.
        let longest = String(repeating: "ab", count: 1_000)
        #expect(finds(longest, .reject, in: Array(longest.utf8)))
        #expect(!finds(longest, .reject, in: Array(longest.utf8.prefix(100))))
        let long = [UInt8](repeating: 0x78, count: 4_091)
        #expect(finds("alice", .reject, in: long + Array("alice".utf8)))
        #expect(finds("alice", .reject, in: Array("ecila".utf8) + long))
        #expect(!finds("alice", .reject, in: long + Array("alic".utf8)))
        #expect(finds(String(repeating: "a", count: 64), .whole, in: [UInt8](repeating: 0x61, count: 64)))
        #expect(!finds("xyz9", .whole, in: [UInt8](repeating: 0x31, count: 4096)))
    }

    // MARK: - Parts of the user name

    @Test(arguments: [
        ("alexander", 4, "xander", true), ("alexander", 4, "1234alex", true),
        ("alexander", 4, "rednaxyz", true),
        ("alexander", 4, "dnax", true), ("alexander", 4, "ALE-xan", true), ("alexander", 3, "a.l.e", false),
        ("alexander", 4, "xAND", true),
        ("alexander", 4, "x4nd", true), ("alexander", 4, "and", false), ("alexander", 9, "alexander", true),
        ("alexander", 9, "alexande", false), ("alexander", 64, "alexander", true),
        ("alexander", 4, "", false),
        ("alexander", 8, "lexander", true), ("alexander", 8, "lexande", false),
        ("alexander", 5, "xxlexanxx", true),
        ("alexander", 3, "and", true), ("alexander", 3, "1and1", true), ("alexander", 3, "lxa", false),
        ("жанна", 4, "МАННА анна", true), ("", 3, "abc", false),
    ])
    func findsAPartOfAName(name: String, length: Int, password: String, isFound: Bool) {
        #expect(findsPart(of: name, length, in: password) == isFound)
    }

    /// Parts may be short: the rule that short names count only with no letter beside them does not apply, because the
    /// administrator chose the length.
    @Test(arguments: ["lexicon!", "brandy42", "xdnax"])
    func threeCharactersOfANameAreFoundInsideAWord(password: String) {
        #expect(findsPart(of: "alexander", 3, in: password))
    }

    @Test(arguments: [51, 52] as [UInt64])
    func agreesWithAPlainSearchForParts(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let alphabet = Array("abcd")
        for _ in 0..<1_000 {
            let name = String((0..<5 + source.below(6)).map { _ in alphabet[source.below(4)] })
            let password = String((0..<source.below(12)).map { _ in alphabet[source.below(4)] })
            let length = 4 + source.below(2)
            let letters = Array(name)
            let expected =
                name.count <= length
                ? [name, String(name.reversed())].contains { password.contains($0) }
                : (0...letters.count - length).contains { start in
                    let part = letters[start..<start + length]
                    return [String(part), String(part.reversed())].contains { password.contains($0) }
                }
            if findsPart(of: name, length, in: password) != expected {
                Issue.record("seed \(seed): \(name), \(length), \(password): not \(expected)")
            }
        }
    }

    // MARK: - Full names and home directories

    @Test(arguments: [
        ("Ada Lovelace", "lovelace1", true, true), ("Ada Lovelace", "xlovelacex", true, false),
        ("Ada Lovelace", "ecalevol", true, true), ("Ada Lovelace", "adamant", false, false),
        ("Ada Lovelace", "my-ada-9", true, false), ("Ada Lovelace", "love-lace", true, true),
        ("J. É. Dupont", "é-123-r", false, false),
        ("Ada Lovelace,Room 12,555-1234,", "x1234room", true, false), ("Lovelace", "L0v3lac3", true, true),
        ("Jean-Luc Picard", "luc99", true, true), ("Jean-Luc Picard", "jeanluc", true, false),
        ("  ,, ,-", "anything", false, false), ("J. R. Tolkien", "r", false, false),
        ("Zoë", "zoë", true, true),
        ("Ada\tLovelace", "lovelace", true, true), ("王小明", "王小明1", true, true), ("A B", "a b", false, false),
    ])
    func findsAWordOfTheFullName(name: String, password: String, isContained: Bool, isWhole: Bool) throws {
        for (value, isFound) in [("reject", isContained), ("whole", isWhole)] {
            let policy = try makePolicy("rules = minlength: 1\nfull-name = \(value)\n")
            let outcome = policy.check(password, for: Account("", fullName: name)).only(.fullName)
            #expect(outcome?.isMet == !isFound, "\(value)")
        }
    }

    @Test(arguments: [
        ("/home/turing", "turing1", true, true), ("/home/turing", "home", false, false),
        ("/home/turing", "xgnirutx", true, false), ("/root", "root!", true, true),
        ("/home", "home", true, true),
        ("/srv/data/turing/", "data", true, true), ("/srv/data/turing/", "srv", false, false),
        ("//home//turing", "turing", true, true), ("//home//turing", "home", false, false),
        ("/home/x", "home", false, false), ("/h/turing", "turing", true, true),
        ("/", "anything", false, false), ("turing", "turing", true, true),
        ("/home/bob", "bobby", false, false),
        ("/home/a.turing", "a.turing", true, true), ("/home/Turing", "7ur1ng", true, true),
    ])
    func findsAWordOfTheHomeDirectory(path: String, password: String, isContained: Bool, isWhole: Bool) throws
    {
        for (value, isFound) in [("reject", isContained), ("whole", isWhole)] {
            let policy = try makePolicy("rules = minlength: 1\nhome-directory = \(value)\n")
            let outcome = policy.check(password, for: Account("", home: path)).only(.homeDirectory)
            #expect(outcome?.isMet == !isFound, "\(value)")
        }
    }

    @Test func theBeginningOfALongFieldIsLookedAt() throws {
        let policy = try makePolicy("rules = minlength: 1\nfull-name = reject\nhome-directory = reject\n")
        let long = String(repeating: "y ", count: 100_000)
        let account = Account("", fullName: "turing " + long, home: "/home/turing/" + long)
        #expect(policy.check("xturingx", for: account).outcomes.filter { !$0.isMet }.count == 2)
        let late = Account("", fullName: long + "turing", home: "/home/" + long + "/turing")
        #expect(policy.check("xturingx", for: late).isAccepted)
    }
}
