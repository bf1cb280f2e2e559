/// Draws words without too long runs, of any length and without regard to requirements, each equally likely; its memory does not
/// grow with the length.
///
/// A word is a walk from state to state, where a state is a character and the run that ends with it. A state s is given a
/// weight w(s), and the next state is drawn in proportion to the weights of those that may follow, whose sum is Z(s). So
/// the probability of a word is the product of w(next) / Z(s) over its steps, and rearranged, but for a constant,
///
///     product of w(s) / Z(s) over all states but the last, times w(last)
///
/// At each state the walk continues with a probability in proportion to Z(s) / w(s), and at the last it is accepted with one in
/// proportion to 1 / w(last); otherwise it fails. So all words have exactly the same probability, whatever the weights. They are
/// chosen so that Z(s) / w(s) is nearly the same everywhere (the weights are an eigenvector of the transitions, rounded to whole
/// numbers), so that few walks fail.
struct WalkSampler: Sendable {
    private let language: PasswordLanguage
    private let limits: [RunLimit]
    let characters: [UInt8]
    /// The index of each ASCII character; -1 if it is not one of the characters.
    private let indices: [Int]
    /// The number of states of each character: one without a run, and one for each length of each limited run.
    let statesPerCharacter: Int
    private(set) var weights: [Int] = []
    /// Z(s)
    private(set) var sums: [Int] = []
    /// The state with the largest Z(s) / w(s), and the one with the smallest weight.
    private(set) var fastest = 0
    private(set) var lightest = 0

    /// The largest weight: a product of a weight and a sum of weights stays far below 2^63.
    private static let maximumWeight = 1 << 22
    /// With more states, finding the weights takes too long.
    private static let maximumStates = 1 << 12
    private static let iterations = 48
    /// The maximum number of states to visit for finding the weights.
    static var stepsOfWeights: Int { 2 * iterations * maximumStates }

    /// How many characters are visited to draw a word.
    var work: Int { language.positions.count * characters.count }

    /// Nil if there are too many states, or no walk continues. All positions but the first and the last must be alike.
    init?(_ language: PasswordLanguage) {
        self.language = language
        limits = RunLimit.limits(of: language)
        characters = language.positions[language.positions.count / 2].asciiMembers
        statesPerCharacter = limits.reduce(1) { $0 + $1.characters - 1 }
        guard statesPerCharacter <= Self.maximumStates / characters.count else { return nil }
        var indices = [Int](repeating: -1, count: 128)
        for index in characters.indices { indices[Int(characters[index])] = index }
        self.indices = indices
        var values = [Double](repeating: 1, count: characters.count * statesPerCharacter)
        for _ in 0..<Self.iterations {
            values = sumsOverNext(values)
            let largest = values.reduce(0) { max($0, $1) }
            if largest == 0 { return nil }
            for state in values.indices { values[state] /= largest }
        }
        weights = values.map { max(1, Int($0 * Double(Self.maximumWeight))) }
        sums = sumsOverNext(weights)
        for state in weights.indices {
            if sums[state] * weights[fastest] > sums[fastest] * weights[state] { fastest = state }
            if weights[state] < weights[lightest] { lightest = state }
        }
    }

    /// Writes a word, each equally likely; false if the walk failed.
    func draw(
        into bytes: inout MutableSpan<UInt8>, _ numbers: inout RandomNumbers,
        from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> Bool {
        var state = try first(&numbers, from: &source)
        bytes[0] = characters[state / statesPerCharacter]
        for position in 1..<max(1, bytes.count) {
            let goesOn = try numbers.isDrawn(
                sums[state] * weights[fastest], of: sums[fastest] * weights[state], from: &source)
            guard goesOn else { return false }
            state = try next(after: state, &numbers, from: &source)
            bytes[position] = characters[state / statesPerCharacter]
        }
        let last = bytes[bytes.count - 1]
        guard language.positions[bytes.count - 1].contains(UInt32(last)) else { return false }
        return try numbers.isDrawn(weights[lightest], of: weights[state], from: &source)
    }

    private func first(
        _ numbers: inout RandomNumbers, from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> Int {
        let starts = characters.indices.filter { language.positions[0].contains(UInt32(characters[$0])) }
        var state = 0
        var number = try numbers.next(
            below: starts.reduce(0) { $0 + weights[$1 * statesPerCharacter] }, from: &source)
        for start in starts where number >= 0 {
            state = start * statesPerCharacter
            number -= weights[state]
        }
        return state
    }

    private func next(
        after state: Int, _ numbers: inout RandomNumbers, from source: inout some RandomSource
    ) throws(RandomSourceFailure) -> Int {
        var number = try numbers.next(below: sums[state], from: &source)
        var last = state
        for character in characters.indices where number >= 0 {
            guard let next = self.state(after: state, character) else { continue }
            last = next
            number -= weights[next]
        }
        return last
    }

    // MARK: - States

    /// The state after a state and a character; nil if a run becomes too long.
    func state(after state: Int, _ character: Int) -> Int? {
        let byte = characters[state / statesPerCharacter]
        guard let step = RunStep(from: byte, to: characters[character]),
            let limit = limits.firstIndex(where: { $0.step == step })
        else { return character * statesPerCharacter }
        return runState(limit, after: state, character)
    }

    /// The state of a run that continues, or begins, with a step from a state to a character; nil if it is too long.
    private func runState(_ limit: Int, after state: Int, _ character: Int) -> Int? {
        var start = 1
        for other in 0..<limit { start += limits[other].characters - 1 }
        let length = limits[limit].characters - 1
        let steps = max(0, state % statesPerCharacter - start + 1)
        let done = steps <= length ? steps : 0
        return done < length ? character * statesPerCharacter + start + done : nil
    }

    /// For each state, the sum of the values of all states that may follow it.
    private func sumsOverNext<Number: AdditiveArithmetic>(_ values: [Number]) -> [Number] {
        var all = Number.zero
        for character in characters.indices { all += values[character * statesPerCharacter] }
        var sums = [Number](repeating: all, count: values.count)
        for state in values.indices {
            let byte = characters[state / statesPerCharacter]
            for limit in limits.indices {
                guard let next = limits[limit].step.next(byte), next < 128, indices[Int(next)] >= 0 else {
                    continue
                }
                let character = indices[Int(next)]
                sums[state] -= values[character * statesPerCharacter]
                if let run = runState(limit, after: state, character) { sums[state] += values[run] }
            }
        }
        return sums
    }
}
