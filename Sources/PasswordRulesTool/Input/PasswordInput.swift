import Glibc
import PasswordRules

/// Reads passwords from standard input, one per line, into memory that is wiped. On a terminal, it prompts
/// for them without echo.
struct PasswordInput: ~Copyable {
    /// The longest line, in bytes.
    private static let maximumLength = 1 << 20

    private var buffer = SecretBytes(count: maximumLength + 1)
    /// The range of the buffer that is read and not used yet.
    private var start = 0
    private var end = 0
    private var lineNumber = 0
    /// The lines that ended in a carriage return, which was removed.
    private(set) var linesWithReturn = LineNumbers()
    /// The lines with other control characters.
    private(set) var linesWithControl = LineNumbers()
    /// Whether the first line is the old password, followed by new ones.
    private let beginsWithOld: Bool
    /// The caller's own prompt; nil for the usual ones.
    private let ownPrompt: (() -> String)?

    init(beginsWithOld: Bool = false, prompt: (() -> String)? = nil) {
        self.beginsWithOld = beginsWithOld
        ownPrompt = prompt
    }

    /// Calls `body` with each line, without its LF or CRLF. The last line may lack one.
    mutating func forEachLine(_ body: (Span<UInt8>) throws -> Void) throws {
        let terminal = HiddenTerminal()
        defer { terminal?.restore() }
        var scanned = 0
        while true {
            guard let newline = buffer.withSpan({ index(of: 0x0A, in: $0, from: start + scanned) }) else {
                scanned = end - start
                // A program may wait for the answer before it writes the next password.
                try Output.standard.flush()
                if start == end { terminal?.show(prompt) }
                if try fill() { continue }
                // The next output begins on its own line.
                terminal?.show("\n")
                if start < end {
                    lineNumber += 1
                    noteControlCharacters(start..<end)
                    try buffer.withSpan { try body($0.extracting(start..<end)) }
                }
                return
            }
            lineNumber += 1
            // A carriage return before the line feed is part of the line end. Any other is a character.
            let hasReturn = newline > start && buffer.withSpan { $0[newline - 1] == 0x0D }
            let line = start..<(hasReturn ? newline - 1 : newline)
            if hasReturn { linesWithReturn.add(lineNumber) }
            noteControlCharacters(line)
            try buffer.withSpan { try body($0.extracting(line)) }
            start = newline + 1
            scanned = 0
        }
    }

    private mutating func noteControlCharacters(_ line: Range<Int>) {
        var found = false
        buffer.withSpan { bytes in
            for index in line {
                let isControl = bytes[index] < 0x20 || bytes[index] == 0x7F
                found = isControl || found
            }
        }
        if found { linesWithControl.add(lineNumber) }
    }

    /// Remarks on lines that other programs would read differently, and on characters that nobody can type.
    var remarks: [String] {
        var remarks: [String] = []
        if let lines = linesWithReturn.words {
            remarks.append(
                "\(lines) in a carriage return, as in files from Windows: it is left out here, but chpasswd and newusers make it a part of the password"
            )
        }
        if let lines = linesWithControl.wordsOfContents {
            remarks.append("\(lines) a control character, which most prompts do not accept")
        }
        return remarks
    }

    private var prompt: String {
        if let ownPrompt { return ownPrompt() }
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

    /// Reads more input; returns false at its end.
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
                message: "standard input:\(lineNumber + 1): a line longer than 1 MiB cannot be a password")
        }
        while true {
            // SAFETY: the buffer has room for the bytes after the `used` ones.
            let count = buffer.withMutableSpan { bytes in
                unsafe bytes.withUnsafeMutableBytes {
                    unsafe read(
                        STDIN_FILENO, $0.baseAddress?.advanced(by: used), min(1 << 16, $0.count - used))
                }
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(message: "cannot read standard input") }
            end += count
            return count > 0
        }
    }
}

/// Turns off a terminal's echo until `restore`; nil if standard input is not a terminal.
private struct HiddenTerminal {
    nonisolated(unsafe) private static var saved = termios()

    init?() {
        guard isatty(STDIN_FILENO) == 1, unsafe tcgetattr(STDIN_FILENO, &Self.saved) == 0 else { return nil }
        // A signal must not leave the terminal without echo.
        for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            signal(number) { number in
                _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &HiddenTerminal.saved)
                signal(number, SIG_DFL)
                raise(number)
            }
        }
        // After a stop and a continue, the terminal would echo the password.
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

/// Line numbers. Only the first ones are named.
struct LineNumbers {
    private static let namedCount = 10
    private var first: [Int] = []
    private var count = 0

    mutating func add(_ number: Int) {
        if first.count < Self.namedCount { first.append(number) }
        count += 1
    }

    /// `line 3 ends`, `lines 3 and 4 end`; nil if there are none.
    var words: String? { lines.map { "\($0) \(count == 1 ? "ends" : "end")" } }

    /// `line 3 has`, `lines 3 and 4 have`; nil if there are none.
    var wordsOfContents: String? { lines.map { "\($0) \(count == 1 ? "has" : "have")" } }

    private var lines: String? {
        guard let last = first.last else { return nil }
        if count == 1 { return "line \(last)" }
        let more = count - first.count
        if more > 0 { return "lines \(first.map { "\($0)" }.joined(separator: ", ")) and \(more) more" }
        return "lines \(first.dropLast().map { "\($0)" }.joined(separator: ", ")) and \(last)"
    }
}
