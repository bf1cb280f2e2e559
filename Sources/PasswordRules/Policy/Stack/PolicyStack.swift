/// The sources of a policy: files in order, then program settings, then a program's additional demands.
public struct PolicyStack: Sendable {
    /// The files, in the order in which they are read.
    public private(set) var files: [PolicyFile] = []
    /// The arguments, which together are one source.
    public private(set) var arguments: [PolicyFile] = []
    /// The additional demands of a program, which together are one source. Other sources cannot drop them,
    /// and a policy needs other rules, too.
    public private(set) var additions: [PolicyFile] = []

    /// The sections of all files.
    private(set) var sections = SectionIndex()

    /// The path of the list of common passwords, which presets name.
    public let commonBlocklist: [UInt8]

    /// Creates an empty stack.
    /// - Parameter commonBlocklist: The path of the list of common passwords; nil for the usual one.
    public init(commonBlocklist: [UInt8]? = nil) {
        self.commonBlocklist = commonBlocklist ?? Text(Preset.usualCommonBlocklist).bytes
    }

    /// Adds a file after the others.
    public mutating func add(file: PolicyFile) {
        let file = file.naming(commonBlocklist: commonBlocklist)
        files.append(file)
        sections.add(file)
    }

    /// Adds an argument.
    public mutating func add(argument: PolicyFile) {
        arguments.append(argument.naming(commonBlocklist: commonBlocklist))
    }

    /// Adds additional demands of a program, as a text without sections.
    package mutating func add(addition: PolicyFile) {
        additions.append(addition.naming(commonBlocklist: commonBlocklist))
    }

    /// All files and settings.
    var all: [PolicyFile] { files + arguments + additions }

    /// Whether a user, a group or a service has a section.
    public var hasSections: Bool { files.contains { $0.hasSections } }

    /// Whether a group of the machine has a section.
    public var hasGroupSections: Bool {
        files.contains { $0.sections.contains { PolicyLayer($0.header) == .group } }
    }

    /// Whether a user of the machine has a section.
    public var hasUserSections: Bool {
        files.contains { $0.sections.contains { PolicyLayer($0.header) == .user } }
    }

    /// The machine's groups that have sections, in order. A group with several sections is repeated.
    package var groupsWithSections: [[UInt8]] {
        var groups: [[UInt8]] = []
        for file in files {
            for section in file.sections where PolicyLayer(section.header) == .group {
                groups.append(file.bytes(section.header.name))
            }
        }
        return groups
    }

    /// The other subjects that a subject may really be if its groups are in doubt: one for each other group
    /// that has a section. Their policies together are as strict as the policy of any combination of groups,
    /// because each demand of a combination comes from one of its groups. Returns at most one more than
    /// `limit`, so that the caller sees that there are too many.
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

    /// Whether root is exempt if the policy turns out to be unusable.
    package var rootExemption: RootExemption {
        var exemption = RootExemption()
        for file in files { exemption.read(file.text, isArgument: false) }
        for file in arguments { exemption.read(file.text, isArgument: true) }
        return exemption
    }

    /// The paths of all lists that any line names, or any preset that a line names.
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

    /// The policy of a subject; for nil, from the lines for everybody and the arguments alone.
    public func applied(to subject: PolicySubject?) -> AppliedPolicy {
        AppliedPolicy(self, subject)
    }
}
