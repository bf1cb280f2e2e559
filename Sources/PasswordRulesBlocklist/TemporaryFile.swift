internal import Glibc

/// Files that have no name until they are complete, or never get one; on file systems without such files they have one from
/// the start, which is for their owner to remove.
enum TemporaryFile {
    // Glibc's macros are too intricate for Swift: O_TMPFILE is __O_TMPFILE | O_DIRECTORY, the same on all of Linux's
    // architectures that Swift knows.
    private static let directory: CInt = O_DIRECTORY
    private static let tmpfile: CInt = 0o20_000_000 | directory

    /// One that gets a name by `linkat` later; nil where the file system has no such files.
    /// - Parameter folder: A descriptor of the folder.
    static func linkable(inFolder folder: CInt, mode: mode_t) -> CInt? {
        // SAFETY: the path is a C string for the time of the call.
        let descriptor = unsafe openat(folder, ".", tmpfile | O_RDWR | O_CLOEXEC, mode)
        guard descriptor >= 0 else { return nil }
        // Without /proc it could never be named.
        // SAFETY: as above.
        guard unsafe access(procPath(descriptor), F_OK) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// The path by which the kernel knows an open file.
    static func procPath(_ descriptor: CInt) -> String { "/proc/self/fd/\(descriptor)" }

    /// One that stays without a name: nothing is left of it, however the program ends.
    static func nameless(inFolder folder: String) throws(BlocklistBuildProblem) -> CInt {
        // SAFETY: the path is a C string for the time of the call.
        let descriptor = unsafe open(folder, tmpfile | O_RDWR | O_CLOEXEC | O_EXCL, 0o600)
        if descriptor >= 0 { return descriptor }
        // None may end the program while there is a name.
        let signals = HeldSignals()
        defer { signals.release() }
        do throws(BlocklistBuildProblem) {
            let (named, path) = try named(
                inFolder: AT_FDCWD, base: "spill", prefix: folder + "/", mode: 0o600)
            // SAFETY: as above.
            unsafe unlink(path)
            return named
        } catch .system(let action, _, let error) {
            throw .system(action, path: folder, error: error)
        }
    }

    /// A new one under a name that no other file has.
    /// - Parameters:
    ///   - folder: A descriptor of the folder.
    ///   - prefix: What the name begins with: the rest of the path.
    static func named(
        inFolder folder: CInt, base: String, prefix: String = "", mode: mode_t
    ) throws(BlocklistBuildProblem) -> (descriptor: CInt, name: String) {
        for number in 0..<1000 {
            let name = prefix + Self.name(base: base, number: number)
            // SAFETY: the name is a C string for the time of the call.
            let descriptor = unsafe openat(
                folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
            if descriptor >= 0 { return (descriptor, name) }
            if errno != EEXIST { break }
        }
        throw .system(.write, path: base, error: errno)
    }

    /// A name for a file that is to take the place of `base`; hidden from those who list the folder.
    static func name(base: String, number: Int) -> String {
        // A name has at most 255 bytes.
        ".\(String(decoding: base.utf8.prefix(200), as: UTF8.self)).\(getpid())-\(number)"
    }
}
