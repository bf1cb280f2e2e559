import ArgumentParser
import CPasswordRulesTerminal
import Glibc
import PasswordRules
import PasswordRulesTerminal

/// Tries a password on the screen of a terminal, and always restores it.
enum TryTerminal {
    /// How long, in milliseconds, to wait for the rest of an escape sequence. After that, it was the Escape
    /// key.
    private static let escapeTime: CInt = 100

    /// Whether there is a terminal with the required abilities.
    static var isAvailable: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && Colours.isTerminalCapable
    }

    /// Runs the trial until the user finishes or cancels it.
    static func run(_ trial: inout Trial, on screen: Screen) throws -> Trial.Result {
        let isUTF8 = passwordrules_terminal_use_locale() != 0
        let hasColours = Colours.output.areOn
        try checked(passwordrules_terminal_open())
        defer { passwordrules_terminal_close() }
        var decoder = KeyDecoder()
        var input = SecretBytes(count: 4096)
        while true {
            trial.refresh()
            try show(trial, on: screen, isUTF8: isUTF8, hasColours: hasColours)
            var events: CInt = 0
            while events == 0 {
                events = try checked(passwordrules_terminal_wait(decoder.isInsideSequence ? escapeTime : -1))
                if events == 0 { decoder.reset() }
            }
            if events & PASSWORDRULES_TERMINAL_STOP != 0 { try checked(passwordrules_terminal_stop()) }
            guard events & PASSWORDRULES_TERMINAL_INPUT != 0 else { continue }
            let result = try readKeys(&input, &decoder, &trial)
            if result != .continues { return result }
        }
    }

    private static func readKeys(
        _ input: inout SecretBytes, _ decoder: inout KeyDecoder, _ trial: inout Trial
    ) throws -> Trial.Result {
        // SAFETY: the buffer has the size that is passed.
        let count = input.withMutableSpan { bytes in
            unsafe bytes.withUnsafeMutableBytes {
                unsafe passwordrules_terminal_read($0.baseAddress, $0.count)
            }
        }
        try checked(CInt(truncatingIfNeeded: count))
        // The terminal hung up, so a message could not be read.
        guard count > 0 else { throw ExitCode(1) }
        var result = Trial.Result.continues
        var isStopWanted = false
        for index in 0..<count {
            let byte = input.withMutableSpan { bytes in
                defer { bytes[index] = 0 }
                return bytes[index]
            }
            // Drop the keys after the end, so that the shell does not read them.
            guard result == .continues else { continue }
            // One key at a time: a list of them would be a copy of the password.
            decoder.decode(byte) { key in
                if result != .continues { return }
                if key == .stop { isStopWanted = true }
                if key == .interrupt { interrupt() }
                result = trial.handle(key)
            }
        }
        if isStopWanted { try checked(passwordrules_terminal_stop()) }
        return result
    }

    /// Ends the process as Ctrl-C does when the terminal turns it into a signal.
    private static func interrupt() {
        passwordrules_terminal_close()
        raise(SIGINT)
    }

    private static func show(
        _ trial: borrowing Trial, on screen: Screen, isUTF8: Bool, hasColours: Bool
    ) throws {
        var (rows, columns): (CInt, CInt) = (0, 0)
        unsafe passwordrules_terminal_size(&rows, &columns)
        var canvas = Canvas(
            Canvas.Abilities(
                rows: Int(rows), columns: Int(columns), isUTF8: isUTF8, hasColours: hasColours,
                width: { Int(passwordrules_terminal_width($0.value)) }))
        screen.draw(trial, on: &canvas)
        // SAFETY: the span's bytes live for the duration of the call.
        try checked(
            canvas.withSpan { bytes in
                unsafe bytes.withUnsafeBytes { unsafe passwordrules_terminal_write($0.baseAddress, $0.count) }
            })
    }

    /// Returns the result of a call, or throws if it is a negated error number.
    @discardableResult
    private static func checked(_ result: CInt) throws -> CInt {
        if result < 0 { throw Failure(message: "cannot use the terminal") }
        return result
    }
}
