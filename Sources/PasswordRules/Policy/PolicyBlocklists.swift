/// A list that new passwords are compared with.
public struct PolicyBlocklist: Sendable {
    fileprivate let list: Blocklist
    fileprivate let path: [UInt8]
    fileprivate let match: BlocklistMatch
    fileprivate let isOptional: Bool

    /// The list that `setting` names, in a policy with these settings.
    public init(_ list: Blocklist, _ setting: BlocklistSetting, in settings: borrowing PolicySettings) {
        self.list = list
        path = setting.path
        match = max(setting.match ?? list.match, settings.blocklistMatch ?? .exact)
        isOptional = setting.isOptional
    }
}

/// The lists of a policy.
struct PolicyBlocklists: Sendable {
    private let lists: [PolicyBlocklist]
    private let widestMatch: BlocklistMatch

    init(_ lists: [PolicyBlocklist]) {
        self.lists = lists
        var widest = BlocklistMatch.exact
        for list in lists where widest < list.match { widest = list.match }
        widestMatch = widest
    }

    var isEmpty: Bool { lists.isEmpty }

    /// The open list of a path, if it is among them.
    func list(atPath path: [UInt8]) -> Blocklist? {
        for index in lists.indices where lists[index].path == path { return lists[index].list }
        return nil
    }

    /// The keys that a password is looked for by.
    func keys(of password: borrowing FoldedPassword, typed: Span<UInt8>) -> BlocklistKeys {
        BlocklistKeys(password, typed: typed, by: widestMatch)
    }

    /// What the comparison of a password with all lists came to.
    struct Comparison {
        /// The raw value of the narrowest way in which it is listed; 0 where it is not.
        fileprivate(set) var closest = 0
        /// How many lists could not be read, and how many of those the policy passes over.
        fileprivate(set) var unreadableCount = 0
        fileprivate(set) var passedOverCount = 0

        /// Whether the password may be used.
        var isAccepted: Bool { closest == 0 && unreadableCount == 0 }

        fileprivate mutating func add(_ way: BlocklistMatch?) {
            if let way, closest == 0 || way.rawValue < closest { closest = way.rawValue }
        }
    }

    /// Compares a password, and another one besides, with all lists. Each list is read once for both.
    @inline(never)
    func compare(
        _ keys: borrowing BlocklistKeys, and other: borrowing BlocklistKeys
    ) -> (Comparison, Comparison) {
        var (first, second) = (Comparison(), Comparison())
        for index in lists.indices {
            let list = lists[index]
            var probes = BlocklistProbes(in: list.list.header, capacity: keys.count + other.count)
            probes.add(keys, by: list.match, ofPassword: 0)
            probes.add(other, by: list.match, ofPassword: 1)
            do throws(BlocklistProblem) {
                try list.list.search(&probes)
                first.add(probes.closest(ofPassword: 0))
                second.add(probes.closest(ofPassword: 1))
            } catch {
                first.unreadableCount += list.isOptional ? 0 : 1
                first.passedOverCount += list.isOptional ? 1 : 0
            }
        }
        second.unreadableCount = first.unreadableCount
        second.passedOverCount = first.passedOverCount
        if keys.isTrivial { first.add(.mangled) }
        if other.isTrivial { second.add(.mangled) }
        return (first, second)
    }
}

extension Report {
    /// Adds the outcome of the comparison with lists. One that cannot be read refuses, unless it is optional: that it was passed
    /// over is told.
    mutating func add(_ comparison: PolicyBlocklists.Comparison) {
        let closest = comparison.closest
        add(Outcome(.blocklist, isMet: closest == 0, limit: 0, actual: closest))
        if comparison.unreadableCount > 0 {
            add(Outcome(.blocklistUnreadable, isMet: false, limit: 0, actual: comparison.unreadableCount))
        } else if comparison.passedOverCount > 0 {
            add(Outcome(.blocklistUnreadable, isMet: true, limit: 0, actual: comparison.passedOverCount))
        }
    }
}

extension AppliedPolicy {
    /// Calls `body` with each list that applies, and the place in a source that names it; of a preset, whose text is in no
    /// file, an empty one.
    package func forEachBlocklist(_ body: (BlocklistSetting, PolicySource, Range<Int>) -> Void) {
        for item in items {
            if let list = item.blocklist {
                body(list, item.source, item.isFromPreset ? 0..<0 : item.entry.value)
            }
        }
    }
}

extension PolicyEntry {
    /// The list that the entry names.
    func blocklist(in text: [UInt8]) -> BlocklistSetting? {
        key == .blocklist ? try? PolicyValue(text.span, value).blocklist() : nil
    }

    /// The preset that the entry names.
    func preset(in text: [UInt8]) -> Preset? {
        key == .preset ? try? PolicyValue(text.span, value).preset() : nil
    }
}
