internal import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

// The objects that C's opaque pointers refer to. All but reports and decisions are immutable.

final class RulesHandle: Sendable {
    let descriptor: Descriptor
    let written: Checker
    let strict: Checker
    private let plans = KeptPlans()

    /// A generator by these rules.
    var generator: Generator { Generator(strict) }

    /// The plan for passwords with these options.
    func plan(_ options: GenerationOptions = GenerationOptions()) throws(GenerationError) -> KeptPlan {
        try plans.plan(options, generator)
    }

    init(_ descriptor: Descriptor) {
        self.descriptor = descriptor
        written = Checker(descriptor, reading: .written)
        strict = Checker(descriptor, reading: .strict)
    }
}

/// A report, which one thread at a time may use.
final class ReportHandle {
    var report = Report()
}

final class BlocklistHandle: Sendable {
    let list: Blocklist

    init(_ list: Blocklist) { self.list = list }
}

final class RanksHandle: Sendable {
    let estimator: StrengthEstimator

    init(_ words: RankedWords) { estimator = StrengthEstimator(words: words) }
}

final class StrengthHandle: Sendable {
    let estimate: StrengthEstimate
    let advice: [StrengthAdvice]

    init(_ estimate: StrengthEstimate) {
        self.estimate = estimate
        advice = estimate.advice
    }
}

/// A decision, which one thread at a time may use.
final class DecisionHandle {
    var decision: Decision
    /// The report of the decision.
    let report = ReportHandle()

    init(_ decision: consuming Decision) { self.decision = decision }

    /// Updates the report from the decision.
    func update() { report.report = decision.report ?? Report() }
}

/// Stores an object for the caller, with a reference that `release` ends.
func store(_ object: some AnyObject, _ out: UnsafeMutablePointer<OpaquePointer?>?) {
    unsafe out?.pointee = OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

/// Ends the caller's reference to any of these objects; does nothing for NULL.
func release(_ pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return }
    // SAFETY: the pointer came from `store`, and the caller gives up its only reference.
    unsafe Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(pointer)).release()
}

/// The object of a pointer; nil for NULL.
func object<Handle: AnyObject>(_ pointer: OpaquePointer?, _: Handle.Type) -> Handle? {
    guard let pointer = unsafe pointer else { return nil }
    // SAFETY: the pointer came from `store` with the same type and was not released.
    return unsafe Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
}

/// The object of a pointer that must not be NULL.
func handle<Handle: AnyObject>(_ pointer: OpaquePointer?, _: Handle.Type) throws(Status) -> Handle {
    guard let object = unsafe object(pointer, Handle.self) else { throw Status(PASSWORDRULES_EINVAL) }
    return object
}
