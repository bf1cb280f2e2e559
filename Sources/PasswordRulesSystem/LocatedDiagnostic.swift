package import NameServices
public import PasswordRules

/// A diagnostic with its source and its message, for people and logs.
public struct LocatedDiagnostic: Equatable, Sendable {
    /// How severe it is.
    public let severity: Diagnostic.Severity
    /// The stable number: of a `Diagnostic.Code`, a `FileProblem` or a `MachineDiagnosticCode`.
    public let code: Int
    /// The file's path, the key of a setting, or empty for a descriptor.
    public let source: [UInt8]
    /// The line, from 1; 0 if the diagnostic is about the source as a whole.
    public let line: Int
    /// The column, in bytes from 1; 0 if the diagnostic is about the source as a whole.
    public let column: Int
    /// The position, in bytes from the start of the text.
    public let offset: Int
    /// The length of the range, in bytes.
    public let length: Int
    /// The message: one English sentence.
    public let message: [UInt8]

    /// A diagnostic about `text`, which was read from `source`.
    /// - Parameter prefix: The number of bytes at the start of `text` that positions do not count.
    public init(_ diagnostic: Diagnostic, source: [UInt8], text: Span<UInt8>, skipping prefix: Int = 0) {
        let position = diagnostic.position(in: text)
        // Positions inside the prefix, of a misspelt key for instance, count from the start of the text.
        let prefix = diagnostic.offset < prefix ? 0 : prefix
        severity = diagnostic.severity
        code = diagnostic.code.rawValue
        self.source = source
        line = diagnostic.isAboutWholeText ? 0 : position.line
        column =
            diagnostic.isAboutWholeText ? 0 : position.line == 1 ? position.column - prefix : position.column
        offset = diagnostic.offset - prefix
        length = diagnostic.length
        message = diagnostic.messageBytes(in: text)
    }

    /// A diagnostic about a file of a policy.
    package init(_ diagnostic: Diagnostic, in source: PolicyFile) {
        let text = source.text
        severity = diagnostic.severity
        code = diagnostic.code.rawValue
        self.source = source.name
        (line, column) = diagnostic.isAboutWholeText ? (0, 0) : source.position(of: diagnostic.offset)
        (offset, length) = (diagnostic.offset, diagnostic.length)
        message = diagnostic.messageBytes(in: text.span)
    }

    /// A diagnostic about a descriptor, which has no name.
    package init(_ diagnostic: Diagnostic, descriptor: Span<UInt8>) {
        self.init(diagnostic, source: [], text: descriptor)
    }

    /// A problem of the file at `source`, or of a folder.
    package init(_ problem: FileProblem, source: [UInt8], isFolder: Bool = false) {
        var text = Text(isFolder ? "the folder " : "the file ")
        for byte in problem.messageBytes(ofFile: source) { text.append(byte: byte) }
        self.init(code: problem.code, message: text.bytes, source: source)
    }

    init(_ problem: AccountProblem, user: [UInt8]) {
        // The name is not validated, and must not forge a line in a log.
        var source = Text("user ")
        source.append(quoting: user.span, from: 0, count: user.count)
        self.init(code: problem.code, message: problem.messageBytes, source: source.bytes)
    }

    /// Why some groups of this user are in doubt, or those of any user if `user` is nil.
    package init(_ doubt: MembershipDoubt, user: [UInt8]?) {
        var text = Text()
        for byte in doubt.messageBytes { text.append(byte: byte) }
        text.append(": ")
        if let user {
            text.append("user ")
            text.append(quoting: user.span, from: 0, count: user.count)
        } else {
            text.append("users")
        }
        text.append(" may be in unknown groups, whose sections would then apply too")
        self.init(
            code: MachineDiagnosticCode.membershipInDoubt.rawValue, message: text.bytes,
            source: Text("/etc/nsswitch.conf").bytes, severity: .warning)
    }

    /// Too many groups with sections are in doubt.
    init(tooManyDoubts limit: Int, user: [UInt8]) {
        var text = Text("there are sections for more than ")
        text.append(limit)
        text.append(" groups that user ")
        text.append(quoting: user.span, from: 0, count: user.count)
        text.append(" may be in, because a group service does not answer")
        self.init(
            code: MachineDiagnosticCode.tooManyDoubts.rawValue, message: text.bytes,
            source: Text("/etc/nsswitch.conf").bytes)
    }

    /// A path in a PAM line that does not begin with "/".
    init(relativePath path: [UInt8]) {
        var text = Text("invalid value ")
        text.append(quoting: path.span, from: 0, count: path.count)
        text.append("; expected a path that begins with \"/\"")
        self.init(
            code: Diagnostic.Code.invalidValue.rawValue, message: text.bytes, source: Text("config").bytes)
    }

    /// A limit of the process is too low for a password change.
    init(tightLimit limit: [UInt8]) {
        self.init(
            code: MachineDiagnosticCode.tightLimit.rawValue,
            message: Text("the resource limit is too low for a password change").bytes, source: limit)
    }

    /// Why a password is not counted.
    public init(_ problem: AuditProblem) {
        self.init(
            code: MachineDiagnosticCode.notCounted.rawValue, message: problem.reason,
            source: Text(problem.file.path).bytes)
    }

    /// A problem of a list that a policy names; without a line and a column if the range is empty.
    /// - Parameters:
    ///   - kind: The kind of list in the message, with a space after it.
    ///   - isInstalled: Whether the list is bundled; then the message names its package.
    ///   - remedy: How to change the policy so that it does not need the list.
    package init(
        _ problem: FileProblem, _ severity: Diagnostic.Severity, ofList kind: StaticString, path: [UInt8],
        source: PolicyFile, at range: Range<Int>, isInstalled: Bool, remedy: StaticString = ""
    ) {
        // The text of an argument is its value, so the position is its start.
        let position =
            source.isArgument
            ? (line: 1, column: 1) : source.position(of: range.lowerBound)
        self.severity = severity
        code = problem.code
        self.source = source.name
        line = range.isEmpty ? 0 : position.line
        column = range.isEmpty ? 0 : position.column
        offset = source.isArgument ? 0 : range.lowerBound
        length = range.count
        var text = Text(kind)
        // Characters other than printable ASCII are replaced, so that none can send control sequences to a
        // terminal, or lines to a log.
        for byte in path { text.append(byte: byte >= 0x20 && byte < 0x7F ? byte : 0x3F) }
        text.append(" ")
        for byte in problem.messageBytes(ofFile: path) { text.append(byte: byte) }
        if problem.isMissing, isInstalled {
            text.append("; the package passwordrules-blocklist contains it, and \"make install\" installs it")
        }
        text.append(remedy)
        message = text.bytes
    }

    /// A remark about a part of a source's text.
    package init(
        _ severity: Diagnostic.Severity, code: Int, source: PolicyFile, at range: Range<Int>,
        message: [UInt8]
    ) {
        self.severity = severity
        self.code = code
        self.source = source.name
        (line, column) = source.position(of: range.lowerBound)
        (offset, length) = (range.lowerBound, range.count)
        self.message = message
    }

    /// A remark that has no position in a text.
    package init(
        _ severity: Diagnostic.Severity, _ code: MachineDiagnosticCode, source: String, message: String
    ) {
        self.severity = severity
        self.code = code.rawValue
        self.source = Array(source.utf8)
        self.message = Array(message.utf8)
        (line, column, offset, length) = (0, 0, 0, 0)
    }

    private init(
        code: Int, message: [UInt8], source: [UInt8], severity: Diagnostic.Severity = .error
    ) {
        self.severity = severity
        self.code = code
        self.source = source
        line = 0
        column = 0
        offset = 0
        length = 0
        self.message = message
    }

    /// `source:line:column: `, or the known part of it, as a prefix of the message.
    public var location: [UInt8] {
        guard line > 0 else { return source.isEmpty ? [] : source + Text(": ").bytes }
        var text = Text()
        for number in [line, column] {
            text.append(":")
            text.append(number)
        }
        text.append(": ")
        return source + text.bytes
    }
}
