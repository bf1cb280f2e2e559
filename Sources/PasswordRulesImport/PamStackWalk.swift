/// The lines of a stack as libpam walks through them (`_pam_dispatch_aux` in its libpam/pam_dispatch.c), for all
/// that the modules may return at once.
///
/// libpam walks twice when a password is changed: to ask whether it can be, and then to change it. Each
/// walk is by itself.
public struct PamStackWalk: Sendable {
    /// A line, or the beginning of a `substack`, which is a line of its own for jumps.
    public struct Step: Sendable {
        /// What follows each result of the module.
        public let control: PamControl
        /// How many substacks it is in.
        let level: Int
        let beginsSubstack: Bool

        /// A line of a module, in so many substacks.
        public init(control: PamControl, level: Int) {
            (self.control, self.level, beginsSubstack) = (control, level, false)
        }

        /// The line of a `substack` that is in so many others; its own lines have a level more.
        public init(substackIn level: Int) {
            (control, self.level, beginsSubstack) = (.bad, level, true)
        }
    }

    /// The end of a way through the stack.
    public struct End<Facts: Hashable>: Hashable {
        /// What the program is told.
        public let result: PamResult
        /// What is known there.
        public let facts: Facts
    }

    /// What libpam thinks of the change so far.
    private struct Impression: Hashable {
        enum Kind { case undefined, positive, negative }
        var kind = Kind.undefined
        var result = PamResult.permissionDenied
    }

    private struct State<Facts: Hashable>: Hashable {
        var impression = Impression()
        /// What it was before each substack that the state is in, by level.
        var saved = [Impression()]
        /// The level of the line before.
        var level = 0
        var facts: Facts
    }

    /// A stack that leads to more states than these at one line is not walked to the end.
    private static let mostStates = 1 << 12

    private let steps: [Step]

    /// A walk through these lines, in their order.
    public init(_ steps: [Step]) { self.steps = steps }

    /// All ends of the stack.
    /// - Parameters:
    ///   - facts: What is known before the first line.
    ///   - returns: What the module of a line may return under some facts, and what is known then.
    /// - Returns: Nil if there are too many.
    public func ends<Facts: Hashable>(
        _ facts: Facts, returns: (Int, Facts) -> [(result: PamResult, facts: Facts)]
    ) -> Set<End<Facts>>? {
        var states = [Set<State<Facts>>](repeating: [], count: steps.count + 1)
        states[0] = [State(facts: facts)]
        for (index, step) in steps.enumerated() {
            guard states[index].count <= Self.mostStates else { return nil }
            for before in states[index] {
                var state = before
                if before.level < step.level {
                    while state.saved.count <= step.level { state.saved.append(Impression()) }
                    state.saved[step.level] = state.impression
                }
                state.level = step.level
                if step.beginsSubstack {
                    states[index + 1].insert(state)
                    continue
                }
                for (result, facts) in returns(index, state.facts) {
                    var after = state
                    after.facts = facts
                    let next = follow(step.control.action(for: result), result, at: index, &after)
                    states[next].insert(after)
                }
            }
            states[index] = []
        }
        return Set(
            states[steps.count].map { state in
                let isDoubtful = state.impression.result == .success && state.impression.kind != .positive
                return End(
                    result: isDoubtful ? .permissionDenied : state.impression.result, facts: state.facts)
            })
    }

    /// Which line follows an action at a line.
    public func next(after action: PamControl.Action, at index: Int) -> Int {
        switch action {
        case .done, .die: return end(ofLevelAt: index)
        case .jump(let count): return target(ofJump: count, at: index).next
        case .ignore, .ok, .bad, .reset: return index + 1
        }
    }

    /// Takes what a module returned into account.
    /// - Returns: The line that follows.
    private func follow<Facts>(
        _ action: PamControl.Action, _ result: PamResult, at index: Int, _ state: inout State<Facts>
    ) -> Int {
        switch action {
        case .ignore: break
        case .reset: state.impression = state.saved[steps[index].level]
        case .ok, .done:
            if state.impression.kind == .undefined
                || state.impression.kind == .positive && state.impression.result == .success
            {
                state.impression = Impression(kind: .positive, result: result)
            }
            if action == .done, state.impression.kind != .positive { return index + 1 }
        case .bad, .die:
            if state.impression.kind != .negative {
                state.impression = Impression(
                    kind: .negative, result: result == .ignore ? .permissionDenied : result)
            }
        case .jump(let count):
            if !target(ofJump: count, at: index).exists {
                state.impression = Impression(kind: .negative)
            }
        }
        return next(after: action, at: index)
    }

    /// The first line after the substack that a line is in.
    private func end(ofLevelAt index: Int) -> Int {
        var next = index + 1
        while next < steps.count, steps[next].level >= steps[index].level { next += 1 }
        return next
    }

    /// A substack is one line for the lines around it.
    private func target(ofJump count: Int, at index: Int) -> (next: Int, exists: Bool) {
        let level = steps[index].level
        var last = index
        var left = count
        while last + 1 < steps.count, steps[last + 1].level >= level, left > 0 {
            repeat { last += 1 } while last + 1 < steps.count && steps[last + 1].level > level
            left -= 1
        }
        return (last + 1, left == 0)
    }
}
