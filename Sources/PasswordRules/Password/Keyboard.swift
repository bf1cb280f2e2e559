/// The keys of the usual keyboards, to find runs such as `qwert` or `1qaz` in passwords.
struct Keyboard: Sendable {
    /// Rows of keys from left to right, separated by spaces, one layout on each line. The last line has the
    /// columns of the first layout instead of rows. The other layouts have only rows of letters, because the
    /// first layout is enough to find runs of digits.
    private static var layouts: [Word] {
        [
            "`1234567890-= qwertyuiop[]\\ asdfghjkl;' zxcvbnm,./",
            "qwertzuiopü asdfghjklöä yxcvbnm",
            "azertyuiop qsdfghjklm wxcvbn",
            "',.pyfgcrl aoeuidhtns ;qjkxbmwvz",
            "qwfpgjluy arstdhneio zxcvbkm",
            "йцукенгшщзхъ фывапролджэ ячсмитьбю",
            "1qaz 2wsx 3edc 4rfv 5tgb 6yhn 7ujm 8ik, 9ol. 0p;/",
        ]
    }
    /// The characters of the first layout's keys, other than letters, with and without shift.
    private static var shifted: Word { "~!@#$%^&*()_+{}|:\"<>?" }
    private static var unshifted: Word { "`1234567890-=[]\\;',./" }

    /// The number of keys: ASCII, Cyrillic U+0430 to U+044F, Latin U+00E0 to U+00FF.
    private static let keyCount = 128 + 32 + 32

    /// The position of each key in each layout: its row times 16, plus its column, plus 1; 0 for no key.
    private let positions: [UInt8]
    let layoutCount: Int

    init() {
        let layouts = Self.layouts
        layoutCount = layouts.count
        var positions = [UInt8](repeating: 0, count: layouts.count * Self.keyCount)
        for (number, layout) in layouts.enumerated() {
            let keys = layout.bytes
            let start = number * Self.keyCount
            var position: UInt8 = 1
            var offset = 0
            while offset < keys.count {
                let decoded = UTF8Decoding.decode(keys.span, at: offset)
                offset += decoded.length
                if decoded.scalar == 0x20 {
                    // A row has at most 13 keys, so the last key of a row and the first of the next are not
                    // neighbours.
                    position = (position | 15) &+ 2
                } else {
                    positions[start + Self.key(decoded.scalar)] = position
                    position &+= 1
                }
            }
            if number == 0 || number == layouts.count - 1 {
                for (from, to) in zip(Self.shifted.bytes, Self.unshifted.bytes) {
                    positions[start + Int(from)] = positions[start + Int(to)]
                }
            }
        }
        self.positions = positions
    }

    /// The key of a character in lower case; the key of NUL if it has none.
    private static func key(_ scalar: UInt32) -> Int {
        if scalar < 128 { return Int(scalar) }
        if scalar >= 0x430, scalar <= 0x44F { return 128 + Int(scalar - 0x430) }
        if scalar >= 0xE0, scalar <= 0xFF { return 160 + Int(scalar - 0xE0) }
        return 0
    }

    /// The key of a character; the key of NUL if it has none. A letter with a mark that has no key of its own
    /// has the plain letter's.
    static func keyOf(typed scalar: UInt32) -> Int {
        let own = key(Folding.lowercase(scalar))
        return own == 0 ? key(Folding.foldedOrRemoved(scalar)) : own
    }

    /// The position of a key in a layout: its row times 16, plus its column, plus 1; 0 if it is not there.
    func position(ofKey key: Int, layout: Int) -> Int { Int(positions[layout * Self.keyCount + key]) }

    /// The longest run of adjacent keys, in either direction, on any layout. Linear.
    func longestRun(in typed: Span<UInt32>) -> Int {
        var longest = min(typed.count, 1)
        for layout in 0..<layoutCount {
            let start = layout * Self.keyCount
            var previous = 0
            var (ascending, descending) = (1, 1)
            for index in 0..<typed.count {
                let position = Int(positions[start + Self.keyOf(typed: typed[index])])
                let isOnBoth = position != 0 && previous != 0
                ascending = isOnBoth && position == previous + 1 ? ascending + 1 : 1
                descending = isOnBoth && position == previous - 1 ? descending + 1 : 1
                longest = max(longest, ascending, descending)
                previous = position
            }
        }
        return longest
    }
}
