extension PolicyKey {
    /// All that is known of a key. Each is declared in a file of its own, in the folder `Keys`.
    struct Declaration: Sendable {
        /// The name, as files have it.
        let word: Word
        /// Where the key is in lists of keys, explanations and reports.
        let position: Int
        /// What a line may set it to.
        let value: PolicyValueKind
        /// How the lines of several places, and the built-in value, are combined.
        let combination: Combination
        /// The default, as a line would have it; empty where nothing is demanded by default.
        var builtIn: StaticString = ""
        /// The key whose value it sets, if that is another.
        var target: PolicyKey?
        /// Whether `rules` and `or` may set it as well, as a property: for numbers.
        var isProperty = false
        /// Whether it demands a composition, which NIST SP 800-63B-4, 3.1.1.2 (5), rules out.
        var isCompositionRule = false
        /// Whether anybody may know its values: they tell nothing but what a password must be like.
        var isPublic = true
        /// When a policy is weaker for another value, if the key demands nothing of passwords itself.
        var weakening: Weakening = .never
        /// What it demands of a password; nil where it demands nothing by itself.
        var demand: Demand?
    }

    /// How the values of one key are combined.
    public enum Combination: Sendable {
        /// Every line holds.
        case addsUp
        /// The strictest value holds: the largest number.
        case largest
        /// The strictest value holds: the smallest number.
        case smallest
        /// Each line names checks, and all of them are made.
        case union
        /// The value of the most specific place holds, and of equally specific ones the last.
        case mostSpecific
    }

    /// When a policy refuses less for another value of a key that demands nothing of passwords.
    enum Weakening: Sendable {
        case never
        /// For a smaller value: `no` rather than `yes`.
        case smaller
        /// For a larger value: `yes` rather than `no`.
        case larger
        /// For a list with services that the other does not have.
        case moreServices
    }

    /// The names of all keys.
    static func words() -> [Word] { allCases.map { $0.word } }

    /// The name, as files have it.
    public var name: StaticString { declaration.word.literal }

    var word: Word { declaration.word }

    /// The key whose value it sets: itself, but for `min-strength`, which sets `min-guesses`.
    var target: PolicyKey { declaration.target ?? self }

    /// The default, as a line would have it; empty where nothing is demanded by default.
    public var builtInValue: StaticString { declaration.builtIn }

    /// The default; nil where nothing is demanded by default.
    var builtIn: PolicyValue? {
        let text = Text(builtInValue).bytes
        var diagnostics = Diagnostics()
        return text.isEmpty
            ? nil
            : try? PolicyValue(
                of: self, PolicyValueReader(text.span, 0..<text.count), diagnostics: &diagnostics)
    }

    /// How the lines of several places are combined.
    public var combination: Combination { declaration.combination }

    /// Whether a line that sets the key never makes the policy weaker.
    public var isDemand: Bool { combination != .mostSpecific }

    /// Whether it demands a composition, which NIST SP 800-63B-4, 3.1.1.2 (5), rules out.
    var isCompositionRule: Bool { declaration.isCompositionRule }

    /// Whether `rules` and `or` may set it as well, as a property.
    package var isProperty: Bool { declaration.isProperty }

    /// Whether anybody may know its values: they tell nothing but what a password must be like.
    package var isPublic: Bool { declaration.isPublic }

    /// The key with exactly this name: unlike the descriptor language, the file is case-sensitive.
    init?(in text: Span<UInt8>, _ range: Range<Int>) {
        for key in PolicyKey.allCases where key.word.equals(text, range) {
            self = key
            return
        }
        return nil
    }
}

/// A value for each key.
struct PolicyKeyTable<Value> {
    private var values: [Value]

    init(repeating value: Value) {
        values = [Value](repeating: value, count: PolicyKey.count)
    }

    subscript(key: PolicyKey) -> Value {
        get { values[key.rawValue] }
        set { values[key.rawValue] = newValue }
    }
}

extension PolicyKeyTable: Sendable where Value: Sendable {}
extension PolicyKeyTable: Equatable where Value: Equatable {}
