internal import Glibc
internal import PasswordRules

/// The words of a list of ranked words that is being built.
struct RankedWordsCollector {
    /// The best rank of each word, from 1.
    private var ranks: [[UInt8]: Int] = [:]

    /// The number of different words.
    var count: Int { ranks.count }

    /// Adds words, the most common first.
    mutating func add(ranked words: [[UInt8]]) {
        for (index, word) in words.enumerated() { add(word, rank: index + 1) }
    }

    /// Adds words that are equally likely: each has the rank of the last.
    mutating func add(unranked words: [[UInt8]]) {
        for word in words { add(word, rank: words.count) }
    }

    private mutating func add(_ word: [UInt8], rank: Int) {
        // Words without a key, because they are too long or have no characters that count, are never looked
        // up.
        if WordKey.keys(of: word.span).isEmpty { return }
        let lower = word.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
        ranks[lower] = min(ranks[lower] ?? rank, rank)
    }

    /// The bytes of the file, with their header.
    func file() throws(OutputProblem) -> (RankedWordsHeader, [UInt8]) {
        // For each key, the logarithm of the best rank, as it is stored.
        var entries: [UInt64: UInt8] = [:]
        for (word, rank) in ranks {
            let stored = UInt8(
                min(255, (log2(Double(rank)) * Double(RankedWordList.rankUnitsInBit)).rounded()))
            for key in WordKey.keys(of: word.span) { entries[key] = min(entries[key] ?? stored, stored) }
        }
        guard !entries.isEmpty else { throw .noKeys(SkippedLines()) }
        guard entries.count <= RankedWordsHeader.maximumCount else { throw .tooMany }
        let layout = RankedWordsHeader(count: entries.count, checksum: 0)
        var bytes = layout.bytes + LetterCosts(ranks.keys).bytes
        bytes += [UInt8](repeating: 0, count: layout.indexOffset - bytes.count)
        let sorted = entries.sorted { $0.key < $1.key }
        var ends = [Int](repeating: 0, count: layout.bucketCount)
        for (key, _) in sorted { ends[layout.bucket(of: key)] += 1 }
        var end = 0
        for count in ends {
            end += count
            bytes.append(littleEndian: UInt64(end), length: 4)
        }
        for (key, rank) in sorted {
            bytes.append(littleEndian: layout.entry(of: key), length: 4)
            bytes.append(rank)
        }
        bytes += [UInt8](repeating: 0, count: layout.fileSize - bytes.count)
        guard bytes.count <= RankedWordList.longestLengthInBytes else { throw .tooMany }
        let header = RankedWordsHeader(
            count: entries.count, checksum: RankedWordsHeader.checksum(of: bytes.span))
        return (header, header.bytes + bytes[RankedWordsHeader.lengthInBytes...])
    }
}

/// The costs of letters after two others, by how often they follow each other in words.
private struct LetterCosts {
    private static let none = RankedWordList.letters - 1
    private static let letters = RankedWordList.letters

    /// The number of times that a letter follows two others, one other, or any.
    private var afterTwo = [Int](repeating: 0, count: letters * letters * letters)
    private var afterOne = [Int](repeating: 0, count: letters * letters)
    private var alone = [Int](repeating: 0, count: letters)

    init(_ words: some Sequence<[UInt8]>) {
        for word in words {
            var (first, second) = (Self.none, Self.none)
            for byte in word {
                guard byte &- 0x61 < 26 else {
                    (first, second) = (Self.none, Self.none)
                    continue
                }
                let letter = Int(byte - 0x61)
                afterTwo[(first * Self.letters + second) * Self.letters + letter] += 1
                afterOne[second * Self.letters + letter] += 1
                alone[letter] += 1
                (first, second) = (second, letter)
            }
        }
    }

    /// The cost of each letter after each two, in `RankedWordList.costUnitsInBit`. If two letters are rare,
    /// the estimate relies on what follows the last one; if that is rare, on the letter's own frequency.
    var bytes: [UInt8] {
        let (letters, total) = (Self.letters, Double(max(1, alone.reduce(0, +))))
        var bytes: [UInt8] = []
        for first in 0..<letters {
            for second in 0..<letters {
                let row = (first * letters + second) * letters
                let seen = Double(afterTwo[row..<row + letters].reduce(0, +))
                let seenAfterOne = Double(afterOne[second * letters..<(second + 1) * letters].reduce(0, +))
                for letter in 0..<letters - 1 {
                    let base = (Double(alone[letter]) + 1) / (total + 26)
                    let pair = (Double(afterOne[second * letters + letter]) + 26 * base) / (seenAfterOne + 26)
                    let probability = (Double(afterTwo[row + letter]) + 8 * pair) / (seen + 8)
                    let cost = -log2(probability) * Double(RankedWordList.costUnitsInBit)
                    bytes.append(UInt8(max(0, min(255, cost.rounded()))))
                }
                bytes.append(0)
            }
        }
        return bytes
    }
}
