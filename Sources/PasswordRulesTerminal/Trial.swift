package import PasswordRules

/// A new password being tried out: what is typed, what the rules say of it, and what is suggested. Keys go in; `Screen` shows it.
package struct Trial: ~Copyable {
    /// Which field is typed into.
    package enum Step: Sendable {
        case new
        case retype
    }

    /// What a key led to.
    package enum Result: Equatable, Sendable {
        case goesOn
        /// The password was accepted, and typed twice alike.
        case isAccepted
        /// The person does not want to go on.
        case isLeft
    }

    /// Checks a password.
    package typealias Check = (Span<UInt8>, inout Report) -> Void
    /// Puts a generated password into an empty field.
    package typealias Suggest = (inout Field) throws(GenerationError) -> Void

    private let check: Check
    private let suggest: Suggest
    /// Which field is typed into.
    package private(set) var step = Step.new
    /// The first field.
    package private(set) var new = Field()
    /// The second one.
    package private(set) var again = Field()
    /// Whether what is typed can be read.
    package private(set) var isShown = false
    /// What is suggested; empty where nothing is.
    package private(set) var suggestion = Field()
    /// What the last key is answered with.
    package private(set) var note: Note?
    /// What the rules say of the first field.
    package private(set) var report = Report()
    private var isReportOld = false

    /// A trial with nothing typed yet.
    package init(check: @escaping Check, suggest: @escaping Suggest) {
        self.check = check
        self.suggest = suggest
        new.withSpan { check($0, &report) }
    }

    /// Brings the report up to date. Not done at each key: of pasted text only the whole is looked at.
    package mutating func refresh() {
        guard isReportOld else { return }
        new.withSpan { check($0, &report) }
        isReportOld = false
    }

    /// Does what a key is for.
    package mutating func handle(_ key: Key) -> Result {
        if key != .redraw { note = nil }
        switch key {
        case .enter: return goOn()
        case .end:
            if isCurrentFieldEmpty { return .isLeft }
            note = .endIsNotEmpty
        case .interrupt: return .isLeft
        case .tab: isShown.toggle()
        case .suggest: makeSuggestion()
        case .take: takeSuggestion()
        case .redraw, .stop: break
        case .byte, .backspace, .clear, .word: edit(key)
        }
        return .goesOn
    }

    private var isCurrentFieldEmpty: Bool {
        switch step {
        case .new: new.isEmpty
        case .retype: again.isEmpty
        }
    }

    private mutating func edit(_ key: Key) {
        switch step {
        case .new:
            Self.edit(&new, key)
            isReportOld = true
            if new.isOverfull { note = .tooLong }
        case .retype:
            if key == .backspace, again.isEmpty {
                step = .new
                return
            }
            Self.edit(&again, key)
            if again.isOverfull { note = .tooLong }
        }
    }

    private static func edit(_ field: inout Field, _ key: Key) {
        switch key {
        case .byte(let byte): field.append(byte)
        case .backspace: field.removeLast()
        case .clear: field.clear()
        case .word: field.removeLastWord()
        default: break
        }
    }

    private mutating func goOn() -> Result {
        switch step {
        case .new:
            refresh()
            // What does not fit is not in the field: the person would confirm something else than was typed.
            if new.isOverfull {
                note = .tooLong
            } else if report.isAccepted {
                step = .retype
            } else {
                note = .notAccepted
            }
        case .retype:
            if again.isEqual(to: new) { return .isAccepted }
            again.clear()
            step = .new
            note = .different
        }
        return .goesOn
    }

    private mutating func makeSuggestion() {
        // The new password stands by then.
        guard step == .new else { return }
        suggestion.clear()
        do throws(GenerationError) {
            try suggest(&suggestion)
        } catch {
            suggestion.clear()
            note = .noSuggestion(error.message)
        }
    }

    private mutating func takeSuggestion() {
        guard step == .new else { return }
        if suggestion.isEmpty {
            note = .nothingToTake
            return
        }
        new.replace(with: suggestion)
        isReportOld = true
        note = .taken
    }
}
