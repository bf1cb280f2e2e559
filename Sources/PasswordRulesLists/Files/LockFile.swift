internal import Glibc

/// A hidden file beside another file. Programs lock the hidden file before they change the other one. The
/// system releases the lock however the program ends.
package struct LockFile {
    /// Why the file is not locked.
    package enum Problem: Error {
        /// The file cannot be opened; `error` is an errno.
        case unwritable(error: CInt)
        /// The file cannot be locked; `error` is an errno.
        case unlockable(error: CInt)
        /// Another program has the lock.
        case held
    }

    private let path: String
    private let descriptor: CInt

    /// The path of the hidden file: `/etc/.policy.conf.lock` for `/etc/policy.conf` and the ending `.lock`.
    package static func path(beside file: String, ending: String) -> String {
        var parts = file.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        parts.append(".\(parts.popLast() ?? "")\(ending)")
        return parts.joined(separator: "/")
    }

    /// Locks a file, and creates it if necessary. Only its owner may open it, so that no other user can make
    /// the program wait.
    /// - Parameter waits: Whether to wait for a program that has the lock.
    package init(path: String, waits: Bool) throws(Problem) {
        self.path = path
        while true {
            // SAFETY: the path is a C string for the duration of the call.
            let descriptor = unsafe open(
                path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard descriptor >= 0 else { throw .unwritable(error: errno) }
            var (mine, named) = (stat(), stat())
            // SAFETY: the struct lives for the duration of the call.
            guard flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) == 0,
                unsafe fstat(descriptor, &mine) == 0
            else {
                let error = errno
                close(descriptor)
                throw error == EWOULDBLOCK ? .held : .unlockable(error: error)
            }
            // SAFETY: as above; the path is a C string.
            if unsafe stat(path, &named) == 0, mine.st_ino == named.st_ino, mine.st_dev == named.st_dev {
                self.descriptor = descriptor
                return
            }
            // Another file has the name now, or none has.
            close(descriptor)
        }
    }

    /// Removes the file while it is locked. A program that waits for the lock then sees that the file has lost
    /// its name.
    package func release() {
        // SAFETY: the path is a C string for the duration of the call.
        _ = unsafe unlink(path)
        close(descriptor)
    }
}
