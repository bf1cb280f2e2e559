internal import Glibc

/// The folder of an output file, held open, and the file's name in it.
///
/// The path is resolved part by part, each in the folder that was opened before it, so later renames have no
/// effect. So symbolic links are followed here, not by the kernel, and have to be checked as
/// fs.protected_symlinks does: a program that root runs must not write to the target of another user's link.
final class OutputFolder {
    /// The folder, opened only to name files in it.
    let descriptor: CInt
    /// Its path, with all symbolic links resolved.
    let path: String
    /// The name of the file in it, which is not a link, "." or "..".
    let base: String
    /// The regular file that has that name now.
    let old: stat?

    /// The maximum number of links that are followed: enough for any path, and an end for a link that leads
    /// to itself.
    private static let maximumLinkCount = 40
    /// O_PATH. Swift cannot import glibc's macro. The value is the same on all Linux architectures that Swift
    /// supports.
    private static let nameOnly: CInt = 0o10_000_000

    /// Finds the folder of the file that a path leads to, through symbolic links.
    ///
    /// A link must belong to root or to the user that runs the program. As with fs.protected_symlinks, a link
    /// of root is not followed in a sticky folder that all users may write to and that belongs to a third
    /// user.
    init(ofFileAtPath name: String) throws(OutputProblem) {
        guard !name.isEmpty else { throw .system(.open, path: name, error: ENOENT) }
        var walk = try Walk(name)
        var linkCount = 0
        while let part = walk.next() {
            let isLast = walk.isAtEnd
            var status = stat()
            // SAFETY: the name is a C string, and the struct lives, for the duration of the call.
            guard unsafe fstatat(walk.descriptor, part, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                let error = errno
                guard isLast, error == ENOENT, !walk.needsFolder else {
                    throw .system(isLast ? .open : .write, path: name, error: error)
                }
                (descriptor, path, base, old) = (walk.take(), walk.path, part, nil)
                return
            }
            switch status.st_mode & S_IFMT {
            case S_IFLNK:
                linkCount += 1
                guard linkCount <= Self.maximumLinkCount else {
                    throw .system(.open, path: name, error: ELOOP)
                }
                try walk.follow(link: part, status, of: name)
            case S_IFDIR where !isLast:
                try walk.enter(part, of: name)
            case S_IFREG where isLast && !walk.needsFolder:
                (descriptor, path, base, old) = (walk.take(), walk.path, part, status)
                return
            default:
                guard isLast, !walk.needsFolder || status.st_mode & S_IFMT == S_IFDIR else {
                    throw .system(.open, path: name, error: ENOTDIR)
                }
                throw .notRegular(path: name)
            }
        }
        // The root folder, which has no name.
        throw .notRegular(path: name)
    }

    deinit { close(descriptor) }

    /// Throws if the file that has the name now could not be replaced later: it belongs to another user in a
    /// sticky folder, or it is immutable.
    func requireReplaceable(name: String) throws(OutputProblem) {
        guard old != nil else { return }
        // Only the kernel knows all the reasons. It checks them before it finds that a file is not a folder.
        // SAFETY: the name is a C string for the duration of the call.
        if unsafe unlinkat(descriptor, base, AT_REMOVEDIR) != 0, errno == EPERM {
            throw .system(.replace, path: name, error: EPERM)
        }
    }

    /// The path of a name in the folder.
    func path(of base: String) -> String { path == "/" ? "/" + base : path + "/" + base }

    /// The remaining parts of a path, and the folder in which the next is looked up.
    private struct Walk: ~Copyable {
        private(set) var descriptor: CInt
        private(set) var path: String
        /// The parts, the next one last.
        private var parts: [String]
        /// Whether the path ends in a slash, and so must lead to a folder.
        private(set) var needsFolder: Bool

        var isAtEnd: Bool { parts.isEmpty }

        init(_ name: String) throws(OutputProblem) {
            let start = name.hasPrefix("/") ? "/" : "."
            let descriptor = try OutputFolder.open(start, in: AT_FDCWD, of: name)
            (self.descriptor, path) = (descriptor, start)
            (parts, needsFolder) = Self.split(name)
        }

        deinit { if descriptor >= 0 { close(descriptor) } }

        private static func split(_ path: String) -> (parts: [String], needsFolder: Bool) {
            // Several slashes count as one, and "." is dropped unless the path ends there.
            let pieces = path.split(separator: "/").map { String($0) }
            let parts = pieces.enumerated().filter { $0 < pieces.count - 1 ? $1 != "." : true }.map { $1 }
            return (parts.reversed(), path.hasSuffix("/"))
        }

        mutating func next() -> String? { parts.popLast() }

        /// Returns the folder. The walk then does not close it.
        mutating func take() -> CInt {
            defer { descriptor = -1 }
            return descriptor
        }

        /// Enters a folder.
        mutating func enter(_ part: String, of name: String) throws(OutputProblem) {
            let inner = try OutputFolder.open(part, in: descriptor, of: name)
            close(descriptor)
            descriptor = inner
            path = path == "/" ? "/" + part : path == "." ? part : path + "/" + part
        }

        /// Replaces a link by the path in it.
        mutating func follow(
            link part: String, _ link: stat, of name: String
        ) throws(OutputProblem) {
            let location = path == "." ? part : path == "/" ? "/" + part : path + "/" + part
            var folder = stat()
            // SAFETY: the struct lives for the duration of the call.
            guard unsafe fstat(descriptor, &folder) == 0 else {
                // UNCOVERED: fstat of a folder that is open does not fail.
                throw .system(.open, path: name, error: errno)
            }
            guard OutputFolder.mayFollow(link, in: folder, user: geteuid()) else {
                throw .linkOfOthers(path: location)
            }
            let destination = try self.destination(ofLink: part, at: location)
            guard !destination.isEmpty else { throw .system(.open, path: name, error: ENOENT) }
            let (inner, endsInSlash) = Self.split(destination)
            if isAtEnd { needsFolder = needsFolder || endsInSlash }
            parts += inner
            guard destination.hasPrefix("/") else { return }
            let root = try OutputFolder.open("/", in: AT_FDCWD, of: name)
            close(descriptor)
            (descriptor, path) = (root, "/")
        }

        private func destination(
            ofLink part: String, at location: String
        ) throws(OutputProblem) -> String {
            var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
            // SAFETY: the buffer holds as many bytes as are requested, and the name is a C string, for the
            // duration of the call.
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                guard let start = bytes.baseAddress else { return 0 }
                return unsafe readlinkat(
                    descriptor, part, start.assumingMemoryBound(to: CChar.self), bytes.count)
            }
            guard count >= 0 else { throw .system(.open, path: location, error: errno) }
            guard let destination = String(validating: buffer.prefix(count), as: UTF8.self) else {
                throw .linkNotUTF8(path: location)
            }
            return destination
        }
    }

    /// Whether a user may trust a link in a folder.
    static func mayFollow(_ link: stat, in folder: stat, user: uid_t) -> Bool {
        if link.st_uid == user { return true }
        let isStickyForAll = folder.st_mode & 0o1002 == 0o1002
        return link.st_uid == 0 && (!isStickyForAll || folder.st_uid == 0)
    }

    private static func open(
        _ part: String, in folder: CInt, of name: String
    ) throws(OutputProblem) -> CInt {
        // SAFETY: the name is a C string for the duration of the call.
        let descriptor = unsafe openat(folder, part, nameOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(.write, path: name, error: errno) }
        return descriptor
    }
}
