internal import PasswordRules

/// A line for the log. It never contains any part of a password, or a line feed.
public struct LogLine: Sendable {
    /// The priority of a line, as a number of syslog(3).
    public enum Priority: Int, Sendable {
        case critical = 2
        case error = 3
        case warning = 4
        case notice = 5
        case debug = 7
    }

    /// The priority.
    public let priority: Priority
    /// The UTF-8 bytes of the line, and a NUL.
    package let textForC: [UInt8]

    /// The UTF-8 bytes of the line.
    public var text: [UInt8] { textForC.dropLast() }

    init(_ priority: Priority, _ write: (inout Text) -> Void) {
        var text = Text()
        write(&text)
        var bytes = text.bytes
        // Names and paths may have control characters, which must not forge a line.
        for index in bytes.indices where bytes[index] < 0x20 || bytes[index] == 0x7F { bytes[index] = 0x3F }
        bytes.append(0)
        self.priority = priority
        textForC = bytes
    }

    /// A line about the fate of an account's new password.
    init(_ priority: Priority, onPasswordOf change: PasswordChange, _ write: (inout Text) -> Void) {
        self.init(priority) {
            $0.append("new password for ")
            $0.append(change.account)
            write(&$0)
        }
    }
}
