import Glibc
import PasswordRules

/// Passwords from standard input, one a line, in memory that is wiped. At a terminal they are asked for, unseen.
struct PasswordInput: ~Copyable {
    /// The longest line, in bytes.
    private static let maximumLength = 1 << 20

    private var buffer = SecretBytes(count: maximumLength + 1)
    /// The bytes of the buffer that are read and not yet used.
    private var start = 0
    private var end = 0
    private var lineNumber = 0
    /// Whether the first line is the old password, and the others are new ones.
    private let beginsWithOld: Bool

    init(beginsWithOld: Bool = false) { self.beginsWithOld = beginsWithOld }

    /// Calls `body` with each line, without its newline. The last one may lack it.
    mutating func forEachLine(_ body: (Span<UInt8>) throws -> Void) throws {
        let terminal = HiddenTerminal()
        defer { terminal?.restore() }
        var scanned = 0
        while true {
            guard let newline = buffer.withSpan({ index(of: 0x0A, in: $0, from: start + scanned) }) else {
                scanned = end - start
                // Whoever waits for an answer before the next password must get it.
                try Output.standard.flush()
                if start == end { terminal?.show(prompt) }
                if try fill() { continue }
                // Whatever is printed next begins a line.
                terminal?.show("\n")
                if start < end { try buffer.withSpan { try body($0.extracting(start..<end)) } }
                return
            }
            lineNumber += 1
            try buffer.withSpan { try body($0.extracting(start..<newline)) }
            start = newline + 1
            scanned = 0
        }
    }

    private var prompt: String {
        guard beginsWithOld else { return "Password: " }
        return lineNumber == 0 ? "Old password: " : "New password: "
    }

    private func index(of byte: UInt8, in bytes: Span<UInt8>, from first: Int) -> Int? {
        var index = first
        while index < end {
            if bytes[index] == byte { return index }
            index += 1
        }
        return nil
    }

    /// Reads more; false at the end of the input.
    private mutating func fill() throws -> Bool {
        if start > 0 {
            let (first, last) = (start, end)
            buffer.withMutableSpan { bytes in
                for index in first..<last { bytes[index - first] = bytes[index] }
                for index in (last - first)..<last { bytes[index] = 0 }
            }
            end -= start
            start = 0
        }
        let used = end
        guard used < buffer.count else {
            throw Failure(
                message: "standard input:\(lineNumber + 1): a line of more than 1 MiB is no password")
        }
        while true {
            // SAFETY: the buffer has room for the bytes behind the `used` ones.
            let count = buffer.withMutableSpan { bytes in
                unsafe bytes.withUnsafeMutableBytes {
                    unsafe read(
                        STDIN_FILENO, $0.baseAddress?.advanced(by: used), min(1 << 16, $0.count - used))
                }
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(message: "standard input cannot be read") }
            end += count
            return count > 0
        }
    }
}

/// A terminal that does not show what is typed, until `restore`; nil where standard input is no terminal.
private struct HiddenTerminal {
    nonisolated(unsafe) private static var saved = termios()

    init?() {
        guard isatty(STDIN_FILENO) == 1, unsafe tcgetattr(STDIN_FILENO, &Self.saved) == 0 else { return nil }
        // A signal must not leave the person with a terminal that shows nothing.
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            signal(number) { number in
                _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &HiddenTerminal.saved)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        // Stopped and continued, the person would type into a terminal that shows everything.
        signal(SIGTSTP, SIG_IGN)
        var hidden = unsafe Self.saved
        hidden.c_lflag &= ~tcflag_t(ECHO)
        hidden.c_lflag |= tcflag_t(ECHONL)
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    }

    func show(_ text: String) {
        let text = Array(text.utf8)
        _ = unsafe text.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    func restore() {
        _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &Self.saved)
    }
}
