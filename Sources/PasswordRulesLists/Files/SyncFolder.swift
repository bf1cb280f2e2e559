internal import Glibc

/// Writes the names of a folder's files to the disk.
/// - Parameter folder: A descriptor of the folder that the path is relative to.
/// - Returns: The errno if that failed; 0 if it succeeded, or if it is impossible because the folder may not
///   be read or its file system cannot sync folders.
func syncFolder(_ path: String, inFolder folder: CInt = AT_FDCWD) -> CInt {
    // SAFETY: the path is a C string for the duration of the call.
    let descriptor = unsafe openat(folder, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    guard fsync(descriptor) != 0, errno != EINVAL else { return 0 }
    return errno
}
