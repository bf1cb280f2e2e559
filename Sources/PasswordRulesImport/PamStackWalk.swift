/// A walk through the lines of a stack as libpam does it (`_pam_dispatch_aux` in its libpam/pam_dispatch.c),
/// for all possible results of the modules at once. libpam walks twice to change a password: first to ask
/// whether it can be changed, then to change it. The walks are independent.
public struct PamStackWalk: Sendable {
    /// A line, or the beginning of a `substack`, which counts as a line for jumps.
    public struct Step: Sendable {
        /// The action for each result of the module.
        public let control: PamControl
        /// The number of substacks around it.
        let level: Int
        let beginsSubstack: Bool

        /// A line of a module inside this many substacks.
        public init(control: PamControl, level: Int) {
            (self.control, self.level, beginsSubstack) = (control, level, false)
        }

        /// The line of a `substack` inside this many others. Its own lines are one level deeper.
        public init(substackIn level: Int) {
            (control, self.level, beginsSubstack) = (.bad, level, true)
        }
    }

    /// The end of a path through the stack.
    public struct End<Facts: Hashable>: Hashable {
        /// The result for the program.
        public let result: PamResult
        /// The facts at the end.
        public let facts: Facts
    }

    /// libpam's impression of the change so far.
    private struct Impression: Hashable {
        enum Kind { case undefined, positive, negative }
        var kind = Kind.undefined
        var result = PamResult.permissionDenied
    }

    private struct State<Facts: Hashable>: Hashable {
        var impression = Impression()
        /// The impression before each substack around this line, by level.
        var saved = [Impression()]
        /// The level of the previous line.
        var level = 0
        var facts: Facts
    }

    /// The maximum number of states at one line. Beyond it, the walk is given up.
    private static let mostStates = 1 << 12

    private let steps: [Step]

    /// A walk through these lines.
    public init(_ steps: [Step]) { self.steps = steps }

    /// All ends of the stack.
    /// - Parameters:
    ///   - facts: The facts before the first line.
    ///   - returns: The possible results of a line's module under some facts, each with the facts after it.
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

    /// The index of the line that follows an action at a line.
    public func next(after action: PamControl.Action, at index: Int) -> Int {
        switch action {
        case .done, .die: return end(ofLevelAt: index)
        case .jump(let count): return target(ofJump: count, at: index).next
        case .ignore, .ok, .bad, .reset: return index + 1
        }
    }

    /// Updates the state for a module's result.
    /// - Returns: The index of the next line.
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

    /// The target of a jump. A substack counts as one line for the lines around it.
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
