import ArgumentParser
import PasswordRules
import PasswordRulesLists
import PasswordRulesImport

struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Print the configuration of another password module as a policy file.",
        discussion: helpText(
            """
            Comments in the output say what became of each setting, and notes on standard error what differs and what is not \
            carried over. Read them, and install the result with "passwordrules policy --install FILE". With --drop-in, the \
            output is a part that only adds to the machine's policy: install it with --as.
            """,
            exitStatus: "0 a policy was printed, 2 error in the arguments or the input files",
            examples: [
                "From pam_pwquality": "passwordrules import pwquality pwquality.conf > policy.conf",
                "From pam_passwdqc": "passwordrules import passwdqc passwdqc.conf > policy.conf",
                "A part with the history that pam_pwhistory keeps":
                    "passwordrules import pwhistory --pam-line 'remember=24' > history.conf",
                "A part that keeps what pam_pwquality demanded":
                    "passwordrules import pwquality pwquality.conf --drop-in > new.conf",
            ]),
        subcommands: [PwqualityCommand.self, PasswdqcCommand.self, PwhistoryCommand.self])

    func run() throws { try PasswordRulesCommand.refuseMissingCommand(of: Self.self) }

    struct PwqualityCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pwquality",
            abstract: "Import the settings of pam_pwquality or pam_cracklib.",
            discussion: helpText(
                """
                By default it reads /etc/security/pwquality.conf.d/*.conf, then /etc/security/pwquality.conf, and then the options \
                in the module's PAM line, as pam_pwquality does. For files that are named, the PAM line is not known: give it \
                with --pam-line. If no service calls the module now, a copy of its line in /etc/pam.d, such as \
                common-password.pam-old, or its profile in /usr/share/pam-configs is read.
                """,
                exitStatus: "0 a policy was printed, 2 error in the arguments or the input files",
                examples: [
                    "From files elsewhere":
                        "passwordrules import pwquality pwquality.conf --pam-line retry=3"
                ]))

        @Argument(
            help: ArgumentHelp(
                "Files in the order in which they are read; later ones override earlier ones; - is standard input.",
                valueName: "file"),
            completion: .file())
        var files: [String] = []

        @OptionGroup var source: ImportSource

        func run() throws {
            guard files.count(where: { $0 == "-" }) <= 1 else {
                throw Failure(message: "standard input (-) can be given only once")
            }
            let modules = PolicyImport.pwqualityModules
            let found = try source.lines(of: modules, isMachine: files.isEmpty)
            var texts: [ImportedFile] = []
            if found.lines.first?.module == "pam_cracklib" {
                guard files.isEmpty else {
                    throw Failure(message: "pam_cracklib reads no files: give only its PAM line")
                }
            } else {
                texts =
                    files.isEmpty
                    ? try source.files.pwqualityFiles() : try files.map { try source.files.read(named: $0) }
            }
            if files.isEmpty, found.lines.isEmpty {
                guard !texts.isEmpty else {
                    ImportCommand.complain(found.remarks)
                    throw Failure(
                        message:
                            "found no settings of pwquality in /etc/security, and no line of pam_pwquality in /etc/pam.d"
                    )
                }
                noteMissingLine(of: modules[0])
            }
            try printImport { () throws(ImportFailure) in
                try source.files.policy(ofPwquality: texts, found, isPart: source.isPart)
            }
        }
    }

    struct PasswdqcCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "passwdqc",
            abstract: "Import the settings of pam_passwdqc.",
            discussion: helpText(
                """
                By default it reads the options in the module's PAM line, and the file that config= names there; without such a \
                line, /etc/passwdqc.conf.
                """,
                exitStatus: "0 a policy was printed, 2 error in the arguments or the input files",
                examples: [
                    "From a file elsewhere":
                        "passwordrules import passwdqc passwdqc.conf > policy.conf"
                ]))

        @Argument(
            help: ArgumentHelp(
                "The file that config= names in the PAM line; - is standard input.", valueName: "file"),
            completion: .file())
        var file: String?

        @OptionGroup var source: ImportSource

        func run() throws {
            let modules = PolicyImport.passwdqcModules
            let found = try source.lines(of: modules, isMachine: file == nil)
            var text = try file.map { try source.files.read(named: $0) }
            if file == nil, found.lines.isEmpty {
                text = try source.files.passwdqcFile()
                guard text != nil else {
                    ImportCommand.complain(found.remarks)
                    throw Failure(
                        message: "found neither /etc/passwdqc.conf nor a line of pam_passwdqc in /etc/pam.d")
                }
                noteMissingLine(of: modules[0])
            }
            try printImport { () throws(ImportFailure) in
                try source.files.policy(ofPasswdqc: text, found, isPart: source.isPart)
            }
        }
    }

    struct PwhistoryCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "pwhistory",
            abstract: "Import the number of earlier passwords that pam_pwhistory or pam_unix remembers.",
            discussion: helpText(
                """
                By default it reads /etc/security/pwhistory.conf, the options in the line of pam_pwhistory, and remember= in the \
                lines of pam_unix. The output is always a drop-in, which only adds demands. Remove that line and that option when \
                you install it: the modules do not share a lock.
                """,
                exitStatus: "0 a policy was printed, 2 error in the arguments or the input files",
                examples: [
                    "From a line":
                        "passwordrules import pwhistory --pam-line 'pam_pwhistory.so remember=24 use_authtok'"
                ]))

        @Argument(
            help: ArgumentHelp("A file like pwhistory.conf; - is standard input.", valueName: "file"),
            completion: .file())
        var file: String?

        @OptionGroup var source: ImportSource

        func run() throws {
            let isMachine = file == nil && source.pamLine == nil
            let modules = PolicyImport.pwhistoryModules
            var found = try source.lines(
                of: isMachine ? Array(modules.prefix(1)) : modules, isMachine: file == nil)
            var unix = found.lines.filter { $0.module == modules[1] }
            found.lines.removeAll { $0.module == modules[1] }
            if isMachine {
                let others = try source.files.lines(of: Array(modules.dropFirst()))
                if others.areInForce { unix = others.lines.filter(\.makesUnixRemember) }
            }
            let line = found.lines.first
            var text = try file.map { try source.files.read(named: $0) }
            // Without a line, the file is not in force.
            if isMachine, line != nil || unix.isEmpty { text = try source.files.pwhistoryFile(for: line) }
            if isMachine, line == nil, unix.isEmpty {
                guard text != nil else {
                    ImportCommand.complain(found.remarks)
                    throw Failure(
                        message:
                            "found neither a line of pam_pwhistory nor remember= of pam_unix in /etc/pam.d")
                }
                noteMissingLine(of: modules[0])
            }
            try printImport { () throws(ImportFailure) in
                try PolicyImport(
                    pwhistory: text, line: line, unix: unix, others: Array(found.lines.dropFirst()),
                    remarks: found.remarks)
            }
        }
    }

    private static func noteMissingLine(of module: String) {
        Output.complain(
            "passwordrules: note: no line in /etc/pam.d calls \(module) for new passwords, so these settings are not in force"
        )
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
        // `write` adds the last line feed.
        try Output.standard.write(Array(policy.text.utf8.dropLast()))
    }

    private static func complain(_ remarks: [ImportRemark]) {
        for remark in remarks { Output.complain("passwordrules: " + printable(remark.line) + remark.excerpt) }
    }
}
