/// Whom a policy is asked for.
public struct PolicySubject: Equatable, Sendable {
    /// The user's name.
    public var user: [UInt8]
    /// The names of the user's groups.
    public var groups: [[UInt8]]

    /// Creates a subject.
    public init(user: [UInt8], groups: [[UInt8]] = []) {
        self.user = user
        self.groups = groups
    }
}

/// A policy file and what it is called: its path, or the key of an argument.
public struct PolicySource: Sendable {
    /// The path of the file, the name of the preset, or the key of the argument.
    public let name: [UInt8]
    /// What was read.
    public let file: PolicyFile

    /// Creates a source.
    public init(name: [UInt8], file: PolicyFile) {
        self.name = name
        self.file = file
    }
}

/// All that is said of a policy: files, a later one over an earlier one, and the arguments of a program over all.
public struct PolicySources: Sendable {
    /// The files in the order in which they are read.
    public private(set) var files: [PolicySource] = []
    /// The arguments; those of one key add up where the key's lines do.
    public private(set) var arguments: [PolicySource] = []

    /// Nothing.
    public init() {}

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

    /// Whether any of them may mean to bind root: see `PolicyFile.mayBindRoot`.
    package var mayBindRoot: Bool {
        files.contains { PolicyFile.mayBindRoot($0.file.text) }
            || arguments.contains { PolicyFile.mayBindRoot($0.file.text) }
    }

    /// What applies to a subject; to nobody in particular, for nil.
    public func applied(to subject: PolicySubject?) -> AppliedPolicy {
        AppliedPolicy(self, subject)
    }
}

/// What applies to a subject: of each key what is said by the one place that has the last word.
public struct AppliedPolicy: Sendable {
    /// The preset that applies.
    public private(set) var preset: Preset?
    /// What is set.
    public private(set) var settings = PolicySettings()
    /// A mistake that only the arguments of a program together make, `or=none` beside another `or` for instance.
    public private(set) var problem: (diagnostic: Diagnostic, source: PolicySource)?

    package let sources: PolicySources
    private let presetFile: PolicyFile?
    /// The places that have a say, the weaker first. A section of a file is the number of the file times `sectionLimit` and its
    /// own; the arguments come after the files; -1 is the preset.
    let layers: [Int]
    /// For each key the layer that has the last word; -1 for none.
    private let winners: [Int]

    /// The head of a section takes more than eight bytes of its file.
    private static var sectionLimit: Int { PolicyFile.maximumLengthInBytes / 8 }
    private static var presetLayer: Int { -1 }

    init(_ sources: PolicySources, _ subject: PolicySubject?) {
        self.sources = sources
        var layers = Self.sections(of: sources, for: subject)
        for index in sources.arguments.indices {
            layers.append((sources.files.count + index) * Self.sectionLimit)
        }
        (preset, presetFile) = Self.insertPreset(into: &layers, sources)
        self.layers = layers
        winners = Self.winners(layers, sources, presetFile)
        var problem: (Diagnostic, PolicySource)?
        var settings = PolicySettings()
        forEachEntry { entry, source, _ in
            var found = Diagnostics()
            settings.set(entry, in: source.file.text.span, diagnostics: &found)
            if problem == nil, let error = found.firstError { problem = (error, source) }
        }
        self.settings = settings
        self.problem = problem
    }

    /// Calls `body` with each entry that applies, in the order of the layers.
    func forEachEntry(_ body: (PolicyEntry, PolicySource, _ isFromPreset: Bool) -> Void) {
        for (index, layer) in layers.enumerated() {
            let source = Self.source(of: layer, sources, presetFile, name: preset?.name)
            for entry in Self.entries(of: layer, source.file) where hasLastWord(index, on: entry.key) {
                body(entry, source, layer == Self.presetLayer)
            }
        }
    }

    private func hasLastWord(_ index: Int, on key: PolicyKey) -> Bool {
        let winner = winners[key.rawValue]
        // All arguments together are one place.
        let firstArgument = layers.count - sources.arguments.count
        return index == winner || winner >= firstArgument && index >= firstArgument
    }

    /// The source and the section of a layer; nil for one that is no section of a file.
    func section(of layer: Int) -> (source: PolicySource, head: PolicySectionHead)? {
        guard layer >= 0, layer / Self.sectionLimit < sources.files.count else { return nil }
        let source = sources.files[layer / Self.sectionLimit]
        return (source, source.file.sections[layer % Self.sectionLimit].head)
    }

    private static func source(
        of layer: Int, _ sources: PolicySources, _ preset: PolicyFile?, name: StaticString? = nil
    ) -> PolicySource {
        if layer == presetLayer, let preset {
            return PolicySource(name: Text(name ?? "").bytes, file: preset)
        }
        let index = layer / sectionLimit
        return index < sources.files.count
            ? sources.files[index] : sources.arguments[index - sources.files.count]
    }

    private static func entries(of layer: Int, _ file: PolicyFile) -> ArraySlice<PolicyEntry> {
        file.entries[
            layer == presetLayer ? file.entries.indices : file.sections[layer % sectionLimit].entries]
    }

    private static func sections(of sources: PolicySources, for subject: PolicySubject?) -> [Int] {
        var layers: [Int] = []
        func add(_ kind: PolicySectionHead.Kind, _ name: [UInt8]) {
            for (number, source) in sources.files.enumerated() {
                for (index, section) in source.file.sections.enumerated()
                where section.head.kind == kind && isNamed(section, name, source) {
                    layers.append(number * sectionLimit + index)
                }
            }
        }
        add(.everybody, [])
        guard let subject else { return layers }
        if let group = firstGroup(of: subject, in: sources) { add(.group, group) }
        add(.user, subject.user)
        return layers
    }

    /// Of the subject's groups the one whose section comes first.
    private static func firstGroup(of subject: PolicySubject, in sources: PolicySources) -> [UInt8]? {
        for source in sources.files {
            for section in source.file.sections where section.head.kind == .group {
                for group in subject.groups where isNamed(section, group, source) { return group }
            }
        }
        return nil
    }

    private static func isNamed(
        _ section: PolicyFile.Section, _ name: [UInt8], _ source: PolicySource
    ) -> Bool {
        let range = section.head.name
        guard range.count == name.count else { return false }
        for index in name.indices where source.file.text[range.lowerBound + index] != name[index] {
            return false
        }
        return true
    }

    /// Puts the preset that has the last word right under the layer that names it.
    private static func insertPreset(
        into layers: inout [Int], _ sources: PolicySources
    ) -> (Preset?, PolicyFile?) {
        for index in layers.indices.reversed() {
            let file = source(of: layers[index], sources, nil).file
            for entry in entries(of: layers[index], file) where entry.key == .preset {
                guard let preset = (try? PolicyValue(file.text.span, entry.value).preset()) ?? nil else {
                    return (nil, nil)
                }
                // All arguments together are one place.
                layers.insert(presetLayer, at: min(index, layers.count - sources.arguments.count))
                return (preset, preset.file)
            }
        }
        return (nil, nil)
    }

    private static func winners(_ layers: [Int], _ sources: PolicySources, _ preset: PolicyFile?) -> [Int] {
        var winners = [Int](repeating: -1, count: PolicyKey.allCases.count)
        for (index, layer) in layers.enumerated() {
            for entry in entries(of: layer, source(of: layer, sources, preset).file) {
                winners[entry.key.rawValue] = index
            }
        }
        // An alternative is one to the rules that it was written beside: new rules must not be weakened by an old one.
        let (rules, or) = (winners[PolicyKey.rules.rawValue], winners[PolicyKey.or.rawValue])
        let firstArgument = layers.count - sources.arguments.count
        if or < rules, or < firstArgument { winners[PolicyKey.or.rawValue] = -1 }
        return winners
    }
}
