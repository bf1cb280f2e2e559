/// A list that new passwords are compared with.
public struct PolicyBlocklist: Sendable {
    fileprivate let list: Blocklist
    fileprivate let setting: BlocklistSetting
    fileprivate let match: BlocklistMatch

    /// The list that `setting` names, in a policy with these settings.
    public init(_ list: Blocklist, _ setting: BlocklistSetting, in settings: borrowing PolicySettings) {
        self.list = list
        self.setting = setting
        match = max(setting.match ?? list.match, settings.blocklistMatch ?? .exact)
    }
}

/// The lists of a policy.
struct PolicyBlocklists: Sendable {
    private let lists: [PolicyBlocklist]
    /// For each list, the number of the line that names it; 0 where no line does.
    private let linesOfLists: [Int]
    private let widestMatch: BlocklistMatch

    /// - Parameter lines: The lines of the policy.
    init(_ lists: [PolicyBlocklist], _ lines: [AppliedPolicy.Item]) {
        self.lists = lists
        linesOfLists = lists.map { list in
            (lines.firstIndex { $0.fate == .applies && $0.blocklist == list.setting } ?? -1) + 1
        }
        var widest = BlocklistMatch.exact
        for list in lists where widest < list.match { widest = list.match }
        widestMatch = widest
    }

    var isEmpty: Bool { lists.isEmpty }

    /// The open list of a path, if it is among them.
    func list(atPath path: [UInt8]) -> Blocklist? {
        for index in lists.indices where lists[index].setting.path == path { return lists[index].list }
        return nil
    }

    /// The keys that a password is looked for by.
    func keys(of password: borrowing FoldedPassword, typed: Span<UInt8>) -> BlocklistKeys {
        BlocklistKeys(password, typed: typed, by: widestMatch)
    }

    /// What the comparison of a password with all lists came to.
    struct Comparison {
        /// The raw value of the narrowest way in which it is listed, and in the lowest byte the number of the
        /// first list that has it so; the largest number where it is not listed.
        private var closestListed = Int.max
        /// The raw value of that way; 0 where it is not listed.
        var closest: Int { closestListed == .max ? 0 : closestListed >> 8 }
        /// The number of that list; 0 where it is not listed.
        var closestNumber: Int { closestListed == .max ? 0 : closestListed & 0xFF }
        /// How many lists could not be read, and how many of those the policy passes over.
        fileprivate(set) var unreadableCount = 0
        fileprivate(set) var passedOverCount = 0
        /// The number of the last list that could not be read and is not passed over, or else of the last
        /// that is.
        fileprivate(set) var unreadableNumber = 0

        /// Whether it counts as listed for nothing but that it is mostly repetition.
        fileprivate(set) var isOnlyRepetition = false

        /// Whether the password may be used.
        var isAccepted: Bool { closestListed == .max && unreadableCount == 0 }

        fileprivate mutating func add(_ way: BlocklistMatch?, number: Int) {
            if let way { closestListed = min(closestListed, way.rawValue << 8 | number) }
        }

        fileprivate mutating func addRepetition() {
            isOnlyRepetition = closestListed == .max
            add(.mangled, number: 0)
        }

        fileprivate mutating func addUnreadable(isOptional: Bool, number: Int) {
            if unreadableCount == 0 || !isOptional { unreadableNumber = number }
            unreadableCount += isOptional ? 0 : 1
            passedOverCount += isOptional ? 1 : 0
        }
    }

    /// Compares two passwords with all lists. Each list is read once for both.
    ///
    /// Never inlined: its frame, which has keys of the passwords, is dead when the caller wipes the dead
    /// stack.
    @inline(never)
    func compare(
        _ keys: borrowing BlocklistKeys, and other: borrowing BlocklistKeys
    ) -> (Comparison, Comparison) {
        var (first, second) = (Comparison(), Comparison())
        for index in lists.indices {
            let list = lists[index]
            // A policy has 64 lists at most.
            let number = index + 1
            var probes = BlocklistProbes(in: list.list.header, capacity: keys.count + other.count)
            probes.add(keys, by: list.match, ofPassword: 0)
            probes.add(other, by: list.match, ofPassword: 1)
            do throws(BlocklistProblem) {
                try list.list.search(&probes)
                first.add(probes.closest(ofPassword: 0), number: number)
                second.add(probes.closest(ofPassword: 1), number: number)
            } catch {
                first.addUnreadable(isOptional: list.setting.isOptional, number: number)
            }
        }
        second.unreadableCount = first.unreadableCount
        second.passedOverCount = first.passedOverCount
        if keys.isTrivial { first.addRepetition() }
        if other.isTrivial { second.addRepetition() }
        return (first, second)
    }

    /// Adds the outcome of the comparison with lists to a report. A list that cannot be read refuses the
    /// password, unless it is optional: then the report says that it was skipped.
    /// - Parameter pattern: Why the password is listed, if it is, where that can be said.
    func add(_ comparison: Comparison, _ pattern: ListedPattern?, to report: inout Report) {
        report.add(
            Outcome(
                listedBy: comparison.closest, pattern, line: line(ofNumber: comparison.closestNumber)))
        let count = comparison.unreadableCount
        if count + comparison.passedOverCount > 0 {
            report.add(
                Outcome(
                    .blocklistUnreadable, isMet: count == 0, limit: 0,
                    actual: count == 0 ? comparison.passedOverCount : count,
                    line: line(ofNumber: comparison.unreadableNumber)))
        }
    }

    /// The line that names the list with this number, from 1; of what is about all lists, the first line.
    private func line(ofNumber number: Int) -> Int {
        linesOfLists.isEmpty ? 0 : linesOfLists[max(0, number - 1)]
    }
}

extension AppliedPolicy {
    /// Calls `body` with each list that applies, and the place in a source that names it; of a preset, whose
    /// text is in no file, an empty one.
    package func forEachBlocklist(_ body: (BlocklistSetting, PolicyFile, Range<Int>) -> Void) {
        for item in items {
            if let list = item.blocklist {
                body(list, item.file, item.isFromPreset ? 0..<0 : item.entry.line.value)
            }
        }
    }
}
