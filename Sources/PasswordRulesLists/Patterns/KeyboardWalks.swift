/// Keyboard walks: along the rows, down the columns, back and forth between two rows, over a block of keys,
/// and on the number pad.
enum KeyboardWalks {
    /// The lengths of walks. Longer walks mostly repeat a shorter one.
    static let lengths = 4...20

    /// All walks.
    static var passwords: [String] {
        let layouts = Self.layouts + shiftedLayouts
        let onLayouts = layouts.flatMap { rows($0) + zigzags($0) + columns($0) + blocks($0) }
        let onBoth = zip(Self.layouts, shiftedLayouts).flatMap(halfShiftedColumns)
        return (onLayouts + onBoth + slants + widerRows + numberPad).filter { lengths.contains($0.count) }
    }

    /// A keyboard's rows from top to bottom; keys at the same index in their rows are a column.
    private typealias Layout = [[Character]]

    /// QWERTY, QWERTZ, AZERTY and the Russian layout.
    private static let layouts = [
        "1234567890 qwertyuiop asdfghjkl; zxcvbnm,./",
        "1234567890 qwertzuiop asdfghjklö yxcvbnm,.-",
        "1234567890 azertyuiop qsdfghjklm wxcvbn,;:!",
        "1234567890 йцукенгшщз фывапролдж ячсмитьбю.",
    ].map(layout)

    /// The first two of `layouts`, with the symbols on the keys of the digits.
    private static let shiftedLayouts = [
        "!@#$%^&*() qwertyuiop asdfghjkl; zxcvbnm,./",
        "!\"§$%&/()= qwertzuiop asdfghjklö yxcvbnm,.-",
    ].map(layout)

    private static func layout(_ rows: String) -> Layout { CommonPatterns.words(rows).map { Array($0) } }

    // MARK: Rows

    /// Pieces of a row in both directions, and consecutive rows.
    private static func rows(_ layout: Layout) -> [String] {
        let following = layout.indices.flatMap { start in
            let keys = layout[start...].joined()
            return lengths.map { String(keys.prefix($0)) }
        }
        return layout.flatMap(pieces) + following
    }

    /// Rows with the symbols and letters at their ends.
    private static var widerRows: [String] {
        CommonPatterns.words(
            #"""
            `1234567890-= qwertyuiop[]\ asdfghjkl;' zxcvbnm,./ ~!@#$%^&*()_+
            ^1234567890ß´ qwertzuiopü+ asdfghjklöä# <yxcvbnm,.- °!"§$%&/()=?
            &é"'(-è_çà)= йцукенгшщзхъ фывапролджэ ячсмитьбю.
            """#
        ).flatMap { pieces(of: Array($0)) }
    }

    private static func pieces(of row: [Character]) -> [String] {
        row.indices.flatMap { start in
            (start + 1...row.count).flatMap { end in
                let piece = row[start..<end]
                return [String(piece), String(piece.reversed())]
            }
        }
    }

    // MARK: Columns

    /// "1qaz2wsx", "zaq1xsw2", "1qazxsw2" and "qazwsxedc", to the right and to the left.
    private static func columns(_ layout: Layout) -> [String] {
        lines(along: columnKeys(layout)) + lines(along: columnKeys(Array(layout.dropFirst())))
    }

    /// "1qaz!qaz", "1qaz@wsx" and "1qaz2wsx!qaz@wsx": one half without shift and the other with it, in either
    /// order.
    private static func halfShiftedColumns(_ plain: Layout, _ shifted: Layout) -> [String] {
        let (below, above) = (columnKeys(plain), columnKeys(shifted))
        let neighbours = below.indices.flatMap { first in
            below.indices.filter { abs($0 - first) == 1 }.flatMap { second in
                [String(below[first] + above[second]), String(above[first] + below[second])]
            }
        }
        let twice = zip(lines(along: below), lines(along: above)).flatMap { [$0 + $1, $1 + $0] }
        return neighbours + twice
    }

    private static func columnKeys(_ layout: Layout) -> [[Character]] {
        layout[0].indices.map { number in layout.map { $0[number] } }
    }

    /// "zse4xdr5" and "zaq1": strokes in the other diagonal direction.
    private static var slants: [String] {
        let strokes = CommonPatterns.words("4esz 5rdx 6tfc 7ygv 8uhb 9ijn 0okm").map { Array($0) }
        return lines(along: strokes) + lines(along: strokes.map { Array($0.dropFirst()) })
    }

    /// Adjacent strokes, from any start, in both directions: all forwards, all backwards, and alternating.
    private static func lines(along strokes: [[Character]]) -> [String] {
        [strokes, strokes.reversed()].flatMap { strokes in
            strokes.indices.flatMap { start in
                (start + 1...strokes.count).flatMap { end in
                    let chosen = Array(strokes[start..<end])
                    return [
                        line(chosen) { _ in false }, line(chosen) { _ in true },
                        line(chosen) { $0 % 2 == 0 }, line(chosen) { $0 % 2 == 1 },
                    ]
                }
            }
        }
    }

    private static func line(_ strokes: [[Character]], isBackwards: (Int) -> Bool) -> String {
        var line = ""
        for (number, stroke) in strokes.enumerated() {
            line += isBackwards(number) ? String(stroke.reversed()) : String(stroke)
        }
        return line
    }

    // MARK: Back and forth

    /// "1q2w3e4r", "q1w2e3r4", "qawsedrf" and "q2w3e4r5".
    private static func zigzags(_ layout: Layout) -> [String] {
        (1..<layout.count).flatMap { lower in
            [0, 1].flatMap { shift in
                let above = Array(layout[lower - 1].dropFirst(shift))
                return [zip(above, layout[lower]), zip(layout[lower], above)].flatMap { pairs in
                    pieces(of: pairs.flatMap { [$0, $1] })
                }
            }
        }
    }

    // MARK: Blocks

    /// "qweasdzxc", "123qwe", "qwe123", "qwertasdfg": the same columns of several rows.
    private static func blocks(_ layout: Layout) -> [String] {
        layout[0].indices.flatMap { start in
            (start + 1..<layout[0].count).flatMap { end in
                lines(along: layout.map { Array($0[start...end]) })
            }
        }
    }

    // MARK: Number pad

    /// "147258", "159357", "789456123" and similar: two and three of its lines of three keys, and some longer
    /// walks.
    private static var numberPad: [String] {
        let lines = CommonPatterns.words("789 456 123 741 852 963 753 951")
        let strokes = lines.flatMap { [$0, String($0.reversed())] }
        let pairs = strokes.flatMap { first in strokes.map { first + $0 } }
        let triples = pairs.flatMap { pair in strokes.map { pair + $0 } }
        let walks = CommonPatterns.words(
            """
            7410 8520 9630 7410852 7410852963 78963214 789632145 74123698 741236985
            14789632 147896325 12369874 123698745 32147896 321478965 36987412 369874125 98741236 987412365
            """
        ).flatMap { pieces(of: Array($0)) }
        return pairs + triples + walks
    }
}
