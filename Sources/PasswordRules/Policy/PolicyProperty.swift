/// A property of a policy's settings that keys set to one value.
struct PolicyProperty<Value: CombinableValue>: Sendable {
    /// The value; nil where nothing is demanded.
    let value: @Sendable (PolicySettings) -> Value?
    /// Sets it.
    let set: @Sendable (inout PolicySettings, Value) -> Void

    init(
        _ value: @escaping @Sendable (PolicySettings) -> Value?,
        _ set: @escaping @Sendable (inout PolicySettings, Value) -> Void
    ) {
        self.value = value
        self.set = set
    }
}

/// A value of a key that has one value, whatever the number of its lines.
protocol CombinableValue: Equatable, Sendable {
    /// What holds where lines set this value and then another one.
    func combined(with other: Self, by combination: PolicyKey.Combination) -> Self
}

extension CombinableValue {
    /// Whether it asks for less than another value: together they ask for more. Keys that demand nothing ask
    /// for nothing.
    func isWeaker(than other: Self, by combination: PolicyKey.Combination) -> Bool {
        combination != .mostSpecific && combined(with: other, by: combination) != self
    }
}

extension CombinableValue where Self: Comparable {
    func combined(with other: Self, by combination: PolicyKey.Combination) -> Self {
        switch combination {
        case .largest, .union: max(self, other)
        case .smallest: min(self, other)
        case .mostSpecific, .addsUp: other
        }
    }
}

extension Int: CombinableValue {}
extension NameMatch: CombinableValue {}
extension BlocklistMatch: CombinableValue {}
extension StrengthLevel: CombinableValue {}
extension Enforcement: CombinableValue {}

extension Bool: CombinableValue {
    func combined(with other: Bool, by combination: PolicyKey.Combination) -> Bool {
        switch combination {
        case .largest, .union: self || other
        case .smallest: self && other
        case .mostSpecific, .addsUp: other
        }
    }
}

extension OldPasswordChecks: CombinableValue {
    func combined(
        with other: OldPasswordChecks, by combination: PolicyKey.Combination
    ) -> OldPasswordChecks {
        switch combination {
        // More checks are stricter.
        case .largest, .smallest, .union, .addsUp: union(other)
        case .mostSpecific: other
        }
    }
}

extension PasswordStyle: CombinableValue {
    /// No style is stricter than another.
    func combined(with other: PasswordStyle, by combination: PolicyKey.Combination) -> PasswordStyle { other }
}

extension Array: CombinableValue where Element == [UInt8] {
    /// Lists of services demand nothing: none is stricter than another.
    func combined(with other: [[UInt8]], by combination: PolicyKey.Combination) -> [[UInt8]] { other }
}
