/// Letters that are the same to whoever guesses passwords.
enum Folding {
    /// The lower-case form of a letter of the Latin, Greek and Cyrillic scripts, as far as one rule covers many; any
    /// other scalar value as it is.
    @inline(__always)
    static func lowercase(_ scalar: UInt32) -> UInt32 {
        if scalar < 0x80 { return scalar &- 0x41 < 26 ? scalar | 0x20 : scalar }
        return lowercaseBeyondASCII(scalar)
    }

    private static func lowercaseBeyondASCII(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0xC0...0xDE where scalar != 0xD7: scalar + 32
        case 0x130: 0x69  // the I with a dot
        case 0x100...0x12F, 0x132...0x137, 0x14A...0x177, 0x1A0...0x1A5, 0x1DE...0x1EF, 0x1F8...0x21F,
            0x222...0x233,
            0x460...0x481, 0x48A...0x4BF, 0x4D0...0x52F, 0x1E00...0x1E95, 0x1EA0...0x1EFF:
            scalar | 1
        case 0x139...0x148, 0x179...0x17E, 0x1AF...0x1B0, 0x1CD...0x1DC, 0x4C1...0x4CE: scalar + (scalar & 1)
        case 0x178: 0xFF
        case 0x386: 0x3AC
        case 0x388...0x38A: scalar + 37
        case 0x38C: 0x3CC
        case 0x38E...0x38F: scalar + 63
        case 0x391...0x3A1, 0x3A3...0x3AB, 0x410...0x42F, 0xFF21...0xFF3A: scalar + 32
        case 0x400...0x40F: scalar + 80
        default: scalar
        }
    }

    /// The letter that a digit or sign is used for in place of, `a` for `@` and `4`; `i` for `l` too, because `1` and
    /// `!` stand for either. The argument is in lower case already.
    @inline(__always)
    static func undisguised(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x30: 0x6F  // 0 o
        case 0x31, 0x21, 0x7C, 0x6C: 0x69  // 1 ! | l i
        case 0x33, 0x20AC: 0x65  // 3 euro e
        case 0x34, 0x40: 0x61  // 4 @ a
        case 0x35, 0x24: 0x73  // 5 $ s
        case 0x37, 0x2B: 0x74  // 7 + t
        case 0x38: 0x62  // 8 b
        case 0x39: 0x67  // 9 g
        default: scalar
        }
    }

    /// The letter that a digit or sign is used for in place of, for one reading of `1`, `!` and `|`: `i` or `l`. The argument
    /// is in lower case already.
    static func letter(for scalar: UInt32, one: UInt32) -> UInt32 {
        switch scalar {
        case 0x31, 0x21, 0x7C: one
        case 0x6C: scalar
        default: undisguised(scalar)
        }
    }

    /// Whether it is a digit of ASCII.
    @inline(__always)
    static func isDigit(_ scalar: UInt32) -> Bool { scalar &- 0x30 < 10 }

    /// Whether it is a sign or white space: of ASCII, of the second half of Latin-1 but its letters, or of the blocks of
    /// punctuation and currency symbols.
    static func isSign(_ scalar: UInt32) -> Bool {
        switch scalar {
        case ..<0x80: !isLetter(scalar) && !isDigit(scalar)
        case 0xAA, 0xB5, 0xBA: false
        case 0x80...0xBF, 0x2000...0x206F, 0x20A0...0x20CF: true
        default: false
        }
    }

    /// Whether a word may contain it: a letter of ASCII, or anything beyond.
    @inline(__always)
    static func isLetter(_ scalar: UInt32) -> Bool {
        scalar >= 0x80 || (scalar | 0x20) &- 0x61 < 26
    }

    /// A text that is no secret in lower case with its disguises undone: a name, or an administrator's word.
    @inline(never)
    static func undisguised(_ text: Span<UInt8>, _ range: Range<Int>) -> [UInt32] {
        var scalars: [UInt32] = []
        scalars.reserveCapacity(range.count)
        var offset = range.lowerBound
        while offset < range.upperBound {
            let decoded = UTF8Decoding.decode(text, at: offset)
            scalars.append(undisguised(lowercase(decoded.scalar)))
            offset += decoded.length
        }
        return scalars
    }
}

/// A password as scalar values, in the forms in which it is compared. Wiped when it ends.
struct FoldedPassword: ~Copyable {
    /// The number of scalar values; an ill-formed sequence counts as one.
    let count: Int
    private var forms: SecretBuffer<UInt32>

    /// The forms of a password of `password.count` bytes; the memory is three times four as many.
    init(_ password: Span<UInt8>) {
        let capacity = password.count
        var forms = SecretBuffer<UInt32>(count: 3 * capacity)
        count = forms.withMutableSpan { forms in
            var offset = 0
            var count = 0
            while offset < password.count {
                let decoded = UTF8Decoding.decode(password, at: offset)
                offset += decoded.length
                forms[count] = decoded.scalar
                let lower = Folding.lowercase(decoded.scalar)
                forms[capacity + count] = lower
                forms[2 * capacity + count] = Folding.undisguised(lower)
                count += 1
            }
            return count
        }
        self.forms = forms
    }

    /// Calls `body` with the password as typed, in lower case, and in lower case with its disguises undone.
    func withForms<Result>(
        _ body: (_ typed: Span<UInt32>, _ lower: Span<UInt32>, _ plain: Span<UInt32>) -> Result
    ) -> Result {
        forms.withSpan { forms in
            let capacity = forms.count / 3
            return body(
                forms.extracting(0..<count), forms.extracting(capacity..<capacity + count),
                forms.extracting(2 * capacity..<2 * capacity + count))
        }
    }
}
