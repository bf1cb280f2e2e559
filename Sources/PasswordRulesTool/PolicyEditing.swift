import ArgumentParser
import FoundationEssentials
import Glibc
import PasswordRules
import PasswordRulesBlocklist
import PasswordRulesSystem

/// Edits a file of a policy as visudo does: a private copy, by one person at a time, which is installed if the
/// policy is sound with it.
struct PolicyEditing {
    let target: PolicyTarget
    let isConfirmed: Bool
    let isForced: Bool
    let machine: MachineCheck

    func run() throws {
        let editor = try Editor()
        let lock = try EditLock(policy: target.policy)
        defer { lock.release() }
        let before = FilePresence(path: target.path)
        if before.isThere, before.text == nil {
            throw Failure(message: before.reason)
        }
        let start = before.text ?? []
        var text = start
        while true {
            text = try editor.edit(text, named: target.path)
            if text == start { return try say("\(target.path) is unchanged") }
            // Of an editor that failed to write, or of a file that was emptied by mistake.
            guard !text.isEmpty else {
                throw Failure(
                    message: "the file is empty, so nothing was installed; --remove takes a file away")
            }
            let installation = PolicyInstallation(
                target: target, candidate: CandidateFile(name: target.path, text: text),
                isConfirmed: isConfirmed, isForced: isForced, machine: machine)
            do {
                let new = try installation.checked()
                for line in try target.difference(from: nil, to: new).lines(.output) {
                    try Output.standard.write(Array(line.utf8))
                }
            } catch let problem {
                guard try isEditedAgain(after: problem) else { throw problem }
                continue
            }
            switch try decision() {
            case .install: return try installation.install(over: before)
            case .edit: continue
            case .leave:
                try say("nothing was installed")
                throw ExitCode(1)
            }
        }
    }

    // MARK: - Asking

    private enum Decision { case install, edit, leave }

    private func decision() throws -> Decision {
        if isConfirmed { return .install }
        guard isatty(STDIN_FILENO) == 1 else {
            throw Failure(
                message:
                    "standard input is not a terminal, so nothing was installed; --yes installs without asking"
            )
        }
        let question = "Install it as \(printable(target.path))? (y)es, (e)dit again, [N]o: "
        switch try PolicyInstallation.answer(to: question) {
        case "y", "yes": return .install
        case "e", "edit": return .edit
        default: return .leave
        }
    }

    /// Whether to go back to the editor, after it was said what is wrong.
    private func isEditedAgain(after problem: any Error) throws -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { return false }
        // What comes from a check was printed by it.
        if let failure = problem as? Failure { Output.complain("passwordrules: \(failure.message)") }
        while true {
            switch try PolicyInstallation.answer(to: "What now? (e)dit again, e(x)it without saving: ") {
            case "e", "edit": return true
            case "x", "exit", "":
                try say("nothing was installed")
                throw ExitCode(2)
            default: continue
            }
        }
    }

    private func say(_ line: String) throws { try Output.standard.write(Array(printable(line).utf8)) }
}

/// Makes sure that one person at a time edits a policy: by a lock on a hidden file beside it, which the system lets
/// go whatever ends the program.
private struct EditLock {
    private let descriptor: CInt
    private let path: String

    init(policy: String) throws {
        var parts = policy.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        parts.append(".\(parts.popLast() ?? "").edit")
        path = parts.joined(separator: "/")
        while true {
            // SAFETY: the path is a C string for the duration of the call.
            let descriptor = unsafe open(
                path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard descriptor >= 0 else {
                throw Failure(
                    message: "\(path): cannot be written: \(unsafe String(cString: strerror(errno)))")
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let isBusy = errno == EWOULDBLOCK
                close(descriptor)
                throw Failure(
                    message: isBusy
                        ? "somebody else is editing \(policy); try again later" : "\(path): cannot be locked")
            }
            var (mine, named) = (stat(), stat())
            // SAFETY: the path is a C string, and the structs live, for the duration of the calls.
            if unsafe fstat(descriptor, &mine) == 0, unsafe stat(path, &named) == 0,
                mine.st_ino == named.st_ino, mine.st_dev == named.st_dev
            {
                self.descriptor = descriptor
                return
            }
            // Its name is gone with the one who had it before.
            close(descriptor)
        }
    }

    func release() {
        // SAFETY: the path is a C string for the duration of the call.
        unsafe unlink(path)
        close(descriptor)
    }
}
