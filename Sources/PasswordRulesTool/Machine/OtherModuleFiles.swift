import FoundationEssentials
import PasswordRules
import PasswordRulesImport
import PasswordRulesSystem

/// The configuration of other password modules on a machine.
struct OtherModuleFiles {
    /// The folder that contains all files: "" for the machine's own.
    let root: String

    /// The largest file that is read, in bytes.
    private static let limit = 1 << 20
    private static let mainPwqualityPath = "/etc/security/pwquality.conf"
    private static let usualPasswdqcPath = "/etc/passwdqc.conf"
    /// The stack that the module's package found when it was installed, with the lines of the modules that it
    /// replaced.
    static let replacedStack = "/var/lib/passwordrules/common-password"

    /// PAM lines, and what is to be said of them.
    struct Lines {
        /// The one that counts, and then those of other services.
        var lines: [PamLine] = []
        var remarks: [ImportRemark] = []
        /// Whether some service calls a module for new passwords now.
        var areInForce = false
    }

    /// The PAM lines of the modules.
    func lines(of modules: [String]) throws -> Lines {
        let stacks = PasswordStacks(root: root)
        let services = stacks.services
        // Users change their passwords by passwd.
        let ordered =
            services.filter { $0.name == "passwd" } + services.filter { $0.name != "passwd" }
        var found = Lines(lines: try lines(of: modules, in: ordered.flatMap(\.lines)))
        found.areInForce = !found.lines.isEmpty
        for service in ordered {
            guard let file = try? read(service.path) else { continue }
            found.remarks += PamLine.idleRemarks(in: file, of: modules)
        }
        if found.lines.isEmpty {
            // Root alone may enter its folder.
            if let stack = try? read(Self.replacedStack) {
                found.lines = PamLine.lines(in: stack, of: modules)
            }
            if found.lines.isEmpty {
                found.lines = try lines(of: modules, in: stacks.copies.flatMap(\.lines))
            }
            if found.lines.isEmpty { found.lines = try profileLines(of: modules) }
            // They replace each other, and are not those of several services.
            found.lines = Array(found.lines.prefix(1))
            if let line = found.lines.first {
                found.remarks.append(
                    ImportRemark(
                        .note, at: line.location,
                        "read because no service calls \(line.module) for new passwords now; what it says is not in force"
                    ))
            }
        }
        return found
    }

    /// The lines of the modules in the files of some lines.
    private func lines(of modules: [String], in stacks: [PasswordStacks.Line]) throws -> [PamLine] {
        var paths: [String] = []
        for line in stacks
        where modules.contains(where: { $0 + ".so" == line.module || $0 == line.module })
            && !paths.contains(line.file)
        {
            paths.append(line.file)
        }
        return try paths.flatMap { PamLine.lines(in: try read($0), of: modules) }
    }

    /// The lines of the modules' profiles of pam-auth-update(8), which writes them to /etc/pam.d while they
    /// are enabled. Ours disables them.
    private func profileLines(of modules: [String]) throws -> [PamLine] {
        let folder = "/usr/share/pam-configs"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: location(of: folder))) ?? []
        // Other packages' profiles may call a module as well.
        let usual = modules.map { String($0.dropFirst("pam_".count)) }
        let ordered = usual.filter { names.contains($0) } + names.sorted().filter { !usual.contains($0) }
        return try ordered.flatMap { PamLine.lines(inProfile: try read(folder + "/" + $0), of: modules) }
    }

    // MARK: - Files

    /// A file, whose contents are anything.
    func read(_ path: String) throws -> ImportedFile {
        ImportedFile(name: path, text: try Input.readAll(path: location(of: path), limit: Self.limit))
    }

    /// A file that an argument names, or standard input for `-`.
    func read(named path: String) throws -> ImportedFile {
        guard path == "-" else {
            return ImportedFile(
                name: path,
                text: try Input.readAll(path: location(of: path), limit: Self.limit, permitsPipe: true))
        }
        let name = "standard input"
        let text = try Input.readAll(limit: Self.limit + 1)
        guard text.count <= Self.limit else {
            throw UnreadableFile(name, "is larger than \(Self.limit) bytes", .tooLarge(limit: Self.limit))
        }
        return ImportedFile(name: name, text: text)
    }

    private func location(of path: String) -> String { path.hasPrefix("/") ? root + path : path }

    /// Whether a file is there.
    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: location(of: path)) }

    /// The files that libpwquality reads, in its order: the main one last, which overrides the others.
    func pwqualityFiles() throws -> [ImportedFile] {
        let folder = Self.mainPwqualityPath + ".d"
        var paths: [String] = []
        if exists(folder) {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: location(of: folder)) else {
                throw UnreadableFile(folder, "cannot be read")
            }
            let configurations = names.filter { Self.isConfiguration(Array($0.utf8)) }
            // strcmp(3) compares bytes.
            let sorted = configurations.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            paths = sorted.map { folder + "/" + $0 }
        }
        if exists(Self.mainPwqualityPath) { paths.append(Self.mainPwqualityPath) }
        return try paths.map { try read($0) }
    }

    /// Whether the first ".conf" in the name is at its end, which is libpwquality's test.
    private static func isConfiguration(_ name: [UInt8]) -> Bool {
        let suffix = Array(".conf".utf8)
        for start in name.indices where name[start...].starts(with: suffix) {
            return start + suffix.count == name.count
        }
        return false
    }

    /// The file in which passwdqc's programs look, and pam_passwdqc only if its line says so.
    func passwdqcFile() throws -> ImportedFile? {
        exists(Self.usualPasswdqcPath) ? try read(Self.usualPasswdqcPath) : nil
    }

    // MARK: - Policies

    /// The policy of pam_pwquality or pam_cracklib.
    func policy(
        ofPwquality files: [ImportedFile], _ found: Lines, isPart: Bool = false
    ) throws(ImportFailure) -> PolicyImport {
        let list = Installation.commonBlocklist ?? Array("\(Preset.usualCommonBlocklist)".utf8)
        return try PolicyImport(
            pwquality: files, line: found.lines.first, others: Array(found.lines.dropFirst()),
            remarks: found.remarks, commonBlocklist: list,
            isListMissing: MachineFiles.status(String(decoding: list, as: UTF8.self)) == nil,
            isPart: isPart)
    }

    /// The policy of pam_passwdqc.
    func policy(
        ofPasswdqc file: ImportedFile?, _ found: Lines, isPart: Bool = false
    ) throws(ImportFailure) -> PolicyImport {
        try PolicyImport(
            passwdqc: file, line: found.lines.first, others: Array(found.lines.dropFirst()),
            remarks: found.remarks, isPart: isPart
        ) { path throws(ImportRemark) in
            do {
                return try read(path).text
            } catch let problem as UnreadableFile {
                throw ImportRemark(.error, problem.message)
            } catch {
                throw ImportRemark(.error, "\(path): cannot be read")
            }
        }
    }
}
