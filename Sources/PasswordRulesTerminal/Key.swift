/// A key that the user presses.
package enum Key: Equatable, Sendable {
    /// A byte of the password. A password may have any bytes, so nothing waits for the rest of a character.
    case byte(UInt8)
    /// Return, or Ctrl-J.
    case enter
    /// Tab.
    case tab
    /// Backspace, as Ctrl-H or DEL.
    case backspace
    /// Ctrl-U
    case clear
    /// Ctrl-W
    case word
    /// Ctrl-G
    case suggest
    /// Ctrl-T
    case take
    /// Ctrl-L
    case redraw
    /// Ctrl-D
    case end
    /// Ctrl-C, if the terminal does not turn it into a signal.
    case interrupt
    /// Ctrl-Z, if the terminal does not turn it into a signal.
    case stop

    /// The key of a control character; nil if it has none.
    init?(control byte: UInt8) {
        switch byte {
        case 0x03: self = .interrupt
        case 0x04: self = .end
        case 0x07: self = .suggest
        case 0x08, 0x7F: self = .backspace
        case 0x09: self = .tab
        case 0x0A, 0x0D: self = .enter
        case 0x0C: self = .redraw
        case 0x14: self = .take
        case 0x15: self = .clear
        case 0x17: self = .word
        case 0x1A: self = .stop
        default: return nil
        }
    }
}
