import FoundationEssentials
import Glibc
import PasswordRulesImport

/// The PAM lines that change passwords, those of logins, and the programs that use them, from the files below a
/// folder.
struct PasswordStacks {
    static let ownModule = "pam_passwordrules.so"

    /// The first word of a line: what the line is for.
    enum LineType: String, CaseIterable {
        case authentication = "auth"
        case account
        case password
        case session
    }

    /// The reason why libpam fails at a line, whatever the modules return.
    enum Fault: Equatable {
        /// The first word does not name a type.
        case unknownType(String)
        /// The line ends before the module's name.
        case noModule
        case unknownControl(String)
        case noSuchFile(String)
        case includesItself(String)
        /// The file ends in a backslash, so libpam reads none of it.
        case unfinished
        /// The line ends in a carriage return, which becomes part of its last word.
        case carriageReturn
    }

    /// A line of a stack.
    struct Line {
        let file: String
        let number: Int
        /// The name of the module's file, without its folder; empty if the line has a fault or begins a
        /// substack.
        var module = ""
        /// The module's name or path, as written in the line.
        var path = ""
        /// The arguments as the module gets them, without the brackets around those with blanks.
        var arguments: [String] = []
        /// How libpam treats the module's result.
        var step: PamStackWalk.Step
        var fault: Fault?
        /// The number of the next line, if it continues this one and the backslash between them is missing.
        var continuation: Int?

        var location: String { "\(file):\(number)" }
    }

    /// A service of PAM.
    struct Service {
        let name: String
        let path: String
        /// The lines for new passwords, including those of included files.
        let lines: [Line]
        /// Lines of the same files that continue a line for new passwords without a backslash. libpam reads
        /// them as lines of an unknown type, and fails.
        let continuations: [Line]
        /// The first line of each of these files that ends in a carriage return.
        let carriageReturns: [Line]
        /// Whether the lines are from `other`, because the service has none.
        var usesOther = false
        /// The lines by which a login is authenticated, including those of included files.
        var authentication: [Line] = []
        /// The lines that then decide about the account, including those of included files.
        var account: [Line] = []
    }

    /// The folder that contains the machine's files; "" for this machine.
    private let root: String
    /// The services, sorted by name.
    let services: [Service]
    /// Copies of services' files that programs and administrators saved. No program uses them.
    let copies: [Service]

    /// Endings of copies' names. pam-auth-update(8) makes `common-password.pam-old`.
    private static let copyEndings = [
        "~", ".bak", ".old", ".orig", ".save", ".pam-old", ".pam-new", ".rpmnew", ".rpmsave", ".rpmorig",
        ".dpkg-old", ".dpkg-new", ".dpkg-dist", ".dpkg-bak", ".ucf-old", ".ucf-new", ".ucf-dist", ".pacnew",
        ".pacsave", ".pacorig", ".apk-new",
    ]

    /// The folders in which libpam looks for a service, in this order.
    private static let folders = ["/etc/pam.d", "/usr/lib/pam.d", "/usr/share/pam.d"]
    private static let unitFolders = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
    ]
    private static let programFolders = [
        "/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin", "/usr/local/sbin",
    ]
    /// The size in bytes of the largest file that is read.
    private static let longestFile = 1 << 20
    /// The maximum number of lines of a stack that are read.
    private static let longestStack = 1 << 12

    init(root: String) {
        self.root = root
        var paths: [String: String] = [:]
        for folder in Self.folders.reversed() {
            for name in (try? FileManager.default.contentsOfDirectory(atPath: root + folder)) ?? []
            where !name.hasPrefix(".") {
                paths[name] = folder + "/" + name
            }
        }
        let names = Set(paths.keys)
        let all = paths.sorted { $0.key < $1.key }.map { name, path in
            func read(_ type: LineType) -> Reader {
                var reader = Reader(root: root, type: type)
                reader.read(path, level: 0, chain: [], isTypeKnown: false)
                return reader
            }
            let passwords = read(.password)
            return Service(
                name: name, path: path, lines: passwords.lines, continuations: passwords.continuations,
                carriageReturns: passwords.carriageReturns, authentication: read(.authentication).lines,
                account: read(.account).lines)
        }
        services = all.filter { !Self.isCopy($0.name, among: names) }
        copies = all.filter { Self.isCopy($0.name, among: names) }
    }

    /// Whether the file is a copy: its name has one of `copyEndings`, or is another file's name with any
    /// ending, such as a date.
    private static func isCopy(_ name: String, among names: Set<String>) -> Bool {
        copyEndings.contains { name.hasSuffix($0) }
            || name.indices.contains { name[$0] == "." && names.contains(String(name[..<$0])) }
    }

    /// The services. Those that change passwords get the lines of `other`, as from libpam, if they have none
    /// of their own.
    /// - Parameter changers: The services that change passwords. It is unknown whether others ever do.
    func services(changingPasswords changers: Set<String>) -> [Service] {
        let other = services.first { $0.name == "other" }
        func substitute(_ name: String, _ path: String) -> Service {
            Service(
                name: name, path: path, lines: other?.lines ?? [], continuations: other?.continuations ?? [],
                carriageReturns: other?.carriageReturns ?? [], usesOther: true)
        }
        var found = services.map {
            changers.contains($0.name) && $0.lines.isEmpty ? substitute($0.name, $0.path) : $0
        }
        // Only passwd is added: on some systems, the other programs do not use libpam. Neither does a passwd
        // that is a link to busybox.
        let name = "passwd"
        let programs = Self.programFolders.map { "\(root)\($0)/\(name)" }
        if !services.isEmpty, !services.contains(where: { $0.name == name }),
            programs.contains(where: {
                MachineFiles.status($0) != nil
                    && (try? FileManager.default.destinationOfSymbolicLink(atPath: $0)) == nil
            })
        {
            found.append(substitute(name, Self.folders[0] + "/" + name))
        }
        return found
    }

    private static func bytes(_ path: String) -> [UInt8]? {
        try? Input.readAll(path: path, limit: longestFile)
    }

    private static func text(_ path: String) -> String? {
        bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads the lines of one type from a service's file and those that it includes, as libpam does
    /// (libpam/pam_handlers.c).
    private struct Reader {
        let root: String
        let type: LineType
        var lines: [Line] = []
        var continuations: [Line] = []
        var carriageReturns: [Line] = []

        private static let types = Set(LineType.allCases.map(\.rawValue))

        /// - Parameters:
        ///   - path: The path of the file.
        ///   - level: The number of substacks around it.
        ///   - chain: The files that include it.
        ///   - isTypeKnown: Whether a line of the type includes it. Then libpam reads a line without a type as
        ///     one of this type.
        mutating func read(_ path: String, level: Int, chain: [String], isTypeKnown: Bool) {
            guard let bytes = bytes(root + path) else { return }
            var previous: (line: PamFileLine, isOfType: Bool)?
            let found = PamFileLine.lines(in: ImportedFile(name: path, text: bytes))
            for (index, line) in found.enumerated() where lines.count < longestStack {
                let words = line.texts
                func entry(_ fault: Fault?) -> Line {
                    Line(
                        file: path, number: line.number,
                        step: PamStackWalk.Step(control: .bad, level: level), fault: fault)
                }
                if line.isUnfinished {
                    lines.append(entry(.unfinished))
                    continue
                }
                guard let first = words.first?.lowercased() else { continue }
                let type = first.hasPrefix("-") ? String(first.dropFirst()) : first
                let isOfType = type == self.type.rawValue
                let next = index + 1 < found.count ? found[index + 1] : nil
                defer { previous = (line, isOfType) }
                if line.endsInCarriageReturn, isOfType || !Self.types.contains(type),
                    !carriageReturns.contains(where: { $0.file == path })
                {
                    carriageReturns.append(entry(.carriageReturn))
                }
                if first == "@include" {
                    include(
                        words.dropFirst().first ?? "", level, chain + [path], isTypeKnown, entry(nil))
                } else if isOfType {
                    guard words.count > 1 else {
                        lines.append(broken(entry(.noModule), before: next))
                        continue
                    }
                    let control = words[1].lowercased()
                    if words.count < 3 {
                        lines.append(broken(entry(.noModule), before: next))
                    } else if control == "include" {
                        include(words[2], level, chain + [path], true, entry(nil))
                    } else if control == "substack" {
                        var beginning = entry(nil)
                        beginning.step = PamStackWalk.Step(substackIn: level)
                        lines.append(beginning)
                        include(words[2], level + 1, chain + [path], true, entry(nil))
                    } else if let control = PamControl(words[1]) {
                        var entry = entry(nil)
                        entry.path = words[2]
                        entry.module = String(words[2].split(separator: "/").last ?? "")
                        entry.arguments = Array(words.dropFirst(3))
                        entry.step = PamStackWalk.Step(control: control, level: level)
                        lines.append(entry)
                    } else {
                        lines.append(entry(.unknownControl(words[1])))
                    }
                } else if !Self.types.contains(type) {
                    let entry = entry(.unknownType(words[0]))
                    if isTypeKnown {
                        lines.append(entry)
                    } else if previous?.isOfType ?? false {
                        continuations.append(entry)
                    }
                }
            }
        }

        /// A line that ends too early, with the number of the next line if that continues it.
        private func broken(_ line: Line, before next: PamFileLine?) -> Line {
            guard let next, let word = next.texts.first?.lowercased(), word != "@include",
                !Self.types.contains(word.hasPrefix("-") ? String(word.dropFirst()) : word)
            else { return line }
            var line = line
            line.continuation = next.number
            return line
        }

        private mutating func include(
            _ name: String, _ level: Int, _ chain: [String], _ isTypeKnown: Bool, _ line: Line
        ) {
            let paths = name.hasPrefix("/") ? [name] : folders.map { "\($0)/\(name)" }
            var line = line
            guard let path = paths.first(where: { MachineFiles.status(root + $0) != nil }) else {
                line.fault = .noSuchFile(name)
                lines.append(line)
                return
            }
            if chain.contains(path) {
                line.fault = .includesItself(name)
                lines.append(line)
                return
            }
            read(path, level: level, chain: chain, isTypeKnown: isTypeKnown)
        }
    }

    // MARK: - Modules

    /// The folders of this machine that contain modules.
    private var moduleFolders: [String] {
        let files = MachineFiles(root: root)
        return ["/lib", "/usr/lib", "/lib64", "/usr/lib64", "/usr/local/lib"]
            .flatMap { files.withArchitectures($0) }.map { $0 + "/security" }
            .filter { files.names(in: $0).contains { $0.hasPrefix("pam_") && $0.hasSuffix(".so") } }
    }

    /// The paths of a module's files. /lib may be a link to /usr/lib: each file is named once.
    func modulePaths(named name: String) -> [String] {
        var seen: Set<[UInt64]> = []
        return moduleFolders.map { "\($0)/\(name)" }.filter { path in
            guard let status = MachineFiles.status(root + path) else { return false }
            return seen.insert([UInt64(status.st_dev), UInt64(status.st_ino)]).inserted
        }
    }

    /// The paths of modules in these lines that do not exist. If the folders of modules are unknown, only
    /// absolute paths are checked.
    func missingModules(of lines: [Line]) -> Set<String> {
        let files = MachineFiles(root: root)
        let folders = moduleFolders
        return Set(
            lines.map(\.path).filter { path in
                if path.isEmpty { return false }
                // $ISA is a folder next to the modules' folders, or below them.
                if path.hasPrefix("/"), !path.contains("$ISA") { return !files.exists(path) }
                if folders.isEmpty { return false }
                let name = path.contains("$ISA") ? String(path.split(separator: "/").last ?? "") : path
                return !folders.contains { files.exists("\($0)/\(name)") }
            })
    }

    // MARK: - Users of services

    /// A service that does not run as root, and the user that runs it.
    struct UnprivilegedService {
        let name: String
        let user: String
        /// The file that names the user.
        let source: String
    }

    /// The services whose stack contains a module and which are known not to run as root: because of a
    /// systemd unit, or because their program is setuid to another user.
    func unprivilegedServices(withModule module: String) -> [UnprivilegedService] {
        services.filter { $0.lines.contains { $0.module == module } }.flatMap { service in
            units(of: service.name) + programs(of: service.name)
        }
    }

    private func units(of service: String) -> [UnprivilegedService] {
        for folder in Self.unitFolders {
            let path = "\(folder)/\(service).service"
            guard let text = Self.text(root + path) else { continue }
            var user = ""
            for line in text.split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1).map {
                    $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                }
                if parts.count == 2, parts[0] == "User" { user = parts[1] }
                if parts.count == 2, parts[0] == "DynamicUser", ["yes", "true", "1", "on"].contains(parts[1])
                {
                    user = service
                }
            }
            // The unit in the first folder overrides the others.
            return ["", "root", "0"].contains(user)
                ? [] : [UnprivilegedService(name: service, user: user, source: path)]
        }
        return []
    }

    private func programs(of service: String) -> [UnprivilegedService] {
        for folder in Self.programFolders {
            let path = "\(folder)/\(service)"
            guard let status = MachineFiles.status(root + path), status.st_mode & 0o4000 != 0 else {
                continue
            }
            return status.st_uid == 0
                ? [] : [UnprivilegedService(name: service, user: String(status.st_uid), source: path)]
        }
        return []
    }

    // MARK: - Hashes of pam_unix

    /// The hashes that pam_unix has options for.
    private static let hashes: Set<String> = [
        "md5", "bigcrypt", "sha256", "sha512", "blowfish", "gost_yescrypt", "yescrypt",
    ]

    /// The lines of pam_unix that use a hash, because of this option, or because of this ENCRYPT_METHOD in
    /// /etc/login.defs if they have no option.
    func locations(ofHash option: String?, method: String) -> [String] {
        let usual = defaultHash
        var locations: [String] = []
        for line in services.flatMap(\.lines) where line.module == "pam_unix.so" {
            let named = line.arguments.filter { Self.hashes.contains($0) }
            let isMeant = named.isEmpty ? usual == method : option.map { named.contains($0) } ?? false
            if isMeant, !locations.contains(line.location) { locations.append(line.location) }
        }
        return locations
    }

    /// The hash in /etc/login.defs, which lines without an option use.
    private var defaultHash: String? {
        var found: String?
        for line in (Self.text(root + "/etc/login.defs") ?? "").split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count > 1, words[0] == "ENCRYPT_METHOD" { found = words[1].uppercased() }
        }
        return found
    }
}

extension PasswordStacks.Line {
    /// The line as the input of an import; nil if it does not call one of these modules.
    func pamLine(of modules: [String]) -> PamLine? {
        let options = arguments.map { "[\($0.replacing("]", with: "\\]"))]" }
        return try? PamLine(
            typed: ([module] + options).joined(separator: " "), source: location, of: modules)
    }
}
