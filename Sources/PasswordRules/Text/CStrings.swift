/// The bytes as a C string, which ends at the first NUL in them.
package func cString(_ bytes: [UInt8]) -> [CChar] {
    unsafe bytes.span.withUnsafeBytes { bytes in
        unsafe [CChar](unsafeUninitializedCapacity: bytes.count + 1) { characters, count in
            // SAFETY: there is room for all bytes and the NUL, and all of them are initialized.
            unsafe UnsafeMutableRawBufferPointer(characters).copyMemory(from: bytes)
            unsafe characters[bytes.count] = 0
            count = bytes.count + 1
        }
    }
}

/// The bytes of a C string, without its NUL.
package func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    // SAFETY: the caller's string ends in a NUL, and no byte after that is read.
    var count = 0
    while unsafe string[count] != 0 { count += 1 }
    return unsafe Array(UnsafeRawBufferPointer(start: string, count: count))
}
