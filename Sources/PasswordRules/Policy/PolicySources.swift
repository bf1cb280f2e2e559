/// All that is said of a policy: files, a later one over an earlier one, and the arguments of a program over all.
public struct PolicySources: Sendable {
    /// The files in the order in which they are read.
    public private(set) var files: [PolicySource] = []
    /// The arguments; those of one key add up where the key's lines do.
    public private(set) var arguments: [PolicySource] = []

    /// The path of the list of common passwords, which presets name.
    public let commonBlocklist: [UInt8]

    /// Nothing.
    /// - Parameter commonBlocklist: Where the list of common passwords is; nil for where it usually is.
    public init(commonBlocklist: [UInt8]? = nil) {
        self.commonBlocklist = commonBlocklist ?? Text(Preset.usualCommonBlocklist).bytes
    }

    /// Adds a file, over those that are there.
    public mutating func add(file: PolicySource) { files.append(file) }

    /// Adds an argument.
    public mutating func add(argument: PolicySource) { arguments.append(argument) }

    /// Whether a user or a group has a section.
    public var hasSections: Bool { files.contains { $0.file.hasSections } }

    /// Whether a group has a section.
    public var hasGroupSections: Bool {
        files.contains { $0.file.sections.contains { $0.head.kind == .group } }
    }

    /// The groups that have sections, in their order; one that has some in several files, as often.
    package var groupsWithSections: [[UInt8]] {
        var groups: [[UInt8]] = []
        for source in files {
            for section in source.file.sections where section.head.kind == .group {
                groups.append(source.file.bytes(section.head.name))
            }
        }
        return groups
    }

    /// Whom the policy may be for as well: a subject who may be in other groups, in each that would decide then. At most one
    /// more than `limit`.
    package func possibleSubjects(besides subject: PolicySubject, limit: Int) -> [PolicySubject] {
        var found: [PolicySubject] = []
        guard subject.mayBeInOtherGroups else { return found }
        for group in groupsWithSections {
            // Of several groups the one whose section comes first decides.
            if subject.groups.contains(group) || found.count > limit { break }
            let possible = PolicySubject(user: subject.user, groups: [group])
            if !found.contains(possible) { found.append(possible) }
        }
        return found
    }

    /// What they say of root, should the policy turn out not to be usable.
    package var rootExemption: RootExemption {
        var exemption = RootExemption()
        for source in files { exemption.read(source.file.text, isArgument: false) }
        for source in arguments { exemption.read(source.file.text, isArgument: true) }
        return exemption
    }

    /// The paths of all lists that any section names, or a preset that it names.
    package var blocklistPaths: [[UInt8]] {
        var paths: [[UInt8]] = []
        for source in files + arguments {
            for entry in source.file.entries {
                if let list = entry.blocklist(in: source.file.text) { paths.append(list.path) }
                guard entry.key == .preset,
                    let preset = (try? PolicyValue(source.file.text.span, entry.value).preset()) ?? nil,
                    let file = preset.file(withCommonBlocklist: commonBlocklist)
                else { continue }
                for entry in file.entries {
                    if let list = entry.blocklist(in: file.text) { paths.append(list.path) }
                }
            }
        }
        return paths
    }

    /// Whether there is one file, and what it says is said by everybody's section and overridden by nothing: neither by these
    /// keys, those of the arguments, nor by a preset's place among them.
    func isSettled(besides keys: PolicyKeys) -> Bool {
        guard files.count == 1, !files[0].file.hasSections else { return false }
        let own = files[0].file.sections[0].keys
        return own.isDisjoint(with: keys) && !own.contains(.preset) && !keys.contains(.preset)
            && !(own.contains(.or) && keys.contains(.rules))
    }

    /// What applies to a subject; to nobody in particular, for nil.
    public func applied(to subject: PolicySubject?) -> AppliedPolicy {
        AppliedPolicy(self, subject)
    }
}
