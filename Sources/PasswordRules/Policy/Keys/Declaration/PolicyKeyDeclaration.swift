extension PolicyKey {
    /// The declaration of a key, which is in the key's own file in the folder `Keys`.
    struct Declaration: Sendable {
        /// The name, as in policy files.
        let word: Word
        /// The position of the key in lists of keys, explanations and reports.
        let position: Int
        /// The values that it accepts.
        let value: PolicyValueKind
        /// How the lines of all sources, and the built-in value, are combined.
        let combination: Combination
        /// The default, as in a line; empty if nothing is demanded by default.
        var builtIn: StaticString = ""
        /// The key whose value it sets; nil for its own.
        var target: PolicyKey?
        /// Whether `rules` and `or` may contain it as a property. Only keys with numbers can be
        /// properties.
        var isProperty = false
        /// Whether it is a composition rule, which NIST SP 800-63B-4, 3.1.1.2 (5), forbids.
        var isCompositionRule = false
        /// Whether anybody may see its values, because they reveal only the requirements for passwords.
        var isPublic = true
        /// Which changes of its value make a policy weaker, if the key demands nothing itself.
        var weakening: Weakening = .never
        /// Its demand; nil if it demands nothing by itself.
        var demand: Demand?
    }

    /// How the values of a key are combined.
    public enum Combination: Sendable {
        /// All lines apply.
        case addsUp
        /// The strictest value applies: the largest number.
        case largest
        /// The strictest value applies: the smallest number.
        case smallest
        /// Each line names checks, and all of them apply.
        case union
        /// The value of the most specific source applies; of equally specific ones, the last.
        case mostSpecific
    }

    /// Which changes of the value of a key that demands nothing make a policy refuse less.
    enum Weakening: Sendable {
        case never
        /// A smaller value, such as `no` instead of `yes`.
        case smaller
        /// A larger value, such as `yes` instead of `no`.
        case larger
        /// A list with more services.
        case moreServices
    }

    /// The names of all keys.
    static func words() -> [Word] { allCases.map { $0.word } }

    /// The name, as in policy files.
    public var name: StaticString { declaration.word.literal }

    var word: Word { declaration.word }

    /// The key whose value it sets: itself, except that `min-strength` sets `min-guesses`.
    var target: PolicyKey { declaration.target ?? self }

    /// The default, as in a line; empty if nothing is demanded by default.
    public var builtInValue: StaticString { declaration.builtIn }

    /// The default; nil if nothing is demanded by default.
    var builtIn: PolicyValue? {
        let text = Text(builtInValue).bytes
        var diagnostics = Diagnostics()
        return text.isEmpty
            ? nil
            : try? PolicyValue(
                of: self, PolicyValueReader(text.span, 0..<text.count), diagnostics: &diagnostics)
    }

    /// How the lines of all sources are combined.
    public var combination: Combination { declaration.combination }

    /// Whether the key makes demands, so that adding a line never makes the policy weaker.
    public var isDemand: Bool { combination != .mostSpecific }

    /// Whether it is a composition rule, which NIST SP 800-63B-4, 3.1.1.2 (5), forbids.
    var isCompositionRule: Bool { declaration.isCompositionRule }

    /// Whether `rules` and `or` may contain it as a property.
    package var isProperty: Bool { declaration.isProperty }

    /// Whether anybody may see its values, because they reveal only the requirements for passwords.
    package var isPublic: Bool { declaration.isPublic }

    /// The key with exactly this name. Unlike descriptors, policy files are case-sensitive.
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
