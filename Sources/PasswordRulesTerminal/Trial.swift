package import PasswordRules

/// A trial of a new password: its two fields, its report and its suggestion. It handles keys; `Screen` draws
/// it.
package struct Trial: ~Copyable {
    /// The current field.
    package enum Step: Sendable {
        case new
        case retype
    }

    /// The result of a key.
    package enum Result: Equatable, Sendable {
        case continues
        /// The password was accepted, and the same was typed twice.
        case accepted
        /// The user cancelled.
        case cancelled
    }

    /// Checks a password.
    package typealias Check = (Span<UInt8>, inout Report) -> Void
    /// Estimates how hard a password is to guess.
    package typealias Estimate = (Span<UInt8>) -> Meter
    /// Puts a generated password into an empty field.
    package typealias Suggest = (inout Field) throws(GenerationError) -> Void

    private let check: Check
    private let estimate: Estimate?
    private let suggest: Suggest
    /// The current field.
    package private(set) var step = Step.new
    /// The first field.
    package private(set) var new = Field()
    /// The second field.
    package private(set) var again = Field()
    /// Whether the fields are shown in plain text.
    package private(set) var isShown = false
    /// The suggestion; empty if there is none.
    package private(set) var suggestion = Field()
    /// The answer to the last key.
    package private(set) var note: Note?
    /// The report on the first field.
    package private(set) var report = Report()
    /// The estimate of the first field; nil if the field is empty, or there is no estimator.
    package private(set) var meter: Meter?
    private var isReportOld = false

    /// A trial with nothing typed yet.
    package init(check: @escaping Check, estimate: Estimate? = nil, suggest: @escaping Suggest) {
        self.check = check
        self.estimate = estimate
        self.suggest = suggest
        new.withSpan { check($0, &report) }
    }

    /// Brings the report and the meter up to date. It is not called for each key, so that pasted text is
    /// checked once.
    package mutating func refresh() {
        guard isReportOld else { return }
        new.withSpan { check($0, &report) }
        meter = new.isEmpty ? nil : estimate.map { estimate in new.withSpan { estimate($0) } }
        isReportOld = false
    }

    /// Handles a key.
    package mutating func handle(_ key: Key) -> Result {
        if key != .redraw { note = nil }
        switch key {
        case .enter: return goOn()
        case .end:
            if isCurrentFieldEmpty { return .cancelled }
            note = .endIsNotEmpty
        case .interrupt: return .cancelled
        case .tab: isShown.toggle()
        case .suggest: makeSuggestion()
        case .take: takeSuggestion()
        case .redraw, .stop: break
        case .byte, .backspace, .clear, .word: edit(key)
        }
        return .continues
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
            // The field lacks the rest, so the user would confirm another password than the one typed.
            if new.isOverfull {
                note = .tooLong
            } else if report.isAccepted {
                step = .retype
            } else {
                note = .notAccepted
            }
        case .retype:
            if again.isEqual(to: new) { return .accepted }
            again.clear()
            step = .new
            note = .different
        }
        return .continues
    }

    private mutating func makeSuggestion() {
        // In the second step the new password is fixed.
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
