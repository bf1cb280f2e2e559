import FoundationEssentials
import Glibc
import PasswordRulesImport

/// The PAM lines that change passwords, and the programs that run them, from the files below a folder.
struct PasswordStacks {
    /// A line of a stack.
    struct Line {
        let file: String
        let number: Int
        /// The file's name without its folder.
        let module: String
        /// As libpam gives them to the module, without the brackets around those with blanks.
        let arguments: [String]

        var place: String { "\(file):\(number)" }
    }

    /// The folder that contains all files: "" for the machine's own.
    private let root: String
    /// The lines for new passwords by the name of the service, including those of included files.
    let services: [(name: String, lines: [Line])]

    private static let folder = "/etc/pam.d"
    private static let unitFolders = [
        "/etc/systemd/system", "/run/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system",
    ]
    private static let programFolders = [
        "/usr/bin", "/usr/sbin", "/bin", "/sbin", "/usr/local/bin", "/usr/local/sbin",
    ]
    /// Larger files and folders are read only up to this size.
    private static let longestFile = 1 << 20
    private static let deepestInclude = 16

    init(root: String) {
        self.root = root
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root + Self.folder)) ?? []
        services = names.filter { !$0.hasPrefix(".") }.sorted().map { name in
            (name, Self.lines(of: name, root, depth: 0))
        }
    }

    private static func bytes(_ path: String) -> [UInt8]? {
        try? Input.readAll(path: path, limit: longestFile)
    }

    private static func text(_ path: String) -> String? {
        bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The lines for new passwords of a file, and of the files that it includes.
    private static func lines(of name: String, _ root: String, depth: Int) -> [Line] {
        let path = name.hasPrefix("/") ? name : folder + "/" + name
        guard depth < deepestInclude, let bytes = bytes(root + path) else { return [] }
        var found: [Line] = []
        for line in PamFileLine.lines(in: ImportedFile(name: path, text: bytes)) {
            let words = line.texts
            guard let first = words.first?.lowercased() else { continue }
            if first == "@include", words.count > 1 {
                found += lines(of: words[1], root, depth: depth + 1)
            } else if first == "password" || first == "-password", words.count > 2 {
                if ["include", "substack"].contains(words[1].lowercased()) {
                    found += lines(of: words[2], root, depth: depth + 1)
                } else {
                    found.append(
                        Line(
                            file: path, number: line.number,
                            module: String(words[2].split(separator: "/").last ?? ""),
                            arguments: Array(words.dropFirst(3))))
                }
            }
        }
        return found
    }

    // MARK: - Users of services

    /// A service that does not run as root, and the user that runs it.
    struct UnprivilegedService {
        let name: String
        let user: String
        /// The file that names the user.
        let source: String
    }

    /// The services whose stack contains a module, and that are known not to run as root: by a systemd unit,
    /// or because their program is setuid to another user.
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

    /// The hashes that pam_unix has options for; the first one of a line counts here.
    private static let hashes: Set<String> = [
        "md5", "bigcrypt", "sha256", "sha512", "blowfish", "gost_yescrypt", "yescrypt",
    ]

    /// The lines of pam_unix that store passwords by a hash, by this option, if it has one, or by this
    /// ENCRYPT_METHOD of /etc/login.defs.
    func places(ofHash option: String?, method: String) -> [String] {
        let usual = usualHash
        var places: [String] = []
        for line in services.flatMap(\.lines) where line.module == "pam_unix.so" {
            let named = line.arguments.filter { Self.hashes.contains($0) }
            let isMeant = named.isEmpty ? usual == method : option.map { named.contains($0) } ?? false
            if isMeant, !places.contains(line.place) { places.append(line.place) }
        }
        return places
    }

    /// The hash of /etc/login.defs, for a line without an option.
    private var usualHash: String? {
        var found: String?
        for line in (Self.text(root + "/etc/login.defs") ?? "").split(separator: "\n") {
            let words = line.split(whereSeparator: \.isWhitespace)
            if words.count > 1, words[0] == "ENCRYPT_METHOD" { found = words[1].uppercased() }
        }
        return found
    }
}
