extension Span where Element: BitwiseCopyable & Equatable {
    /// Whether both have the same elements. It stops at the first difference, as `==` of arrays does.
    package func equals(_ other: Span<Element>) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where self[index] != other[index] { return false }
        return true
    }
}
