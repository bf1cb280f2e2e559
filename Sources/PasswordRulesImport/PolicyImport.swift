internal import PasswordRules

/// A configuration file of another password module.
public struct ImportedFile: Sendable {
    /// Its path, for messages.
    public let name: String
    /// Its contents, in any encoding.
    public let text: [UInt8]

    /// Creates a file from its path and its bytes.
    public init(name: String, text: [UInt8]) {
        self.name = name
        self.text = text
    }
}

/// A remark about an import: a mistake, or a difference between the policy and its source.
public struct ImportRemark: Error, Equatable, Sendable {
    /// How severe a remark is.
    public enum Severity: Int, Sendable {
        /// The import is as intended; the policy is stricter, or differs for few passwords.
        case note = 1
        /// A setting is not imported: the policy accepts passwords that the other module refuses.
        case warning = 2
        /// A mistake: there is no policy.
        case error = 3
    }

    /// How severe the remark is.
    public let severity: Severity
    /// Its subject: `FILE:LINE:COLUMN`, or a default of the other module; empty for the whole import.
    public let location: String
    /// One English sentence.
    public let message: String
    /// The line, and another that underlines the range, each after a newline; empty if this does not help.
    public let excerpt: String

    /// Creates a remark.
    public init(_ severity: Severity, at location: String = "", _ message: String, excerpt: String = "") {
        self.severity = severity
        self.location = location
        self.message = message
        self.excerpt = excerpt
    }

    /// `location: severity: message`
    public var line: String { (location.isEmpty ? "" : location + ": ") + sentence }

    /// `severity: message`
    var sentence: String {
        switch severity {
        case .note: "note: " + message
        case .warning: "warning: " + message
        case .error: "error: " + message
        }
    }
}

/// Files that cannot be imported.
public struct ImportFailure: Error, Equatable, Sendable {
    /// All mistakes, in the order of the files.
    public let remarks: [ImportRemark]

    /// Creates a failure from its mistakes.
    public init(remarks: [ImportRemark]) { self.remarks = remarks }
}

/// A policy made from the configuration of another password module.
public struct PolicyImport: Equatable, Sendable {
    /// A policy file: each key follows the setting that it comes from.
    public let text: String
    /// The differences, and what is not imported, in the order of the text, which includes them.
    public let remarks: [ImportRemark]

    /// The modules whose lines can be imported as pwquality's.
    public static let pwqualityModules = ["pam_pwquality", "pam_cracklib"]
    /// The modules whose lines can be imported as passwdqc's.
    public static let passwdqcModules = ["pam_passwdqc"]
    /// The modules whose lines can be imported as pwhistory's. The second one has only `remember=`.
    public static let pwhistoryModules = ["pam_pwhistory", "pam_unix"]

    /// Imports the policy of pam_pwquality, of libpwquality 1.4.5. Later files override earlier ones, and the
    /// options of the PAM line override all files. The line may also be pam_cracklib's, which reads no files.
    ///
    /// pam_pwquality ignores a line of a file with a mistake and everything after it, and options with a
    /// mistake; here both are errors.
    /// - Parameters:
    ///   - line: The PAM line; nil if it is not known.
    ///   - others: The lines of other services.
    ///   - remarks: The reader's remarks on the files and the line.
    ///   - commonBlocklist: The path of the list of common passwords, which replaces cracklib's dictionary;
    ///     nil for its usual path.
    ///   - isListMissing: Whether that list is missing; if so, a note reports it.
    ///   - isPart: Whether it is a part of a larger policy, and only adds demands.
    /// - Throws: All lines and options with a mistake.
    public init(
        pwquality files: [ImportedFile], line: PamLine? = nil, others: [PamLine] = [],
        remarks: [ImportRemark] = [], commonBlocklist: [UInt8]? = nil, isListMissing: Bool = false,
        isPart: Bool = false
    ) throws(ImportFailure) {
        var reader = PwqualityReader(of: line?.module == "pam_cracklib" ? .cracklib : .pwquality)
        for file in files { reader.read(file) }
        if let line { reader.read(line) }
        guard reader.mistakes.isEmpty else { throw ImportFailure(remarks: reader.mistakes) }
        let list = commonBlocklist.map { String(decoding: $0, as: UTF8.self) }
        self.init(
            PwqualityConversion(
                reader.settings, files: files.map { $0.name }, line: line, others: others,
                remarks: remarks, commonBlocklist: list ?? "\(Preset.usualCommonBlocklist)",
                isListMissing: isListMissing, isPart: isPart
            ).draft)
    }

    /// Imports the policy of passwdqc from this file, and then the options of this PAM line.
    /// - Parameters:
    ///   - file: A file, as `config=` names it; nil for only those that the line names.
    ///   - line: The PAM line; nil if it is not known.
    ///   - others: The lines of other services.
    ///   - remarks: The reader's remarks on the file and the line.
    ///   - isPart: Whether it is a part of a larger policy, and only adds demands.
    ///   - include: Reads an included file. Only the message of its error is used.
    /// - Throws: The first mistake. passwdqc stops there, too.
    public init(
        passwdqc file: ImportedFile?, line: PamLine? = nil, others: [PamLine] = [],
        remarks: [ImportRemark] = [], isPart: Bool = false,
        including include: (String) throws(ImportRemark) -> [UInt8]
    ) throws(ImportFailure) {
        var reader = PasswdqcReader()
        do throws(ImportRemark) {
            if let file { try reader.read(file, include: include) }
            if let line { try reader.read(line, include: include) }
            self.init(
                try PasswdqcConversion(
                    reader.settings, files: reader.files, line: line, others: others, remarks: remarks,
                    isPart: isPart
                ).draft())
        } catch {
            throw ImportFailure(remarks: [error])
        }
    }

    /// Imports the number of passwords that pam_pwhistory and pam_unix remember, as a part of a policy. The
    /// options of pam_pwhistory's PAM line override its file.
    /// - Parameters:
    ///   - file: The file, usually pwhistory.conf; nil if there is none.
    ///   - line: The line of pam_pwhistory; nil if it is not known.
    ///   - unix: The lines of pam_unix with `remember=`. If there is neither a file nor a line, only these
    ///     are imported.
    ///   - others: The lines of pam_pwhistory for other services.
    ///   - remarks: The reader's remarks on the file and the lines.
    /// - Throws: The first mistake.
    public init(
        pwhistory file: ImportedFile?, line: PamLine? = nil, unix: [PamLine] = [], others: [PamLine] = [],
        remarks: [ImportRemark] = []
    ) throws(ImportFailure) {
        do throws(ImportRemark) {
            let settings =
                file == nil && line == nil && !unix.isEmpty
                ? nil : try Self.settings(ofPwhistory: file, line: line)
            self.init(
                try PwhistoryConversion(
                    settings, file: file?.name, line: line, unix: unix,
                    remarks: remarks + PamLine.remarks(on: others, besides: line)
                ).draft)
        } catch {
            throw ImportFailure(remarks: [error])
        }
    }

    /// The number of passwords that pam_pwhistory remembers; 0 if it does nothing, nil if its settings have a
    /// mistake.
    public static func passwordsRemembered(byPwhistory file: ImportedFile?, line: PamLine) -> Int? {
        (try? settings(ofPwhistory: file, line: line))?.remembered
    }

    private static func settings(
        ofPwhistory file: ImportedFile?, line: PamLine?
    ) throws(ImportRemark) -> PwhistorySettings {
        var settings = PwhistorySettings()
        if let file { try settings.read(file) }
        if let line { try settings.read(line) }
        return settings
    }

    private init(_ draft: PolicyDraft) {
        var draft = draft
        // The composition rules of an imported policy are intended, so checks must not advise against them.
        if PolicyFile.lint(Array(draft.text.utf8), isPart: true).items.contains(where: {
            $0.code == .compositionRule
        }) {
            draft.add(
                [
                    "NIST SP 800-63B-4 advises against composition rules; these are kept on purpose"
                ],
                [(key: .accept, value: "composition-rule")])
        }
        text = draft.text
        remarks = draft.remarks
    }
}
