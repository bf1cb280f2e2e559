import ArgumentParser
import FoundationEssentials
import Glibc
import PasswordRules
import PasswordRulesLists
import PasswordRulesSystem

/// Edits a file of a policy as visudo does: one person at a time edits a private copy, which is installed if
/// the policy has no errors with it.
struct PolicyEditing {
    let target: PolicyTarget
    let isConfirmed: Bool
    let isForced: Bool
    let machine: MachineCheck

    func run() throws {
        let editor = try Editor()
        let lock = try lock()
        defer { lock.release() }
        let before = FilePresence(path: target.path)
        if before.exists, before.text == nil {
            throw Failure(message: before.reason)
        }
        let start = before.text ?? []
        var text = start
        while true {
            text = try editor.edit(text, named: target.path)
            if text == start { return try say("\(target.path) is unchanged") }
            // The editor failed to write, or the file was emptied by mistake.
            guard !text.isEmpty else {
                throw Failure(
                    message: "the file is empty, so nothing was installed; use --remove to remove a file")
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
                guard try wantsToEditAgain(after: problem) else { throw problem }
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

    /// Locks the policy, so that only one person edits it.
    private func lock() throws -> LockFile {
        let path = LockFile.path(beside: target.policy, ending: ".edit")
        do throws(LockFile.Problem) {
            return try LockFile(path: path, waits: false)
        } catch {
            switch error {
            case .unwritable(let error):
                throw Failure(
                    message: "\(path): cannot be written: \(unsafe String(cString: strerror(error)))")
            case .unlockable: throw Failure(message: "\(path): cannot be locked")
            case .held: throw Failure(message: "somebody else is editing \(target.policy); try again later")
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

    /// Prints an error, and asks whether to go back to the editor.
    private func wantsToEditAgain(after problem: any Error) throws -> Bool {
        guard isatty(STDIN_FILENO) == 1 else { return false }
        // A check prints its own errors.
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
