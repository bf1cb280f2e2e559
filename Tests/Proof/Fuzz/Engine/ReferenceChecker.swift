internal import PasswordRules

/// Computes the outcomes of a check a second time: by the rules of the second parser, with the scalar values
/// of Swift's own strings.
struct ReferenceChecker {
    struct Expected: Equatable {
        let kind: Outcome.Kind
        let isMet: Bool
        let limit: Int
        let actual: Int
    }

    private let rules: [ReferenceRule]
    private let isStrict: Bool

    init(_ rules: [ReferenceRule], isStrict: Bool) {
        self.rules = rules
        self.isStrict = isStrict
    }

    /// The outcomes in their order.
    func outcomes(_ password: [UInt8]) -> [Expected] {
        let scalars = String(decoding: password, as: UTF8.self).unicodeScalars.map { $0.value }
        var outcomes: [Expected] = []
        let illFormed = Self.illFormedCount(password, scalars)
        if illFormed > 0 {
            outcomes.append(Expected(kind: .encoding, isMet: false, limit: 0, actual: illFormed))
        }
        let length = scalars.count
        if let limit = numbers(.minLength).max() {
            outcomes.append(Expected(kind: .minLength, isMet: length >= limit, limit: limit, actual: length))
        }
        // Each class has one outcome, which requires as many characters as there are rules for the class. Classes
        // that differ only as written share an outcome, which requires the larger number.
        var required: [(members: [Bool], limit: Int, found: Int)] = []
        for rule in rules where rule.kind == .required {
            let written = (0...128).map { rule.members.contains($0) }
            let limit = rules.count { other in
                other.kind == .required
                    && (0...128).allSatisfy { other.members.contains($0) == written[Int($0)] }
            }
            let members = (0...128).map { has(rule.members, $0) }
            if let index = required.firstIndex(where: { $0.members == members }) {
                required[index].limit = max(required[index].limit, limit)
            } else {
                required.append((members, limit, scalars.count { has(rule.members, $0) }))
            }
        }
        for (_, limit, found) in required {
            let actual = min(found, limit)
            outcomes.append(Expected(kind: .required, isMet: found >= limit, limit: limit, actual: actual))
        }
        if let forbidden = forbiddenCount(scalars) {
            outcomes.append(Expected(kind: .allowed, isMet: forbidden == 0, limit: 0, actual: forbidden))
        }
        let repeated = Self.longestRepeat(scalars)
        let sequence = Self.longestSequence(scalars)
        func limit(_ kind: ReferenceRule.Kind, _ name: Outcome.Kind, _ actual: Int) {
            guard let limit = numbers(kind).min() else { return }
            outcomes.append(Expected(kind: name, isMet: actual <= limit, limit: limit, actual: actual))
        }
        limit(.maxLength, .maxLength, length)
        limit(.maxRepeating, .maxRepeating, repeated)
        limit(.maxSequential, .maxSequential, sequence)
        if isStrict {
            limit(.maxConsecutive, .maxConsecutiveStrict, max(repeated, sequence))
        } else {
            limit(.maxConsecutive, .maxConsecutive, repeated)
        }
        return outcomes
    }

    /// The numbers of a limit, except 0, which has no effect.
    private func numbers(_ kind: ReferenceRule.Kind) -> [Int] {
        rules.compactMap { $0.kind == kind && $0.number > 0 ? $0.number : nil }
    }

    private func has(_ members: Members, _ scalar: UInt32) -> Bool {
        if isStrict, members.isUnicode { return scalar >= 0x20 && scalar < 0x7F }
        return members.contains(scalar)
    }

    /// How many characters are not permitted; nil if all are.
    private func forbiddenCount(_ scalars: [UInt32]) -> Int? {
        let named = rules.filter { $0.kind == .required || $0.kind == .allowed }
        if !rules.contains(where: { $0.kind == .allowed }) {
            if !isStrict { return nil }
            if named.isEmpty { return scalars.count { $0 < 0x20 || $0 >= 0x7F } }
        }
        return scalars.count { scalar in !named.contains { has($0.members, scalar) } }
    }

    /// Swift's strings have U+FFFD for each ill-formed sequence, and for U+FFFD itself.
    private static func illFormedCount(_ bytes: [UInt8], _ scalars: [UInt32]) -> Int {
        var written = 0
        var index = 0
        while index + 2 < bytes.count {
            if bytes[index] == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] == 0xBD { written += 1 }
            index += 1
        }
        return scalars.count { $0 == 0xFFFD } - written
    }

    private static func longestRepeat(_ scalars: [UInt32]) -> Int {
        longestRun(scalars) { $0 == $1 }
    }

    private static func longestSequence(_ scalars: [UInt32]) -> Int {
        func follows(_ first: UInt32, _ second: UInt32) -> Bool {
            // The last of each class, 9, Z and z, is followed by none.
            switch first {
            case 0x30..<0x39, 0x41..<0x5A, 0x61..<0x7A: second == first + 1
            default: false
            }
        }
        return max(longestRun(scalars, follows), longestRun(scalars) { follows($1, $0) })
    }

    private static func longestRun(
        _ scalars: [UInt32], _ continues: (UInt32, UInt32) -> Bool
    ) -> Int {
        var (run, longest) = (0, 0)
        for index in scalars.indices {
            run = index > 0 && continues(scalars[index - 1], scalars[index]) ? run + 1 : 1
            longest = max(longest, run)
        }
        return longest
    }
}
