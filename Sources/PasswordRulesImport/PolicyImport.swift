internal import PasswordRules

/// A configuration file of another password module.
public struct ImportedFile: Sendable {
    /// Its path, for what is said about it.
    public let name: String
    /// All of it, whatever its encoding.
    public let text: [UInt8]

    /// Creates a file from its path and its bytes.
    public init(name: String, text: [UInt8]) {
        self.name = name
        self.text = text
    }
}

/// Something to say about an import: a mistake, or a way in which the policy differs from what it was made of.
public struct ImportRemark: Error, Equatable, Sendable {
    /// How grave a remark is.
    public enum Severity: Int, Sendable {
        /// Read as meant; the policy is stricter, or differs for few passwords.
        case note = 1
        /// Something is not carried over: the policy accepts what the other module refuses.
        case warning = 2
        /// A mistake: there is no policy.
        case error = 3
    }

    /// How grave it is.
    public let severity: Severity
    /// What it is about: `FILE:LINE:COLUMN`, or a default of the other module in its own words; empty for all of it.
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
    /// A policy file: each key stands under the setting that it comes from.
    public let text: String
    /// What differs, and what is not carried over, in the order of the text, which says it too.
    public let remarks: [ImportRemark]

    /// The policy of libpwquality 1.4.5 with these files, read in this order: later ones override earlier ones.
    ///
    /// libpwquality ignores a line with a mistake and everything behind it; here it is an error.
    /// - Parameter commonBlocklist: Where the list of common passwords is, which takes the place of cracklib's dictionary; nil
    ///   for where it usually is.
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
    ///   - include: Reads the file with this path, which another one includes. What it throws is only asked for its message.
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
