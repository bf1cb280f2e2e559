/// Comparisons of a new password with the one that it replaces.
enum OldPassword {
    /// The first of the checks that finds `new` to be a variation of `old`; empty if none does. All but
    /// `same` ignore case. At most quadratic in the lengths.
    static func likeness(
        of new: borrowing FoldedPassword, to old: borrowing FoldedPassword, among checks: OldPasswordChecks
    ) -> OldPasswordChecks {
        guard new.count > 0, old.count > 0 else { return [] }
        let found = exactLikeness(of: new, to: old, among: checks)
        if found.isEmpty, checks.contains(.similar), OldPasswordSimilarity.areSimilar(new, old) {
            return .similar
        }
        return found
    }

    private static func exactLikeness(
        of new: borrowing FoldedPassword, to old: borrowing FoldedPassword, among checks: OldPasswordChecks
    ) -> OldPasswordChecks {
        old.withForms { oldTyped, old, _ in
            new.withForms { newTyped, new, _ in
                if checks.contains(.same), isEqual(newTyped, oldTyped) { return .same }
                if checks.contains(.letterCase), isEqual(new, old) { return .letterCase }
                if checks.contains(.reversed), isReversed(new, old) { return .reversed }
                // Many new passwords contain a short old one by chance.
                let holdsOld = old.count > Word.longestShort && contains(new, old, isTwice: false)
                if checks.contains(.contained), holdsOld || contains(old, new, isTwice: false) {
                    return .contained
                }
                if checks.contains(.rotated), contains(old, new, isTwice: true) { return .rotated }
                return []
            }
        }
    }

    private static func isEqual(_ first: Span<UInt32>, _ second: Span<UInt32>) -> Bool {
        guard first.count == second.count else { return false }
        for index in 0..<first.count where first[index] != second[index] { return false }
        return true
    }

    private static func isReversed(_ first: Span<UInt32>, _ second: Span<UInt32>) -> Bool {
        guard first.count == second.count else { return false }
        for index in 0..<first.count where first[index] != second[second.count - 1 - index] { return false }
        return true
    }

    /// Whether `text`, or `text` written twice, contains `part`.
    private static func contains(_ text: Span<UInt32>, _ part: Span<UInt32>, isTwice: Bool) -> Bool {
        if part.isEmpty { return !text.isEmpty }
        guard part.count <= (isTwice ? 2 * text.count : text.count) else { return false }
        var search = PatternSearch(for: part)
        for _ in 0..<(isTwice ? 2 : 1) {
            for index in 0..<text.count where search.isFound(endingWith: text[index]) { return true }
        }
        return false
    }

    /// The number of characters to insert, remove or replace to turn the old password into the new one,
    /// ignoring case (the Levenshtein distance); `limit` if it is larger.
    ///
    /// Linear memory; the time grows with the product of the lengths, and does not depend on the characters.
    static func changes(
        from old: borrowing FoldedPassword, to new: borrowing FoldedPassword, limit: Int
    ) -> Int {
        old.withForms { _, old, _ in
            new.withForms { _, new, _ in distance(old, new, limit: limit) }
        }
    }

    /// Whether the new password differs so little from the old one that it still has its faults, such as
    /// being on lists.
    static func isNear(_ new: borrowing FoldedPassword, _ old: borrowing FoldedPassword) -> Bool {
        changes(from: old, to: new, limit: minimumChanges) < minimumChanges
    }

    private static var minimumChanges: Int { 3 }

    /// Computes the columns of the usual table, 64 rows at a time, by the algorithm of Gene Myers ("A fast
    /// bit-vector algorithm for approximate string matching", 1999) in the form of Heikki Hyyrö (2003).
    private static func distance(_ old: Span<UInt32>, _ new: Span<UInt32>, limit: Int) -> Int {
        if abs(old.count - new.count) >= limit { return limit }
        if old.count == 0 { return new.count }
        let blockCount = (old.count + 63) / 64
        // Whether each value of a column is one more, or one less, than the value above it.
        var more = SecretBuffer<UInt64>(repeating: .max, count: blockCount)
        var less = SecretBuffer<UInt64>(count: blockCount)
        let lastRow = UInt64(old.count - 1) % 64
        // The last value of the column.
        var distance = old.count
        more.withMutableSpan { more in
            less.withMutableSpan { less in
                for column in 0..<new.count {
                    // Whether the value above the block is one more, or one less, than in the last column.
                    var (moreAbove, lessAbove): (UInt64, UInt64) = (1, 0)
                    for block in 0..<blockCount {
                        let equal = rows(of: old, block, equalTo: new[column])
                        let changed = equal | less[block]
                        let reached = equal | lessAbove
                        let kept = (((reached & more[block]) &+ more[block]) ^ more[block]) | reached
                        let increased = less[block] | ~(kept | more[block])
                        let decreased = more[block] & kept
                        if block == blockCount - 1 {
                            distance += Int(increased >> lastRow & 1) - Int(decreased >> lastRow & 1)
                        }
                        let (moreBelow, lessBelow) = (increased << 1 | moreAbove, decreased << 1 | lessAbove)
                        more[block] = lessBelow | ~(changed | moreBelow)
                        less[block] = moreBelow & changed
                        (moreAbove, lessAbove) = (increased >> 63, decreased >> 63)
                    }
                }
            }
        }
        return min(distance, limit)
    }

    /// The rows of a block whose character is this one.
    private static func rows(of text: Span<UInt32>, _ block: Int, equalTo scalar: UInt32) -> UInt64 {
        let part = text.extracting(64 * block..<min(64 * (block + 1), text.count))
        var rows: UInt64 = 0
        for row in 0..<part.count {
            let bit: UInt64 = part[part.count - 1 - row] == scalar ? 1 : 0
            rows = rows << 1 | bit
        }
        return rows
    }

    /// Whether a folded password reads the same backwards.
    static func isPalindrome(_ lower: Span<UInt32>) -> Bool {
        for index in 0..<lower.count / 2 where lower[index] != lower[lower.count - 1 - index] { return false }
        return lower.count > 0
    }
}
