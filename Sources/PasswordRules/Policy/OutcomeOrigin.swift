/// The origin of an outcome of a policy's check.
public struct OutcomeOrigin: Sendable {
    /// The key that demands it; nil for the demands of all policies: well-formed text without NUL.
    public let key: PolicyKey?
    /// The file or the setting; nil if it is built in.
    public private(set) var file: PolicyFile?
    /// The line of the file, or the number of the setting, from 1; 0 if it is built in.
    public private(set) var line = 0
    /// The preset that the line is from; nil if it is not from one. The file and the line are then those that
    /// name the preset.
    public private(set) var preset: Preset?

    /// A built-in origin.
    init(builtIn key: PolicyKey?) { self.key = key }

    /// The origin in a policy's line.
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
    /// If several lines make the same demand, it is that in the least specific and earliest source. For
    /// `words` it is the first line, because the line of the word would reveal a part of the password.
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

    /// The key that demands it, and not `rules`, which may contain it as a property; nil if no key changes
    /// it.
    fileprivate var key: PolicyKey? {
        for key in PolicyKey.allCases where key.declaration.demand?.outcomes.contains(self) == true {
            return key
        }
        return self == .encoding || self == .nul ? nil : .rules
    }
}
