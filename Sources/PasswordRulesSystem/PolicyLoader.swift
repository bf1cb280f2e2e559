internal import CPasswordRulesSystem
public import PasswordRules

/// A policy that cannot be loaded completely.
public struct PolicyLoadFailure: Error, Sendable {
    /// The errors, at least one, and the other remarks, in the order in which the texts were read.
    public let diagnostics: [LocatedDiagnostic]
    /// The circumstances in which root may continue with a warning.
    let rootExemption: RootExemption

    /// The effect of the broken policy on a change in these circumstances.
    public func enforcement(in context: PolicyContext) -> Enforcement {
        rootExemption.holds(in: context) ? .warn : .yes
    }
}

/// Loads policies from files and settings.
public struct PolicyLoader {
    /// The path of a machine's policy.
    public static var defaultPath: StaticString { "/etc/security/passwordrules.conf" }
    /// The path of the distribution's policy, which is read before the machine's.
    public static var vendorPath: StaticString { "/usr/lib/passwordrules/passwordrules.conf" }
    /// The maximum number of files in the folder next to a policy.
    public static var maximumDropInCount: Int { 4096 }
    /// The maximum total length of all files, in bytes.
    public static var maximumLengthInBytes: Int { PolicyFile.maximumLengthInBytes }

    var stack: PolicyStack
    var diagnostics: [LocatedDiagnostic] = []
    var hasErrors = false
    var files: [FileState] = []
    /// Root's exemption according to the texts that could not be used.
    private var unused = RootExemption()
    var length = 0

    /// Reads a policy: the file at `path`; the files in the folder next to it, `path.d/*.conf`, in byte
    /// order; and settings such as `retry=1`, which are the most specific source. After a mistake, it reads
    /// the rest to find all mistakes.
    /// - Parameters:
    ///   - path: The path of the file; nil for the machine's policy, which begins with its distribution's.
    ///   - isAlone: Whether to read only the file at `path`; if `path` is nil, no file at all.
    ///   - isOptional: Whether the file may be missing.
    ///   - hasPwquality: Whether the settings include libpwquality's, such as `minlen=12`. They add to the
    ///     demands of the files, and never weaken them. With `isAlone`, libpwquality's defaults replace those
    ///     that are not given.
    ///   - commonBlocklist: The path of the list of common passwords, which presets name; nil for the
    ///     installed one.
    ///   - keepsLists: Whether blocklists of up to `Blocklist.longestPublicLengthInBytes` are kept in memory,
    ///     for many checks; otherwise each check reads them whole.
    public static func load(
        path: [UInt8]?, isAlone: Bool = false, isOptional: Bool = false, settings texts: [[UInt8]] = [],
        hasPwquality: Bool = false, commonBlocklist: [UInt8]? = nil, keepsLists: Bool = true
    ) throws(PolicyLoadFailure) -> PolicyHandle {
        let isMachines = path == nil && !isAlone
        return try load(
            path: isMachines ? Text(defaultPath).bytes : path,
            vendorPath: isMachines ? Text(vendorPath).bytes : nil, hasFolder: !isAlone,
            isOptional: isOptional, settings: texts,
            of: hasPwquality ? .pwquality(isAddition: !isAlone) : .program, commonBlocklist: commonBlocklist,
            keepsLists: keepsLists)
    }

    /// Reads the policy of a PAM line with our module: the file that the line names, or the machine's policy,
    /// and the line's settings.
    public static func load(
        module arguments: ModuleArguments, keepsLists: Bool = true
    ) throws(PolicyLoadFailure) -> PolicyHandle {
        try load(
            path: arguments.path ?? Text(defaultPath).bytes,
            vendorPath: arguments.path == nil ? Text(vendorPath).bytes : nil,
            isOptional: arguments.isFileOptional, settings: arguments.settings, of: .module(arguments),
            keepsLists: keepsLists)
    }

    /// The origin of settings, which determines the allowed keys.
    package enum SettingKind {
        /// A program with settings of its own.
        case program
        /// A line of a PAM configuration.
        case module(ModuleArguments)
        /// A program that also has settings of libpwquality.
        case pwquality(isAddition: Bool)
    }

    package static func load(
        path: [UInt8]?, vendorPath: [UInt8]?, hasFolder: Bool = true, isOptional: Bool,
        settings texts: [[UInt8]], of kind: SettingKind = .program, commonBlocklist: [UInt8]? = nil,
        keepsLists: Bool = true
    ) throws(PolicyLoadFailure) -> PolicyHandle {
        var loader = PolicyLoader(
            stack: PolicyStack(commonBlocklist: commonBlocklist ?? installedCommonBlocklist))
        var isOptional = isOptional
        if let vendorPath {
            // If the distribution has a policy, the machine need not have one.
            if loader.read(path: vendorPath, isOptional: true) { isOptional = true }
        }
        if let path {
            _ = loader.read(path: path, isOptional: isOptional)
            if hasFolder { loader.readFolder(path: path + Text(".d").bytes) }
        }
        var texts = texts
        var otherNames: [Word] = []
        switch kind {
        case .program: break
        case .module(let arguments):
            for path in arguments.relativePaths { loader.refuse(relativePath: path) }
            otherNames = ModuleArguments.options
        case .pwquality(let isAddition):
            texts = loader.read(pwquality: texts, isAddition: isAddition)
            otherNames = PwqualityOption.demands.map { $0.name }
        }
        for text in texts { loader.read(setting: text, otherNames: otherNames) }
        return try loader.finish(path: path ?? [], keepsLists: keepsLists)
    }

    init(stack: PolicyStack) { self.stack = stack }

    /// The path of the installed list of common passwords; nil if it is not set.
    static var installedCommonBlocklist: [UInt8]? {
        // SAFETY: the function returns a static text, or NULL.
        unsafe passwordrules_system_common_blocklist().map { unsafe bytes(of: $0) }
    }

    /// The path of the installed list of ranked words, or else its usual path.
    package static var installedRanks: [UInt8] {
        PolicyStack(commonBlocklist: installedCommonBlocklist).commonRanks
    }

    mutating func finish(path: [UInt8], keepsLists: Bool) throws(PolicyLoadFailure) -> PolicyHandle {
        if !hasErrors {
            let applied = stack.applied(to: nil)
            // Record the state of every list that the policy of any user names before the first list is opened,
            // so that later changes are noticed.
            for list in stack.blocklistPaths + stack.rankedWordsPaths {
                files.append(FileState(ofPath: list))
            }
            var skippedLists: [LocatedDiagnostic] = []
            let policy = try applied.policy(
                remarks: diagnostics, source: path, lists: ListUse(isKept: keepsLists),
                skippedLists: &skippedLists)
            return PolicyHandle(
                of: stack, policy, remarks: diagnostics, skippedLists: skippedLists, keepsLists: keepsLists,
                files: files)
        }
        throw PolicyLoadFailure(diagnostics: diagnostics, rootExemption: rootExemption)
    }

    /// Root's exemption from a broken policy. A line that may have been meant to end the exemption does end
    /// it.
    private var rootExemption: RootExemption {
        var exemption = stack.rootExemption
        exemption.add(unused)
        return exemption
    }

    /// Reads a file. Returns whether it exists.
    mutating func read(path: [UInt8], isOptional: Bool) -> Bool {
        let text: [UInt8]
        files.append(FileState(ofPath: path))
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
        take(text, name: path)
        return true
    }

    /// Adds a file that was read, or the settings that a program adds to the files.
    mutating func take(_ text: [UInt8], name: [UInt8], isAddition: Bool = false) {
        var found = Diagnostics()
        let file = PolicyFile.parse(text, name: name, diagnostics: &found)
        if found.worst != nil { note(found, source: name, text: text) }
        if let file {
            if isAddition { stack.add(addition: file) } else { stack.add(file: file) }
        } else {
            readUnused(text, found, isArgument: false)
        }
    }

    /// Reads the files of a folder.
    private mutating func readFolder(path: [UInt8]) {
        guard let names = names(ofFolder: path) else { return }
        for name in names where length <= Self.maximumLengthInBytes {
            // A file that was deleted since the folder was read may have been the strictest.
            if !read(path: path + [0x2F] + name, isOptional: false) { unused.close() }
        }
    }

    /// The names in a folder that end in `.conf` and do not begin with a dot, in byte order; empty if there
    /// is no folder, nil if it cannot be used.
    mutating func names(ofFolder path: [UInt8]) -> [[UInt8]]? {
        files.append(FileState(ofPath: path))
        do throws(FileProblem) {
            return try trustedFolder(atPath: path, suffix: ".conf", limit: Self.maximumDropInCount)
        } catch {
            if error.isMissing { return [] }
            fail(error, source: path, isFolder: true)
            return nil
        }
    }

    /// Refuses a relative path, which depends on the working directory.
    private mutating func refuse(relativePath path: [UInt8]) {
        hasErrors = true
        unused.close()
        diagnostics.append(LocatedDiagnostic(relativePath: path))
    }

    /// - Parameter otherNames: Names to suggest for an unknown key, in addition to the known keys.
    private mutating func read(setting text: [UInt8], otherNames: [Word]) {
        var found = Diagnostics()
        let file = PolicyFile.parseArgument(text, otherNames: otherNames, diagnostics: &found)
        if found.worst != nil {
            let (key, valueStart) = Self.split(text)
            note(found, source: key, text: text, skipping: valueStart)
        }
        if let file {
            stack.add(argument: file)
        } else {
            readUnused(text, found, isArgument: true)
        }
    }

    /// Adds the demands of libpwquality's settings.
    /// - Parameter isAddition: Whether the settings add to a policy; otherwise they are a policy themselves.
    /// - Returns: The settings that are not libpwquality's.
    private mutating func read(pwquality texts: [[UInt8]], isAddition: Bool) -> [[UInt8]] {
        let arguments = PwqualityArguments(
            texts, isAddition: isAddition, commonBlocklist: stack.commonBlocklist)
        for (text, mistake) in arguments.mistakes {
            let (key, valueStart) = Self.split(text)
            var found = Diagnostics()
            found.add(mistake)
            note(found, source: key, text: text, skipping: valueStart)
        }
        if !hasErrors {
            let name = Text(PwqualityArguments.sourceName).bytes
            take(arguments.policy.text, name: name, isAddition: isAddition)
        }
        return arguments.others
    }

    private mutating func readUnused(_ text: [UInt8], _ found: Diagnostics, isArgument: Bool) {
        unused.read(text, isArgument: isArgument)
        if found.hidesLines { unused.close() }
    }

    /// The key of a setting, and the offset of its value, from which columns count.
    static func split(_ text: [UInt8]) -> (key: [UInt8], valueStart: Int) {
        let start = text.firstIndex { !isBlank($0) } ?? 0
        let end = text[start...].firstIndex { $0 <= 0x20 || $0 == 0x3D || $0 >= 0x7F } ?? text.count
        guard let equals = text.firstIndex(of: 0x3D) else { return (Array(text[start..<end]), 0) }
        let value = text[(equals + 1)...].firstIndex { !isBlank($0) } ?? text.count
        return (Array(text[start..<end]), value)
    }

    /// Keeps the diagnostics of a text, up to the maximum number for all texts, and its first error.
    private mutating func note(
        _ found: Diagnostics, source: [UInt8], text: [UInt8], skipping prefix: Int = 0
    ) {
        if found.hasErrors { hasErrors = true }
        for diagnostic in found.items
        where diagnostics.count < Diagnostics.maximumCount || diagnostic == found.firstError {
            diagnostics.append(
                LocatedDiagnostic(diagnostic, source: source, text: text.span, skipping: prefix))
        }
    }

    mutating func fail(_ problem: FileProblem, source: [UInt8], isFolder: Bool = false) {
        hasErrors = true
        if !problem.isMissing { unused.close() }
        diagnostics.append(LocatedDiagnostic(problem, source: source, isFolder: isFolder))
    }
}
