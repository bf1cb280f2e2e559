import Testing

@testable import PasswordRules

@Suite struct OldPasswordTests {
    private func folded(_ password: String) -> FoldedPassword {
        let bytes = Array(password.utf8)
        return FoldedPassword(bytes.span)
    }

    private func likeness(_ new: String, _ old: String, _ checks: OldPasswordChecks = .reject)
        -> OldPasswordChecks
    {
        OldPassword.likeness(of: folded(new), to: folded(old), among: checks)
    }

    private func changes(_ old: String, _ new: String, limit: Int) -> Int {
        OldPassword.changes(from: folded(old), to: folded(new), limit: limit)
    }

    // MARK: - Variations of the old password

    /// Makes each comparison alone, then all at once, which gives the first one that applies. Counts the
    /// changed characters with several limits.
    @Test(arguments: try Vectors.rows("old-passwords.tsv"))
    func newPasswordsAreLikeOldOnesAsTheTableSays(row: Vectors.Row) throws {
        let (old, new) = (row.fields[0], row.fields[1])
        func likeness(_ checks: OldPasswordChecks) -> OldPasswordChecks {
            OldPassword.likeness(
                of: FoldedPassword(new.span), to: FoldedPassword(old.span), among: checks)
        }
        let comparisons: [(name: String, checks: OldPasswordChecks)] = [
            ("same", .same), ("case", .letterCase), ("reversed", .reversed), ("contained", .contained),
            ("rotated", .rotated),
        ]
        let found = comparisons.filter { likeness($0.checks) == $0.checks }
        #expect((found.isEmpty ? "none" : found.map(\.name).joined(separator: ",")) == row.string(2))
        #expect(likeness(.reject) == found.first?.checks ?? [])
        #expect(likeness([]) == [])
        guard let distance = Int(row.string(3)) else { return }
        for limit in Array(1...20) + [1024] {
            for (old, new) in [(old, new), (new, old)] {
                let count = OldPassword.changes(
                    from: FoldedPassword(old.span), to: FoldedPassword(new.span), limit: limit)
                #expect(count == min(limit, distance), "limit \(limit)")
            }
        }
    }

    @Test func checkNamesAreDifferentBits() {
        let comparisons: [OldPasswordChecks] = [.same, .letterCase, .reversed, .rotated, .contained]
        #expect(comparisons.map(\.rawValue) == [1, 2, 4, 8, 16])
        #expect(OldPasswordChecks.reject.rawValue == 31)
        #expect(OldPasswordChecks.similar.rawValue == 63)
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
            var comparisons: OldPasswordChecks = []
            if old == new { comparisons.insert(.same) }
            if oldLower == newLower { comparisons.insert(.letterCase) }
            if String(oldLower.reversed()) == newLower { comparisons.insert(.reversed) }
            if (oldLower + oldLower).contains(newLower) { comparisons.insert(.rotated) }
            if oldLower.contains(newLower) || old.count >= 4 && newLower.contains(oldLower) {
                comparisons.insert(.contained)
            }
            for comparison in [.same, .letterCase, .reversed, .rotated, .contained] as [OldPasswordChecks] {
                if likeness(new, old, comparison) != (comparisons.contains(comparison) ? comparison : []) {
                    Issue.record("seed \(seed): \(old) to \(new), comparison \(comparison.rawValue)")
                }
            }
            if likeness(new, old).isEmpty != comparisons.isEmpty {
                Issue.record("seed \(seed): \(old) to \(new)")
            }
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

    // MARK: - Small changes

    /// The answer does not depend on which of two passwords is the old one, nor on letter case, at any
    /// length.
    @Test(arguments: [91, 92] as [UInt64])
    func similarityIsSymmetric(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let alphabet = Array("aAbB1!ж")
        func random(_ maximum: Int) -> String {
            String((0..<source.below(maximum)).map { _ in alphabet[source.below(alphabet.count)] })
        }
        func areSimilar(_ first: String, _ second: String) -> Bool {
            OldPasswordSimilarity.areSimilar(folded(first), folded(second))
        }
        var found = 0
        for _ in 0..<2_000 {
            let (first, second) = (random(9), random(9))
            let isSimilar = areSimilar(first, second)
            found += isSimilar ? 1 : 0
            if areSimilar(second, first) != isSimilar || areSimilar(first.lowercased(), second) != isSimilar {
                Issue.record("seed \(seed): \(first) and \(second)")
            }
        }
        #expect((50...1_950).contains(found))
        for length in [255, 256, 257, 600] {
            let text = String((0..<length).map { _ in alphabet[source.below(alphabet.count)] })
            #expect(areSimilar(text, text + "2") && areSimilar(text + "2", text))
            #expect(!areSimilar(text, random(20)) && !areSimilar("", text) && !areSimilar(text, ""))
        }
        #expect(!areSimilar("", "") && !areSimilar("\u{300}", "\u{300}"))
    }

    // MARK: - Changed characters

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

    /// Short passwords of few characters, and longer ones.
    @Test(arguments: [(71, 16, 1_500, "abAB1ж"), (72, 16, 1_500, "abAB1ж"), (81, 80, 60, "abcdefghij")])
    func agreesWithThePlainTableAtEveryLimit(seed: UInt64, length: Int, rounds: Int, alphabet: String) {
        var source = SeededSource(seed: seed)
        let alphabet = Array(alphabet)
        func random() -> [Character] { (0..<source.below(length)).map { _ in source.pick(alphabet) } }
        for _ in 0..<rounds {
            let old = random()
            var new = source.below(3) == 0 ? random() : Array(old.dropFirst(source.below(3)))
            for _ in 0..<source.below(length / 2) {
                let index = source.below(new.count + 1)
                switch source.below(3) {
                case 0: new.insert("x", at: index)
                case 1: if index < new.count { new.remove(at: index) }
                default: if index < new.count { new[index] = "y" }
                }
            }
            let distance = levenshtein(
                Array(String(old).lowercased()), Array(String(new).lowercased()))
            for limit in Array(1...12) + [21, 55, 128, 1024] {
                let counted = changes(String(old), String(new), limit: limit)
                if counted != min(limit, distance) {
                    Issue.record("seed \(seed): \(String(old)) to \(String(new)), limit \(limit): \(counted)")
                }
            }
        }
    }

    @Test func largestPasswordsAndLimits() {
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

    @Test func longPalindromesAreFound() {
        let half = String(repeating: "xyz", count: 682)
        for (text, isFound) in [
            (half + "!!" + half.reversed(), true), (half + "!?" + half.reversed(), false),
        ] {
            #expect(folded(text).withForms { _, lower, _ in OldPassword.isPalindrome(lower) } == isFound)
        }
    }
}
