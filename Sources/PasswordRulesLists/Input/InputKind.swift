internal import Glibc

/// The kind of an input.
enum InputKind: Equatable {
    case folder
    /// A regular file, and its size in bytes.
    case file(size: Int)
    /// A pipe or a device, whose size is unknown.
    case stream

    init(_ status: stat) {
        switch status.st_mode & S_IFMT {
        case S_IFDIR: self = .folder
        case S_IFREG: self = .file(size: Int(status.st_size))
        default: self = .stream
        }
    }

    /// Examines the input without opening it: opening and closing a FIFO would disturb its writer.
    init(ofPath path: String) throws(OutputProblem) {
        let isStandardInput = path == InputFile.standardInput
        var status = stat()
        // SAFETY: the path is a C string, and the struct lives, for the duration of the call.
        let result = unsafe isStandardInput ? fstat(STDIN_FILENO, &status) : stat(path, &status)
        guard result == 0 else {
            throw .system(.open, path: isStandardInput ? "standard input" : path, error: errno)
        }
        self.init(status)
    }
}
