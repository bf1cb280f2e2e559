import FoundationEssentials
import PasswordRules
import PasswordRulesImport
import PasswordRulesSystem

/// The configuration of other password modules on a machine.
struct OtherModuleFiles {
    /// The folder that contains the machine's files; "" for this machine.
    let root: String

    /// The largest file that is read, in bytes.
    private static let limit = 1 << 20
    private static let mainPwqualityPath = "/etc/security/pwquality.conf"
    private static let defaultPasswdqcPath = "/etc/passwdqc.conf"
    /// The stack that our package saved when it was installed, with the lines of the modules that it
    /// replaced.
    static let replacedStack = "/var/lib/passwordrules/common-password"

    /// PAM lines, and remarks on them.
    struct Lines {
        /// The line that counts, then those of other services.
        var lines: [PamLine] = []
        var remarks: [ImportRemark] = []
        /// Whether a service now calls one of the modules for new passwords.
        var areInForce = false
    }

    /// The PAM lines of the modules.
    func lines(of modules: [String]) throws -> Lines {
        let stacks = PasswordStacks(root: root)
        let services = stacks.services
        // Users change their passwords with passwd.
        let ordered =
            services.filter { $0.name == "passwd" } + services.filter { $0.name != "passwd" }
        var found = Lines(lines: try lines(of: modules, in: ordered.flatMap(\.lines)))
        found.areInForce = !found.lines.isEmpty
        for service in ordered {
            guard let file = try? read(service.path) else { continue }
            found.remarks += PamLine.idleRemarks(in: file, of: modules)
        }
        if found.lines.isEmpty {
            // Only root can read the folder of this file.
            if let stack = try? read(Self.replacedStack) {
                found.lines = PamLine.lines(in: stack, of: modules)
            }
            if found.lines.isEmpty {
                found.lines = try lines(of: modules, in: stacks.copies.flatMap(\.lines))
            }
            if found.lines.isEmpty { found.lines = try profileLines(of: modules) }
            // These are alternatives, not the lines of several services.
            found.lines = Array(found.lines.prefix(1))
            if let line = found.lines.first {
                found.remarks.append(
                    ImportRemark(
                        .note, at: line.location,
                        "read because no service calls \(line.module) for new passwords now; it is not in force"
                    ))
            }
        }
        return found
    }

    /// The modules' lines, from the files that these lines are in.
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

    /// The modules' lines in the profiles of pam-auth-update(8), which writes them to /etc/pam.d while they
    /// are enabled. Our profile disables them.
    private func profileLines(of modules: [String]) throws -> [PamLine] {
        let folder = "/usr/share/pam-configs"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: location(of: folder))) ?? []
        // Profiles of other packages may also call a module.
        let usual = modules.map { String($0.dropFirst("pam_".count)) }
        let ordered = usual.filter { names.contains($0) } + names.sorted().filter { !usual.contains($0) }
        return try ordered.flatMap { PamLine.lines(inProfile: try read(folder + "/" + $0), of: modules) }
    }

    // MARK: - Files

    /// Reads a file, whatever its contents are.
    func read(_ path: String) throws -> ImportedFile {
        ImportedFile(name: path, text: try Input.readAll(path: location(of: path), limit: Self.limit))
    }

    /// Reads a file named by an argument, or standard input for `-`.
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

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: location(of: path)) }

    /// The files that libpwquality reads, in its order: the main file is last, and overrides the others.
    func pwqualityFiles() throws -> [ImportedFile] {
        let folder = Self.mainPwqualityPath + ".d"
        var paths: [String] = []
        if exists(folder) {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: location(of: folder))
            else {
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

    /// Whether the first ".conf" in the name is at its end: libpwquality's own test.
    private static func isConfiguration(_ name: [UInt8]) -> Bool {
        let suffix = Array(".conf".utf8)
        for start in name.indices where name[start...].starts(with: suffix) {
            return start + suffix.count == name.count
        }
        return false
    }

    /// The file that passwdqc's programs read. pam_passwdqc reads it only if its line says so.
    func passwdqcFile() throws -> ImportedFile? {
        exists(Self.defaultPasswdqcPath) ? try read(Self.defaultPasswdqcPath) : nil
    }

    /// The file that pam_pwhistory reads; nil if there is none.
    /// - Parameter line: Its line, which may name another file.
    func pwhistoryFile(for line: PamLine?) throws -> ImportedFile? {
        let path = line?.value(of: "conf") ?? "/etc/security/pwhistory.conf"
        return exists(path) ? try read(path) : nil
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

    /// The number of passwords that a line of pam_pwhistory remembers; 0 if it does nothing, nil if that is
    /// not known.
    func passwordsRemembered(by line: PasswordStacks.Line) -> Int? {
        guard let line = line.pamLine(of: PolicyImport.pwhistoryModules) else { return nil }
        return PolicyImport.passwordsRemembered(byPwhistory: try? pwhistoryFile(for: line), line: line)
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
