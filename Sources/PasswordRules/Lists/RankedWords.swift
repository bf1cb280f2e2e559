/// The ranked words of one or several lists. If several lists have a word, its best rank counts.
public struct RankedWords: Sendable {
    private let lists: [RankedWordList]

    /// Combines lists. Without any list no word is known, and estimates are higher.
    public init(_ lists: [RankedWordList]) { self.lists = lists }

    /// The cost of a letter after two others, each from 0 to 25, or 26 for none, in units of `GuessBits`.
    func cost(of letter: Int, after previous: Int, _ last: Int) -> Int {
        var least = lists.isEmpty ? GuessBits.log(26) : .max
        for index in lists.indices {
            least = min(least, lists[index].cost(of: letter, after: previous, last))
        }
        return least
    }

    /// The logarithm of a word's rank, in the units of `RankedWordList.rankUnitsInBit`; nil if no list has
    /// the word.
    func rank(of key: UInt64) -> Int? {
        let none = Int.max
        var best = none
        for index in lists.indices { best = min(best, lists[index].rank(of: key) ?? none) }
        return best == none ? nil : best
    }
}
