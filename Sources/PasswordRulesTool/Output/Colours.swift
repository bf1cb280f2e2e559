import Glibc
import PasswordRules

/// The colours of a stream: none unless it is a terminal that supports them and the user did not turn them
/// off.
struct Colours: Sendable {
    /// The colours of standard output.
    static let output = Colours(of: STDOUT_FILENO)
    /// The colours of standard error.
    static let errors = Colours(of: STDERR_FILENO)

    /// Whether the stream has colours.
    let areOn: Bool

    /// A colour, as parameters of SGR, a control sequence of ECMA-48.
    enum Colour: String {
        case red = "1;31"
        case green = "1;32"
        case magenta = "1;35"
        case cyan = "1;36"
    }

    /// Turns colours on for a terminal, unless NO_COLOR is set.
    init(of descriptor: CInt) {
        areOn = isatty(descriptor) == 1 && Self.variable("NO_COLOR").isEmpty && Self.isTerminalCapable
    }

    /// Whether TERM names a terminal that has control sequences.
    static var isTerminalCapable: Bool { !["", "dumb"].contains(variable("TERM")) }

    /// Returns the text in a colour, or unchanged if colours are off.
    func paint(_ text: String, _ colour: Colour) -> String {
        areOn ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The word for a severity.
    func word(_ severity: Diagnostic.Severity) -> String {
        switch severity {
        case .note: paint("note", .cyan)
        case .warning: paint("warning", .magenta)
        case .error: paint("error", .red)
        }
    }

    private static func variable(_ name: String) -> String {
        // SAFETY: the text of the environment stays valid, because nothing here changes the environment.
        guard let value = unsafe getenv(name) else { return "" }
        return unsafe String(cString: value)
    }
}
