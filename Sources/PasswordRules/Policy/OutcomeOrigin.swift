/// Where the demand of an outcome comes from.
public struct OutcomeOrigin: Sendable {
    /// The key that makes the demand; nil if every policy makes it: well-formed text without NUL.
    public let key: PolicyKey?
    /// The file or the setting; nil if it is built in.
    public private(set) var file: PolicyFile?
    /// The line of the file, or the number of the setting, from 1; 0 if it is built in.
    public private(set) var line = 0
    /// The preset that makes the demand; nil if none does. For a preset, ``file`` and ``line`` are those of
    /// the line that names it.
    public private(set) var preset: Preset?

    /// A built-in origin.
    init(builtIn key: PolicyKey?) { self.key = key }

    /// An origin in a line of a policy.
    fileprivate init(_ item: AppliedPolicy.Item, of policy: PolicyCase) {
        key = item.key
        preset = item.source.preset
        var written = item
        if preset != nil {
            for other in policy.lines where other.preset == preset && other.fate == .applies {
                written = other
            }
        }
        file = written.file
        line = written.line
        for index in policy.arguments.indices where policy.arguments[index] === written.file {
            line = index + 1
        }
    }
}

extension Policy {
    /// The origin of an outcome of a check by this policy: the line that makes the demand.
    ///
    /// If several lines make the same demand, the first one in the least specific source is the origin. For
    /// `words` it is always the first line, because the line of the word would reveal a part of the password.
    public func origin(of outcome: Outcome) -> OutcomeOrigin {
        var number = outcome.line
        for policy in cases {
            if number > 0, number <= policy.lines.count {
                return OutcomeOrigin(policy.lines[number - 1], of: policy)
            }
            number -= policy.lines.count
        }
        return OutcomeOrigin(builtIn: outcome.kind.key)
    }
}

extension Outcome.Kind {
    /// All kinds, in the order of their numbers.
    public static var all: [Outcome.Kind] {
        var kinds = ofRules + [.nul]
        for key in PolicyKey.allCases { kinds += key.declaration.demand?.outcomes ?? [] }
        return kinds.sorted { $0.rawValue < $1.rawValue }
    }

    /// The key whose own demand has this kind of outcome, or else `rules`; nil for `encoding` and `nul`,
    /// which no key changes.
    fileprivate var key: PolicyKey? {
        for key in PolicyKey.allCases where key.declaration.demand?.outcomes.contains(self) == true {
            return key
        }
        return self == .encoding || self == .nul ? nil : .rules
    }
}
