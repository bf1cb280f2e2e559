/// The facts about a password's composition that policies need in addition to ``PasswordFacts``: counts and
/// classes, found in one pass.
struct Composition {
    /// The four classes that administrators count. Every character belongs to exactly one.
    enum Class: Int {
        case lower, upper, digit, other

        init(_ scalar: UInt32) {
            if scalar &- 0x61 < 26 {
                self = .lower
            } else if scalar &- 0x41 < 26 {
                self = .upper
            } else if scalar &- 0x30 < 10 {
                self = .digit
            } else {
                self = .other
            }
        }
    }

    /// The missing classes.
    private(set) var missing = MissingClasses.all
    /// The missing classes, if an upper-case letter at the start and a digit at the end do not count.
    private(set) var missingInside = MissingClasses.all
    /// The number of classes that occur.
    var classCount: Int { 4 - missing.rawValue.nonzeroBitCount }
    /// The number of classes that occur, counted as for ``missingInside``.
    var innerClassCount: Int { 4 - missingInside.rawValue.nonzeroBitCount }
    /// The longest run of characters of one class.
    private(set) var longestClassRun = 0
    /// The number of different characters.
    private(set) var differentCount = 0
    /// The number of runs of two or more letters.
    private(set) var wordCount = 0

    /// The minimum number of classes in a password that meets these minimums.
    static func classCount(impliedBy minimums: [CharacterMinimum]) -> Int {
        func isImplied(_ known: CharacterClass) -> Bool {
            minimums.contains { !$0.characters.isEmpty && known.isSuperset(of: $0.characters) }
        }
        var count = 0
        if isImplied(.lower) { count += 1 }
        if isImplied(.upper) { count += 1 }
        if isImplied(.digit) { count += 1 }
        if isImplied(CharacterClass(low: .max, high: .max).asciiSubtracting(.alphanumeric)) { count += 1 }
        return count
    }

    /// The composition of an empty password.
    init() {}

    /// The composition of a password, as typed.
    init(_ typed: Span<UInt32>) {
        var (upper, lower, digit, other) = (0, 0, 0, 0)
        var run = 0
        var letters = 0
        var previous: Class?
        var (low, high): (UInt64, UInt64) = (0, 0)
        for index in 0..<typed.count {
            let scalar = typed[index]
            let kind = Class(scalar)
            switch kind {
            case .lower: lower += 1
            case .upper: upper += 1
            case .digit: digit += 1
            case .other: other += 1
            }
            run = kind == previous ? run + 1 : 1
            previous = kind
            longestClassRun = max(longestClassRun, run)
            letters = Folding.isLetter(scalar) ? letters + 1 : 0
            if letters == 2 { wordCount += 1 }
            if scalar < 64 {
                low |= 1 << UInt64(scalar)
            } else if scalar < 128 {
                high |= 1 << UInt64(scalar - 64)
            } else if !Self.occurs(scalar, in: typed, before: index) {
                differentCount += 1
            }
        }
        differentCount += low.nonzeroBitCount + high.nonzeroBitCount
        missing = Self.missing(upper, lower, digit, other)
        missingInside = missing
        guard typed.count > 0 else { return }
        if Class(typed[0]) == .upper { upper -= 1 }
        if Class(typed[typed.count - 1]) == .digit { digit -= 1 }
        missingInside = Self.missing(upper, lower, digit, other)
    }

    private static func missing(_ upper: Int, _ lower: Int, _ digit: Int, _ other: Int) -> MissingClasses {
        var missing: MissingClasses = []
        if lower <= 0 { missing.insert(.lower) }
        if upper <= 0 { missing.insert(.upper) }
        if digit <= 0 { missing.insert(.digit) }
        if other <= 0 { missing.insert(.other) }
        return missing
    }

    private static func occurs(_ scalar: UInt32, in typed: Span<UInt32>, before end: Int) -> Bool {
        for index in 0..<end where typed[index] == scalar { return true }
        return false
    }
}

extension CharacterClass {
    /// The number of characters of a password in UTF-8 that are members.
    func count(in password: Span<UInt8>) -> Int {
        var (count, offset) = (0, 0)
        while offset < password.count {
            let decoded = UTF8Decoding.decode(password, at: offset)
            offset += decoded.length
            if contains(decoded.scalar) { count += 1 }
        }
        return count
    }

    /// The number of scalar values that are members.
    func count(in typed: Span<UInt32>) -> Int {
        var count = 0
        for index in 0..<typed.count where contains(typed[index]) { count += 1 }
        return count
    }
}
