import ArgumentParser
import FoundationEssentials
import Glibc
import PasswordRules

/// The user's editor: $VISUAL, $EDITOR, or the system's.
struct Editor {
    /// The path of the program, and its arguments.
    private let command: [String]

    /// The search path for root, whose variables may be another user's.
    private static let trustedPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

    /// - Throws: An error if a variable does not name a program: starting another editor would be a surprise.
    init() throws {
        for name in ["VISUAL", "EDITOR"] {
            let words = Self.variable(name).split(whereSeparator: \.isWhitespace).map(String.init)
            guard let program = words.first else { continue }
            // After "--", editors treat every argument as a file. No shell parses the words.
            guard !words.contains("--"), !words.contains(where: { $0.contains { "'\"\\".contains($0) } })
            else {
                throw Failure(
                    message:
                        "$\(name) may contain a program and its options, without quotation marks or \"--\""
                )
            }
            guard let path = Self.path(of: program) else {
                throw Failure(message: "$\(name) does not name a program that can be run: \(program)")
            }
            command = [path] + words.dropFirst()
            return
        }
        guard let path = Self.path(of: "/usr/bin/editor") ?? Self.path(of: "vi") else {
            throw Failure(message: "no editor was found; set $VISUAL or $EDITOR")
        }
        command = [path]
    }

    private static func path(of program: String) -> String? {
        // A relative path would name another program in each folder.
        if program.contains("/") { return program.hasPrefix("/") && isProgram(program) ? program : nil }
        let isRoot = geteuid() == 0
        let folders = (isRoot ? trustedPath : variable("PATH")).split(separator: ":")
        return folders.filter { $0.hasPrefix("/") }.map { "\($0)/\(program)" }.first(where: isProgram)
    }

    private static func isProgram(_ path: String) -> Bool {
        var status = stat()
        // SAFETY: the path is a C string, and the struct lives, for the duration of the calls.
        guard unsafe stat(path, &status) == 0, unsafe access(path, X_OK) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFREG
    }

    private static func variable(_ name: String) -> String {
        // SAFETY: the text of the environment stays valid, because nothing here changes the environment.
        guard let value = unsafe getenv(name) else { return "" }
        return unsafe String(cString: value)
    }

    // MARK: - Editing

    /// Lets the user edit a text, and returns the result.
    ///
    /// The copy is in a private folder and is removed before any question is asked or the file is installed,
    /// so no signal can leave it behind then.
    /// - Parameter path: The path of the file. The copy has the same name, because editors use it to detect
    ///   the format.
    func edit(_ text: [UInt8], named path: String) throws -> [UInt8] {
        var template = Array("/tmp/passwordrules.XXXXXX".utf8CString)
        // SAFETY: the template ends in a NUL, and lives for the duration of the call.
        guard unsafe mkdtemp(&template) != nil else { throw Self.failure("/tmp", "write") }
        let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = path.split(separator: "/").last.map(String.init) ?? "policy"
        let copy = "\(folder)/\(name)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // SAFETY: the path is a C string for the duration of the call.
        let descriptor = unsafe open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(copy, "write") }
        // SAFETY: the array lives for the duration of the call.
        let count = unsafe text.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        guard count == text.count else { throw Self.failure(copy, "write") }
        try run(on: copy)
        return try Input.readAll(path: copy, limit: PolicyFile.maximumLengthInBytes)
    }

    /// Runs the editor and waits for it. A signal that asks this program to end, ends the editor first.
    private func run(on copy: String) throws {
        let ending = [SIGHUP, SIGTERM]
        let awaited = Self.set(ending + [SIGCHLD])
        var blocked = Self.set(ending + [SIGCHLD, SIGINT, SIGQUIT]), before = sigset_t()
        // SAFETY: the sets live for the duration of the call.
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer {
            // The terminal sent these signals to both, but the user meant the editor.
            Self.drop([SIGINT, SIGQUIT])
            unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        let child = try start(copy, mask: before)
        var endingSignal: CInt?
        var status: CInt = 0
        while true {
            // SAFETY: the number lives for the duration of the call.
            let ended = unsafe waitpid(child, &status, WNOHANG)
            if ended == child { break }
            if ended < 0, errno != EINTR { throw Self.failure(command[0], "wait for") }
            var set = awaited
            // SAFETY: the set lives for the duration of the call.
            let signal = unsafe sigwaitinfo(&set, nil)
            if ending.contains(signal) {
                endingSignal = signal
                kill(child, signal)
            }
        }
        if let endingSignal { throw Interruption(signal: endingSignal) }
        guard status == 0 else {
            let how = status & 0x7F == 0 ? "status \(status >> 8 & 0xFF)" : "signal \(status & 0x7F)"
            throw Failure(message: "the editor \(command[0]) ended with \(how), so nothing was installed")
        }
    }

    private func start(_ copy: String, mask: sigset_t) throws -> pid_t {
        try Output.standard.flush()
        var attributes = posix_spawnattr_t()
        var mask = mask
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        unsafe posix_spawnattr_setsigmask(&attributes, &mask)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var child: pid_t = 0
        let variables = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var arguments = unsafe Self.copies(of: command + [copy])
        var environment = unsafe Self.copies(of: variables)
        defer {
            for index in unsafe arguments.indices { unsafe free(arguments[index]) }
            for index in unsafe environment.indices { unsafe free(environment[index]) }
        }
        // SAFETY: the attributes, the arguments and the environment live for the duration of the call.
        let error = unsafe posix_spawn(&child, command[0], nil, &attributes, &arguments, &environment)
        guard error == 0 else {
            throw Failure(message: "\(command[0]): cannot be run: \(unsafe String(cString: strerror(error)))")
        }
        return child
    }

    /// C strings, which the caller frees, followed by NULL.
    private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        var copies = unsafe [UnsafeMutablePointer<CChar>?]()
        for text in texts { unsafe copies.append(strdup(text)) }
        unsafe copies.append(nil)
        return unsafe copies
    }

    private static func set(_ signals: [CInt]) -> sigset_t {
        var set = sigset_t()
        // SAFETY: the set lives for the duration of the calls.
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return set
    }

    /// Discards pending signals.
    private static func drop(_ signals: [CInt]) {
        var pending = sigset_t()
        // SAFETY: the sets live for the duration of the calls.
        unsafe sigpending(&pending)
        for signal in signals where unsafe sigismember(&pending, signal) == 1 {
            var one = set([signal])
            _ = unsafe sigwaitinfo(&one, nil)
        }
    }

    private static func failure(_ path: String, _ verb: String) -> Failure {
        Failure(message: "\(path): cannot \(verb): \(unsafe String(cString: strerror(errno)))")
    }
}

/// A signal that asked the program to end. It must be raised again once everything is cleaned up.
struct Interruption: Error {
    let signal: CInt
}
