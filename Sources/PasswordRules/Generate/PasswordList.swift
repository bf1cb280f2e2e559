/// Generated passwords, each different from all others, in memory that is wiped.
public struct PasswordList: ~Copyable {
    /// The plan of the passwords.
    public let plan: GenerationPlan
    /// The number of passwords.
    public private(set) var count = 0
    /// The passwords, each followed by a line feed.
    private var lines: SecretBytes
    /// The offset of each password, and of the end of the last.
    private var starts: SecretBuffer<Int>
    /// A hash table with open addressing: the index of a password plus one; 0 for an empty slot.
    private var table: SecretBuffer<Int>

    /// The maximum number of passwords in a row that are repeated or not accepted, if their total number is
    /// unknown.
    private static let maximumRepeats = 10_000

    private init(capacity: Int, _ plan: GenerationPlan) throws(GenerationError) {
        // The table is at most half full.
        let slots = 1 << (Int.bitWidth - capacity.leadingZeroBitCount + 1)
        guard let lines = SecretBytes(repeating: 0, ifMemoryLasts: capacity * (plan.length + 1)),
            let starts = SecretBuffer(repeating: 0, ifMemoryLasts: capacity + 1),
            let table = SecretBuffer(repeating: 0, ifMemoryLasts: slots)
        else { throw .noMemory }
        self.plan = plan
        self.lines = lines
        self.starts = starts
        self.table = table
    }

    /// Draws `count` passwords, 1 to `Generator.maximumCount`.
    /// - Parameter isAccepted: Decides which passwords to keep; nil for all.
    static func drawn(
        count: Int, _ plan: GenerationPlan, from source: inout some RandomSource,
        where isAccepted: ((Span<UInt8>) -> Bool)? = nil
    ) throws(GenerationError) -> PasswordList {
        let isCountKnown = try isCount(of: plan, enoughFor: count) && isAccepted == nil
        var list = try PasswordList(capacity: count, plan)
        var sampler = PasswordSampler(plan, count: count)
        var repeats = 0
        while list.count < count {
            let password = try sampler.next(from: &source)
            if password.withSpan({ isAccepted?($0) != false && list.insert($0) }) {
                repeats = 0
            } else {
                repeats += 1
                if !isCountKnown, repeats > Self.maximumRepeats { throw .notFound(tries: repeats) }
            }
        }
        return list
    }

    /// Whether there are certainly enough different passwords. Throws if there are fewer, or if too many are
    /// requested.
    private static func isCount(of plan: GenerationPlan, enoughFor wanted: Int) throws(GenerationError)
        -> Bool
    {
        guard wanted >= 1, wanted <= Generator.maximumCount else { throw .countOutOfRange(wanted) }
        if wanted == 1 || plan.certainEntropyBits > 32 { return true }
        guard let available = try? plan.count() else { return false }
        if available < BigUInt(UInt64(wanted)) {
            throw .tooFew(wanted: wanted, available: Int(truncatingIfNeeded: available.limb(0)))
        }
        return true
    }

    /// Adds a password unless it is in the list; returns whether it was added.
    private mutating func insert(_ password: Span<UInt8>) -> Bool {
        let mask = table.count - 1
        var slot = Int(truncatingIfNeeded: Self.hash(password)) & mask
        while true {
            let index = table.withSpan { $0[slot] }
            if index == 0 { break }
            if isEqual(index - 1, password) { return false }
            slot = (slot + 1) & mask
        }
        let start = starts.withSpan { $0[count] }
        lines.withMutableSpan { lines in
            for index in 0..<password.count { lines[start + index] = password[index] }
            lines[start + password.count] = 0x0A
        }
        count += 1
        let (end, number) = (start + password.count + 1, count)
        starts.withMutableSpan { $0[number] = end }
        table.withMutableSpan { $0[slot] = number }
        return true
    }

    private func isEqual(_ index: Int, _ password: Span<UInt8>) -> Bool {
        withPassword(at: index) { $0.equals(password) }
    }

    /// FNV-1a, with its upper half mixed into the lower one.
    private static func hash(_ password: Span<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in 0..<password.count { hash = (hash ^ UInt64(password[index])) &* 0x100_0000_01B3 }
        return hash ^ hash >> 32
    }

    /// Calls `body` with one of the passwords; `index` is below ``count``.
    public func withPassword<Result, Failure: Error>(
        at index: Int, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (start, end) = starts.withSpan { ($0[index], $0[index + 1] - 1) }
        return try lines.withSpan { (lines) throws(Failure) in try body(lines.extracting(start..<end)) }
    }

    /// Calls `body` with all passwords, separated by line feeds.
    public func withLines<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let end = starts.withSpan { $0[count] - 1 }
        return try lines.withSpan { (lines) throws(Failure) in try body(lines.extracting(0..<end)) }
    }
}
