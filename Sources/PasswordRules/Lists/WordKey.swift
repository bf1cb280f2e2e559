/// The key of a word in a list of ranked words: a polynomial over its characters, which can grow at either
/// end in one step.
package struct WordKey {
    private var sum: UInt64 = 0
    private var power: UInt64 = 1
    private static var base: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    init() {}

    mutating func append(_ scalar: UInt32) {
        sum = sum &* Self.base &+ UInt64(scalar) &+ 1
        power = power &* Self.base
    }

    mutating func prepend(_ scalar: UInt32) {
        sum = sum &+ (UInt64(scalar) &+ 1) &* power
        power = power &* Self.base
    }

    /// The key. Its bits are evenly distributed.
    var value: UInt64 {
        var mixed = sum
        mixed ^= mixed >> 32
        mixed = mixed &* 0xD6E8_FEB8_6659_FD93
        mixed ^= mixed >> 32
        return mixed &* 0xD6E8_FEB8_6659_FD93
    }

    /// The form in which a character is compared if leet substitutions are not undone: `i` and `l` are one
    /// letter, because `1` can stand for either.
    static func form(of lower: UInt32) -> UInt32 { lower == 0x6C ? 0x69 : lower }

    /// The keys of a word in a list: of the word in lower case, and of the word with leet substitutions
    /// undone, if that differs. None if the word is too long.
    package static func keys(of word: Span<UInt8>) -> [UInt64] {
        var (written, plain) = (WordKey(), WordKey())
        var (offset, count, differs) = (0, 0, false)
        while offset < word.count {
            let decoded = UTF8Decoding.decode(word, at: offset)
            offset += decoded.length
            guard let lower = Folding.folded(decoded.scalar) else { continue }
            count += 1
            written.append(form(of: lower))
            plain.append(Folding.withoutLeet(lower))
            differs = differs || Folding.withoutLeet(lower) != form(of: lower)
        }
        if count == 0 || count > RankedWordList.longestWord { return [] }
        return differs ? [written.value, plain.value] : [written.value]
    }
}
