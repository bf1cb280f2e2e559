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
        case .notAccepted: "Not accepted yet: see the list above."
        case .different:
            "The passwords do not match. Edit the first one (Ctrl-U clears it), then press Enter."
        case .tooLong: "The field is full (at most \(Field.capacity) bytes); the rest was left out."
        case .taken: "Suggestion filled in. Press Enter, then type it again."
        case .nothingToTake: "No suggestion yet: press Ctrl-G first."
        case .noSuggestion(let reason): "No suggestion: \(reason)."
        case .endIsNotEmpty: "Ctrl-D cancels only in an empty field; Ctrl-C cancels at any time."
        }
    }

    /// Whether it reports a problem.
    var isComplaint: Bool { self != .taken }
}
