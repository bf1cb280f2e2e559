/// The keys of the usual keyboards, to find runs such as `qwert` or `1qaz` in passwords.
struct Keyboard: Sendable {
    /// Rows of keys from left to right, separated by spaces, one layout on each line. The last line has the
    /// columns of the first layout instead. The layouts after the first have letters only; their digits and
    /// symbols are where the first has them.
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
    /// The characters that keys of the first layout give with shift, if they are not letters, and without it.
    private static var shifted: Word { "~!@#$%^&*()_+{}|:\"<>?" }
    private static var unshifted: Word { "`1234567890-=[]\\;',./" }

    /// ASCII, Cyrillic U+0430 to U+044F, Latin U+00E0 to U+00FF.
    private static let keyCount = 128 + 32 + 32

    /// For each layout the position of each key: its row times 16, plus its column, plus 1; 0 for no key.
    private let places: [UInt8]
    let layoutCount: Int

    init() {
        let layouts = Self.layouts
        layoutCount = layouts.count
        var places = [UInt8](repeating: 0, count: layouts.count * Self.keyCount)
        for (number, layout) in layouts.enumerated() {
            let keys = layout.bytes
            let start = number * Self.keyCount
            var place: UInt8 = 1
            var offset = 0
            while offset < keys.count {
                let decoded = UTF8Decoding.decode(keys.span, at: offset)
                offset += decoded.length
                if decoded.scalar == 0x20 {
                    // A row has 13 keys at most, so the last key of a row and the first of the next are not
                    // neighbours.
                    place = (place | 15) &+ 2
                } else {
                    places[start + Self.key(decoded.scalar)] = place
                    place &+= 1
                }
            }
            if number == 0 || number == layouts.count - 1 {
                for (from, to) in zip(Self.shifted.bytes, Self.unshifted.bytes) {
                    places[start + Int(from)] = places[start + Int(to)]
                }
            }
        }
        self.places = places
    }

    /// The key of a character in lower case; the key of NUL if it has none.
    private static func key(_ scalar: UInt32) -> Int {
        if scalar < 128 { return Int(scalar) }
        if scalar >= 0x430, scalar <= 0x44F { return 128 + Int(scalar - 0x430) }
        if scalar >= 0xE0, scalar <= 0xFF { return 160 + Int(scalar - 0xE0) }
        return 0
    }

    /// The key of a character; the key of NUL if it has none. A letter with a mark has its own key, or else
    /// that of the plain letter.
    static func keyOf(typed scalar: UInt32) -> Int {
        let own = key(Folding.lowercase(scalar))
        return own == 0 ? key(Folding.foldedOrRemoved(scalar)) : own
    }

    /// Where a key is in a layout: its row times 16, plus its column, plus 1; 0 if it is not there.
    func place(ofKey key: Int, layout: Int) -> Int { Int(places[layout * Self.keyCount + key]) }

    /// The longest run of adjacent keys, in either direction, on any layout. Linear.
    func longestRun(in typed: Span<UInt32>) -> Int {
        var longest = min(typed.count, 1)
        for layout in 0..<layoutCount {
            let start = layout * Self.keyCount
            var previous = 0
            var (ascending, descending) = (1, 1)
            for index in 0..<typed.count {
                let place = Int(places[start + Self.keyOf(typed: typed[index])])
                let isOnBoth = place != 0 && previous != 0
                ascending = isOnBoth && place == previous + 1 ? ascending + 1 : 1
                descending = isOnBoth && place == previous - 1 ? descending + 1 : 1
                longest = max(longest, ascending, descending)
                previous = place
            }
        }
        return longest
    }
}
