extension CommonPatterns {
    /// One, two or three characters repeated, and runs in which each character is repeated.
    static var repetitionPasswords: [String] {
        (ofOne + ofTwo + ofThree + stretched).filter { lengths.contains($0.count) }
    }

    private static var ofOne: [String] {
        let ascii = (0x21...0x7E as ClosedRange<UInt8>).map { Character(UnicodeScalar($0)) }
        return (ascii + russianAlphabet).flatMap { character in
            lengths.map { String(repeating: character, count: $0) }
        }
    }

    /// "abab", "ababab", "aabb", "abba".
    private static var ofTwo: [String] {
        let characters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return characters.flatMap { a in
            characters.filter { $0 != a }.flatMap { b in
                ["\(a)\(b)\(a)\(b)", "\(a)\(b)\(a)\(b)\(a)\(b)", "\(a)\(a)\(b)\(b)", "\(a)\(b)\(b)\(a)"]
            }
        }
    }

    /// "123123", "123321", "abcabc", "abccba", "qweqwe".
    private static var ofThree: [String] {
        let numbers = (0...999).map { digits($0, count: 3) }
        let rows = ["abcdefghijklmnopqrstuvwxyz", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qazwsxedcrfv"]
        let letters = rows.flatMap { row in pieces(of: Array(row), 3...3) }
        let mixed = ["a1b", "a12", "ab1", "1ab", "12a", "1a2", "q1w", "1q2", "qw1", "1qw", "12q", "q12"]
        return (numbers + letters + mixed).flatMap { piece in
            let reversed = String(piece.reversed())
            return [
                piece + piece, piece + piece + piece, piece + reversed, reversed + reversed, reversed + piece,
            ]
        }
    }

    /// "112233", "aabbcc", "111222333", "qqwwee", "12344321", "1234321".
    private static var stretched: [String] {
        let rows = [
            "1234567890", "9876543210", "0123456789", "abcdefghij", "qwertyuiop", "asdfghjkl", "zxcvbnm",
        ]
        return rows.flatMap { row in pieces(of: Array(row), 2...10) }.flatMap { piece in
            let reversed = String(piece.reversed())
            let repeated = [2, 3, 4].map { times in
                piece.map { String(repeating: $0, count: times) }.joined()
            }
            return repeated + [piece + reversed, piece + reversed.dropFirst()]
        }
    }

    /// The pieces of a row that have one of these lengths.
    private static func pieces(of row: [Character], _ lengths: ClosedRange<Int>) -> [String] {
        row.indices.flatMap { start in
            lengths.filter { start + $0 <= row.count }.map { String(row[start..<start + $0]) }
        }
    }
}
