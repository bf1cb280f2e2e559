import Testing

@testable import PasswordRulesTerminal

@Suite struct FieldTests {
    @Test(
        arguments: [
            (bytes(""), bytes("")), (bytes("a"), bytes("")), (bytes("ab"), bytes("a")),
            (bytes("aé"), bytes("a")), (bytes("€"), bytes("")), (bytes("a\u{1F600}"), bytes("a")),
            // An accent is a character of its own, as the rules count them.
            (bytes("e\u{301}"), bytes("e")),
            // An ill-formed sequence is removed as one.
            ([0x61, 0xFF], [0x61]), ([0xE2, 0x82], []), ([0xC3, 0x28], [0xC3]), ([0x80, 0x80], [0x80]),
        ] as [([UInt8], [UInt8])])
    func lastCharacterIsRemoved(_ typed: [UInt8], _ expected: [UInt8]) {
        var field = Field()
        for byte in typed { field.append(byte) }
        field.removeLast()
        #expect(field.bytes == expected)
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(arguments: [
        ("", ""), ("word", ""), ("two words", "two "), ("two words  ", "two "), ("  ", ""), (" a", " "),
        ("gr\u{FC}n gr\u{FC}n", "gr\u{FC}n "),
    ])
    func lastWordIsRemoved(_ text: String, _ expected: String) {
        var field = Field(text)
        field.removeLastWord()
        #expect(field.text == expected)
    }

    @Test func inputBeyondTheCapacityIsRefused() {
        var field = Field(String(repeating: "x", count: Field.capacity))
        #expect(field.count == Field.capacity && !field.isOverfull)
        field.append(0x79)
        #expect(field.count == Field.capacity && field.isOverfull)
        #expect(field.bytes.allSatisfy { $0 == 0x78 })
        field.removeLast()
        #expect(field.count == Field.capacity - 1 && !field.isOverfull)
        field.append(0x79)
        #expect(field.bytes.last == 0x79)
    }

    @Test func partialCharacterIsRefused() {
        var field = Field(String(repeating: "x", count: Field.capacity - 2))
        for byte in "\u{20AC}y".utf8 { field.append(byte) }
        #expect(field.bytes == Array(repeating: 0x78, count: Field.capacity - 2))
        #expect(field.isOverfull == true)
    }

    @Test func fieldIsClearedAndReplaced() {
        var field = Field("sesame")
        field.clear()
        #expect(field.isEmpty && field.bytes == [])
        field.append(0x61)
        #expect(field.text == "a")
        field.replace(with: Field("new"))
        #expect(field.text == "new")
    }

    @Test(arguments: [
        ("", "", true, true), ("a", "a", true, true), ("a", "ab", true, false), ("ab", "a", false, false),
        ("b", "ab", false, false), ("", "a", true, false),
    ])
    func fieldsAreCompared(_ one: String, _ other: String, _ isPrefix: Bool, _ isEqual: Bool) {
        #expect(Field(one).isPrefix(of: Field(other)) == isPrefix)
        #expect(Field(one).isEqual(to: Field(other)) == isEqual)
    }
}
