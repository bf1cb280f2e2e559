internal import Glibc
internal import PasswordRules

/// A folder of range files. Each is named after the first 5 hex digits of its hashes, with or without ".txt".
struct RangeFolder {
    /// The number of files of a complete corpus.
    static let completeCount = 1 << 20

    /// The files in the order of their hashes, each name packed into a number: the 20 bits of the hashes,
    /// whether the name ends in ".txt", and its five letters in their case.
    private let files: [UInt64]

    var count: Int { files.count }

    /// The number of ranges. If a range has two files, both are read.
    let rangeCount: Int

    private static let nameLength = 5
    private static let suffix: [UInt8] = Array(".txt".utf8)
    /// The maximum number of unexpected files to name.
    private static let maximumNames = 3

    /// Lists the files of a folder. A folder without any range is an error.
    /// - Parameter path: The path, for messages.
    init(_ descriptor: CInt, path: String) throws(OutputProblem) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw .system(.read, path: path, error: errno) }
        // SAFETY: the descriptor has no other user, and belongs to the directory from here on.
        guard let directory = unsafe fdopendir(copy) else {
            // UNCOVERED: fdopendir of an open folder fails only if there is no memory.
            let error = errno
            close(copy)
            throw .system(.read, path: path, error: error)
        }
        // SAFETY: the directory is open until the end of this function, here and below.
        defer { unsafe closedir(directory) }
        unsafe rewinddir(directory)
        var files: [UInt64] = []
        var strange: [String] = []
        var strangeCount = 0
        while true {
            errno = 0
            // SAFETY: the entry is valid until the next one is read; its name is copied before.
            guard let entry = unsafe readdir(directory) else { break }
            let name = unsafe Self.name(of: entry)
            // Skips ".", ".." and the hidden files of editors and downloads.
            if name.first == 0x2E { continue }
            if let file = Self.packed(name) {
                files.append(file)
            } else {
                strangeCount += 1
                strange.append(String(decoding: name, as: UTF8.self))
                // The first ones in byte order, whatever the order of the folder.
                if strange.count > Self.maximumNames {
                    strange.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                    strange.removeLast()
                }
            }
        }
        guard errno == 0 else { throw .system(.read, path: path, error: errno) }
        guard strangeCount == 0 else {
            strange.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            throw .strangeNames(path: path, names: strange, count: strangeCount)
        }
        // The disk may not be mounted, or the download may have failed.
        if files.isEmpty { throw .emptyHashes(path: path) }
        files.sort()
        self.files = files
        rangeCount = 1 + zip(files, files.dropFirst()).count { Self.prefix($0) != Self.prefix($1) }
    }

    /// The kind of the hashes, by the first line of the first file. If that line is not a hash, this is SHA-1,
    /// and the error is reported when the file is read.
    func hash(in folder: borrowing InputFile) throws(OutputProblem) -> BlocklistHash {
        let name = file(0).name
        let input = try InputFile(
            name, name: folder.name + "/" + name, inFolder: folder.descriptor, canWait: false)
        var found: BlocklistHash?
        guard case .file = input.kind else { return .sha1 }
        try input.withStart(count: HashLines.longestRest) { start in
            let end = start.newline(from: 0) ?? start.count
            found = HashLines.hash(of: start.extracting(0..<end), isRest: true)
        }
        return found ?? .sha1
    }

    /// The name of a file, and the prefix of all hashes in it.
    func file(_ index: Int) -> (name: String, prefix: HashLines.Prefix) {
        let packed = files[index]
        var name: [UInt8] = []
        for position in (0..<Self.nameLength).reversed() {
            name.append(UInt8(truncatingIfNeeded: packed >> UInt64(8 * position)))
        }
        if packed >> 40 & 1 == 1 { name += Self.suffix }
        return (String(decoding: name, as: UTF8.self), HashLines.Prefix(value: Self.prefix(packed)))
    }

    private static func prefix(_ packed: UInt64) -> UInt64 { packed >> 41 }

    private static func packed(_ name: [UInt8]) -> UInt64? {
        let hasSuffix = name.count == nameLength + suffix.count && name.suffix(suffix.count) == suffix[...]
        guard name.count == nameLength || hasSuffix else { return nil }
        var letters: UInt64 = 0
        var prefix: UInt64 = 0
        for letter in name.prefix(nameLength) {
            guard let digit = hexDigit(letter) else { return nil }
            letters = letters << 8 | UInt64(letter)
            prefix = prefix << 4 | digit
        }
        return prefix << 41 | (hasSuffix ? 1 : 0) << 40 | letters
    }

    private static func hexDigit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x41...0x46: UInt64(byte - 0x41 + 10)
        case 0x61...0x66: UInt64(byte - 0x61 + 10)
        default: nil
        }
    }

    private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        // SAFETY: the name ends in a NUL, and is valid until the next entry is read.
        unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
            let start = unsafe UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
            let length = unsafe strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
            return unsafe Array(UnsafeBufferPointer(start: start, count: length))
        }
    }
}
