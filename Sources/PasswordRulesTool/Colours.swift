import Glibc
import PasswordRules

/// The colours of a stream: on a terminal that knows them, unless the person wants none.
struct Colours: Sendable {
    /// Those of standard output.
    static let output = Colours(of: STDOUT_FILENO)
    /// Those of standard error.
    static let errors = Colours(of: STDERR_FILENO)

    /// Whether there are any.
    let areOn: Bool

    /// A colour by its number of SGR, the control sequence that ECMA-48 calls so.
    enum Colour: String {
        case red = "1;31"
        case green = "1;32"
        case magenta = "1;35"
        case cyan = "1;36"
    }

    /// Decides for a stream: colours are for people, so never in a pipe or a file, nor where NO_COLOR says anything.
    init(of descriptor: CInt) {
        areOn = isatty(descriptor) == 1 && Self.variable("NO_COLOR").isEmpty && Self.isTerminalCapable
    }

    /// Whether TERM says that a terminal knows control sequences.
    static var isTerminalCapable: Bool { !["", "dumb"].contains(variable("TERM")) }

    /// The text in a colour, or as it is.
    func paint(_ text: String, _ colour: Colour) -> String {
        areOn ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// The word for how grave something is.
    func word(_ severity: Diagnostic.Severity) -> String {
        switch severity {
        case .note: paint("note", .cyan)
        case .warning: paint("warning", .magenta)
        case .error: paint("error", .red)
        }
    }

    private static func variable(_ name: String) -> String {
        // SAFETY: the text of the environment stays where it is; nothing here changes the environment.
        guard let value = unsafe getenv(name) else { return "" }
        return unsafe String(cString: value)
    }
}
