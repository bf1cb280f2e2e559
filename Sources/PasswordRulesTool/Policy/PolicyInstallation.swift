import ArgumentParser
import Glibc
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// Installs or removes a file of a policy, as visudo does: it checks the resulting policy, shows the effect,
/// replaces the file atomically, and keeps the previous one.
struct PolicyInstallation {
    let target: PolicyTarget
    /// The new file; nil to remove the file.
    let candidate: CandidateFile?
    /// Whether to install without asking.
    let isConfirmed: Bool
    /// Whether to install a policy that refuses every password.
    let isForced: Bool
    let machine: MachineCheck

    /// The ending of the name under which the previous file is kept. Policies do not read files with this
    /// ending.
    static let suffix = ".old"

    func run() throws {
        let before = FilePresence(path: target.path)
        if candidate == nil, !before.exists { throw Failure(message: "there is no file \(target.path)") }
        let new = try checked()
        for line in try target.difference(from: nil, to: new).lines(.output) {
            try Output.standard.write(Array(line.utf8))
        }
        if let candidate, before.text == candidate.text {
            return try say("\(target.path) already has this text")
        }
        guard try isWanted() else {
            try say("nothing was \(done)")
            throw ExitCode(1)
        }
        try install(over: before)
    }

    /// Returns the resulting policy. One that would refuse every password ends the program.
    func checked() throws -> PolicyReplacement {
        let new = candidate.map { target.replacing(by: $0) } ?? target.removed()
        guard new.isWhole else { return try PolicyTarget.refuse(new.diagnostics, candidate: candidate) }
        try check(new)
        return new
    }

    /// The past participle for messages.
    private var done: String { candidate == nil ? "removed" : "installed" }
    private var verb: String { candidate == nil ? "removes" : "installs" }

    // MARK: - Checking

    private func check(_ new: PolicyReplacement) throws {
        let problems = lockouts(of: new)
        if let fatal = problems.first(where: { !$0.canBeForced }) {
            return try PolicyTarget.refuse([fatal.diagnostic], candidate: candidate)
        }
        if !problems.isEmpty {
            complain(problems.map(\.diagnostic), candidate: candidate)
            guard isForced else {
                throw Failure(
                    message:
                        "every new password would be refused, so nothing was \(done); "
                        + "--force \(verb) it anyway"
                )
            }
            // A check would stop at the first of these problems, which are already printed.
            return
        }
        let loaded = try complaining { () throws(PolicyLoadFailure) in try new.opened() }
        var check = PolicyCheck(loaded, ofPath: target.policy, json: false, machine: machine)
        do {
            try check.run()
        } catch let status as ExitCode where status.rawValue == 1 {
            // Warnings are printed, and do not prevent the installation.
        }
    }

    private struct Lockout {
        let diagnostic: LocatedDiagnostic
        /// Whether --force may ignore this: there may be a good reason for it, such as a list that is added
        /// later.
        let canBeForced: Bool
    }

    /// The reasons why some user could not set any password, without repetitions.
    private func lockouts(of new: PolicyReplacement) -> [Lockout] {
        var found: [Lockout] = []
        func add(_ diagnostic: LocatedDiagnostic, canBeForced: Bool) {
            if !found.contains(where: { $0.diagnostic == diagnostic }) {
                found.append(Lockout(diagnostic: diagnostic, canBeForced: canBeForced))
            }
        }
        func add(_ failure: PolicyLoadFailure) {
            for diagnostic in failure.diagnostics where diagnostic.severity == .error {
                // The policy's files were read, so these codes of file errors are about lists.
                add(diagnostic, canBeForced: diagnostic.code >= FileProblem.unreadable(error: 0).code)
            }
        }
        func add(_ policy: Policy, for audience: PolicyAudience) {
            guard policy.enforcement == .yes else { return }
            for problem in policy.problems where problem.code == .unsatisfiable {
                let nothing: [UInt8] = []
                add(
                    LocatedDiagnostic(
                        problem,
                        source: Array("\(candidate?.name ?? target.policy), for \(audience.title)".utf8),
                        text: nothing.span),
                    canBeForced: true)
            }
        }
        do throws(PolicyLoadFailure) {
            let loaded = try new.opened()
            add(loaded.policy, for: .everybody)
            for audience in PolicyAudience.all(of: [new.stack]) {
                guard let subject = audience.subject else { continue }
                do throws(PolicyLoadFailure) {
                    add(try loaded.policy(for: subject), for: audience)
                } catch {
                    add(error)
                }
            }
        } catch {
            add(error)
        }
        return found
    }

    // MARK: - Asking

    private func isWanted() throws -> Bool {
        if isConfirmed { return true }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(
                message:
                    "standard input is not a terminal, so nothing was \(done); --yes \(verb) without asking"
            )
        }
        let path = printable(target.path)
        let question = candidate.map { "Install \(printable($0.name)) as \(path)?" } ?? "Remove \(path)?"
        return ["y", "yes"].contains(try Self.answer(to: "\(question) [y/N] "))
    }

    /// Prints a question and returns the answer, in lower case and without white space; empty at the end of
    /// the input.
    static func answer(to question: String) throws -> String {
        try Output.standard.flush()
        // SAFETY: the buffer lives for the duration of the call. An unseen question gets no answer, which is
        // "no".
        _ = unsafe Array(question.utf8).withUnsafeBytes {
            unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count)
        }
        return (readLine()?.lowercased() ?? "").filter { !$0.isWhitespace }
    }

    // MARK: - Writing

    func install(over before: FilePresence) throws {
        guard let candidate else { return try remove(before) }
        let folder = target.policy + ".d"
        // Regardless of the umask: a policy is not secret, and services that do not run as root read it.
        // chmod would follow a link that another user has put there since.
        let mask = umask(0)
        // SAFETY: the path is a C string for the duration of the call.
        let isNewFolder = unsafe target.path != target.policy && mkdir(folder, 0o755) == 0
        umask(mask)
        var isInstalled = false
        defer { if isNewFolder, !isInstalled { unsafe rmdir(folder) } }
        let result: FileReplacement.Result
        do throws(OutputProblem) {
            result = try FileReplacement(path: target.path, lock: target.policy).write(
                candidate.text, keepingOldAs: Self.suffix
            ) {
                FilePresence(path: target.path) == before
            }
        } catch {
            if case .system(.syncFolder, _, _) = error { isInstalled = true }
            throw Failure(message: error.message)
        }
        guard case .written(let kept) = result else {
            throw Failure(
                message:
                    "\(target.path) has changed in the meantime, so nothing was installed; look at the changes again"
            )
        }
        isInstalled = true
        let rest = kept.map { "; the previous file is \($0)" } ?? ""
        let source = candidate.name == target.path ? "" : "\(candidate.name) as "
        try say("installed \(source)\(target.path)\(rest)")
    }

    private func remove(_ before: FilePresence) throws {
        let result: FileReplacement.Result
        do throws(OutputProblem) {
            result = try FileReplacement(path: target.path, lock: target.policy).remove(
                keepingAs: Self.suffix
            ) { FilePresence(path: target.path) == before }
        } catch {
            throw Failure(message: error.message)
        }
        guard case .written(let kept) = result else {
            throw Failure(
                message:
                    "\(target.path) has changed in the meantime, so nothing was removed; look at the changes again"
            )
        }
        try say("removed \(target.path); it is kept as \(kept ?? "")")
    }

    private func say(_ line: String) throws { try Output.standard.write(Array(printable(line).utf8)) }
}

/// The contents of a file, or the reason why they are unknown.
struct FilePresence: Equatable {
    /// The contents; nil if there is no file or it cannot be read.
    let text: [UInt8]?
    /// Whether anything exists at this path.
    let exists: Bool
    private let problem: String?

    /// The reason why it cannot be read.
    var reason: String { problem ?? "" }

    init(path: String) {
        var status = stat()
        // SAFETY: the path is a C string, and the struct lives, for the duration of the call.
        exists = unsafe lstat(path, &status) == 0
        do {
            text = try Input.readAll(path: path, limit: PolicyFile.maximumLengthInBytes)
            problem = nil
        } catch {
            text = nil
            problem = (error as? UnreadableFile)?.message ?? ""
        }
    }
}
