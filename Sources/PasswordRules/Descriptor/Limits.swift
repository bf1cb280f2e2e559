/// The limits that a list of rules sets: the largest `minlength`, and the smallest of each other limit. A
/// limit of 0 has no effect.
struct Limits: Sendable {
    /// A limit, and the number of the line that set it.
    struct Limit: Sendable {
        let number: Int
        let line: Int
    }

    private(set) var minLength: Limit?
    private(set) var maxLength: Limit?
    private(set) var maxRepeating: Limit?
    private(set) var maxSequential: Limit?
    private(set) var maxConsecutive: Limit?

    /// The number of limits that are set.
    var count: Int {
        (minLength == nil ? 0 : 1) + (maxLength == nil ? 0 : 1) + (maxRepeating == nil ? 0 : 1)
            + (maxSequential == nil ? 0 : 1) + (maxConsecutive == nil ? 0 : 1)
    }

    /// Adds a rule's limit. Rules about characters have none.
    mutating func add(_ rule: Rule, line: Int = 0) {
        switch rule {
        case .required, .allowed: break
        case .minLength(let number):
            if number > minLength?.number ?? 0 { minLength = Limit(number: number, line: line) }
        case .maxLength(let number): Self.tighten(&maxLength, to: number, line)
        case .maxRepeating(let number): Self.tighten(&maxRepeating, to: number, line)
        case .maxSequential(let number): Self.tighten(&maxSequential, to: number, line)
        case .maxConsecutive(let number): Self.tighten(&maxConsecutive, to: number, line)
        }
    }

    private static func tighten(_ limit: inout Limit?, to number: Int, _ line: Int) {
        if number > 0, limit.map({ number < $0.number }) ?? true { limit = Limit(number: number, line: line) }
    }
}
