import Testing

@testable import PasswordRules

@Suite struct OldPasswordTests {
    private func folded(_ password: String) -> FoldedPassword {
        let bytes = Array(password.utf8)
        return FoldedPassword(bytes.span)
    }

    private func likeness(_ new: String, _ old: String, _ checks: OldPasswordChecks = .all)
        -> OldPasswordChecks
    {
        OldPassword.likeness(of: folded(new), to: folded(old), among: checks)
    }

    private func changes(_ old: String, _ new: String, limit: Int) -> Int {
        OldPassword.changes(from: folded(old), to: folded(new), limit: limit)
    }

    // MARK: - Variations of the old password

    /// The new password, the old one, and the checks that find it if they run alone.
    @Test(
        arguments: [
            ("Secret1", "Secret1", [.same, .letterCase, .rotated, .contained]),
            ("sECRET1", "Secret1", [.letterCase, .rotated, .contained]),
            ("1terces", "Secret1", [.reversed]), ("1TERCeS", "sEcrET1", [.reversed]),
            ("et1Secr", "Secret1", [.rotated]), ("1sECRET", "Secret1", [.rotated]),
            ("1Secret1", "Secret1", [.rotated, .contained]), ("xxsecret1yy", "Secret1", [.contained]),
            ("ecre", "Secret1", [.rotated, .contained]), ("e", "Secret1", [.rotated, .contained]),
            ("1S", "Secret1", [.rotated]), ("cret1secre", "Secret1", [.rotated]),
            ("secret1secret1", "Secret1", [.rotated, .contained]),
            ("secret1secret1s", "Secret1", [.contained]), ("another", "Secret1", []),
            ("Secret2", "Secret1", []),
            ("S e c r e t 1", "Secret1", []), ("terces1", "Secret1", []),
            // Many new passwords contain an old one of up to three characters by chance.
            ("abcdef", "abc", []), ("abcdef", "abcd", [.contained]), ("abcabc", "abc", [.rotated]),
            ("bca", "abc", [.rotated]), ("cba", "abc", [.reversed]), ("ab", "abc", [.rotated, .contained]),
            ("abc", "abc", [.same, .letterCase, .rotated, .contained]),
            ("a", "a", [.same, .letterCase, .reversed, .rotated, .contained]),
            ("anna", "anna", [.same, .letterCase, .reversed, .rotated, .contained]),
            ("ANNA", "anna", [.letterCase, .reversed, .rotated, .contained]),
            ("aaa", "a", []), ("aa", "a", [.rotated]), ("aaaa", "aaa", [.rotated]),
            // Empty passwords match nothing.
            ("", "", []), ("", "Secret1", []), ("Secret1", "", []),
            // Letters beyond ASCII and leet substitutions: the case is ignored, but a leet substitution is a change.
            ("ПАРОЛЬ", "пароль", [.letterCase, .rotated, .contained]), ("ьлорап", "Пароль", [.reversed]),
            ("S3cr3t1", "Secret1", []), ("\0abc", "abc\0", [.rotated]),
            ("\0", "\0\0", [.rotated, .contained]),
        ] as [(String, String, OldPasswordChecks)])
    func isFoundInEachWayThatAppliesAlone(new: String, old: String, ways: OldPasswordChecks) {
        for way in [.same, .letterCase, .reversed, .rotated, .contained] as [OldPasswordChecks] {
            #expect(likeness(new, old, way) == (ways.contains(way) ? way : []), "way \(way.rawValue)")
        }
        #expect(likeness(new, old, []) == [])
        #expect(likeness(new, old).isEmpty == ways.isEmpty)
        #expect(likeness(new, old).isSubset(of: ways))
    }

    /// If several checks find it, the first in this order is reported.
    @Test(
        arguments: [
            ("anna", "anna", .same), ("ANNA", "anna", .letterCase), ("abca", "ACBA", .reversed),
            ("1terces", "secret1", .reversed), ("xsecret1", "secret1", .contained),
            ("et1secr", "secret1", .rotated),
            ("ecre", "secret1", .contained),
        ] as [(String, String, OldPasswordChecks)])
    func namesThePlainestWay(new: String, old: String, way: OldPasswordChecks) {
        #expect(likeness(new, old) == way)
    }

    @Test func wayNamesAreDifferentBits() {
        let ways: [OldPasswordChecks] = [.same, .letterCase, .reversed, .rotated, .contained]
        #expect(ways.map(\.rawValue) == [1, 2, 4, 8, 16])
        #expect(OldPasswordChecks.all.rawValue == 31)
    }

    @Test(arguments: [61, 62] as [UInt64])
    func agreesWithAPlainComparison(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let alphabet = Array("aAbB1")
        func random(_ maximum: Int) -> String {
            String((0..<1 + source.below(maximum)).map { _ in alphabet[source.below(alphabet.count)] })
        }
        for _ in 0..<3_000 {
            let (old, new) = (random(6), random(8))
            let (oldLower, newLower) = (old.lowercased(), new.lowercased())
            var ways: OldPasswordChecks = []
            if old == new { ways.insert(.same) }
            if oldLower == newLower { ways.insert(.letterCase) }
            if String(oldLower.reversed()) == newLower { ways.insert(.reversed) }
            if (oldLower + oldLower).contains(newLower) { ways.insert(.rotated) }
            if oldLower.contains(newLower) || old.count >= 4 && newLower.contains(oldLower) {
                ways.insert(.contained)
            }
            for way in [.same, .letterCase, .reversed, .rotated, .contained] as [OldPasswordChecks] {
                if likeness(new, old, way) != (ways.contains(way) ? way : []) {
                    Issue.record("seed \(seed): \(old) to \(new), way \(way.rawValue)")
                }
            }
            if likeness(new, old).isEmpty != ways.isEmpty { Issue.record("seed \(seed): \(old) to \(new)") }
        }
    }

    @Test func longPasswordsAreCompared() {
        let old = String(repeating: "ab", count: 2_047) + "cd"
        #expect(likeness(old, old) == .same)
        #expect(likeness(old.uppercased(), old) == .letterCase)
        #expect(likeness(String(old.reversed()), old) == .reversed)
        #expect(likeness("cd" + old.dropLast(2), old) == .rotated)
        #expect(likeness(String(old.dropFirst()), old) == .contained)
        #expect(likeness(String(repeating: "ab", count: 2_048), old) == [])
        #expect(likeness(String(repeating: "x", count: 4_096), old) == [])
    }

    // MARK: - Changed characters

    @Test(arguments: [
        ("kitten", "sitting", 3), ("", "", 0), ("abc", "abc", 0), ("abc", "ABC", 0), ("abc", "abd", 1),
        ("a", "b", 1),
        ("", "abc", 3), ("abc", "", 3), ("a", "", 1), ("flaw", "lawn", 2), ("Sunday", "saturday", 3),
        ("password1", "password2", 1), ("abcdef", "fedcba", 6), ("ab", "ba", 2), ("пароль", "ПАРОЛИ", 1),
        ("\0a", "a\0", 2), ("aaaa", "aaaaaaaa", 4), ("abcdefgh", "12345678", 8), ("secret", "s3cr3t", 2),
    ])
    func countsChangedCharacters(old: String, new: String, distance: Int) {
        for limit in 1...20 {
            #expect(changes(old, new, limit: limit) == min(limit, distance), "limit \(limit)")
            #expect(changes(new, old, limit: limit) == min(limit, distance), "limit \(limit), exchanged")
        }
        #expect(changes(old, new, limit: 1024) == distance)
    }

    /// The whole table of the usual algorithm.
    private func levenshtein(_ old: [Character], _ new: [Character]) -> Int {
        var table = [[Int]](repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
        for line in 0...old.count { table[line][0] = line }
        for column in 0...new.count { table[0][column] = column }
        for line in old.indices {
            for column in new.indices {
                let replaced = table[line][column] + (old[line] == new[column] ? 0 : 1)
                table[line + 1][column + 1] = min(
                    replaced, table[line][column + 1] + 1, table[line + 1][column] + 1)
            }
        }
        return table[old.count][new.count]
    }

    @Test(arguments: [71, 72, 73, 74] as [UInt64])
    func agreesWithThePlainTableAtEveryLimit(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let alphabet = Array("abAB1ж")
        for _ in 0..<1_500 {
            let old = (0..<source.below(16)).map { _ in alphabet[source.below(alphabet.count)] }
            var new = old
            if source.below(3) == 0 {
                new = (0..<source.below(16)).map { _ in alphabet[source.below(alphabet.count)] }
            } else {
                for _ in 0..<source.below(6) {
                    let index = source.below(new.count + 1)
                    switch source.below(3) {
                    case 0: new.insert("x", at: index)
                    case 1: if index < new.count { new.remove(at: index) }
                    default: if index < new.count { new[index] = "y" }
                    }
                }
            }
            let distance = levenshtein(
                Array(String(old).lowercased()), Array(String(new).lowercased()))
            for limit in 1...12 {
                let counted = changes(String(old), String(new), limit: limit)
                if counted != min(limit, distance) {
                    Issue.record(
                        "seed \(seed): \(String(old)) to \(String(new)), limit \(limit): \(counted), not \(distance)"
                    )
                }
            }
        }
    }

    @Test(arguments: [81, 82] as [UInt64])
    func agreesWithThePlainTableForLongerPasswords(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let alphabet = Array("abcdefghij")
        for _ in 0..<60 {
            let old = (0..<40 + source.below(40)).map { _ in alphabet[source.below(10)] }
            var new = Array(old.dropFirst(source.below(10)))
            for _ in 0..<source.below(30) { new[source.below(new.count)] = "z" }
            for _ in 0..<source.below(12) { new.insert("y", at: source.below(new.count)) }
            let distance = levenshtein(old, new)
            for limit in [1, 2, 5, 8, 13, 21, 34, 55, 128, 1024] {
                let counted = changes(String(old), String(new), limit: limit)
                if counted != min(limit, distance) {
                    Issue.record("seed \(seed): \(String(old)) to \(String(new)), limit \(limit): \(counted)")
                }
            }
        }
    }

    @Test func theLargestPasswordsAndLimits() {
        let long = String(repeating: "ab", count: 2_048)
        #expect(changes(long, long, limit: 1024) == 0)
        #expect(changes(long, "x" + long.dropLast(), limit: 1024) == 2)
        #expect(changes(long, String(long.dropFirst(1_000)), limit: 1024) == 1_000)
        #expect(changes(long, String(long.dropFirst(1_024)), limit: 1024) == 1_024)
        #expect(changes(long, String(long.dropFirst(1_025)), limit: 1024) == 1_024)
        #expect(changes(long, "", limit: 1024) == 1_024)
        #expect(changes("", long, limit: 1) == 1)
    }

    // MARK: - Palindromes

    @Test(arguments: [
        ("", false), ("a", true), ("aa", true), ("ab", false), ("aba", true), ("abba", true), ("abca", false),
        ("Anna", true), ("a1b!b1a", true), ("Топот", true), ("a\u{301}a", true), ("\0a\0", true),
        ("never odd", false),
        ("ab ba", true), ("aa1", false),
    ])
    func findsAPalindrome(password: String, isPalindrome: Bool) {
        let found = folded(password).withForms { _, lower, _ in OldPassword.isPalindrome(lower) }
        #expect(found == isPalindrome)
    }

    @Test func longPalindromesAreFound() {
        let half = String(repeating: "xyz", count: 682)
        for (text, isFound) in [
            (half + "!!" + half.reversed(), true), (half + "!?" + half.reversed(), false),
        ] {
            #expect(folded(text).withForms { _, lower, _ in OldPassword.isPalindrome(lower) } == isFound)
        }
    }
}
