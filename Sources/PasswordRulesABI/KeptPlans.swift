internal import CPasswordRulesSystem
internal import PasswordRules
internal import Synchronization

/// A plan for generating passwords, and their entropy once it is known. Nothing in it is secret.
final class KeptPlan: Sendable {
    let plan: GenerationPlan
    private let options: GenerationOptions
    private let entropy = AtomicLazyReference<Entropy>()
    fileprivate let next = AtomicLazyReference<KeptPlan>()

    private final class Entropy: Sendable {
        let bits: Double?

        init(_ bits: Double?) { self.bits = bits }
    }

    init(_ plan: GenerationPlan, _ options: GenerationOptions) {
        self.plan = plan
        self.options = options
    }

    fileprivate func isFor(_ options: GenerationOptions) -> Bool { self.options == options }

    /// The plan's entropy in bits; nil if it is too much work to compute.
    var entropyBits: Double? {
        if let known = entropy.load() { return known.bits }
        let failures = passwordrules_system_allocation_failures()
        let new = Entropy(try? plan.entropyBits())
        // Otherwise it may be in the emergency pool, which is for one call.
        if passwordrules_system_allocation_failures() == failures { _ = entropy.storeIfNil(new) }
        return new.bits
    }
}

/// The plans for some rules: the first few that are requested are kept for the next passwords.
///
/// Threads may share it without locks: plans are added, but neither changed nor removed.
final class KeptPlans: Sendable {
    private let first = AtomicLazyReference<KeptPlan>()
    /// The maximum number of plans to keep. Programs rarely use more than one set of options for some rules.
    private static let maximumCount = 4

    /// The plan for passwords with these options.
    func plan(_ options: GenerationOptions, _ generator: Generator) throws(GenerationError) -> KeptPlan {
        var kept = first.load()
        while let known = kept {
            if known.isFor(options) { return known }
            kept = known.next.load()
        }
        let failures = passwordrules_system_allocation_failures()
        let new = KeptPlan(try generator.plan(options), options)
        // Otherwise it may be in the emergency pool, which is for one call.
        if passwordrules_system_allocation_failures() == failures { keep(new) }
        return new
    }

    /// Adds a plan at the end, unless there are enough.
    private func keep(_ new: KeptPlan) {
        var last = first.storeIfNil(new)
        for _ in 1..<Self.maximumCount where last !== new { last = last.next.storeIfNil(new) }
    }
}
