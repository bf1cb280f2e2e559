internal import CPasswordRulesSystem
internal import Glibc
internal import PasswordRules

/// A file that appears under its name only when it is complete, and then replaces the previous one.
///
/// Until then it has no name if the file system supports that, so nothing remains if the program is killed.
/// SIGKILL can leave the complete file under a hidden name only between the two system calls that replace the
/// previous file.
final class OutputFile {
    /// The path as it was given, for messages.
    let name: String
    /// The folder of the file. It differs from the folder of `name` if that is a symbolic link.
    var folder: String { location.path }
    let location: OutputFolder
    private let descriptor: CInt
    /// The group that may read the file, if one was given.
    private let group: gid_t?
    /// Its temporary name in the folder, if it has one.
    private var temporaryName: String?

    /// The permissions of a new file, minus those that the previous file lacked, and usually minus the umask.
    private static let mode: mode_t = 0o644

    /// - Parameters:
    ///   - group: The group that may read the file, in addition to its owner; nil for all users.
    ///   - canBeNameless: Whether to try a file without a name first.
    ///   - ignoresMask: Whether the umask has no effect on the permissions.
    init(
        _ path: String, group: gid_t? = nil, canBeNameless: Bool = true, ignoresMask: Bool = false
    ) throws(OutputProblem) {
        name = path
        self.group = group
        location = try OutputFolder(ofFileAtPath: path)
        try location.requireReplaceable(name: path)
        // No signal may come before its handler can remove the file.
        let signals = HeldSignals()
        defer { signals.release() }
        let mode = Self.mode & (location.old?.st_mode ?? Self.mode)
        (descriptor, temporaryName) = try Self.create(
            in: location, name: path, mode: mode, canBeNameless: canBeNameless)
        if let temporaryName { LeftOver.remember(temporaryName, inFolder: location.descriptor) }
        if ignoresMask { guard fchmod(descriptor, mode) == 0 else { throw failed(.write) } }
        if let old = location.old { try takeGroup(of: old) }
        if group != nil { try requireUnwatchedFolder() }
    }

    deinit {
        close(descriptor)
        if let temporaryName {
            // SAFETY: the name is a C string for the duration of the call.
            unsafe unlinkat(location.descriptor, temporaryName, 0)
            LeftOver.forget()
        }
    }

    /// Writes bytes at an offset.
    func write(_ bytes: Span<UInt8>, at offset: Int) throws(OutputProblem) {
        // SAFETY: the bytes live for the duration of the call.
        let error = unsafe bytes.withUnsafeBytes { unsafe writeAll($0, to: descriptor, at: offset) }
        if error != 0 { throw .system(.write, path: name, error: error) }
    }

    /// Reads what was written, from an offset on; returns the number of bytes.
    func read(_ bytes: inout [UInt8], at offset: Int) throws(OutputProblem) -> Int {
        // SAFETY: the buffer holds as many bytes as are requested.
        let count = unsafe bytes.withUnsafeMutableBytes {
            unsafe passwordrules_system_read_at(descriptor, $0.baseAddress, $0.count, Int64(offset))
        }
        if count < 0 { throw .system(.read, path: name, error: CInt(-count)) }
        return count
    }

    /// Writes the file to the disk and gives it its name. The previous file is whole until then.
    func publish() throws(OutputProblem) {
        try restrictReaders(ofLength: try status().st_size)
        try sync()
        // No signal may end the program between the two names that the file gets.
        let signals = HeldSignals()
        defer { signals.release() }
        if temporaryName == nil {
            if link(to: location.base) == 0 { return try syncName() }
            guard errno == EEXIST else { throw failed(.replace) }
            try giveTemporaryName()
        }
        if let temporaryName {
            // SAFETY: the names are C strings for the duration of the call.
            guard unsafe renameat(location.descriptor, temporaryName, location.descriptor, location.base) == 0
            else {
                throw failed(.replace)
            }
            self.temporaryName = nil
            LeftOver.forget()
        }
        try syncName()
    }

    /// Writes the file to the disk.
    func sync() throws(OutputProblem) {
        guard fsync(descriptor) == 0 else { throw failed(.sync) }
    }

    /// Removes the permissions by which other users could observe which parts of the list are read. A lookup
    /// does not read a long list whole, so only its owner and the given group may read it.
    func restrictReaders(ofLength length: Int) throws(OutputProblem) {
        guard length > Blocklist.longestPublicLengthInBytes || group != nil else { return }
        try requireUnwatchedFolder()
        let mode = try status().st_mode
        if let group {
            // The largest number leaves the owner as it is.
            guard fchown(descriptor, uid_t.max, group) == 0 else { throw failed(.giveToGroup) }
            guard fchmod(descriptor, mode & 0o600 | 0o040) == 0 else { throw failed(.write) }
        } else {
            guard fchmod(descriptor, mode & 0o600) == 0 else { throw failed(.write) }
        }
    }

    /// Throws if the folder does not suit a list with at least `count` entries, whose temporary files take
    /// `temporaryLength` bytes: others could watch it, or there is too little room.
    func requireFolder(forCount count: Int, temporaryLength: Int) throws(OutputProblem) {
        let length = count * BlocklistHeader.entryLength
        try restrictReaders(ofLength: length)
        var system = statvfs()
        // A file system without blocks does not report its free space.
        // SAFETY: the struct lives for the duration of the call.
        guard unsafe fstatvfs(descriptor, &system) == 0, system.f_blocks > 0 else { return }
        let blocks = geteuid() == 0 ? system.f_bfree : system.f_bavail
        let (free, isVast) = UInt64(blocks).multipliedReportingOverflow(by: UInt64(system.f_frsize))
        let needed = length + temporaryLength
        guard isVast || free >= UInt64(needed) else {
            throw .noRoom(folder: location.path, needed: needed, free: Int(clamping: free))
        }
    }

    /// Throws if other users may read the folder: by inotify they can see each read of a file in it, even of
    /// files that they may not read.
    private func requireUnwatchedFolder() throws(OutputProblem) {
        var folder = stat()
        // SAFETY: the struct lives for the duration of the call.
        guard unsafe fstat(location.descriptor, &folder) == 0 else { throw failed(.write) }
        guard folder.st_uid == 0 || folder.st_uid == geteuid() else {
            throw .watchable(folder: location.path, .owner)
        }
        guard folder.st_mode & 0o004 == 0 else { throw .watchable(folder: location.path, .others) }
        guard folder.st_mode & 0o040 == 0 || folder.st_gid == group else {
            throw .watchable(folder: location.path, .group)
        }
    }

    /// Gives the file, while it is empty, to the group of the previous file. If that fails, its own group
    /// gets only the permissions of all users.
    private func takeGroup(of old: stat) throws(OutputProblem) {
        // The largest number leaves the owner as it is.
        if fchown(descriptor, uid_t.max, old.st_gid) == 0 { return }
        let mode = try status().st_mode & 0o777
        let limited = mode & 0o707 | mode & (mode & 0o007) << 3
        guard limited == mode || fchmod(descriptor, limited) == 0 else { throw failed(.write) }
    }

    private func status() throws(OutputProblem) -> stat {
        var status = stat()
        // SAFETY: the struct lives for the duration of the call.
        guard unsafe fstat(descriptor, &status) == 0 else { throw failed(.write) }
        return status
    }

    private static func create(
        in location: OutputFolder, name: String, mode: mode_t, canBeNameless: Bool
    ) throws(OutputProblem) -> (descriptor: CInt, temporaryName: String?) {
        if canBeNameless, let nameless = TemporaryFile.linkable(inFolder: location.descriptor, mode: mode) {
            return (nameless, nil)
        }
        do throws(OutputProblem) {
            let (descriptor, name) = try TemporaryFile.named(
                inFolder: location.descriptor, base: location.base, mode: mode)
            return (descriptor, name)
        } catch .system(let action, _, let error) {
            throw .system(action, path: name, error: error)
        }
    }

    private func giveTemporaryName() throws(OutputProblem) {
        for number in 0..<1000 {
            let name = TemporaryFile.name(base: location.base, number: number)
            if link(to: name) == 0 {
                temporaryName = name
                LeftOver.remember(name, inFolder: location.descriptor)
                return
            }
            // UNCOVERED: it takes a thousand files that have the temporary names, or a folder that is closed
            // in the meantime.
            if errno != EEXIST { break }
        }
        // UNCOVERED: only after one of the failures above.
        throw failed(.replace)
    }

    private func link(to name: String) -> CInt {
        // SAFETY: the path and the name are C strings for the duration of the call.
        unsafe linkat(
            AT_FDCWD, TemporaryFile.procPath(descriptor), location.descriptor, name, AT_SYMLINK_FOLLOW)
    }

    private func syncName() throws(OutputProblem) {
        let error = syncFolder(".", inFolder: location.descriptor)
        if error != 0 { throw .system(.syncFolder, path: name, error: error) }
    }

    private func failed(_ action: OutputProblem.Action) -> OutputProblem {
        .system(action, path: name, error: errno)
    }
}
