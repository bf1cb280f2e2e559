/// A step from one character to the next that begins or continues a run.
enum RunStep: Sendable {
    /// The same character again.
    case same
    /// The next one in a-z, A-Z or 0-9.
    case up
    /// The previous one in a-z, A-Z or 0-9.
    case down

    /// The step between two ASCII characters; nil if it cannot belong to a run.
    init?(from first: UInt8, to second: UInt8) {
        if first == second {
            self = .same
        } else if CharacterClass.areNeighbours(first, second) {
            self = second > first ? .up : .down
        } else {
            return nil
        }
    }

    /// The character one step after another; nil if there is none.
    func next(_ byte: UInt8) -> UInt8? {
        let next = character(1, after: byte)
        return self == .same || CharacterClass.areNeighbours(byte, next) ? next : nil
    }

    /// The character `count` steps after another. It must exist.
    func character(_ count: Int, after byte: UInt8) -> UInt8 {
        switch self {
        case .same: byte
        case .up: byte &+ UInt8(truncatingIfNeeded: count)
        case .down: byte &- UInt8(truncatingIfNeeded: count)
        }
    }
}
