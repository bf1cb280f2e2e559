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
                if checks.contains(.same), newTyped.equals(oldTyped) { return .same }
                if checks.contains(.letterCase), new.equals(old) { return .letterCase }
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
    /// Linear memory; the time grows with the length times the limit, and is at most quadratic.
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

    private static func distance(_ old: Span<UInt32>, _ new: Span<UInt32>, limit: Int) -> Int {
        if abs(old.count - new.count) >= limit { return limit }
        if new.count == 0 { return old.count }
        // Computes the usual table row by row, but only near the diagonal, where the distance can be below
        // the limit.
        var row = SecretBuffer<Int32>(count: new.count + 1)
        let far = Int32(truncatingIfNeeded: limit)
        return row.withMutableSpan { row in
            for column in 0...new.count { row[column] = Int32(truncatingIfNeeded: min(column, limit)) }
            for line in 1..<old.count + 1 {
                let first = max(1, line - limit)
                let last = min(new.count, line + limit)
                guard first <= last else { return limit }
                var diagonal = row[first - 1]
                row[first - 1] = first == 1 ? Int32(truncatingIfNeeded: min(line, limit)) : far
                for column in first..<last + 1 {
                    // After the last column of the previous row, the value is still the limit.
                    let above = row[column]
                    let replaced = diagonal + (old[line - 1] == new[column - 1] ? 0 : 1)
                    diagonal = above
                    row[column] = min(far, replaced, above + 1, row[column - 1] + 1)
                }
            }
            return Int(row[new.count])
        }
    }

    /// Whether a folded password reads the same backwards.
    static func isPalindrome(_ lower: Span<UInt32>) -> Bool {
        for index in 0..<lower.count / 2 where lower[index] != lower[lower.count - 1 - index] { return false }
        return lower.count > 0
    }
}
