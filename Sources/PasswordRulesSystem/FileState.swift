internal import CPasswordRulesSystem

/// What a file was like at some time, or that there was none.
struct FileState: Sendable {
    private let path: [UInt8]
    private let numbers: [UInt64]
    private let isKnown: Bool

    /// What the file is like now. Ask before it is read: a change in between is then seen later.
    init(ofPath path: [UInt8]) {
        self.path = path
        (numbers, isKnown) = Self.look(at: path)
    }

    /// Whether the file is still like that. No where it cannot be found out.
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
