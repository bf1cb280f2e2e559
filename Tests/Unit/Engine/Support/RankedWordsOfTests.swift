@testable import PasswordRules

extension RankedWordList {
    /// The bytes of a list of these words, the best first, in which every letter costs 5 bits.
    static func bytes(of words: [String]) -> [UInt8] {
        var entries: [UInt64: UInt8] = [:]
        for (index, word) in words.enumerated() {
            for key in WordKey.keys(of: Array(word.utf8).span) {
                entries[key] = min(
                    entries[key] ?? 255, UInt8(GuessBits.log(index + 1) * rankUnitsInBit / 1024))
            }
        }
        let layout = RankedWordsHeader(count: entries.count, checksum: 0)
        var bytes =
            layout.bytes + [UInt8](repeating: 80, count: layout.indexOffset - RankedWordsHeader.lengthInBytes)
        let sorted = entries.sorted { $0.key < $1.key }
        for bucket in 0..<layout.bucketCount {
            let end = sorted.count { layout.bucket(of: $0.key) <= bucket }
            bytes.append(littleEndian: UInt64(end), length: 4)
        }
        for (key, rank) in sorted {
            bytes.append(littleEndian: layout.entry(of: key), length: 4)
            bytes.append(rank)
        }
        bytes += [UInt8](repeating: 0, count: layout.fileSize - bytes.count)
        let header = RankedWordsHeader(
            count: entries.count, checksum: RankedWordsHeader.checksum(of: bytes.span))
        return header.bytes + bytes[RankedWordsHeader.lengthInBytes...]
    }

    /// A list of these words, the best first.
    static func of(_ words: [String]) -> RankedWordList {
        do { return try RankedWordList(bytes(of: words)) } catch { fatalError("\(error)") }
    }
}

extension RankedWords {
    /// A few words, with `password` first.
    static var few: RankedWords {
        let common = ["password", "monkey", "dragon", "secret", "apple", "пароль", "passw0rd1", "it's"]
        let rare = (0..<500).map { "word\($0)filler" } + ["horse", "battery", "staple", "correct"]
        return RankedWords([.of(common + rare)])
    }
}

extension StrengthEstimator {
    func estimate(_ password: String, knowing personal: [String] = []) -> StrengthEstimate {
        estimate(Array(password.utf8).span, knowing: PersonalWords(personal.map { Array($0.utf8) }))
    }
}

/// Different words of letters alone, none of which looks like leet: each has one entry in a list. The letter l,
/// which folds to i, is never where they differ.
func wordsOfLetters(_ count: Int) -> [String] {
    let letters = Array("abcdefghijkmnopqrstuvwxyz")
    return (0..<count).map { "word\(letters[$0 / 25 % 25])\(letters[$0 % 25])filler" }
}
