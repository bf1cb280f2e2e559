/// A table of the logarithms of small numbers. An estimate needs many.
struct SmallLogarithms: Sendable {
    private let logs: [Int]

    /// Computes the logarithms up to the length of the longest password.
    init() { logs = (0...StrengthEstimator.longestPassword).map { GuessBits.log($0) } }

    subscript(_ number: Int) -> Int { logs[number] }
}
