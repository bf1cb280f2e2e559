import Glibc
import PasswordRules
import PasswordRulesSystem

/// How the lists of a policy change: which files there are, and by which way passwords are compared with each,
/// whatever the lines say of it.
struct ListChanges {
    private(set) var all: [PolicyChange] = []
    /// Whether a list of both policies is compared by less because of `blocklist-match` alone, or by more.
    private(set) var isMatchWeaker = false
    private(set) var isMatchStricter = false

    /// All lines about one file.
    private struct List {
        let setting: BlocklistSetting
        /// The narrowest and the widest way that may apply: the list itself may say it, and be unreadable.
        var ways: ClosedRange<BlocklistMatch>
        var isOptional: Bool
    }

    init(from old: PolicySettings, to new: PolicySettings) {
        let before = Self.lists(of: old), after = Self.lists(of: new)
        let key = "\(PolicyKey.blocklist.name)"
        for (file, was) in before.sorted(by: { $0.value.order < $1.value.order }) {
            let was = was.list
            guard let will = after[file]?.list else {
                all.append(PolicyChange(kind: .dropped, key: key, old: Self.line(was.setting)))
                continue
            }
            if was.setting.match == will.setting.match, was.isOptional == will.isOptional {
                // Which way the list asks for is the same, whatever it is.
                if will.ways.lowerBound < was.ways.lowerBound { isMatchWeaker = true }
                if was.ways.lowerBound < will.ways.lowerBound { isMatchStricter = true }
                continue
            }
            // Two unknown ways of one list are the same way.
            let isWeaker = will.ways.lowerBound < was.ways.upperBound && will.ways != was.ways
            let isStricter = was.ways.lowerBound < will.ways.upperBound && will.ways != was.ways
            let kind: PolicyChange.Kind
            if isWeaker || will.isOptional && !was.isOptional {
                kind = .weaker
            } else if isStricter || was.isOptional && !will.isOptional {
                kind = .stricter
            } else {
                continue
            }
            all.append(
                PolicyChange(
                    kind: kind, key: key, old: Self.line(was.setting), new: Self.line(will.setting)))
        }
        for (_, will) in after.filter({ before[$0.key] == nil }).sorted(by: {
            $0.value.order < $1.value.order
        }) {
            all.append(PolicyChange(kind: .added, key: key, new: Self.line(will.list.setting)))
        }
    }

    /// The lists by their files.
    private static func lists(of settings: PolicySettings) -> [String: (order: Int, list: List)] {
        var found: [String: (order: Int, list: List)] = [:]
        for (order, setting) in settings.blocklists.enumerated() {
            let file = SameFile.identity(ofPath: String(decoding: setting.path, as: UTF8.self))
            let least = settings.blocklistMatch ?? .exact
            let own = setting.match ?? (try? Blocklist(atPath: setting.path))?.match
            let low = max(own ?? .exact, least), high = max(own ?? .mangled, least)
            let list = List(setting: setting, ways: low...high, isOptional: setting.isOptional)
            guard let other = found[file] else {
                found[file] = (order, list)
                continue
            }
            // The line that demands more is the one that is shown.
            let isMore = other.list.ways.upperBound < high
            found[file] = (
                other.order,
                List(
                    setting: isMore ? setting : other.list.setting,
                    ways: max(low, other.list.ways.lowerBound)...max(high, other.list.ways.upperBound),
                    isOptional: setting.isOptional && other.list.isOptional)
            )
        }
        return found
    }

    private static func line(_ list: BlocklistSetting) -> String {
        (list.isOptional ? "optional " : "") + (list.match.map { "\($0.name) " } ?? "")
            + String(decoding: list.path, as: UTF8.self)
    }
}

/// Which paths lead to the same file.
enum SameFile {
    /// The same text for two paths of one file; the path itself if there is no file.
    static func identity(ofPath path: String) -> String {
        var status = stat()
        // SAFETY: the path is a C string, and the struct lives, for the duration of the call.
        guard unsafe stat(path, &status) == 0 else { return path }
        return "\(status.st_dev):\(status.st_ino)"
    }
}
