/// Where an outcome of a policy's check comes from.
public struct OutcomeOrigin: Sendable {
    /// The key that demands it; nil for what is demanded under any policy: well-formed text without NUL.
    public let key: PolicyKey?
    /// The file, or the setting; nil where it is built in.
    public private(set) var file: PolicyFile?
    /// The line of the file, from 1; of a setting, which of all settings it is, from 1; 0 where it is built
    /// in.
    public private(set) var line = 0
    /// The preset that has the line, if a preset has; the file and the line are those that name the preset.
    public private(set) var preset: Preset?

    /// What is built in.
    init(builtIn key: PolicyKey?) { self.key = key }

    /// One of a policy's lines.
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
    /// Where an outcome of a check by this policy comes from: the line that demands what it says.
    ///
    /// Of several lines that demand the same, it is that of the least specific and earliest place. Of `words`
    /// it is the first line, because which word it was would be a part of the password.
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

    /// The key that demands it; `rules` may demand what keys of their own demand as well. Nil for what no key
    /// can change.
    fileprivate var key: PolicyKey? {
        for key in PolicyKey.allCases where key.declaration.demand?.outcomes.contains(self) == true {
            return key
        }
        return self == .encoding || self == .nul ? nil : .rules
    }
}
