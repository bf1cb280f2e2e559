/// Finds the word that was probably meant.
package enum Spelling {
    /// The word of `words` that `text[range]` is most like: the same apart from case, hyphens and
    /// underscores, or at most two edits of a character away (one, for words of up to four letters).
    package static func nearest(to text: Span<UInt8>, _ range: Range<Int>, among words: [Word]) -> Word? {
        // Longer input is not a misspelling, and the limit bounds the work.
        guard range.count > 0, range.count <= 32 else { return nil }
        var typed: [UInt8] = []
        typed.reserveCapacity(range.count)
        for index in range { fold(text[index], into: &typed) }
        var best: Word?
        var bestDistance = typed.count <= 4 ? 2 : 3
        var known: [UInt8] = []
        known.reserveCapacity(32)
        for word in words {
            known.removeAll(keepingCapacity: true)
            word.literal.withUTF8Buffer { bytes in
                for index in bytes.indices { fold(unsafe bytes[index], into: &known) }
            }
            // The difference in length is a lower bound of the distance, and rules out most words.
            guard abs(known.count - typed.count) < bestDistance else { continue }
            let distance = editDistance(typed, known)
            if distance < bestDistance {
                best = word
                bestDistance = distance
            }
        }
        return best
    }

    private static func fold(_ byte: UInt8, into bytes: inout [UInt8]) {
        if byte != 0x2D, byte != 0x5F { bytes.append(lowercased(byte)) }
    }

    /// The number of edits that turn `a` into `b`: inserting, removing or replacing a character, or swapping
    /// two neighbours.
    private static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
