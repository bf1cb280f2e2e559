internal import CPasswordRulesSystem
internal import Glibc

/// A file that one program at a time replaces: at once or not at all, with the previous file kept beside it.
package struct FileReplacement {
    /// What became of a file.
    package enum Result {
        /// It is written. The previous one, if there was one, has another name now: where the path leads to,
        /// if that is a link.
        case written(kept: String?)
        /// It was not the one that was to be replaced any more, and is as it was.
        case changedMeanwhile
    }

    private let path: String
    private let lockPath: String

    /// - Parameters:
    ///   - path: The file.
    ///   - lock: The file for which programs wait for each other: beside it there is a hidden file meanwhile.
    package init(path: String, lock: String) {
        self.path = path
        lockPath = LockFile.path(beside: lock, ending: ".lock")
    }

    /// Replaces the file, which has mode 0644 then, or of that what the previous one had, whatever the umask
    /// is.
    /// - Parameters:
    ///   - suffix: What the previous file is kept as, behind its name: the same file, with its mode, owner
    ///     and times.
    ///   - isUnchanged: Whether the file is still the one that is to be replaced, asked when no other program
    ///     can replace it.
    /// - Returns: What the previous file is kept as.
    package func write(
        _ bytes: [UInt8], keepingOldAs suffix: String, ifUnchanged isUnchanged: () -> Bool
    ) throws(BlocklistBuildProblem) -> Result {
        try locked { () throws(BlocklistBuildProblem) in
            guard isUnchanged() else { return .changedMeanwhile }
            let file = try OutputFile(path, ignoresMask: true)
            try file.write(bytes.span, at: 0)
            let kept = try file.keepOld(as: suffix)
            try file.publish()
            return .written(kept: kept)
        }
    }

    /// Removes the file, at once or not at all.
    /// - Parameters:
    ///   - suffix: What it is kept as, behind its name.
    ///   - isUnchanged: Whether the file is still the one that is to be removed.
    /// - Returns: What it is kept as.
    package func remove(
        keepingAs suffix: String, ifUnchanged isUnchanged: () -> Bool
    ) throws(BlocklistBuildProblem) -> Result {
        try locked { () throws(BlocklistBuildProblem) in
            guard isUnchanged() else { return .changedMeanwhile }
            // SAFETY: the paths are C strings for the duration of the call.
            guard unsafe rename(path, path + suffix) == 0 else {
                throw .system(.keep, path: path + suffix, error: errno)
            }
            let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
            // SAFETY: as above.
            let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { if descriptor >= 0 { close(descriptor) } }
            // What was asked for is done, whatever a file system without such a call says.
            if descriptor >= 0, fsync(descriptor) != 0, errno == EIO {
                throw .system(.syncFolder, path: folder, error: EIO)
            }
            return .written(kept: path + suffix)
        }
    }

    /// Works on the file while no other program does.
    private func locked(
        _ body: () throws(BlocklistBuildProblem) -> Result
    ) throws(BlocklistBuildProblem) -> Result {
        // No signal may end the program in between; it takes no longer than writing a small file.
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
    /// Gives the previous file, if there is one, a second name, which replaces what has that name.
    /// - Returns: Its path.
    func keepOld(as suffix: String) throws(BlocklistBuildProblem) -> String? {
        guard place.old != nil else { return nil }
        // What is new must be on the disk before the file that is kept gives way.
        try sync()
        let kept = place.base + suffix
        for number in 0..<1000 {
            let temporary = TemporaryFile.name(base: kept, number: number)
            // SAFETY: the names are C strings for the duration of the calls.
            if unsafe linkat(place.descriptor, place.base, place.descriptor, temporary, 0) == 0 {
                let result = unsafe renameat(place.descriptor, temporary, place.descriptor, kept)
                let error = errno
                // It stays where both are the same file already, because an earlier run was killed.
                _ = unsafe unlinkat(place.descriptor, temporary, 0)
                guard result == 0 else { throw .system(.keep, path: name + suffix, error: error) }
                return place.path == "." ? kept : place.path(of: kept)
            }
            if errno != EEXIST { break }
        }
        throw .system(.keep, path: name + suffix, error: errno)
    }
}
