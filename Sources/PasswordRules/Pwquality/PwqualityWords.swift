/// The words of `badwords`, which are separated by spaces.
package struct PwqualityWords {
    /// The values of `words`.
    package private(set) var lines: [Text] = []
    /// Words that libpwquality does not look for.
    package private(set) var ignored: [[UInt8]] = []
    /// Words that a policy file cannot contain.
    package private(set) var impossible: [[UInt8]] = []
    /// Short words among the lines, which count only without a letter next to them.
    package private(set) var short: [[UInt8]] = []

    private static var maximumLineLength: Int { 80 }

    /// Sorts the words of a value.
    package init(_ text: [UInt8]) {
        var words: [[UInt8]] = []
        for word in text.split(separator: 0x20) {
            let word = Array(word)
            if word.count < 4 {
                ignored.append(word)
            } else if let length = Self.length(word.span), (3...64).contains(length) {
                words.append(word)
                if length == 3 { short.append(word) }
            } else {
                impossible.append(word)
            }
        }
        // By itself, "none" would be refused as a value that demands nothing.
        let none = Text("none").bytes
        if words == [none] { words.append(none) }
        for word in words { add(word) }
    }

    /// Adds a word to the last line, or to a new one.
    private mutating func add(_ word: [UInt8]) {
        var line = Text()
        if let last = lines.last, last.bytes.count + 2 + word.count <= Self.maximumLineLength {
            line = lines.removeLast()
            line.append(", ")
        }
        line.append(word.span, 0..<word.count)
        lines.append(line)
    }

    /// The number of characters of a word; nil if a policy file cannot contain it.
    private static func length(_ word: Span<UInt8>) -> Int? {
        guard UTF8Decoding.firstIllFormed(in: word) == nil else { return nil }
        var length = 0
        for index in 0..<word.count {
            if word[index] <= 0x20 || word[index] == 0x2C || word[index] == 0x7F { return nil }
            if word[index] & 0xC0 != 0x80 { length += 1 }
        }
        return length
    }
}
