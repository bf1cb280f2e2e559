public import PasswordRules

/// A diagnostic with its source and words, as a person or a log sees it.
public struct LocatedDiagnostic: Sendable {
    /// How grave it is.
    public let severity: Diagnostic.Severity
    /// The stable number: a `Diagnostic.Code` or a `FileProblem.code`.
    public let code: Int
    /// The file's path, the key of a setting, or empty for a descriptor.
    public let source: [UInt8]
    /// From 1; 0 where the diagnostic is about the source as a whole.
    public let line: Int
    /// In bytes, from 1; 0 as above.
    public let column: Int
    /// In bytes from the start of the text.
    public let offset: Int
    /// In bytes.
    public let length: Int
    /// One English sentence.
    public let message: [UInt8]

    /// A diagnostic about `text`, which was read from `source`.
    /// - Parameter prefix: The bytes at the start of `text` that are not to be counted.
    public init(_ diagnostic: Diagnostic, source: [UInt8], text: Span<UInt8>, skipping prefix: Int = 0) {
        let position = diagnostic.position(in: text)
        // What stands before the part that counts, a misspelt key for instance, is counted from its own start.
        let prefix = diagnostic.offset < prefix ? 0 : prefix
        severity = diagnostic.severity
        code = diagnostic.code.rawValue
        self.source = source
        line = diagnostic.isAboutTheWhole ? 0 : position.line
        column =
            diagnostic.isAboutTheWhole ? 0 : position.line == 1 ? position.column - prefix : position.column
        offset = diagnostic.offset - prefix
        length = diagnostic.length
        message = diagnostic.messageBytes(in: text)
    }

    init(_ problem: FileProblem, source: [UInt8]) {
        severity = .error
        code = problem.code
        self.source = source
        line = 0
        column = 0
        offset = 0
        length = 0
        message = problem.messageBytes
    }

    /// `source:line:column: `, as far as it is known, to put before the message.
    public var place: [UInt8] {
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

/// A policy that cannot be read whole.
public struct PolicyLoadFailure: Error, Sendable {
    /// Why not, with the remarks on what was read, in the order of their places. One at least is an error.
    public let diagnostics: [LocatedDiagnostic]
    /// Whether root may go on with a warning: the policy was seen whole, or not to exist, and nothing in it
    /// mentions `enforce-for-root`.
    let exemptsRoot: Bool

    /// What happens with a change in these circumstances while the policy cannot be read.
    public func enforcement(in context: PolicyContext) -> Enforcement {
        exemptsRoot && context.isByRoot && !context.isExpired ? .warn : .yes
    }
}

/// A policy and the remarks on its text.
public struct LoadedPolicy: Sendable {
    /// The policy.
    public let policy: Policy
    /// Remarks; none of them an error.
    public let diagnostics: [LocatedDiagnostic]
}

/// Reads policies from files and settings.
public struct PolicyLoader {
    /// Where a machine's policy is.
    public static var defaultPath: StaticString { "/etc/security/passwordrules.conf" }

    private var diagnostics: [LocatedDiagnostic] = []
    private var mentionsRoot = false
    private var hasUnseenText = false

    /// Reads the policy file at a NUL-terminated path, and settings such as `retry=1`, which override its keys one
    /// by one.
    /// - Parameter isOptional: Whether it is fine that there is no such file.
    public static func load(
        path: UnsafePointer<CChar>, isOptional: Bool = false, settings texts: [[UInt8]] = []
    ) throws(PolicyLoadFailure) -> LoadedPolicy {
        var loader = PolicyLoader()
        // All of the settings are looked at before the first can fail.
        for text in texts { loader.lookForRoot(in: text) }
        let source = unsafe bytes(of: path)
        var settings = try unsafe loader.read(path: path, source: source, isOptional: isOptional)
        settings = settings.overridden(by: try loader.read(settings: texts))
        do {
            return LoadedPolicy(policy: try Policy(settings), diagnostics: loader.diagnostics)
        } catch {
            let nothing: [UInt8] = []
            throw loader.fail(LocatedDiagnostic(error, source: source, text: nothing.span))
        }
    }

    private mutating func read(
        path: UnsafePointer<CChar>, source: [UInt8], isOptional: Bool
    ) throws(PolicyLoadFailure) -> PolicySettings {
        let text: [UInt8]
        do {
            text = try unsafe readTrustedFile(atPath: path, limit: PolicySettings.maximumFileLengthInBytes)
        } catch {
            if error.isMissing, isOptional { return PolicySettings() }
            if !error.isMissing { hasUnseenText = true }
            throw fail(LocatedDiagnostic(error, source: source))
        }
        lookForRoot(in: text)
        var found = Diagnostics()
        let settings = PolicySettings(parsingFile: text.span, diagnostics: &found)
        try note(found, source: source, text: text)
        return settings ?? PolicySettings()
    }

    private mutating func read(settings texts: [[UInt8]]) throws(PolicyLoadFailure) -> PolicySettings {
        var settings = PolicySettings()
        for text in texts {
            let (key, valueStart) = Self.split(text)
            var found = Diagnostics()
            _ = settings.add(parsing: text.span, diagnostics: &found)
            try note(found, source: key, text: text, skipping: valueStart)
        }
        return settings
    }

    /// The key of a setting, and where its value begins; columns count from there.
    private static func split(_ text: [UInt8]) -> (key: [UInt8], valueStart: Int) {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        let start = text.firstIndex { !isBlank($0) } ?? 0
        let end = text[start...].firstIndex { $0 <= 0x20 || $0 == 0x3D || $0 >= 0x7F } ?? text.count
        guard let equals = text.firstIndex(of: 0x3D) else { return (Array(text[start..<end]), 0) }
        let value = text[(equals + 1)...].firstIndex { !isBlank($0) } ?? text.count
        return (Array(text[start..<end]), value)
    }

    /// Keeps what was found, and fails if it is an error.
    private mutating func note(
        _ found: Diagnostics, source: [UInt8], text: [UInt8], skipping prefix: Int = 0
    ) throws(PolicyLoadFailure) {
        for diagnostic in found.items {
            diagnostics.append(
                LocatedDiagnostic(diagnostic, source: source, text: text.span, skipping: prefix))
        }
        guard found.hasErrors else { return }
        throw PolicyLoadFailure(diagnostics: diagnostics, exemptsRoot: exemptsRoot)
    }

    private func fail(_ diagnostic: LocatedDiagnostic) -> PolicyLoadFailure {
        PolicyLoadFailure(diagnostics: diagnostics + [diagnostic], exemptsRoot: exemptsRoot)
    }

    private var exemptsRoot: Bool { !mentionsRoot && !hasUnseenText }

    /// Root is let through a broken policy only where that cannot be what the administrator forbade.
    private mutating func lookForRoot(in text: [UInt8]) {
        if PolicySettings.mentionsRoot(text.span) { mentionsRoot = true }
    }
}

/// The bytes of a C string, without its NUL.
public func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    var bytes: [UInt8] = []
    // SAFETY: the caller's string ends in a NUL.
    var next = unsafe string
    while unsafe next.pointee != 0 {
        bytes.append(UInt8(bitPattern: unsafe next.pointee))
        unsafe next += 1
    }
    return bytes
}
