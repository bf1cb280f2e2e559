/// The lines of all places that match a subject, with those that set nothing, and why they do not.
///
/// It is for people who look at a policy. `AppliedPolicy` keeps only what applies.
package struct PolicyTrace {
    /// What becomes of a line.
    package enum Fate: Equatable {
        /// It holds.
        case applies
        /// It has an empty value, and sets nothing itself.
        case drops
        /// The line with this number drops it: the first after it that has an empty value.
        case dropped(by: Int)
        /// The line with this number has precedence.
        case overridden(by: Int)
        /// Of this key the strictest value counts, which the line with this number has.
        case outdone(by: Int)

        /// The number of the line that is the reason.
        package var reason: Int? {
            switch self {
            case .applies, .drops: nil
            case .dropped(let index), .overridden(let index), .outdone(let index): index
            }
        }
    }

    /// The lines of less specific and earlier places first; those of a preset before the place that names it.
    package let items: [AppliedPolicy.Item]
    /// What becomes of each of them.
    package private(set) var fates: [Fate]
    /// For each key, the first line that has an empty value.
    private var firstDrops = PolicyKeyTable<Int?>(repeating: nil)

    package init(_ sources: PolicySources, _ subject: PolicySubject?) {
        var namedSections: [AppliedPolicy.Section] = []
        items = AppliedPolicy.withPresets(
            sources.lines(for: subject, namedSections: &namedSections), sources.commonBlocklist)
        fates = [Fate](repeating: .applies, count: items.count)
        for index in items.indices.reversed() {
            let key = items[index].key
            if items[index].isEmpty {
                fates[index] = .drops
                firstDrops[key] = index
                // An alternative is one to the rules of its own place.
                if key == .rules { firstDrops[.or] = index }
            } else if let drop = firstDrops[key] {
                fates[index] = .dropped(by: drop)
            }
        }
        for key in PolicyKey.allCases { compareLines(of: key) }
    }

    /// The number of the line that drops the built-in value of a key which demands something.
    package func dropOfBuiltInValue(_ key: PolicyKey) -> Int? {
        key.isDemand ? firstDrops[key] : nil
    }

    /// The numbers of the lines that a line drops.
    package func linesDropped(by drop: Int) -> [Int] {
        items.indices.filter { fates[$0] == .dropped(by: drop) }
    }

    /// The line that sets a key which one line sets.
    package func line(of key: PolicyKey) -> AppliedPolicy.Item? {
        for index in items.indices where items[index].key == key && fates[index] == .applies {
            return items[index]
        }
        return nil
    }

    /// Finds the lines that have less precedence than others, or are less strict.
    private mutating func compareLines(of key: PolicyKey) {
        let lines = items.indices.filter { items[$0].key == key && fates[$0] == .applies }
        guard var winner = lines.first else { return }
        switch key.combination {
        case .addsUp, .union: return
        case .mostSpecific:
            for index in lines.dropFirst() where items[index].place.overrides(items[winner].place) {
                winner = index
            }
            for index in lines where index != winner { fates[index] = .overridden(by: winner) }
        case .largest, .smallest:
            for index in lines.dropFirst()
            where items[winner].settings.isWeaker(than: items[index].settings, in: key) { winner = index }
            let strictest = items[winner].settings
            for index in lines where items[index].settings.isWeaker(than: strictest, in: key) {
                fates[index] = .outdone(by: winner)
            }
        }
    }
}

extension AppliedPolicy.Item {
    /// What the line says by itself.
    package var settings: PolicySettings {
        var settings = PolicySettings()
        var place = PolicySettings.Place()
        // One line is not one too many.
        try? settings.add(entry, to: &place)
        settings.add(place)
        return settings
    }

    /// Whether the line is one of a preset.
    package func isFrom(_ preset: Preset) -> Bool { place.preset == preset }
    /// Whether the line is in the same section of the same file as another, or of the same preset there.
    package func isOfSamePlace(as other: Self) -> Bool { place === other.place }
    /// Whether the line is for everybody, and not in a section.
    package var isForEverybody: Bool { place.layer == .everybody }
    /// Where the line is in its text, from the key to the end of the value.
    package var range: Range<Int> { entry.line.place }
}
