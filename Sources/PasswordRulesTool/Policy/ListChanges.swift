import Glibc
import PasswordRules
import PasswordRulesSystem

/// The changes to a policy's blocklists: the files, and how passwords are compared with each.
struct ListChanges {
    private(set) var all: [PolicyChange] = []
    /// Whether `blocklist-match` alone makes a list of both policies weaker, or stricter.
    private(set) var isMatchWeaker = false
    private(set) var isMatchStricter = false

    /// All lines about one file.
    private struct List {
        let setting: BlocklistSetting
        /// The narrowest and the widest match that may apply. They differ if the list determines its match
        /// and cannot be read.
        var matches: ClosedRange<BlocklistMatch>
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
                // The list's own match is the same, whatever it is.
                if will.matches.lowerBound < was.matches.lowerBound { isMatchWeaker = true }
                if was.matches.lowerBound < will.matches.lowerBound { isMatchStricter = true }
                continue
            }
            // Two unknown matches of one list are equal.
            let isWeaker = will.matches.lowerBound < was.matches.upperBound && will.matches != was.matches
            let isStricter = was.matches.lowerBound < will.matches.upperBound && will.matches != was.matches
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

    /// The lists for each file.
    private static func lists(of settings: PolicySettings) -> [String: (order: Int, list: List)] {
        var found: [String: (order: Int, list: List)] = [:]
        for (order, setting) in settings.blocklists.enumerated() {
            let file = SameFile.identity(ofPath: String(decoding: setting.path, as: UTF8.self))
            let least = settings.blocklistMatch ?? .exact
            let own = setting.match ?? (try? Blocklist(atPath: setting.path))?.match
            let low = max(own ?? .exact, least), high = max(own ?? .mangled, least)
            let list = List(setting: setting, matches: low...high, isOptional: setting.isOptional)
            guard let other = found[file] else {
                found[file] = (order, list)
                continue
            }
            // The stricter line is shown.
            let isMore = other.list.matches.upperBound < high
            found[file] = (
                other.order,
                List(
                    setting: isMore ? setting : other.list.setting,
                    matches: max(
                        low, other.list.matches.lowerBound)...max(high, other.list.matches.upperBound),
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

/// Compares paths by the files that they lead to.
enum SameFile {
    /// A text that is the same for all paths of a file; the path itself if there is no file.
    static func identity(ofPath path: String) -> String {
        var status = stat()
        // SAFETY: the path is a C string, and the struct lives, for the duration of the call.
        guard unsafe stat(path, &status) == 0 else { return path }
        return "\(status.st_dev):\(status.st_ino)"
    }
}
