import Testing

@testable import PasswordRules

/// Lists of ranked words with wrong numbers under correct checksums.
@Suite struct RankedWordListTests {
    /// Two buckets of words that have one key each, and their list.
    private let words = "abcdefghjkmn".map { "word\($0)" }
    private var list: [UInt8] { RankedWordList.bytes(of: words) }
    /// Where the index is.
    private let index = RankedWordsHeader(count: 1, checksum: 0).indexOffset

    /// Corrects the sums of a list.
    private func repaired(_ bytes: [UInt8]) -> [UInt8] {
        var body: [UInt8] = []
        body.append(littleEndian: RankedWordsHeader.checksum(of: bytes.span), length: 8)
        var bytes = bytes
        bytes.replaceSubrange(40..<48, with: body)
        var check: [UInt8] = []
        check.append(littleEndian: Checksum(of: Array(bytes[..<56]).span).value, length: 8)
        bytes.replaceSubrange(56..<64, with: check)
        return bytes
    }

    private func problem(_ bytes: [UInt8]) -> RankedWordsProblem? {
        do throws(RankedWordsProblem) {
            _ = try RankedWordList(bytes)
            return nil
        } catch {
            return error
        }
    }

    private func changed(_ offset: Int, to bytes: [UInt8]) -> [UInt8] {
        var list = list
        list.replaceSubrange(offset..<offset + bytes.count, with: bytes)
        return repaired(list)
    }

    @Test func listWithRightSumsIsRead() throws {
        #expect(problem(repaired(list)) == nil)
        let list = try RankedWordList(list)
        #expect(list.count == 12 && list.header.bucketBits == 1)
        for (index, word) in words.enumerated() {
            let key = try #require(WordKey.keys(of: Array(word.utf8).span).first)
            #expect(list.rank(of: key) == GuessBits.log(index + 1) * 12 / 1024)
            #expect(list.rank(of: ~key) == nil)
        }
    }

    @Test(arguments: [
        (0, [0x88], RankedWordsProblem.notRankedWords), (7, [0x0A], .notRankedWords),
        (8, [2], .unknownVersion(2)), (8, [0, 0, 0, 0x80], .unknownVersion(0x8000_0000)),
        (12, [65], .damagedHeader), (16, [2], .damagedHeader), (32, [0], .damagedHeader),
        (48, [1], .damagedHeader),
        // The number of entries: none, more than there may be, and one that needs another size.
        (24, [0], .damagedHeader), (24, [0x01, 0x35, 0x0C], .damagedHeader), (24, [20], .damagedHeader),
        (31, [0x80], .damagedHeader),
    ])
    func invalidHeaderIsRefused(offset: Int, bytes: [UInt8], problem: RankedWordsProblem) {
        #expect(self.problem(changed(offset, to: bytes)) == problem)
    }

    @Test func indexRisesToTheNumberOfEntries() {
        #expect(problem(changed(index, to: [13, 0, 0, 0, 12, 0, 0, 0])) == .damaged)
        #expect(problem(changed(index + 4, to: [11])) == .damaged)
        #expect(problem(changed(index + 4, to: [13])) == .damaged)
        #expect(problem(changed(index, to: [0xFF, 0xFF, 0xFF, 0xFF])) == .damaged)
        // Words may be in other buckets than they belong to: they are not found.
        #expect(problem(changed(index, to: [0, 0, 0, 0])) == nil)
    }

    @Test func lengthMatchesTheHeader() {
        let size = list.count
        #expect(problem(list + [0]) == .wrongSize(expected: size, actual: size + 1))
        #expect(problem(Array(list.dropLast())) == .wrongSize(expected: size, actual: size - 1))
        #expect(problem(Array(list[..<63])) == .wrongSize(expected: 64, actual: 63))
        #expect(problem(Array(list[..<7])) == .notRankedWords)
        #expect(problem([]) == .notRankedWords)
    }
}
