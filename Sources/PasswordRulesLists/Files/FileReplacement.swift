internal import CPasswordRulesSystem
internal import Glibc

/// Replaces a file atomically, one program at a time, and keeps the previous file beside it.
package struct FileReplacement {
    /// The result of a replacement.
    package enum Result {
        /// The file was written or removed. `kept` is the new path of the previous file; nil if there was
        /// none. If a file was written through a symbolic link, it is beside the link's target.
        case written(kept: String?)
        /// The file had changed in the meantime, and was left as it is.
        case changedMeanwhile
    }

    private let path: String
    private let lockPath: String

    /// - Parameters:
    ///   - path: The file.
    ///   - lock: The file whose lock serializes programs. A hidden file beside it exists while one of them
    ///     works.
    package init(path: String, lock: String) {
        self.path = path
        lockPath = LockFile.path(beside: lock, ending: ".lock")
    }

    /// Replaces the file. Its mode is 0644 without the permissions that the previous file lacked, whatever
    /// the umask.
    /// - Parameters:
    ///   - suffix: The suffix for the name of the previous file, which keeps its mode, owner and times.
    ///   - isUnchanged: Whether the file is still the expected one. Called while no other program can replace
    ///     it.
    /// - Returns: The result, with the new path of the previous file.
    package func write(
        _ bytes: [UInt8], keepingOldAs suffix: String, ifUnchanged isUnchanged: () -> Bool
    ) throws(OutputProblem) -> Result {
        try locked { () throws(OutputProblem) in
            guard isUnchanged() else { return .changedMeanwhile }
            let file = try OutputFile(path, ignoresMask: true)
            try file.write(bytes.span, at: 0)
            let kept = try file.keepOld(as: suffix)
            try file.publish()
            return .written(kept: kept)
        }
    }

    /// Removes the file by giving it another name.
    /// - Parameters:
    ///   - suffix: The suffix for its new name.
    ///   - isUnchanged: Whether the file is still the expected one.
    /// - Returns: The result, with the new path of the file.
    package func remove(
        keepingAs suffix: String, ifUnchanged isUnchanged: () -> Bool
    ) throws(OutputProblem) -> Result {
        try locked { () throws(OutputProblem) in
            guard isUnchanged() else { return .changedMeanwhile }
            // SAFETY: the paths are C strings for the duration of the call.
            guard unsafe rename(path, path + suffix) == 0 else {
                throw .system(.keep, path: path + suffix, error: errno)
            }
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
            let error = syncFolder(folder)
            if error != 0 { throw .system(.syncFolder, path: folder, error: error) }
            return .written(kept: path + suffix)
        }
    }

    /// Calls `body` while no other program works on the file.
    private func locked(
        _ body: () throws(OutputProblem) -> Result
    ) throws(OutputProblem) -> Result {
        // No signal may end the program in between. It takes no longer than writing a small file.
        let signals = HeldSignals()
        defer { signals.release() }
        let lock: LockFile
        do throws(LockFile.Problem) {
            lock = try LockFile(path: lockPath, waits: true)
        } catch {
            switch error {
            case .unwritable(let error), .unlockable(let error):
                throw .system(.write, path: path, error: error)
            case .held: throw .system(.write, path: path, error: EWOULDBLOCK)
            }
        }
        defer { lock.release() }
        return try body()
    }
}

extension OutputFile {
    /// Gives the previous file, if there is one, a second name. A file that has this name is replaced.
    /// - Returns: Its path.
    func keepOld(as suffix: String) throws(OutputProblem) -> String? {
        guard location.old != nil else { return nil }
        // If the new file cannot be written to the disk, an earlier file named `kept` must not be replaced.
        try sync()
        let kept = location.base + suffix
        for number in 0..<1000 {
            let temporary = TemporaryFile.name(base: kept, number: number)
            // SAFETY: the names are C strings for the duration of the calls.
            if unsafe linkat(location.descriptor, location.base, location.descriptor, temporary, 0) == 0 {
                let result = unsafe renameat(location.descriptor, temporary, location.descriptor, kept)
                let error = errno
                // The temporary name remains if both are the same file already, because an earlier run was
                // killed.
                _ = unsafe unlinkat(location.descriptor, temporary, 0)
                guard result == 0 else { throw .system(.keep, path: name + suffix, error: error) }
                return location.path == "." ? kept : location.path(of: kept)
            }
            if errno != EEXIST { break }
        }
        throw .system(.keep, path: name + suffix, error: errno)
    }
}
