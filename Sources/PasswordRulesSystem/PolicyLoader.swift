public import PasswordRules

/// A policy that cannot be read whole.
public struct PolicyLoadFailure: Error, Sendable {
    /// Why not, with the remarks on what was read, in the order of their places. One at least is an error.
    public let diagnostics: [LocatedDiagnostic]
    /// Whether root may go on with a warning: the policy was seen whole, or not to exist, each line sets a key that there
    /// is, and nothing in it mentions `enforce-for-root` or a preset.
    let exemptsRoot: Bool

    /// What happens with a change in these circumstances while the policy cannot be read.
    public func enforcement(in context: PolicyContext) -> Enforcement {
        exemptsRoot && context.isByRoot && !context.isExpired ? .warn : .yes
    }
}

/// The policy of a machine, or of some files, and the remarks on its text.
public struct LoadedPolicy: Sendable {
    /// The policy for everybody for whom there is no section.
    public let policy: Policy
    /// All that is said of the policy.
    public let sources: PolicySources
    /// Remarks; none of them an error.
    public let diagnostics: [LocatedDiagnostic]

    /// The policy for a user, by the sections for the user and for the user's groups, which the system's account
    /// databases are asked for if any group has a section.
    /// - Throws: That the groups could not be found out. That there is no such user is no mistake.
    public func policy(forUser user: [UInt8]) throws(PolicyLoadFailure) -> Policy {
        guard sources.hasSections else { return policy }
        return try policy(for: try subject(forUser: user))
    }

    /// The policy for a subject, of whom all groups are known.
    /// - Throws: That there are no rules, as there may be where nothing is checked of anybody else, or that a list cannot be
    ///   opened.
    @inline(never)
    public func policy(for subject: PolicySubject) throws(PolicyLoadFailure) -> Policy {
        try sources.applied(to: subject).policy(
            remarks: [], source: sources.files.last?.name ?? [], isRootBound: false)
    }

    /// The user with the groups that policies ask for.
    /// - Throws: That the groups could not be found out.
    @inline(never)
    public func subject(forUser user: [UInt8]) throws(PolicyLoadFailure) -> PolicySubject {
        guard sources.hasGroupSections else { return PolicySubject(user: user) }
        do throws(AccountProblem) {
            return PolicySubject(user: user, groups: try Accounts.groups(ofUser: user))
        } catch {
            throw PolicyLoadFailure(
                diagnostics: [LocatedDiagnostic(error, user: user)], exemptsRoot: !sources.mayBindRoot)
        }
    }
}

/// Reads policies from files and settings.
public struct PolicyLoader {
    /// Where a machine's policy is.
    public static var defaultPath: StaticString { "/etc/security/passwordrules.conf" }
    /// Where a distribution has its own, which the machine's overrides.
    public static var vendorPath: StaticString { "/usr/lib/passwordrules/passwordrules.conf" }
    /// The most files in a policy's folder.
    public static var maximumDropInCount: Int { 4096 }
    /// The most text of all files, in bytes.
    public static var maximumLengthInBytes: Int { 8 << 20 }

    private var sources = PolicySources()
    private var diagnostics: [LocatedDiagnostic] = []
    private var hasErrors = false
    private var mayBindRoot = false
    private var hasUnseenText = false
    private var length = 0

    /// Reads a policy: the file at `path`, those in the folder beside it, `path.d/*.conf`, in byte order, and settings such
    /// as `retry=1`, which override their keys one by one. All are read before the first mistake counts.
    /// - Parameters:
    ///   - path: nil for the machine's own policy, which begins with its distribution's.
    ///   - isOptional: Whether it is fine that there is no such file.
    public static func load(
        path: [UInt8]?, isOptional: Bool = false, settings texts: [[UInt8]] = []
    ) throws(PolicyLoadFailure) -> LoadedPolicy {
        try load(
            path: path ?? Text(defaultPath).bytes, vendorPath: path == nil ? Text(vendorPath).bytes : nil,
            isOptional: isOptional, settings: texts)
    }

    static func load(
        path: [UInt8], vendorPath: [UInt8]?, isOptional: Bool, settings texts: [[UInt8]]
    ) throws(PolicyLoadFailure) -> LoadedPolicy {
        var loader = PolicyLoader()
        var isOptional = isOptional
        if let vendorPath {
            // With a policy of the distribution's, the machine need not have one.
            if loader.read(path: vendorPath, isOptional: true) { isOptional = true }
        }
        _ = loader.read(path: path, isOptional: isOptional)
        loader.readFolder(path: path + Text(".d").bytes)
        for text in texts { loader.read(setting: text) }
        return try loader.finish(path: path)
    }

    private mutating func finish(path: [UInt8]) throws(PolicyLoadFailure) -> LoadedPolicy {
        if !hasErrors {
            let applied = sources.applied(to: nil)
            if let problem = applied.problem {
                var found = Diagnostics()
                found.add(problem.diagnostic)
                let file = problem.source.file
                let prefix = file.isArgument ? Self.split(file.text).valueStart : 0
                note(found, source: problem.source.name, text: file.text, skipping: prefix)
                throw PolicyLoadFailure(diagnostics: diagnostics, exemptsRoot: exemptsRoot)
            }
            let policy = try applied.policy(
                remarks: diagnostics, source: path, isRootBound: mayBindRoot || hasUnseenText)
            return LoadedPolicy(policy: policy, sources: sources, diagnostics: diagnostics)
        }
        throw PolicyLoadFailure(diagnostics: diagnostics, exemptsRoot: exemptsRoot)
    }

    /// Root is let through a broken policy only where that cannot be what the administrator forbade.
    private var exemptsRoot: Bool { !mayBindRoot && !hasUnseenText && !sources.mayBindRoot }

    /// Reads a file; false if there is none.
    @inline(never)
    private mutating func read(path: [UInt8], isOptional: Bool) -> Bool {
        let text: [UInt8]
        do throws(FileProblem) {
            text = try readTrustedFile(atPath: path, limit: PolicyFile.maximumLengthInBytes)
            length += text.count
            if length > Self.maximumLengthInBytes {
                throw FileProblem.tooLargeTogether(limit: Self.maximumLengthInBytes)
            }
        } catch {
            if error.isMissing, isOptional { return false }
            fail(error, source: path)
            return !error.isMissing
        }
        var found = Diagnostics()
        let file = PolicyFile(parsing: text, diagnostics: &found)
        if found.worst != nil { note(found, source: path, text: text) }
        if let file {
            sources.add(file: PolicySource(name: path, file: file))
        } else if found.hidesKey || PolicyFile.mayBindRoot(text) {
            mayBindRoot = true
        }
        return true
    }

    /// Reads the files of a folder whose names end in `.conf` and do not begin with a dot.
    @inline(never)
    private mutating func readFolder(path: [UInt8]) {
        let names: [[UInt8]]
        do throws(FileProblem) {
            names = try trustedFolder(atPath: path, suffix: ".conf", limit: Self.maximumDropInCount)
        } catch {
            if !error.isMissing { fail(error, source: path) }
            return
        }
        for name in names where length <= Self.maximumLengthInBytes {
            // One that has vanished since may have been the strictest of all.
            if !read(path: path + [0x2F] + name, isOptional: false) { hasUnseenText = true }
        }
    }

    private mutating func read(setting text: [UInt8]) {
        var found = Diagnostics()
        let file = PolicyFile(parsingArgument: text, diagnostics: &found)
        if found.worst != nil {
            let (key, valueStart) = Self.split(text)
            note(found, source: key, text: text, skipping: valueStart)
        }
        if let file {
            sources.add(argument: PolicySource(name: file.argumentKey, file: file))
        } else if found.hidesKey || PolicyFile.mayBindRoot(text) {
            mayBindRoot = true
        }
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

    /// Keeps what was found.
    @inline(never)
    private mutating func note(
        _ found: Diagnostics, source: [UInt8], text: [UInt8], skipping prefix: Int = 0
    ) {
        // Of many broken files the first ones are enough to go on with.
        if found.hasErrors { hasErrors = true }
        for diagnostic in found.items
        where diagnostics.count < Diagnostics.maximumCount || diagnostic == found.firstError {
            diagnostics.append(
                LocatedDiagnostic(diagnostic, source: source, text: text.span, skipping: prefix))
        }
    }

    private mutating func fail(_ problem: FileProblem, source: [UInt8]) {
        hasErrors = true
        if !problem.isMissing { hasUnseenText = true }
        diagnostics.append(LocatedDiagnostic(problem, source: source))
    }
}

/// The bytes of a C string, without its NUL.
public func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    // SAFETY: the caller's string ends in a NUL, and no byte behind that is read.
    var count = 0
    while unsafe string[count] != 0 { count += 1 }
    return unsafe Array(UnsafeRawBufferPointer(start: string, count: count))
}
