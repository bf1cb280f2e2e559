extension CommonPatterns {
    private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz")
    /// Without ё, which few keyboards have next to the other letters.
    static let russianAlphabet = Array("абвгдежзийклмнопрстуфхцчшщъыьэюя")
    /// The lengths of runs and repetitions. Longer ones repeat a shorter one, or combine two.
    static let lengths = 4...20

    /// The alphabet and the digits as runs that wrap around at the ends, in both directions, and letters with
    /// digits.
    static var runPasswords: [String] {
        let rings = [alphabet, russianAlphabet, Array("1234567890")]
        return rings.flatMap(turns) + numberRows + lettersWithDigits + alternating
    }

    /// All runs on a ring, from any start, in both directions.
    private static func turns(_ ring: [Character]) -> [String] {
        ring.indices.flatMap { start in
            lengths.flatMap { length in
                let turn = (0..<length).map { ring[(start + $0) % ring.count] }
                return [String(turn), String(turn.reversed())]
            }
        }
    }

    /// The first digits of well-known number sequences.
    private static let numberRows = words(
        """
        0123456789012345 13579135791357 97531975319753 24680246802468 08642086420864 86420864208642
        1123581321345589 31415926535897932384 27182818284590452353 16180339887498948482 14142135623730950488
        1248163264128256 149162536496481 235711131719 102030405060708090 010203040506070809 1112131415161718
        """
    ).flatMap { row in (4...row.count).map { String(row.prefix($0)) } }

    /// "abcd1234", "1234abcd", "Abc123", "qwer1234", "aa123456", "aaa111".
    private static var lettersWithDigits: [String] {
        let rows = words("abcdefghij qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop йцукенгшщз")
        let letters =
            rows.flatMap { row in (1...row.count).map { String(row.prefix($0)) } }
            + alphabet.flatMap { ["\($0)", "\($0)\($0)"] } + words("xyz wxyz cba dcba ewq")
        let numbers =
            (1...10).map { String("1234567890".prefix($0)) }
            + words("21 321 4321 54321 654321 7654321 87654321 987654321 0987654321")
            + words("0 00 000 007 69 88 99 101 111 222 333 666 777 999 1111")
        let mixed = letters.flatMap { letters in
            numbers.flatMap { number in [letters + number, number + letters] }
        }
        let capitalized = letters.flatMap { written($0, ["1", "12", "123", "1234", "12345", "123456"]) }
        return (mixed + capitalized + repetitionsWithDigits).filter { lengths.contains($0.count) }
    }

    /// "aa11", "aaa111", "1111aaaa".
    private static var repetitionsWithDigits: [String] {
        alphabet.flatMap { letter in
            (0...9).flatMap { digit in
                (2...4).flatMap { count in
                    let letters = String(repeating: letter, count: count)
                    let digits = String(repeating: "\(digit)", count: count)
                    return [letters + digits, digits + letters]
                }
            }
        }
    }

    /// "a1b2c3d4" and "1a2b3c4d".
    private static var alternating: [String] {
        let number = Array("1234567890")
        return (2...10).flatMap { count in
            let pairs = zip(alphabet, number).prefix(count)
            return [pairs.map { "\($0)\($1)" }.joined(), pairs.map { "\($1)\($0)" }.joined()]
        }
    }
}
