/// The answer to a key whose effect the screen does not show.
package enum Note: Equatable, Sendable {
    case notAccepted
    case different
    case tooLong
    case taken
    case nothingToTake
    case noSuggestion(String)
    case endIsNotEmpty

    /// The text of the note.
    package var text: String {
        switch self {
        case .notAccepted: "Not accepted yet: the list says what is missing."
        case .different:
            "The two are not the same. Look at the first one, or clear it with Ctrl-U; then press Enter."
        case .tooLong: "No more fits: \(Field.capacity) bytes at most. The rest was left out."
        case .taken: "Taken. Press Enter, then type it once more."
        case .nothingToTake: "Nothing is suggested yet: press Ctrl-G first."
        case .noSuggestion(let reason): "No suggestion: \(reason)."
        case .endIsNotEmpty: "Ctrl-D leaves where nothing is typed; Ctrl-C leaves at any time."
        }
    }

    /// Whether it reports a problem.
    var isComplaint: Bool { self != .taken }
}
