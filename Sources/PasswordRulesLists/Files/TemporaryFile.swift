internal import Glibc

/// Files that have no name until they are complete, or never get one. If the file system does not support
/// that, they have a name from the start, and their owner must remove it.
enum TemporaryFile {
    // Swift cannot import glibc's macro O_TMPFILE, which is __O_TMPFILE | O_DIRECTORY. On all Linux
    // architectures that Swift supports, __O_TMPFILE is 0o20_000_000.
    private static let directory: CInt = O_DIRECTORY
    private static let tmpfile: CInt = 0o20_000_000 | directory

    /// A file that can get a name by `linkat` later; nil if the file system does not support that.
    /// - Parameter folder: A descriptor of the folder.
    static func linkable(inFolder folder: CInt, mode: mode_t) -> CInt? {
        // SAFETY: the path is a C string for the duration of the call.
        let descriptor = unsafe openat(folder, ".", tmpfile | O_RDWR | O_CLOEXEC, mode)
        guard descriptor >= 0 else { return nil }
        // Without /proc it can never be linked.
        // SAFETY: as above.
        guard unsafe access(procPath(descriptor), F_OK) == 0 else {
            // UNCOVERED: it takes a machine without /proc.
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// The path of an open file in /proc.
    static func procPath(_ descriptor: CInt) -> String { "/proc/self/fd/\(descriptor)" }

    /// A file that stays without a name, so that it disappears however the program ends.
    static func nameless(inFolder folder: String) throws(OutputProblem) -> CInt {
        // SAFETY: the path is a C string for the duration of the call.
        let descriptor = unsafe open(folder, tmpfile | O_RDWR | O_CLOEXEC | O_EXCL, 0o600)
        if descriptor >= 0 { return descriptor }
        // No signal may end the program while the file has a name.
        let signals = HeldSignals()
        defer { signals.release() }
        do throws(OutputProblem) {
            let (named, path) = try named(
                inFolder: AT_FDCWD, base: "spill", prefix: folder + "/", mode: 0o600)
            // UNCOVERED: it takes a file system that cannot have files without a name.
            // SAFETY: as above.
            unsafe unlink(path)
            return named
        } catch .system(let action, _, let error) {
            throw .system(action, path: folder, error: error)
        }
    }

    /// A new file under a unique name.
    /// - Parameters:
    ///   - folder: A descriptor of the folder.
    ///   - prefix: The path before the name, with its slash.
    static func named(
        inFolder folder: CInt, base: String, prefix: String = "", mode: mode_t
    ) throws(OutputProblem) -> (descriptor: CInt, name: String) {
        for number in 0..<1000 {
            let name = prefix + Self.name(base: base, number: number)
            // SAFETY: the name is a C string for the duration of the call.
            let descriptor = unsafe openat(
                folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            if descriptor >= 0 { return (descriptor, name) }
            if errno != EEXIST { break }
        }
        throw .system(.write, path: base, error: errno)
    }

    /// A hidden temporary name for a file that replaces `base`.
    static func name(base: String, number: Int) -> String {
        // A name has at most 255 bytes.
        ".\(String(decoding: base.utf8.prefix(200), as: UTF8.self)).\(getpid())-\(number)"
    }
}
