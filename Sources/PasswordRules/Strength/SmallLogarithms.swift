/// The logarithms of small numbers: an estimate looks many up.
struct SmallLogarithms: Sendable {
    private let logs: [Int]

    /// Those of 0 to the length of the longest password.
    init() { logs = (0...StrengthEstimator.longestPassword).map { GuessBits.log($0) } }

    subscript(_ number: Int) -> Int { logs[number] }
}
