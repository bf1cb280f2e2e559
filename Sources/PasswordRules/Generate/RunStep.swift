/// A step from one character to the next that makes or prolongs a run.
enum RunStep: Sendable {
    /// The same character again.
    case same
    /// The next one in a-z, A-Z or 0-9.
    case up
    /// The one before it there.
    case down

    /// The step between two ASCII characters; nil where it is none of a run.
    init?(from first: UInt8, to second: UInt8) {
        if first == second {
            self = .same
        } else if CharacterClass.areNeighbours(first, second) {
            self = second > first ? .up : .down
        } else {
            return nil
        }
    }

    /// The character one step after another; nil where there is none.
    func next(_ byte: UInt8) -> UInt8? {
        let next = character(1, after: byte)
        return self == .same || CharacterClass.areNeighbours(byte, next) ? next : nil
    }

    /// The character so many steps after another, all of which are known to be possible.
    func character(_ count: Int, after byte: UInt8) -> UInt8 {
        switch self {
        case .same: byte
        case .up: byte &+ UInt8(truncatingIfNeeded: count)
        case .down: byte &- UInt8(truncatingIfNeeded: count)
        }
    }
}
