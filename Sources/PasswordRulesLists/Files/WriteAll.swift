internal import Glibc

/// Writes all of the bytes at an offset. Returns 0 or an errno.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt, at offset: Int) -> CInt {
    var done = 0
    while done < bytes.count {
        // SAFETY: the pointer is inside the buffer, `done` bytes from its start.
        let count = unsafe pwrite(
            descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done, offset + done)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return errno }
        if count == 0 { return EIO }
        done += count
    }
    return 0
}
