/// In how many ways one can go on from each character at each place of a language, so that no run becomes too long:
/// with some of its characters, and without regard to requirements.
///
/// Let A(c) be the number of ways to fill the places behind a character c, where a run begins with c; and T the sum of A
/// over all characters at the next place. T counts too much for A(c). With a limit of L characters, a run that begins at
/// the next place takes L - 1 steps s at most, which with the step to it are L, one more than c may begin with. So:
///
///     A(c)    = T - F(s, c after L steps), for each kind of step s
///     F(s, c) = A(c) - (A(c after one step) - F(s, c after L steps))
///
/// where F(s, c) is the number of those ways that do not begin with the step s. A character that is not permitted at its
/// place has A = F = 0. Each place follows from the ones behind it; at the last there is one way, to end.
///
/// Characters of one class (see `EquivalenceClasses`) have the same numbers.
struct SuffixCounts: Sendable {
    private let language: PasswordLanguage
    private let classes: EquivalenceClasses
    private let multiplicities: [UInt8]
    private let limits: [RunLimit]
    private let layout: Layout
    /// For each place, for each class and one more: A, and F for each limit. The one more has T in place of A.
    private(set) var table: NumberTable

    /// Where each place's numbers are.
    struct Layout: Sendable {
        /// How many limbs a place's numbers have: enough for any number of ways, and for a part of a difference, which may
        /// take a bit more.
        fileprivate let widths: [Int]
        fileprivate let offsets: [Int]
        /// How many limbs there are in all.
        let limbCount: Int

        init(_ language: PasswordLanguage, _ classes: EquivalenceClasses) {
            let numbers = (classes.count + 1) * (1 + RunLimit.limits(of: language).count)
            var widths = [Int](repeating: 0, count: language.places.count)
            var offsets = widths
            var limbCount = 0
            var bits = 0.0
            var (previous, logarithm) = (CharacterClass.empty, 0.0)
            for place in language.places.indices.reversed() {
                if language.places[place] != previous {
                    previous = language.places[place]
                    logarithm = binaryLogarithm(Double(previous.asciiCount))
                }
                bits += logarithm
                widths[place] = Int(bits + 2) / 64 + 1
                offsets[place] = limbCount
                limbCount += numbers * widths[place]
            }
            self.widths = widths
            self.offsets = offsets
            self.limbCount = limbCount
        }
    }

    /// How many limbs hold the number of all words, and any sum over the terms of an inclusion and exclusion.
    static func width(of language: PasswordLanguage) -> Int {
        (Int(language.freeEntropyBits) + 2 + PasswordLanguage.maximumRequirements) / 64 + 1
    }

    /// - Parameter multiplicities: How many characters there are of each class.
    init(
        of language: PasswordLanguage, _ classes: EquivalenceClasses, _ layout: Layout,
        _ multiplicities: [UInt8]
    ) {
        self.language = language
        self.classes = classes
        self.multiplicities = multiplicities
        self.layout = layout
        limits = RunLimit.limits(of: language)
        table = NumberTable(limbCount: layout.limbCount)
        // For each class and limit, how many steps could be made from the place behind the current one.
        var reaches = [Int](repeating: 0, count: classes.count * limits.count)
        for place in language.places.indices.reversed() {
            reaches = work(out: place, reachesBehind: reaches)
            for classIndex in classes.members.indices where isPermitted(classIndex, at: place) {
                table.add(
                    number(place, classIndex), times: UInt64(multiplicities[classIndex]),
                    to: number(place, classes.count))
            }
        }
    }

    /// Fills in a place's numbers; returns how many steps can be made from it.
    private mutating func work(out place: Int, reachesBehind: [Int]) -> [Int] {
        var reaches = [Int](repeating: 0, count: reachesBehind.count)
        for classIndex in classes.members.indices where isPermitted(classIndex, at: place) {
            guard place + 1 < language.places.count else {
                for plane in 0...limits.count { table.set(number(place, classIndex, plane), to: 1) }
                continue
            }
            let all = number(place, classIndex)
            table.copy(number(place + 1, classes.count), to: all)
            let byte = classes.representatives[classIndex]
            for plane in limits.indices {
                guard let next = limits[plane].step.next(byte).flatMap(classes.index),
                    isPermitted(next, at: place + 1)
                else { continue }
                reaches[classIndex * limits.count + plane] = 1 + reachesBehind[next * limits.count + plane]
                if let excess = self.excess(place, classIndex, plane, reaches) {
                    table.subtract(excess, from: all)
                }
            }
            for plane in limits.indices {
                let others = number(place, classIndex, 1 + plane)
                table.copy(all, to: others)
                guard reaches[classIndex * limits.count + plane] > 0,
                    let next = limits[plane].step.next(byte).flatMap(classes.index)
                else { continue }
                if let excess = self.excess(place, classIndex, plane, reaches) {
                    table.add(excess, to: others)
                }
                table.subtract(number(place + 1, next), from: others)
            }
        }
        return reaches
    }

    /// Where the number F(s, c after L steps) is; nil where one cannot make so many.
    private func excess(_ place: Int, _ classIndex: Int, _ plane: Int, _ reaches: [Int]) -> NumberTable.Place?
    {
        let limit = limits[plane]
        guard reaches[classIndex * limits.count + plane] >= limit.characters,
            let last = classes.index(
                of: limit.step.character(limit.characters, after: classes.representatives[classIndex]))
        else { return nil }
        return number(place + limit.characters, last, 1 + plane)
    }

    /// Where A is, or in a higher plane F.
    private func number(_ place: Int, _ classIndex: Int, _ plane: Int = 0) -> NumberTable.Place {
        let width = layout.widths[place]
        return NumberTable.Place(
            offset: layout.offsets[place] + (classIndex * (1 + limits.count) + plane) * width, width: width)
    }

    private func isPermitted(_ classIndex: Int, at place: Int) -> Bool {
        multiplicities[classIndex] > 0
            && language.places[place].contains(UInt32(classes.representatives[classIndex]))
    }

    // MARK: - Answers

    /// The number of words that begin at a place, with a character that may stand at the first.
    func total(from place: Int) -> BigUInt {
        if place == 0 { return table[number(0, classes.count)] }
        var total = BigUInt.zero
        for classIndex in classes.members.indices
        where isPermitted(classIndex, at: place) && isPermitted(classIndex, at: 0) {
            total += table[number(place, classIndex)] * UInt64(multiplicities[classIndex])
        }
        return total
    }

    /// Finds the numbers that make up the ways to go on from a character that ends a run of so many equal steps.
    ///
    /// A counts ways with up to L - 1 steps more. Those that make the run too long are to be subtracted, by the number
    /// of steps m that they begin with: F(s, c after m steps).
    /// The character must be one of those that are left of its class.
    /// - Parameter body: Called with the place of each number in the table, and whether it is to be subtracted.
    func forEachPart(
        at place: Int, _ byte: UInt8, run: (step: RunStep, count: Int)?,
        _ body: (NumberTable.Place, Bool) -> Void
    ) {
        guard let classIndex = permittedIndex(of: byte, at: place) else { return }
        body(number(place, classIndex), false)
        guard let run, let plane = limits.firstIndex(where: { $0.step == run.step }) else { return }
        let limit = limits[plane].characters
        var byte = byte
        for count in 1..<max(1, limit) {
            guard place + count < language.places.count, let next = run.step.next(byte),
                let classIndex = permittedIndex(of: next, at: place + count)
            else { return }
            byte = next
            if run.count + count >= limit { body(number(place + count, classIndex, 1 + plane), true) }
        }
    }

    /// Whether a run of so many equal steps is too long.
    func forbids(_ run: (step: RunStep, count: Int)) -> Bool {
        limits.contains { $0.step == run.step && run.count >= $0.characters }
    }

    private func permittedIndex(of byte: UInt8, at place: Int) -> Int? {
        classes.index(of: byte).flatMap { isPermitted($0, at: place) ? $0 : nil }
    }
}
