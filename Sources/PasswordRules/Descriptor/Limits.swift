/// The limits that a list of rules sets: the largest `minlength`, and the smallest number of each other
/// property. A limit of 0 has no effect.
struct Limits: Sendable {
    private(set) var minLength: Int?
    private(set) var maxLength: Int?
    private(set) var maxRepeating: Int?
    private(set) var maxSequential: Int?
    private(set) var maxConsecutive: Int?

    /// How many limits are set.
    var count: Int {
        (minLength == nil ? 0 : 1) + (maxLength == nil ? 0 : 1) + (maxRepeating == nil ? 0 : 1)
            + (maxSequential == nil ? 0 : 1) + (maxConsecutive == nil ? 0 : 1)
    }

    /// Adds a rule's limit; a rule about characters has none.
    mutating func add(_ rule: Rule) {
        switch rule {
        case .required, .allowed: break
        case .minLength(let limit): if limit > 0 { minLength = max(minLength ?? 0, limit) }
        case .maxLength(let limit): Self.tighten(&maxLength, to: limit)
        case .maxRepeating(let limit): Self.tighten(&maxRepeating, to: limit)
        case .maxSequential(let limit): Self.tighten(&maxSequential, to: limit)
        case .maxConsecutive(let limit): Self.tighten(&maxConsecutive, to: limit)
        }
    }

    private static func tighten(_ limit: inout Int?, to value: Int) {
        if value > 0 { limit = min(limit ?? value, value) }
    }
}
