/// A list that new passwords are compared with.
public struct PolicyBlocklist: Sendable {
    fileprivate let list: Blocklist
    fileprivate let setting: BlocklistSetting
    fileprivate let match: BlocklistMatch

    /// Creates the list that `setting` names, in a policy with these settings.
    public init(_ list: Blocklist, _ setting: BlocklistSetting, in settings: borrowing PolicySettings) {
        self.list = list
        self.setting = setting
        match = max(setting.match ?? list.match, settings.blocklistMatch ?? .exact)
    }
}

/// The lists of a policy.
struct PolicyBlocklists: Sendable {
    private let lists: [PolicyBlocklist]
    /// For each list, the number of the line that names it; 0 if none does.
    private let linesOfLists: [Int]
    private let widestMatch: BlocklistMatch
    /// Whether there is a list of NTLM hashes.
    private let hasNTLM: Bool

    /// - Parameter lines: The lines of the policy.
    init(_ lists: [PolicyBlocklist], _ lines: [AppliedPolicy.Item]) {
        self.lists = lists
        linesOfLists = lists.map { list in
            (lines.firstIndex { $0.fate == .applies && $0.blocklist == list.setting } ?? -1) + 1
        }
        var widest = BlocklistMatch.exact
        for list in lists where widest < list.match { widest = list.match }
        widestMatch = widest
        hasNTLM = lists.contains { $0.list.header.hash == .ntlm }
    }

    var isEmpty: Bool { lists.isEmpty }

    /// The open list at a path; nil if it is not one of these.
    func list(atPath path: [UInt8]) -> Blocklist? {
        for index in lists.indices where lists[index].setting.path == path { return lists[index].list }
        return nil
    }

    /// The keys by which a password is looked up.
    func keys(of password: borrowing FoldedPassword, typed: Span<UInt8>) -> BlocklistKeys {
        BlocklistKeys(password, typed: typed, by: widestMatch, hasNTLM: hasNTLM)
    }

    /// The result of comparing a password with all lists.
    struct Comparison {
        /// The raw value of the closest match, and in the lowest byte the number of the first list with that
        /// match; `Int.max` if the password is not listed.
        private var closestListed = Int.max
        /// The raw value of the closest match; 0 if the password is not listed.
        var closest: Int { closestListed == .max ? 0 : closestListed >> 8 }
        /// The number of the list with the closest match; 0 if the password is not listed, or is mostly
        /// repetition without a closer match.
        var closestNumber: Int { closestListed == .max ? 0 : closestListed & 0xFF }
        /// The number of required lists that could not be read.
        fileprivate(set) var unreadableCount = 0
        /// The number of optional lists that could not be read.
        fileprivate(set) var skippedCount = 0
        /// The number of the last required list that could not be read, or else of the last optional one.
        fileprivate(set) var unreadableNumber = 0
        /// Whether the password counts as listed only because it is mostly repetition.
        fileprivate(set) var isOnlyRepetition = false

        /// Whether the password is on a list that could be read, or is trivial.
        var isListed: Bool { closestListed != .max }
        /// Whether a list could not be read, even an optional one.
        var isIncomplete: Bool { unreadableCount + skippedCount > 0 }
        /// Whether the password may be used.
        var isAccepted: Bool { !isListed && unreadableCount == 0 }

        fileprivate mutating func add(_ match: BlocklistMatch?, number: Int) {
            if let match { closestListed = min(closestListed, match.rawValue << 8 | number) }
        }

        fileprivate mutating func addRepetition() {
            isOnlyRepetition = closestListed == .max
            add(.mangled, number: 0)
        }

        fileprivate mutating func addUnreadable(isOptional: Bool, number: Int) {
            if unreadableCount == 0 || !isOptional { unreadableNumber = number }
            unreadableCount += isOptional ? 0 : 1
            skippedCount += isOptional ? 1 : 0
        }
    }

    /// Compares two passwords with all lists. Each list is read once for both.
    ///
    /// Never inlined, so that its frame, which has keys of the passwords, is dead when the caller wipes the
    /// stack.
    @inline(never)
    func compare(
        _ keys: borrowing BlocklistKeys, and other: borrowing BlocklistKeys
    ) -> (Comparison, Comparison) {
        var (first, second) = (Comparison(), Comparison())
        for index in lists.indices {
            let list = lists[index]
            // A policy has at most 64 lists.
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
        second.skippedCount = first.skippedCount
        if keys.isTrivial { first.addRepetition() }
        if other.isTrivial { second.addRepetition() }
        return (first, second)
    }

    /// Adds the outcome of a comparison to a report. A list that cannot be read refuses the password, unless
    /// it is optional; the report then says that it was skipped.
    /// - Parameter pattern: The visible reason why the password is listed, if it is.
    func add(_ comparison: Comparison, _ pattern: ListedPattern?, to report: inout Report) {
        report.add(
            Outcome(
                listedBy: comparison.closest, pattern, line: line(ofNumber: comparison.closestNumber)))
        let count = comparison.unreadableCount
        if count + comparison.skippedCount > 0 {
            report.add(
                Outcome(
                    .blocklistUnreadable, isMet: count == 0, limit: 0,
                    actual: count == 0 ? comparison.skippedCount : count,
                    line: line(ofNumber: comparison.unreadableNumber)))
        }
    }

    /// The line that names the list with this number, from 1. For 0, which means all lists, the line of the
    /// first list.
    private func line(ofNumber number: Int) -> Int {
        linesOfLists.isEmpty ? 0 : linesOfLists[max(0, number - 1)]
    }
}

extension AppliedPolicy {
    /// Calls `body` with each list that applies, and the file and range that name it. The range is empty for
    /// a preset, whose text is not in a file.
    package func forEachBlocklist(_ body: (BlocklistSetting, PolicyFile, Range<Int>) -> Void) {
        for item in items {
            if let list = item.blocklist {
                body(list, item.file, item.isFromPreset ? 0..<0 : item.entry.line.value)
            }
        }
    }
}
