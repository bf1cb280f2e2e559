/// The lines of all sources that match a subject, combined.
///
/// Demands of all sources apply. If a key has one value, the strictest applies. So adding a line never
/// weakens a policy, unless its value is empty: it then drops the earlier lines of its key, in its own source
/// and in less specific and earlier ones. Keys that demand nothing are overridden by more specific and later
/// sources.
public struct AppliedPolicy: Sendable {
    /// The combined settings.
    public private(set) var settings = PolicySettings()
    /// All lines of the sources that match, with their fates: less specific and earlier sources first, and a
    /// preset before the source that names it.
    package private(set) var lines: [Item]
    /// The sections that apply and are not for everybody, the least specific first.
    public private(set) var namedSections: [Section] = []
    /// A mistake that several sources or arguments make only together: `or` without `rules` among the
    /// arguments, or too many lines of a key.
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

    /// The lines that apply, less specific and earlier sources first, including those that a stricter line
    /// outdoes, which still apply.
    public var items: [Item] {
        lines.filter {
            switch $0.fate {
            case .applies, .outdone: true
            case .drops, .dropped, .overridden: false
            }
        }
    }

    /// Whether no line drops the built-in value of a key. That of a key that demands nothing cannot be
    /// dropped.
    public func hasBuiltInValue(_ key: PolicyKey) -> Bool { dropOfBuiltInValue(key) == nil }

    /// The index of the line that drops a key's built-in demand; nil if none does.
    package func dropOfBuiltInValue(_ key: PolicyKey) -> Int? { key.isDemand ? drops.first[key] : nil }

    /// The line that sets a key, if only one line can.
    package func line(of key: PolicyKey) -> Item? { lines.first { $0.key == key && $0.fate == .applies } }

    /// The numbers, from 1, of the lines of a key that apply.
    func numbersOfLines(of key: PolicyKey) -> [Int] {
        var numbers: [Int] = []
        for index in lines.indices where lines[index].key.target == key && lines[index].fate == .applies {
            numbers.append(index + 1)
        }
        return numbers
    }

    /// The lines, with those of the presets that they name. A preset comes before all lines of the source
    /// that names it, so that these can drop its lines.
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

    /// Finds the lines that others override or outdo.
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

    /// Adds all lines that apply, source by source.
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

/// The lines that have no effect because of an empty value.
private struct Drops: Sendable {
    /// The fate of each line, by empty values alone.
    private(set) var fates: [AppliedPolicy.Fate]
    /// The index of the first line of each key with an empty value.
    private(set) var first = PolicyKeyTable<Int?>(repeating: nil)

    init(in lines: [AppliedPolicy.Item]) {
        fates = [AppliedPolicy.Fate](repeating: .applies, count: lines.count)
        for index in lines.indices.reversed() {
            let key = lines[index].key
            if lines[index].isEmpty {
                fates[index] = .drops
                first[key] = index
                // Earlier alternatives are dropped, too, because they belong to the rules of their own
                // source.
                if key == .rules { first[.or] = index }
            } else if let drop = first[key] {
                fates[index] = .dropped(by: drop)
            }
        }
    }
}

extension AppliedPolicy.Item {
    /// Whether this line takes precedence over another one of its key: as a later, overriding line, or
    /// because the other demands less.
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
    /// The lines of all sources that match, less specific and earlier ones first.
    /// - Parameter namedSections: Receives the sections that are not for everybody, in the same order.
    fileprivate func lines(
        for subject: PolicySubject?, namedSections: inout [AppliedPolicy.Section]
    ) -> [AppliedPolicy.Item] {
        var lines: [AppliedPolicy.Item] = []
        for file in sections.filesForEverybody {
            let source = PolicySource(layer: .everybody, name: [])
            lines.append(file, file.sections[0].entries, of: source)
        }
        for layer in PolicyLayer.allCases {
            guard let subject else { break }
            for (file, section) in sections.sections(of: layer, for: subject) {
                namedSections.append(AppliedPolicy.Section(section.header, file))
                let source = PolicySource(layer: layer, name: file.bytes(section.header.name))
                lines.append(file, section.entries, of: source)
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
