/// Comparison of a new password with the one that it replaces, both as scalar values.
enum OldPassword {
    /// The first way in which `new` is `old` over again; none where it is not. Case is ignored, but for `same`. At most
    /// quadratic in the lengths.
    static func likeness(
        of new: borrowing FoldedPassword, to old: borrowing FoldedPassword, among checks: OldPasswordChecks
    ) -> OldPasswordChecks {
        guard new.count > 0, old.count > 0 else { return [] }
        return old.withForms { oldTyped, old, _ in
            new.withForms { newTyped, new, _ in
                if checks.contains(.same), isEqual(newTyped, oldTyped) { return .same }
                if checks.contains(.letterCase), isEqual(new, old) { return .letterCase }
                if checks.contains(.reversed), isReversed(new, old) { return .reversed }
                // A short old password is in many new ones by chance.
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
        first.count == second.count && matches(first, second, at: 0)
    }

    private static func isReversed(_ first: Span<UInt32>, _ second: Span<UInt32>) -> Bool {
        guard first.count == second.count else { return false }
        for index in 0..<first.count where first[index] != second[second.count - 1 - index] { return false }
        return true
    }

    /// Whether `text`, or `text` written twice, contains `part`.
    private static func contains(_ text: Span<UInt32>, _ part: Span<UInt32>, isTwice: Bool) -> Bool {
        let length = isTwice ? 2 * text.count : text.count
        guard part.count <= length else { return false }
        for start in 0..<min(text.count, length - part.count + 1) where matches(part, text, at: start) {
            return true
        }
        return false
    }

    /// Whether `text`, which begins anew at its end, continues with `part` at `start`.
    private static func matches(_ part: Span<UInt32>, _ text: Span<UInt32>, at start: Int) -> Bool {
        var index = start
        for offset in 0..<part.count {
            if part[offset] != text[index] { return false }
            index = index + 1 == text.count ? 0 : index + 1
        }
        return true
    }

    /// The number of characters to insert, remove or replace to make the old password into the new one, case ignored
    /// (Levenshtein's distance); `limit` where it is that or more.
    ///
    /// Linear memory; the time grows with the length and the limit, and is quadratic at most.
    static func changes(
        from old: borrowing FoldedPassword, to new: borrowing FoldedPassword, limit: Int
    ) -> Int {
        old.withForms { _, old, _ in
            new.withForms { _, new, _ in distance(old, new, limit: limit) }
        }
    }

    private static func distance(_ old: Span<UInt32>, _ new: Span<UInt32>, limit: Int) -> Int {
        if abs(old.count - new.count) >= limit { return limit }
        if new.count == 0 { return old.count }
        // Row by row of the usual table, but only as far from its diagonal as a distance below the limit can lie.
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
                    // Beyond the last column of the row before it is still the limit.
                    let above = row[column]
                    let replaced = diagonal + (old[line - 1] == new[column - 1] ? 0 : 1)
                    diagonal = above
                    row[column] = min(far, replaced, above + 1, row[column - 1] + 1)
                }
            }
            return Int(row[new.count])
        }
    }

    /// Whether it reads the same backwards, case ignored.
    static func isPalindrome(_ lower: Span<UInt32>) -> Bool {
        for index in 0..<lower.count / 2 where lower[index] != lower[lower.count - 1 - index] { return false }
        return lower.count > 0
    }
}
