/// Merges the runs of a file into one.
struct KeyMerge: ~Copyable {
    /// The next key of a run. A heap of these has the smallest key at its root.
    private struct Head {
        var key: UInt64
        var run: Int
    }

    /// The read position of a run, and its part in memory.
    private struct Cursor {
        /// The positions in the file of the keys that are not read yet.
        var rest: Range<Int>
        /// The positions in memory of the keys that were read and not used yet.
        var loaded: Range<Int>
    }

    private let file: RunFile
    private var cursors: [Cursor] = []
    private var heads: [Head] = []
    /// The last key of the output; meaningless if there is none.
    private var lastKey: UInt64 = 0
    /// The number of keys of a run that are in memory at once.
    private let blockLength: Int

    /// The number of keys of each write.
    private static let outputLength = 1 << 15

    /// Merges all runs of `file` into the only run of another file in the same folder.
    /// - Parameters:
    ///   - memory: The memory for the runs, at least one key for each.
    ///   - report: Called from time to time with the number of keys that are done.
    static func merge(
        _ file: RunFile, inFolder folder: String, memory: inout KeyBuffer, report: (Int) -> Void
    ) throws(OutputProblem) -> RunFile {
        let merged = try RunFile(inFolder: folder)
        var merge = KeyMerge(file, memory: memory)
        try merge.start(&memory)
        var output = try KeyBuffer(capacity: outputLength)
        var done = 0
        while true {
            let count = try merge.fill(&output, &memory, &done)
            if count == 0 { return merged }
            try output.withSpan(0..<count) { keys throws(OutputProblem) in try merged.append(keys) }
            report(done)
        }
    }

    private init(_ file: RunFile, memory: borrowing KeyBuffer) {
        self.file = file
        blockLength = memory.capacity / max(1, file.runs.count)
        precondition(blockLength > 0)
    }

    private mutating func start(_ memory: inout KeyBuffer) throws(OutputProblem) {
        for (run, keys) in file.runs.enumerated() {
            cursors.append(Cursor(rest: keys, loaded: 0..<0))
            if let key = try next(run, &memory) { heads.append(Head(key: key, run: run)) }
        }
        for index in (0..<heads.count / 2).reversed() { siftDown(index) }
    }

    /// Fills the output with the next keys, without duplicates. Returns their number.
    private mutating func fill(
        _ output: inout KeyBuffer, _ memory: inout KeyBuffer, _ done: inout Int
    ) throws(OutputProblem) -> Int {
        var count = 0
        while let head = heads.first, count < output.capacity {
            // The last key may have been written already; a duplicate of it would begin a second run.
            if done == 0 || head.key != lastKey {
                output[count] = head.key
                lastKey = head.key
                count += 1
            }
            done += 1
            if let key = try next(head.run, &memory) {
                heads[0].key = key
            } else {
                heads[0] = heads[heads.count - 1]
                heads.removeLast()
            }
            siftDown(0)
        }
        return count
    }

    /// Returns the next key of a run; nil at its end.
    private mutating func next(
        _ run: Int, _ memory: inout KeyBuffer
    ) throws(OutputProblem) -> UInt64? {
        if cursors[run].loaded.isEmpty, try !load(run, &memory) { return nil }
        let position = cursors[run].loaded.lowerBound
        cursors[run].loaded = position + 1..<cursors[run].loaded.upperBound
        return memory[position]
    }

    private mutating func load(_ run: Int, _ memory: inout KeyBuffer) throws(OutputProblem) -> Bool {
        let rest = cursors[run].rest
        let count = min(rest.count, blockLength)
        guard count > 0 else { return false }
        let range = run * blockLength..<run * blockLength + count
        try memory.withMutableSpan(range) { keys throws(OutputProblem) in
            try file.read(&keys, at: rest.lowerBound)
        }
        cursors[run] = Cursor(rest: rest.lowerBound + count..<rest.upperBound, loaded: range)
        return true
    }

    private mutating func siftDown(_ start: Int) {
        guard start < heads.count else { return }
        let head = heads[start]
        var index = start
        while true {
            var child = 2 * index + 1
            guard child < heads.count else { break }
            if child + 1 < heads.count, heads[child + 1].key < heads[child].key { child += 1 }
            guard heads[child].key < head.key else { break }
            heads[index] = heads[child]
            index = child
        }
        heads[index] = head
    }
}
