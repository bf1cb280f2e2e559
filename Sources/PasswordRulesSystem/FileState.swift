internal import CPasswordRulesSystem
internal import PasswordRules

/// The state of a file at some time, or its absence.
struct FileState: Sendable {
    private let path: [UInt8]
    private let numbers: [UInt64]
    private let isKnown: Bool

    /// The file's current state. Take it before reading the file, so that no change is missed.
    init(ofPath path: [UInt8]) {
        self.path = path
        (numbers, isKnown) = Self.look(at: path)
    }

    /// Whether the file is still in that state; false if it cannot be examined.
    var isCurrent: Bool {
        let now = Self.look(at: path)
        return isKnown && now.isKnown && now.numbers == numbers
    }

    private static func look(at path: [UInt8]) -> (numbers: [UInt64], isKnown: Bool) {
        var numbers = [UInt64](repeating: 0, count: Int(PASSWORDRULES_SYSTEM_STATE_COUNT))
        // SAFETY: the path ends in a NUL, and the array has as many elements as the call fills in.
        let result = unsafe passwordrules_system_state(cString(path), &numbers)
        return (numbers, result == 0)
    }
}
