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
        /// Imported as meant; the policy is stricter, or differs for few passwords.
        case note = 1
        /// A setting is not imported: the policy accepts passwords that the other module refuses.
        case warning = 2
        /// A mistake: there is no policy.
        case error = 3
    }

    /// How severe the remark is.
    public let severity: Severity
    /// Its subject: `FILE:LINE:COLUMN`, or a default of the other module; empty for the whole import.
    public let place: String
    /// One English sentence.
    public let message: String

    /// Creates a remark.
    public init(_ severity: Severity, at place: String = "", _ message: String) {
        self.severity = severity
        self.place = place
        self.message = message
    }

    /// `place: severity: message`
    public var line: String { (place.isEmpty ? "" : place + ": ") + sentence }

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
}

/// A policy that was made from the configuration of another password module.
public struct PolicyImport: Equatable, Sendable {
    /// A policy file: each key follows the setting that it comes from.
    public let text: String
    /// The differences, and what is not imported, in the order of the text, which includes them.
    public let remarks: [ImportRemark]

    /// The policy of libpwquality 1.4.5 with these files, read in this order: later ones override earlier ones.
    ///
    /// libpwquality ignores a line with a mistake and everything after it; here it is an error.
    /// - Parameter commonBlocklist: The path of the list of common passwords, which replaces cracklib's dictionary; nil for its
    /// usual path.
    /// - Throws: All lines with a mistake.
    public init(
        pwquality files: [ImportedFile], commonBlocklist: [UInt8]? = nil
    ) throws(ImportFailure) {
        var reader = PwqualityReader()
        for file in files { reader.read(file) }
        guard reader.mistakes.isEmpty else { throw ImportFailure(remarks: reader.mistakes) }
        let list = commonBlocklist.map { String(decoding: $0, as: UTF8.self) }
        self.init(
            PwqualityConversion(
                reader.settings, files: files.map { $0.name },
                commonBlocklist: list ?? "\(Preset.usualCommonBlocklist)"
            ).draft)
    }

    /// The policy of passwdqc with this file.
    /// - Parameters:
    ///   - file: A file as `config=` names it.
    ///   - include: Reads an included file. Only the message of its error is used.
    /// - Throws: The first mistake, at which passwdqc stops, too.
    public init(
        passwdqc file: ImportedFile, including include: (String) throws(ImportRemark) -> [UInt8]
    ) throws(ImportFailure) {
        var reader = PasswdqcReader()
        do throws(ImportRemark) {
            try reader.read(file, include: include)
            self.init(try PasswdqcConversion(reader.settings, files: reader.files).draft())
        } catch {
            throw ImportFailure(remarks: [error])
        }
    }

    private init(_ draft: PolicyDraft) {
        text = draft.text
        remarks = draft.remarks
    }
}
