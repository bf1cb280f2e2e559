/// What a policy is made of: files in order, then program settings, then what a program demands in addition.
public struct PolicyStack: Sendable {
    /// The files in the order in which they are read.
    public private(set) var files: [PolicyFile] = []
    /// The arguments, which together are one place.
    public private(set) var arguments: [PolicyFile] = []
    /// What a program demands in addition, which together is one place: no other place can drop it, and it
    /// does not count as rules.
    public private(set) var additions: [PolicyFile] = []

    /// The path of the list of common passwords, which presets name.
    public let commonBlocklist: [UInt8]

    /// Nothing.
    /// - Parameter commonBlocklist: Where the list of common passwords is; nil for where it usually is.
    public init(commonBlocklist: [UInt8]? = nil) {
        self.commonBlocklist = commonBlocklist ?? Text(Preset.usualCommonBlocklist).bytes
    }

    /// Adds a file after the others.
    public mutating func add(file: PolicyFile) {
        files.append(file.naming(commonBlocklist: commonBlocklist))
    }

    /// Adds an argument.
    public mutating func add(argument: PolicyFile) {
        arguments.append(argument.naming(commonBlocklist: commonBlocklist))
    }

    /// Adds what a program demands in addition: a text without sections.
    package mutating func add(addition: PolicyFile) {
        additions.append(addition.naming(commonBlocklist: commonBlocklist))
    }

    /// All of them.
    var all: [PolicyFile] { files + arguments + additions }

    /// Whether a user, a group or a service has a section.
    public var hasSections: Bool { files.contains { $0.hasSections } }

    /// Whether a group of the machine's has a section.
    public var hasGroupSections: Bool {
        files.contains { $0.sections.contains { PolicyLayer($0.head) == .group } }
    }

    /// Whether a user of the machine's has a section.
    public var hasUserSections: Bool {
        files.contains { $0.sections.contains { PolicyLayer($0.head) == .user } }
    }

    /// The machine's groups that have sections, in their order; one that has some in several files, as often.
    package var groupsWithSections: [[UInt8]] {
        var groups: [[UInt8]] = []
        for file in files {
            for section in file.sections where PolicyLayer(section.head) == .group {
                groups.append(file.bytes(section.head.name))
            }
        }
        return groups
    }

    /// Whom the policy may be for as well: a subject who may be in other groups, in each of them that has a
    /// section. A policy that demands what each of these demands is as strict as that of any combination of
    /// groups, since each demand of a combination comes from one of its groups. At most one more than
    /// `limit`.
    package func possibleSubjects(besides subject: PolicySubject, limit: Int) -> [PolicySubject] {
        var found: [PolicySubject] = []
        guard subject.mayBeInOtherGroups else { return found }
        for group in groupsWithSections where !subject.groups.contains(group) {
            if found.count > limit { break }
            let possible = PolicySubject(
                user: subject.user, groups: subject.groups + [group], service: subject.service)
            if !found.contains(possible) { found.append(possible) }
        }
        return found
    }

    /// What they say of root, should the policy turn out not to be usable.
    package var rootExemption: RootExemption {
        var exemption = RootExemption()
        for file in files { exemption.read(file.text, isArgument: false) }
        for file in arguments { exemption.read(file.text, isArgument: true) }
        return exemption
    }

    /// The paths of all lists that any section names, or a preset that it names.
    package var blocklistPaths: [[UInt8]] {
        var paths: [[UInt8]] = []
        for file in all {
            for entry in file.entries {
                if let list = entry.blocklist { paths.append(list.path) }
                guard let file = entry.preset?.file(withCommonBlocklist: commonBlocklist) else { continue }
                paths += file.entries.compactMap { $0.blocklist?.path }
            }
        }
        return paths
    }

    /// What applies to a subject; for nil, what everybody's sections and the arguments say.
    public func applied(to subject: PolicySubject?) -> AppliedPolicy {
        AppliedPolicy(self, subject)
    }
}
