import FoundationEssentials

/// The files that servers' processes have mapped, as far as the user may see them.
struct ServerProcesses {
    enum Use {
        /// A process has loaded the plugin.
        case loaded
        /// No process has loaded the plugin.
        case notLoaded
        /// No process of slapd 2.5 has loaded it yet. It does so with the first password that it checks.
        case notLoadedYet
        /// No process runs, or none is visible.
        case unknown
    }

    private static let longestMap = 1 << 22

    private let files: MachineFiles
    /// The process numbers for each program name.
    private let numbers: [String: [String]]
    private let userNumbers: [String: String]

    init(_ files: MachineFiles) {
        self.files = files
        var numbers: [String: [String]] = [:]
        let own = Self.target(files.root + "/proc/self/ns/pid")
        for number in files.names(in: "/proc") where Int(number) != nil {
            // A container's process is not part of this machine's server.
            let other = Self.target(files.root + "/proc/\(number)/ns/pid")
            if let own, let other, own != other { continue }
            let name = Self.text(files.root + "/proc/\(number)/comm").split(separator: "\n").first
            if let name { numbers[String(name), default: []].append(number) }
        }
        self.numbers = numbers
        userNumbers = files.userNumbers
    }

    /// Whether a process belongs to root or to one of these users. Any user can give a program a server's
    /// name.
    private func belongs(_ number: String, to names: Set<String>) -> Bool {
        let status = Self.text(files.root + "/proc/\(number)/status")
        let line = status.split(separator: "\n").first { $0.hasPrefix("Uid:") }
        // The second number is the effective user.
        guard let line, let user = line.split(whereSeparator: \.isWhitespace).dropFirst(2).first else {
            return false
        }
        return user == "0" || names.contains { userNumbers[$0] == String(user) }
    }

    private static func target(_ link: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    }

    private static func text(_ path: String) -> String {
        String(decoding: (try? Input.readAll(path: path, limit: longestMap)) ?? [], as: UTF8.self)
    }

    /// Whether the processes of some programs have loaded the plugin.
    /// - Parameters:
    ///   - plugins: The possible paths of the plugin.
    ///   - owners: The users that the server may run as, in addition to root.
    ///   - folder: Counts only processes that have mapped a file of this folder; nil for all.
    func use(of plugins: [String], by programs: Set<String>, owners: Set<String>, folder: String?) -> Use {
        var found = Use.unknown
        for number in programs.sorted().flatMap({ numbers[$0] ?? [] })
        where belongs(number, to: owners) {
            let map = Self.text(files.root + "/proc/\(number)/maps")
            if map.isEmpty { continue }
            if let folder, !map.contains(" \(folder)/") { continue }
            if plugins.contains(where: { map.contains(" \($0)\n") || map.contains(" \($0) (deleted)\n") }) {
                return .loaded
            }
            found = map.contains("/libldap-2.5.so") ? .notLoadedYet : .notLoaded
        }
        return found
    }
}
