/// What applies to a subject: the lines of all places that match, combined.
///
/// Demands of all these places hold, and of a key that has one value the strictest: a line that is added
/// never weakens what others demand. Only an empty value does, which drops what less specific and earlier
/// places say of its key. Keys that demand nothing are overridden by more specific and later places.
public struct AppliedPolicy: Sendable {
    /// What is set.
    public private(set) var settings = PolicySettings()
    /// All lines of the places that match, with what becomes of each: those of less specific and earlier
    /// places first, and those of a preset before the place that names it.
    package private(set) var lines: [Item]
    /// The sections that apply and are not for everybody, the less specific first.
    public private(set) var namedSections: [Section] = []
    /// A mistake that only several places or arguments together make: `or` without `rules` among the
    /// arguments, or more than 64 lines of a key.
    public private(set) var problem: (diagnostic: Diagnostic, file: PolicyFile)?

    package let stack: PolicyStack
    private let drops: Drops

    init(_ stack: PolicyStack, _ subject: PolicySubject?) {
        self.stack = stack
        lines = Self.withPresets(
            stack.lines(for: subject, namedSections: &namedSections), stack.commonBlocklist)
        drops = Drops(in: lines)
        for index in lines.indices { lines[index].fate = drops.fates[index] }
        compareLines()
        for key in PolicyKey.allCases where hasBuiltInValue(key) { settings.addBuiltInDemand(of: key) }
        addLines()
    }

    /// The lines that apply, those of less specific and earlier places first; with those that a stricter line
    /// outdoes, which demand what they say as well.
    public var items: [Item] {
        lines.filter {
            switch $0.fate {
            case .applies, .outdone: true
            case .drops, .dropped, .overridden: false
            }
        }
    }

    /// Whether the built-in value of a key takes part. A key that demands nothing has one in any case.
    public func hasBuiltInValue(_ key: PolicyKey) -> Bool { dropOfBuiltInValue(key) == nil }

    /// The index of the line that drops the built-in value of a key which demands something.
    package func dropOfBuiltInValue(_ key: PolicyKey) -> Int? { key.isDemand ? drops.first[key] : nil }

    /// The line that sets a key which one line sets.
    package func line(of key: PolicyKey) -> Item? { lines.first { $0.key == key && $0.fate == .applies } }

    /// The numbers of the lines of a key that count, from 1.
    func numbersOfLines(of key: PolicyKey) -> [Int] {
        var numbers: [Int] = []
        for index in lines.indices where lines[index].key.target == key && lines[index].fate == .applies {
            numbers.append(index + 1)
        }
        return numbers
    }

    /// The lines with those of the presets that they name. A preset comes before all lines of the place that
    /// names it, so that these can drop what it says.
    private static func withPresets(_ lines: [Item], _ commonBlocklist: [UInt8]) -> [Item] {
        let fates = Drops(in: lines).fates
        var all: [Item] = []
        var start = 0
        while start < lines.count {
            var end = start
            while end < lines.count, lines[end].source === lines[start].source { end += 1 }
            for index in start..<end where fates[index] == .applies {
                guard let preset = lines[index].preset,
                    let file = preset.file(withCommonBlocklist: commonBlocklist)
                else { continue }
                let source = lines[index].source
                all.append(
                    file, file.entries.indices,
                    of: PolicySource(layer: source.layer, name: source.name, preset: preset))
            }
            for index in start..<end { all.append(lines[index]) }
            start = end
        }
        return all
    }

    /// Finds the lines that have less precedence than others, or are less strict.
    private mutating func compareLines() {
        var winners = PolicyKeyTable<Int?>(repeating: nil)
        for index in lines.indices where lines[index].fate == .applies {
            let key = lines[index].key.target
            if let winner = winners[key], !lines[index].outdoes(lines[winner]) { continue }
            winners[key] = index
        }
        for index in lines.indices where lines[index].fate == .applies {
            guard let winner = winners[lines[index].key.target], winner != index else { continue }
            switch lines[index].key.combination {
            case .addsUp, .union: break
            case .mostSpecific: lines[index].fate = .overridden(by: winner)
            case .largest, .smallest:
                if lines[winner].outdoes(lines[index]) { lines[index].fate = .outdone(by: winner) }
            }
        }
    }

    /// Adds all lines that apply, place by place.
    private mutating func addLines() {
        var index = 0
        while index < lines.count {
            let source = lines[index].source
            var contents = PolicySettings.SourceRules(isAddition: source.layer == .additions)
            var alternative: Item?
            while index < lines.count, lines[index].source === source {
                let line = lines[index]
                index += 1
                guard line.fate == .applies, let value = line.entry.value else { continue }
                if !settings.add(value, of: line.key, line: index, to: &contents) {
                    note(.tooManyLines, at: line.entry.line.value, of: line)
                }
                if line.key == .or, alternative == nil { alternative = line }
            }
            if contents.isWithoutRules, let alternative {
                note(.alternativeWithoutRules, at: alternative.entry.line.name, of: alternative)
            }
            settings.add(contents)
        }
    }

    private mutating func note(_ code: Diagnostic.Code, at range: Range<Int>, of line: Item) {
        if problem != nil { return }
        problem = (Diagnostic(code, at: range.lowerBound, length: range.count), line.file)
    }
}

/// The lines that set nothing because of an empty value.
private struct Drops: Sendable {
    /// What becomes of each line, as far as empty values decide on it.
    private(set) var fates: [AppliedPolicy.Fate]
    /// For each key, the index of the first line that has an empty value.
    private(set) var first = PolicyKeyTable<Int?>(repeating: nil)

    init(in lines: [AppliedPolicy.Item]) {
        fates = [AppliedPolicy.Fate](repeating: .applies, count: lines.count)
        for index in lines.indices.reversed() {
            let key = lines[index].key
            if lines[index].isEmpty {
                fates[index] = .drops
                first[key] = index
                // An alternative is one to the rules of its own place.
                if key == .rules { first[.or] = index }
            } else if let drop = first[key] {
                fates[index] = .dropped(by: drop)
            }
        }
    }
}

extension AppliedPolicy.Item {
    /// Whether this line, of two that set the same key, counts and not the other one, which comes before it or
    /// demands less.
    fileprivate func outdoes(_ other: Self) -> Bool {
        switch key.combination {
        case .addsUp, .union: return false
        case .mostSpecific: return source.overrides(other.source)
        case .largest, .smallest:
            guard let value = entry.value, let weaker = other.entry.value else { return false }
            return weaker.isWeaker(than: value, by: key.combination)
        }
    }
}

extension PolicyStack {
    /// The lines of all places that match, those of less specific and earlier places first.
    /// - Parameter namedSections: The sections that are not for everybody are added here, in the same order.
    fileprivate func lines(
        for subject: PolicySubject?, namedSections: inout [AppliedPolicy.Section]
    ) -> [AppliedPolicy.Item] {
        var lines: [AppliedPolicy.Item] = []
        for layer in PolicyLayer.allCases {
            for file in files {
                for section in file.sections
                where PolicyLayer(section.head) == layer && file.matches(section.head, subject) {
                    if layer != .everybody {
                        namedSections.append(AppliedPolicy.Section(section.head, file))
                    }
                    let source = PolicySource(layer: layer, name: file.bytes(section.head.name))
                    lines.append(file, section.entries, of: source)
                }
            }
        }
        let source = PolicySource(layer: .arguments, name: [])
        for file in arguments { lines.append(file, file.entries.indices, of: source) }
        let addition = PolicySource(layer: .additions, name: [])
        for file in additions { lines.append(file, file.entries.indices, of: addition) }
        return lines
    }
}

extension [AppliedPolicy.Item] {
    /// Appends some of the entries of a file.
    fileprivate mutating func append(_ file: PolicyFile, _ range: Range<Int>, of source: PolicySource) {
        for index in range { append(AppliedPolicy.Item(file.entries[index], file, source)) }
    }
}

extension PolicyFile {
    /// Whether a section is for a subject. One that names no service is for the machine's accounts alone, so
    /// that `[user deploy]` is not a database's role of that name; what is for everybody is for all services
    /// too.
    fileprivate func matches(_ head: PolicySectionHeader, _ subject: PolicySubject?) -> Bool {
        if PolicyLayer(head) == .everybody { return true }
        guard let subject, bytes(head.service) == subject.service else { return false }
        return switch head.kind {
        case .everybody: true
        case .group: subject.groups.contains(bytes(head.name))
        case .user: bytes(head.name) == subject.user
        }
    }
}
