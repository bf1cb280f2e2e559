import Testing

@testable import PasswordRules

@Suite struct KeyboardTests {
    private let keyboard = Keyboard()

    private func longestRun(_ password: [UInt8]) -> Int {
        FoldedPassword(password.span).withForms { typed, _, _ in keyboard.longestRun(in: typed) }
    }

    private func longestRun(_ password: String) -> Int { longestRun(Array(password.utf8)) }

    @Test(
        arguments: [
            ("", 0), ("q", 1), ("Q", 1), ("\0", 1), ("\0\0\0", 1), ("  ", 1), ("é", 1), ("qq", 1), ("qe", 1),
            ("qw", 2), ("wq", 2), ("qwerty", 6), ("ytrewq", 6), ("QwErTy", 6), ("qwewq", 3), ("aqwe1", 3),
            ("~!@#$%^&*()_+", 13), ("1@3$5", 5), ("QWERTYUIOP{}|", 13), ("ASDFGHJKL:\"", 11),
            ("ZXCVBNM<>?", 10),
            // The end of a row and the beginning of the next are not neighbours.
            ("=q", 1), ("p]a", 1), ("\\a", 1), ("'z", 1), ("/`", 1), ("0-=qwe", 3),
            // The columns of the first layout.
            ("1qaz", 4), ("zaq1", 4), ("!QAZ", 4), ("!qAz", 4), ("1qaz2wsx", 4), ("2wsx", 4), ("0p;/", 4),
            ("8ik,", 4), ("8ik<", 4), (")P:?", 4), ("9ol.", 4), ("9ol>", 4), ("6yhn", 4), ("1qaZ2wsX3edC", 4),
            ("qaw", 2),
            // Other layouts.
            ("QWERTZUIOPÜ", 11), ("ЙЦУКЕНГШЩЗХЪ", 12), ("ЯЧСМИТЬБЮ", 9), ("ъф", 1), ("юй", 1),
            // A run has to be on one layout: y is left of x on one, right of t on another.
            ("qwertyx", 6), ("yxq", 2),
        ] as [(String, Int)])
    func findsTheLongestRun(password: String, run: Int) {
        #expect(longestRun(password) == run)
    }

    @Test(
        arguments: [
            ([0xFF, 0xFF], 1), ([0x71, 0xFF, 0x77, 0x65, 0x72, 0xC3], 3),
            ([0xF4, 0x8F, 0xBF, 0xBF, 0xD1, 0x90, 0xC3, 0xBF], 1), ([UInt8](repeating: 0x71, count: 4096), 1),
            (Array(String(repeating: "qwew", count: 1024).utf8), 3),
            (Array(String(repeating: "ф", count: 2045).utf8) + Array("qwe".utf8), 3),
        ] as [([UInt8], Int)])
    func illFormedAndLongPasswordsAreRead(password: [UInt8], run: Int) {
        #expect(longestRun(password) == run)
    }

    private static let americanRows = [
        "`1234567890-=", "qwertyuiop[]\\", "asdfghjkl;'", "zxcvbnm,./", "1qaz", "2wsx", "3edc", "4rfv",
        "5tgb", "6yhn", "7ujm", "8ik,", "9ol.", "0p;/",
    ]
    private static let otherRows = [
        "qwertzuiopü", "asdfghjklöä", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "',.pyfgcrl",
        "aoeuidhtns",
        ";qjkxbmwvz", "qwfpgjluy", "arstdhneio", "zxcvbkm", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю",
    ]

    /// Every piece of every row, in either direction, with shift and without.
    @Test func everyPieceOfARowIsARun() {
        for row in Self.americanRows + Self.otherRows {
            let keys = Array(row)
            for start in keys.indices {
                for end in start + 1...keys.count {
                    let piece = String(keys[start..<end])
                    for text in [piece, String(piece.reversed()), piece.uppercased()] {
                        if longestRun(text) != piece.count { Issue.record("\(text): \(longestRun(text))") }
                    }
                }
            }
        }
    }

    private let shift = Dictionary(
        uniqueKeysWithValues: zip("~!@#$%^&*()_+{}|:\"<>?", "`1234567890-=[]\\;',./"))

    private func naiveRun(_ password: String) -> Int {
        let lower = Array(password.lowercased())
        let unshifted = lower.map { shift[$0] ?? $0 }
        var longest = min(lower.count, 1)
        for (keys, rows) in [(unshifted, Self.americanRows), (lower, Self.otherRows)] {
            let pieces = rows + rows.map { String($0.reversed()) }
            for start in keys.indices {
                for end in start..<keys.count where end - start + 1 > longest {
                    let piece = String(keys[start...end])
                    if pieces.contains(where: { $0.contains(piece) }) { longest = end - start + 1 }
                }
            }
        }
        return longest
    }

    @Test func agreesWithAPlainSearchInRandomPasswords() {
        var source = SeededSource(seed: 31)
        let rows = Self.americanRows + Self.otherRows
        for _ in 0..<rounds(300) {
            var password = ""
            for _ in 0..<1 + source.below(3) {
                var keys = Array(source.pick(rows))
                if source.below(2) == 0 { keys.reverse() }
                let start = source.below(keys.count)
                var piece = String(keys[start..<min(keys.count, start + 1 + source.below(6))])
                if source.below(3) == 0 { piece = piece.uppercased() }
                if source.below(3) == 0 {
                    piece = String(piece.map { key in shift.first { $0.value == key }?.key ?? key })
                }
                password += piece
            }
            let (run, expected) = (longestRun(password), naiveRun(password))
            if run != expected { Issue.record("\(password): \(run), not \(expected)") }
        }
    }
}
