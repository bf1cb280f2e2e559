import Testing

@testable import PasswordRules

/// Names that are too long or too many for a table; names.tsv has the others.
@Suite struct NameSearchTests {
    /// The policies whose checks find a name, or a part of one, by the value of the key.
    private static let policies = ["reject", "whole", "4", "5"].map { value in
        let key = Int(value) == nil ? "username" : "username-parts"
        let text = "rules = minlength: 1\nmax-bytes = 4096\nusername =\n\(key) = \(value)\n"
        return (value, try? makePolicy(text))
    }

    private func finds(_ name: String, _ value: String, in password: [UInt8]) -> Bool {
        guard let policy = Self.policies.first(where: { $0.0 == value })?.1 else { return false }
        return !policy.check(password.span, for: Account(name)).isAccepted
    }

    @Test func longNamesAndPasswordsAreSearched() {
        for count in [32, 256] {
            let name = String((0..<count).map { Character(Unicode.Scalar(UInt8(0x61 + $0 * 7 % 26))) })
            #expect(finds(name, "reject", in: Array(("--" + name + "--").utf8)))
            #expect(finds(name, "whole", in: Array((name.reversed() + "--").utf8)))
            #expect(!finds(name, "reject", in: Array(name.utf8.dropLast())))
        }
        // Only the beginning of a longer name is used.
        let longest = String(repeating: "ab", count: 1_000)
        #expect(finds(longest, "reject", in: Array(longest.utf8)))
        #expect(!finds(longest, "reject", in: Array(longest.utf8.prefix(100))))
        let long = [UInt8](repeating: 0x78, count: 4_091)
        #expect(finds("alice", "reject", in: long + Array("alice".utf8)))
        #expect(finds("alice", "reject", in: Array("ecila".utf8) + long))
        #expect(!finds("alice", "reject", in: long + Array("alic".utf8)))
        #expect(finds(String(repeating: "a", count: 64), "whole", in: [UInt8](repeating: 0x61, count: 64)))
        #expect(!finds("xyz9", "whole", in: [UInt8](repeating: 0x31, count: 4096)))
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
            if finds(name, "\(length)", in: Array(password.utf8)) != (expected || password.isEmpty) {
                Issue.record("seed \(seed): \(name), \(length), \(password): not \(expected)")
            }
        }
    }

    @Test func beginningOfALongFieldIsCompared() throws {
        let policy = try makePolicy("rules = minlength: 1\nfull-name = reject\nhome-directory = reject\n")
        let long = String(repeating: "y ", count: 100_000)
        let account = Account("", fullName: "turing " + long, home: "/home/turing/" + long)
        #expect(policy.check("xturingx", for: account).outcomes.filter { !$0.isMet }.count == 2)
        let late = Account("", fullName: long + "turing", home: "/home/" + long + "/turing")
        #expect(policy.check("xturingx", for: late).isAccepted)
    }
}
