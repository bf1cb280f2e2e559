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
    var folder: String { place.path }
    private let place: OutputFolder
    private let descriptor: CInt
    /// The group that may read the file, if one was named.
    private let group: gid_t?
    /// The name it has in the folder for the time being, if it has one.
    private var temporaryName: String?

    /// What a new file may be used for by whom, minus the umask and what the old one was not used for.
    private static let mode: mode_t = 0o644

    /// - Parameters:
    ///   - group: The group that alone may read the file, beside its owner; nil for everybody.
    ///   - canBeNameless: Whether a file without a name is tried for first.
    init(
        _ path: String, group: gid_t? = nil, canBeNameless: Bool = true
    ) throws(BlocklistBuildProblem) {
        name = path
        self.group = group
        place = try OutputFolder(ofFileAtPath: path)
        // None may come before there is somebody to remove the file.
        let signals = HeldSignals()
        defer { signals.release() }
        (descriptor, temporaryName) = try Self.create(
            in: place, name: path, mode: Self.mode & (place.old?.st_mode ?? Self.mode),
            canBeNameless: canBeNameless)
        if let temporaryName { LeftOver.remember(temporaryName, inFolder: place.descriptor) }
        if let old = place.old { try takeGroup(of: old) }
        if group != nil { try makeSureThatNobodyWatches() }
    }

    deinit {
        close(descriptor)
        if let temporaryName {
            // SAFETY: the name is a C string for the time of the call.
            unsafe unlinkat(place.descriptor, temporaryName, 0)
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
        try makeSureOfReaders(ofLength: try status().st_size)
        guard fsync(descriptor) == 0 else { throw failed(.sync) }
        // Between the two names that it gets there is no moment at which a signal could end the program.
        let signals = HeldSignals()
        defer { signals.release() }
        if temporaryName == nil {
            if link(to: place.base) == 0 { return try syncFolder() }
            guard errno == EEXIST else { throw failed(.replace) }
            try giveTemporaryName()
        }
        if let temporaryName {
            // SAFETY: the names are C strings for the time of the call.
            guard unsafe renameat(place.descriptor, temporaryName, place.descriptor, place.base) == 0 else {
                throw failed(.replace)
            }
            self.temporaryName = nil
            LeftOver.forget()
        }
        try syncFolder()
    }

    /// Takes care that others cannot see what is read of a list of this length. A long one is not read as a whole at each look-up,
    /// so that is only for its owner and the group that was named, if one was.
    func makeSureOfReaders(ofLength length: Int) throws(BlocklistBuildProblem) {
        guard length > Blocklist.longestPublicLengthInBytes || group != nil else { return }
        try makeSureThatNobodyWatches()
        let mode = try status().st_mode
        if let group {
            // The largest number leaves the owner as it is.
            guard fchown(descriptor, uid_t.max, group) == 0 else { throw failed(.giveToGroup) }
            guard fchmod(descriptor, mode & 0o600 | 0o040) == 0 else { throw failed(.write) }
        } else {
            guard fchmod(descriptor, mode & 0o600) == 0 else { throw failed(.write) }
        }
    }

    /// Whoever may read a folder is told by inotify of each time that a file in it is read, also of files that nobody else may
    /// read.
    private func makeSureThatNobodyWatches() throws(BlocklistBuildProblem) {
        var folder = stat()
        // SAFETY: the struct is there for the time of the call.
        guard unsafe fstat(place.descriptor, &folder) == 0 else { throw failed(.write) }
        guard folder.st_uid == 0 || folder.st_uid == geteuid() else {
            throw .watchable(folder: place.path, .owner)
        }
        guard folder.st_mode & 0o004 == 0 else { throw .watchable(folder: place.path, .others) }
        guard folder.st_mode & 0o040 == 0 || folder.st_gid == group else {
            throw .watchable(folder: place.path, .group)
        }
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
        in place: OutputFolder, name: String, mode: mode_t, canBeNameless: Bool
    ) throws(BlocklistBuildProblem) -> (descriptor: CInt, temporaryName: String?) {
        if canBeNameless, let nameless = TemporaryFile.linkable(inFolder: place.descriptor, mode: mode) {
            return (nameless, nil)
        }
        do throws(BlocklistBuildProblem) {
            let (descriptor, name) = try TemporaryFile.named(
                inFolder: place.descriptor, base: place.base, mode: mode)
            return (descriptor, name)
        } catch .system(let action, _, let error) {
            throw .system(action, path: name, error: error)
        }
    }

    private func giveTemporaryName() throws(BlocklistBuildProblem) {
        for number in 0..<1000 {
            let name = TemporaryFile.name(base: place.base, number: number)
            if link(to: name) == 0 {
                temporaryName = name
                LeftOver.remember(name, inFolder: place.descriptor)
                return
            }
            if errno != EEXIST { break }
        }
        throw failed(.replace)
    }

    private func link(to name: String) -> CInt {
        // SAFETY: the path and the name are C strings for the time of the call.
        unsafe linkat(
            AT_FDCWD, TemporaryFile.procPath(descriptor), place.descriptor, name, AT_SYMLINK_FOLLOW)
    }

    /// Makes the new name last.
    private func syncFolder() throws(BlocklistBuildProblem) {
        // SAFETY: the name is a C string for the time of the call.
        let folderDescriptor = unsafe openat(place.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // A folder that can be written but not read.
        guard folderDescriptor >= 0 else { return }
        defer { close(folderDescriptor) }
        // There are file systems whose folders cannot be synced.
        if fsync(folderDescriptor) != 0, errno != EINVAL { throw failed(.syncFolder) }
    }

    private func failed(_ action: BlocklistBuildProblem.Action) -> BlocklistBuildProblem {
        .system(action, path: name, error: errno)
    }
}
