/// What applies to a subject: for each key the value of the one layer that overrides the others.
public struct AppliedPolicy: Sendable {
    /// The preset that applies.
    public private(set) var preset: Preset?
    /// What is set.
    public var settings: PolicySettings { settingsOfAll[0] }
    /// An array of one, since all that is set is much to copy.
    private var settingsOfAll: [PolicySettings] = []
    /// A mistake that only the arguments of a program together make, `or=none` beside another `or` for instance.
    public private(set) var problem: (diagnostic: Diagnostic, source: PolicySource)?

    package let sources: PolicySources
    private let presetFile: PolicyFile?
    /// The places that have a say, the weaker first.
    let layers: [Layer]

    /// A layer that applies, and the keys whose values no other layer overrides.
    struct Layer: Sendable {
        /// A section of a file is the number of the file times `sectionLimit` and its own; the arguments come after the files;
        /// -1 is the preset.
        let place: Int
        fileprivate(set) var keys: PolicyKeys
    }

    /// The head of a section takes more than eight bytes of its file.
    private static var sectionLimit: Int { PolicyFile.maximumLengthInBytes / 8 }
    private static var presetPlace: Int { -1 }

    init(_ sources: PolicySources, _ subject: PolicySubject?) {
        self.sources = sources
        // All arguments together are one place.
        var keys = PolicyKeys()
        for index in sources.arguments.indices { keys.insert(sources.arguments[index].file.sections[0].keys) }
        if sources.isSettled(besides: keys) {
            var layers = [Layer(place: 0, keys: sources.files[0].file.sections[0].keys)]
            Self.addArguments(of: sources, to: &layers)
            self.layers = layers
            presetFile = nil
        } else {
            (layers, preset, presetFile) = Self.settledLayers(of: sources, for: subject, argumentKeys: keys)
        }
        // Of most machines there is one file, and nothing overrides it: what it sets need not be read again.
        let undisputed = undisputedLayer
        var settings =
            undisputed.map { sources.files[layers[$0].place / Self.sectionLimit].file.settings }
            ?? [PolicySettings()]
        var problem: (Diagnostic, PolicySource)?
        forEachEntry(besides: undisputed) { entry, source, _ in
            var found = Diagnostics()
            settings[0].set(entry, in: source.file.text.span, diagnostics: &found)
            if problem == nil, let error = found.firstError { problem = (error, source) }
        }
        settingsOfAll = settings
        self.problem = problem
    }

    /// The layers, each with the keys whose values no other layer overrides, and the preset.
    // Seldom needed, and large.
    @inline(never)
    private static func settledLayers(
        of sources: PolicySources, for subject: PolicySubject?, argumentKeys keys: PolicyKeys
    ) -> ([Layer], Preset?, PolicyFile?) {
        var layers = sections(of: sources, for: subject)
        addRoom(forPresetOf: keys, to: &layers)
        addArguments(of: sources, to: &layers)
        let (preset, presetFile) = insertPreset(into: &layers, sources)
        settle(&layers, argumentCount: sources.arguments.count)
        return (layers, preset, presetFile)
    }

    private static func addArguments(of sources: PolicySources, to layers: inout [Layer]) {
        for index in sources.arguments.indices {
            let place = (sources.files.count + index) * sectionLimit
            layers.append(Layer(place: place, keys: sources.arguments[index].file.sections[0].keys))
        }
    }

    /// The last layer that is all of everybody's section of a file and of whose keys no later layer overrides any.
    private var undisputedLayer: Int? {
        var index = layers.count - sources.arguments.count
        while index > 0 {
            index -= 1
            let place = layers[index].place
            if place >= 0, place % Self.sectionLimit == 0,
                layers[index].keys == sources.files[place / Self.sectionLimit].file.sections[0].keys
            {
                return index
            }
        }
        return nil
    }

    /// Calls `body` with each entry that applies, in the order of the layers, of which one may be left out.
    @inline(never)
    func forEachEntry(
        besides omitted: Int? = nil, _ body: (PolicyEntry, PolicySource, _ isFromPreset: Bool) -> Void
    ) {
        // Empty also where there was room for a preset and there is none.
        for index in layers.indices where index != omitted && !layers[index].keys.isEmpty {
            let layer = layers[index]
            let source = Self.source(of: layer, sources, presetFile, name: preset?.name)
            for entry in Self.entries(of: layer, source.file) where layer.keys.contains(entry.key) {
                body(entry, source, layer.place == Self.presetPlace)
            }
        }
    }

    /// The source and the section of a layer; nil for one that is no section of a file.
    func section(of layer: Layer) -> (source: PolicySource, head: PolicySectionHead)? {
        guard layer.place >= 0, layer.place / Self.sectionLimit < sources.files.count else { return nil }
        let source = sources.files[layer.place / Self.sectionLimit]
        return (source, source.file.sections[layer.place % Self.sectionLimit].head)
    }

    private static func source(
        of layer: Layer, _ sources: PolicySources, _ preset: PolicyFile?, name: StaticString? = nil
    ) -> PolicySource {
        if layer.place == presetPlace, let preset {
            return PolicySource(name: Text(name ?? "").bytes, file: preset)
        }
        let index = layer.place / sectionLimit
        return index < sources.files.count
            ? sources.files[index] : sources.arguments[index - sources.files.count]
    }

    private static func entries(of layer: Layer, _ file: PolicyFile) -> ArraySlice<PolicyEntry> {
        file.entries[
            layer.place == presetPlace
                ? file.entries.indices : file.sections[layer.place % sectionLimit].entries]
    }

    private static func sections(of sources: PolicySources, for subject: PolicySubject?) -> [Layer] {
        var layers: [Layer] = []
        func add(_ kind: PolicySectionHead.Kind, _ name: [UInt8]) {
            for number in sources.files.indices {
                let file = sources.files[number].file
                for index in file.sections.indices {
                    let section = file.sections[index]
                    if section.head.kind == kind, isNamed(section, name, file) {
                        addRoom(forPresetOf: section.keys, to: &layers)
                        layers.append(Layer(place: number * sectionLimit + index, keys: section.keys))
                    }
                }
            }
        }
        add(.everybody, [])
        guard let subject else { return layers }
        if let group = firstGroup(of: subject, in: sources) { add(.group, group) }
        add(.user, subject.user)
        return layers
    }

    /// Makes room for the preset that a layer with these keys names.
    private static func addRoom(forPresetOf keys: PolicyKeys, to layers: inout [Layer]) {
        if keys.contains(.preset) { layers.append(Layer(place: presetPlace, keys: PolicyKeys())) }
    }

    /// Of the subject's groups the one whose section comes first.
    private static func firstGroup(of subject: PolicySubject, in sources: PolicySources) -> [UInt8]? {
        for source in sources.files {
            for section in source.file.sections where section.head.kind == .group {
                for group in subject.groups where isNamed(section, group, source.file) { return group }
            }
        }
        return nil
    }

    private static func isNamed(_ section: PolicyFile.Section, _ name: [UInt8], _ file: PolicyFile) -> Bool {
        let range = section.head.name
        guard range.count == name.count else { return false }
        for index in name.indices where file.text[range.lowerBound + index] != name[index] {
            return false
        }
        return true
    }

    /// The preset that overrides the others, for which there is room right under the layer that names it.
    private static func insertPreset(
        into layers: inout [Layer], _ sources: PolicySources
    ) -> (Preset?, PolicyFile?) {
        var room = 0
        for index in layers.indices {
            if layers[index].place == presetPlace { room = index }
        }
        for index in layers.indices.reversed() where layers[index].keys.contains(.preset) {
            let file = source(of: layers[index], sources, nil).file
            for entry in entries(of: layers[index], file) where entry.key == .preset {
                guard let preset = (try? PolicyValue(file.text.span, entry.value).preset()) ?? nil else {
                    return (nil, nil)
                }
                let file = preset.file(withCommonBlocklist: sources.commonBlocklist)
                layers[room].keys = file?.sections[0].keys ?? PolicyKeys()
                return (preset, file)
            }
        }
        return (nil, nil)
    }

    /// Leaves each layer the keys whose values no other layer overrides.
    private static func settle(_ layers: inout [Layer], argumentCount: Int) {
        var taken = PolicyKeys()
        for index in layers.indices.reversed() {
            let keys = layers[index].keys
            // All arguments together are one place.
            if index < layers.count - argumentCount {
                layers[index].keys.remove(taken)
                // An alternative is one to the rules that it was written beside: new rules must not be weakened by an old one.
                if taken.contains(.rules) { layers[index].keys.remove(PolicyKeys(.or)) }
            }
            taken.insert(keys)
        }
    }
}
