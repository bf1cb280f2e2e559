import ArgumentParser
import FoundationEssentials
import PasswordRules
import PasswordRulesBlocklist
import PasswordRulesImport

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Print the configuration of another password module as a policy file.",
        discussion: helpText(
            """
            Comments in the output and notes on standard error list what differs and what is not imported. Read them, \
            check the result with "passwordrules policy --config FILE --check", and install it as \
            /etc/security/passwordrules.conf.
            """,
            exitStatus: "0 a policy was printed, 2 error in the arguments or the input files",
            examples: [
                "From pam_pwquality": "passwordrules import pwquality pwquality.conf > policy.conf",
                "From pam_passwdqc": "passwordrules import passwdqc passwdqc.conf > policy.conf",
            ]),
        subcommands: [PwqualityCommand.self, PasswdqcCommand.self])

    func run() throws { try PasswordRulesCommand.askForCommand(of: Self.self) }

    struct PwqualityCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pwquality",
            abstract: "Import the files of libpwquality.",
            discussion: helpText(
                """
                By default it reads /etc/security/pwquality.conf.d/*.conf and then /etc/security/pwquality.conf, as \
                pam_pwquality does.
                """,
                exitStatus: "0 a policy was printed, 2 error in the arguments or the input files",
                examples: [
                    "From files in another place":
                        "passwordrules import pwquality pwquality.conf > policy.conf"
                ]))

        @Argument(
            help: ArgumentHelp(
                "Files in the order in which they are read; later ones override earlier ones.",
                valueName: "file"),
            completion: .file())
        var files: [String] = []

        func run() throws {
            let paths = files.isEmpty ? try ImportedFiles.ofPwquality() : files
            var texts: [ImportedFile] = []
            for path in paths { texts.append(try ImportedFiles.read(path)) }
            try printImport { () throws(ImportFailure) in
                try PolicyImport(pwquality: texts, commonBlocklist: Installation.commonBlocklist)
            }
        }
    }

    struct PasswdqcCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "passwdqc",
            abstract: "Import the file of passwdqc.",
            discussion: helpText(
                "By default it reads /etc/passwdqc.conf.",
                exitStatus: "0 a policy was printed, 2 error in the arguments or the input files",
                examples: [
                    "From a file in another place":
                        "passwordrules import passwdqc passwdqc.conf > policy.conf"
                ]))

        @Argument(
            help: ArgumentHelp("The file that config= names in the PAM line.", valueName: "file"),
            completion: .file())
        var file = "/etc/passwdqc.conf"

        func run() throws {
            let text = try ImportedFiles.read(file)
            try printImport { () throws(ImportFailure) in
                try PolicyImport(passwdqc: text) { path throws(ImportRemark) in
                    do {
                        return try ImportedFiles.read(path).text
                    } catch let problem as UnreadableFile {
                        throw ImportRemark(.error, problem.message)
                    } catch {
                        throw ImportRemark(.error, "\(path): cannot be read")
                    }
                }
            }
        }
    }

    /// Prints the policy and its remarks; errors end the program.
    private static func printImport(_ make: () throws(ImportFailure) -> PolicyImport) throws {
        let policy: PolicyImport
        do throws(ImportFailure) {
            policy = try make()
        } catch {
            complain(error.remarks)
            throw ExitCode(2)
        }
        complain(policy.remarks)
        // Every line is written with a newline.
        try Output.standard.write(Array(policy.text.utf8.dropLast()))
    }

    private static func complain(_ remarks: [ImportRemark]) {
        for remark in remarks { Output.complain("passwordrules: " + printable(remark.line)) }
    }
}

/// Configuration files of other password modules.
private enum ImportedFiles {
    /// The largest file that is read, in bytes.
    private static let limit = 1 << 20
    private static let mainPwqualityPath = "/etc/security/pwquality.conf"

    static func read(_ path: String) throws -> ImportedFile {
        ImportedFile(name: path, text: try Input.readAll(path: path, limit: limit))
    }

    /// The files that libpwquality reads, in its order: the main one last, which overrides the others.
    static func ofPwquality() throws -> [String] {
        let folder = mainPwqualityPath + ".d"
        let manager = FileManager.default
        var paths: [String] = []
        if manager.fileExists(atPath: folder) {
            guard let names = try? manager.contentsOfDirectory(atPath: folder) else {
                throw UnreadableFile(folder, "cannot be read")
            }
            let configurations = names.filter { isConfiguration(Array($0.utf8)) }
            // strcmp(3) compares bytes.
            let sorted = configurations.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            paths = sorted.map { folder + "/" + $0 }
        }
        if manager.fileExists(atPath: mainPwqualityPath) { paths.append(mainPwqualityPath) }
        guard !paths.isEmpty else {
            throw Failure(message: "found neither \(mainPwqualityPath) nor any file in \(folder)")
        }
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
