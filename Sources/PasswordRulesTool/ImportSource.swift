import ArgumentParser
import FoundationEssentials
import PasswordRulesImport

/// Where the configuration of other password modules is.
struct ImportSource: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The module's PAM line, or its options alone, such as 'retry=3'; '' if it has none.",
            valueName: "line"))
    var pamLine: String?

    @Option(
        help: ArgumentHelp("Look for the machine's files below this directory.", visibility: .hidden))
    var machine = ""

    /// The largest file that is read, in bytes.
    private static let limit = 1 << 20
    private static let mainPwqualityPath = "/etc/security/pwquality.conf"

    /// The PAM lines of the modules: the one that counts, and then those of other services.
    /// - Parameter isMachine: Whether those of this machine count if none was given.
    func lines(of modules: [String], isMachine: Bool) throws -> [PamLine] {
        if let pamLine {
            do throws(ImportRemark) {
                return [try PamLine(typed: pamLine, source: "--pam-line", of: modules)]
            } catch {
                throw Failure(message: error.line, excerpt: error.excerpt)
            }
        }
        guard isMachine else { return [] }
        let services = PasswordStacks(root: machine).services
        // Users change their passwords by passwd.
        let ordered = services.filter { $0.name == "passwd" } + services.filter { $0.name != "passwd" }
        var paths: [String] = []
        for line in ordered.flatMap(\.lines)
        where modules.contains(where: { $0 + ".so" == line.module || $0 == line.module })
            && !paths.contains(line.file)
        {
            paths.append(line.file)
        }
        return try paths.flatMap { PamLine.lines(in: try read($0), of: modules) }
    }

    /// A file, whose contents are anything.
    func read(_ path: String) throws -> ImportedFile {
        ImportedFile(name: path, text: try Input.readAll(path: place(of: path), limit: Self.limit))
    }

    /// Whether a file is there.
    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: place(of: path)) }

    private func place(of path: String) -> String { path.hasPrefix("/") ? machine + path : path }

    /// The files that libpwquality reads, in its order: the main one last, which overrides the others.
    func pathsOfPwquality() throws -> [String] {
        let folder = Self.mainPwqualityPath + ".d"
        var paths: [String] = []
        if exists(folder) {
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: place(of: folder)) else {
                throw UnreadableFile(folder, "cannot be read")
            }
            let configurations = names.filter { Self.isConfiguration(Array($0.utf8)) }
            // strcmp(3) compares bytes.
            let sorted = configurations.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            paths = sorted.map { folder + "/" + $0 }
        }
        if exists(Self.mainPwqualityPath) { paths.append(Self.mainPwqualityPath) }
        return paths
    }

    /// Whether the first ".conf" in the name is at its end, which is libpwquality's test.
    private static func isConfiguration(_ name: [UInt8]) -> Bool {
        let suffix = Array(".conf".utf8)
        for start in name.indices where name[start...].starts(with: suffix) {
            return start + suffix.count == name.count
        }
        return false
    }
}
