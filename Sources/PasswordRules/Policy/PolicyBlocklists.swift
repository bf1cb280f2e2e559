/// A list of passwords that a policy names.
public struct BlocklistSetting: Equatable, Sendable {
    /// The path of the file; it begins with "/".
    public let path: [UInt8]
    /// Whether the policy holds without the list where that is missing or damaged.
    public let isOptional: Bool
    /// How passwords are compared with this list; nil for what `blocklist-match` says.
    public let match: BlocklistMatch?
}

/// A list that new passwords are compared with.
public struct PolicyBlocklist: Sendable {
    fileprivate let list: Blocklist
    fileprivate let match: BlocklistMatch
    fileprivate let isOptional: Bool

    /// The list that `setting` names, in a policy with these settings.
    public init(_ list: Blocklist, _ setting: BlocklistSetting, in settings: borrowing PolicySettings) {
        self.list = list
        match = setting.match ?? settings.blocklistMatch ?? list.match
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

    /// Adds the outcome of the comparison with all lists. One that cannot be read, and is not optional, refuses.
    @inline(never)
    func check(_ password: borrowing FoldedPassword, typed: Span<UInt8>, into report: inout Report) {
        let keys = BlocklistKeys(password, typed: typed, by: widestMatch)
        var closest = 0
        var unreadableCount = 0
        for index in lists.indices {
            do throws(BlocklistProblem) {
                let match = try lists[index].list.lookUp(keys, by: lists[index].match)?.rawValue ?? 0
                if match > 0, closest == 0 || match < closest { closest = match }
            } catch {
                if !lists[index].isOptional { unreadableCount += 1 }
            }
        }
        report.add(Outcome(.blocklist, isMet: closest == 0, limit: 0, actual: closest))
        if unreadableCount > 0 {
            report.add(Outcome(.blocklistUnreadable, isMet: false, limit: 0, actual: unreadableCount))
        }
    }
}

extension AppliedPolicy {
    /// Calls `body` with each list that applies, and the place in a source that names it; of a preset, whose text is in no
    /// file, an empty one.
    package func forEachBlocklist(_ body: (BlocklistSetting, PolicySource, Range<Int>) -> Void) {
        forEachEntry { entry, source, isFromPreset in
            if let list = entry.blocklist(in: source.file.text) {
                body(list, source, isFromPreset ? 0..<0 : entry.value)
            }
        }
    }
}

extension PolicyEntry {
    /// The list that the entry names.
    func blocklist(in text: [UInt8]) -> BlocklistSetting? {
        guard key == .blocklist else { return nil }
        let value = PolicyValue(text.span, self.value)
        return value.isNone ? nil : try? value.blocklist()
    }
}
