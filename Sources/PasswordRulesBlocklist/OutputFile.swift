internal import CPasswordRulesSystem
internal import Glibc
internal import PasswordRules

/// A file that appears under its name when it is complete, in place of the one that was there.
///
/// Until then it has no name, where the file system can do that, so that nothing is left of it if the program is killed. Only
/// between the two system calls by which it takes the place of another can SIGKILL leave it, complete, under a hidden name.
final class OutputFile {
    /// The path as it was given, for what is said of it.
    let name: String
    /// The folder of the file, which is another than that of `name` if that is a symbolic link.
    let folder: String
    private let target: String
    private let base: String
    private let descriptor: CInt
    /// The name it has for the time being, if it has one.
    private var temporaryPath: String?

    /// What a new file may be used for by whom, minus the umask and what the old one was not used for.
    private static let mode: mode_t = 0o644
    private static let maximumLinkCount = 40

    /// - Parameter canBeNameless: Whether a file without a name is tried for first.
    init(_ path: String, canBeNameless: Bool = true) throws(BlocklistBuildProblem) {
        name = path
        let (target, old) = try Self.target(of: path)
        let slash = target.lastIndex(of: "/")
        let base = String(slash.map { target[target.index(after: $0)...] } ?? target[...])
        let folder = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
        (self.target, self.base, self.folder) = (target, base, folder)
        // None may come before there is somebody to remove the file.
        let signals = HeldSignals()
        defer { signals.release() }
        (descriptor, temporaryPath) = try Self.create(
            inFolder: folder, base: base, name: path, mode: Self.mode & (old?.st_mode ?? Self.mode),
            canBeNameless: canBeNameless)
        if let temporaryPath { LeftOver.remember(temporaryPath) }
        if let old { try takeGroup(of: old) }
    }

    deinit {
        close(descriptor)
        if let temporaryPath {
            // SAFETY: the path is a C string for the time of the call.
            unsafe unlink(temporaryPath)
            LeftOver.forget()
        }
    }

    /// Writes bytes at an offset.
    func write(_ bytes: Span<UInt8>, at offset: Int) throws(BlocklistBuildProblem) {
        // SAFETY: the bytes are there for the time of the call.
        let error = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor, at: offset) }
        if error != 0 { throw .system(.write, path: name, error: error) }
    }

    /// Reads what was written, from an offset on; returns how many bytes there were.
    func read(_ bytes: inout [UInt8], at offset: Int) throws(BlocklistBuildProblem) -> Int {
        // SAFETY: the buffer holds as many bytes as are asked for.
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe passwordrules_system_read_at(descriptor, $0.baseAddress, $0.count, Int64(offset))
        }
        if count < 0 { throw .system(.read, path: name, error: CInt(-count)) }
        return count
    }

    /// Brings the file to the disk and puts it in its place, the old one whole until then.
    func publish() throws(BlocklistBuildProblem) {
        try hideIfLong()
        guard fsync(descriptor) == 0 else { throw failed(.sync) }
        // Between the two names that it gets there is no moment at which a signal could end the program.
        let signals = HeldSignals()
        defer { signals.release() }
        if temporaryPath == nil {
            if link(to: target) == 0 { return try syncFolder() }
            guard errno == EEXIST else { throw failed(.replace) }
            try giveTemporaryName()
        }
        if let temporaryPath {
            // SAFETY: the paths are C strings for the time of the call.
            guard unsafe rename(temporaryPath, target) == 0 else { throw failed(.replace) }
            self.temporaryPath = nil
            LeftOver.forget()
        }
        try syncFolder()
    }

    /// Lets nobody but the owner read a list that is not read as a whole whenever it is opened.
    private func hideIfLong() throws(BlocklistBuildProblem) {
        let status = try status()
        guard status.st_size > Blocklist.longestPublicLengthInBytes else { return }
        guard fchmod(descriptor, status.st_mode & 0o600) == 0 else { throw failed(.write) }
    }

    /// Gives the file, while it is empty, to the group of the one that it replaces; where that cannot be, its own group may do
    /// no more than everybody.
    private func takeGroup(of old: stat) throws(BlocklistBuildProblem) {
        // The largest number leaves the owner as it is.
        if fchown(descriptor, uid_t.max, old.st_gid) == 0 { return }
        let mode = try status().st_mode & 0o777
        let limited = mode & 0o707 | mode & (mode & 0o007) << 3
        guard limited == mode || fchmod(descriptor, limited) == 0 else { throw failed(.write) }
    }

    private func status() throws(BlocklistBuildProblem) -> stat {
        var status = stat()
        // SAFETY: the struct is there for the time of the call.
        guard unsafe fstat(descriptor, &status) == 0 else { throw failed(.write) }
        return status
    }

    private static func create(
        inFolder folder: String, base: String, name: String, mode: mode_t, canBeNameless: Bool
    ) throws(BlocklistBuildProblem) -> (descriptor: CInt, temporaryPath: String?) {
        if canBeNameless, let nameless = TemporaryFile.linkable(inFolder: folder, mode: mode) {
            return (nameless, nil)
        }
        do throws(BlocklistBuildProblem) {
            let (descriptor, path) = try TemporaryFile.named(inFolder: folder, base: base, mode: mode)
            return (descriptor, path)
        } catch .system(let action, _, let error) {
            throw .system(action, path: name, error: error)
        }
    }

    private func giveTemporaryName() throws(BlocklistBuildProblem) {
        for number in 0..<1000 {
            let path = TemporaryFile.path(inFolder: folder, base: base, number: number)
            if link(to: path) == 0 {
                temporaryPath = path
                LeftOver.remember(path)
                return
            }
            if errno != EEXIST { break }
        }
        throw failed(.replace)
    }

    private func link(to path: String) -> CInt {
        // SAFETY: the paths are C strings for the time of the call.
        unsafe linkat(
            AT_FDCWD, TemporaryFile.procPath(descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW)
    }

    /// Makes the new name last.
    private func syncFolder() throws(BlocklistBuildProblem) {
        // SAFETY: the path is a C string for the time of the call.
        let folderDescriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A folder that can be written but not read.
        guard folderDescriptor >= 0 else { return }
        defer { close(folderDescriptor) }
        // There are file systems whose folders cannot be synced.
        if fsync(folderDescriptor) != 0, errno != EINVAL { throw failed(.syncFolder) }
    }

    private func failed(_ action: BlocklistBuildProblem.Action) -> BlocklistBuildProblem {
        .system(action, path: name, error: errno)
    }

    /// Where a path leads to, through symbolic links, and what is there, if there is something yet.
    private static func target(
        of path: String
    ) throws(BlocklistBuildProblem) -> (path: String, old: stat?) {
        var path = path
        for _ in 0..<maximumLinkCount {
            var status = stat()
            // SAFETY: the path is a C string, and the struct is there, for the time of the call.
            guard unsafe lstat(path, &status) == 0 else {
                if errno == ENOENT, !path.isEmpty, !path.hasSuffix("/") { return (path, nil) }
                throw .system(.open, path: path, error: errno)
            }
            switch status.st_mode & S_IFMT {
            case S_IFREG: return (path, status)
            case S_IFLNK: path = try destination(ofLink: path)
            default: throw .notRegular(path: path)
            }
        }
        throw .system(.open, path: path, error: ELOOP)
    }

    private static func destination(ofLink path: String) throws(BlocklistBuildProblem) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        // SAFETY: the buffer holds as many bytes as are asked for, and the path is a C string, for the time of the call.
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return 0 }
            return unsafe readlink(path, start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        guard count >= 0 else { throw .system(.open, path: path, error: errno) }
        guard let destination = String(validating: buffer.prefix(count), as: UTF8.self) else {
            throw .linkNotUTF8(path: path)
        }
        guard !destination.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return destination }
        return path[...slash] + destination
    }
}
