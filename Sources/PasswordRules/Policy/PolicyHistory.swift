extension Policy {
    /// The number of earlier passwords that a new one must differ from, by `history`, in addition to the
    /// present one; nil if the policy demands nothing of the kind.
    ///
    /// The engine never sees hashes: a program that has them compares, and adds the result with
    /// ``addHistory(wasUsed:to:)``.
    public var historyCount: Int? { cases.compactMap { $0.settings.historyCount }.max() }

    /// Adds the outcome of `history` to the report of a check, for each case that demands it.
    /// - Parameter wasUsed: Whether the password is the user's present one or one of the earlier ones.
    public func addHistory(wasUsed: Bool, to report: inout Report) {
        for (index, policy) in cases.enumerated() {
            guard let count = policy.settings.historyCount else { continue }
            let start = report.outcomes.count
            report.add(
                Outcome(.history, isMet: !wasUsed, limit: count, actual: wasUsed ? 1 : 0))
            report.setLines(from: start) { policy.line(of: $0) }
            numberLines(ofCase: index, from: start, in: &report)
        }
        report.settle()
    }
}
