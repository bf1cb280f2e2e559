/// Takes keys in any order and gives them back ascending, each once, in limited memory.
///
/// Keys that fit into the memory stay there. Of more, sorted runs go to a file, and keys that ascend already make a single run.
struct KeyCollector: ~Copyable {
    /// How keys are counted while runs are merged, for whoever wants to know how far it is.
    typealias MergeReport = (_ done: Int, _ total: Int) -> Void

    private let folder: String
    private let maximumRunCount: Int
    private let report: MergeReport
    private var keys: KeyBuffer
    private var scratch: KeyBuffer
    private var count = 0
    private var isAscending = true
    /// The key that was taken last, or the largest of them; meaningless while there is none.
    private var last: UInt64 = 0
    private var isEmpty = true
    private var file: RunFile?

    /// The fewest keys of a run that are read at once, where there are many runs.
    private static let shortestBlock = 1 << 10

    /// - Parameters:
    ///   - capacity: How many keys fit into the memory, at least 2; 16 bytes are needed for each.
    ///   - folder: Where runs go to if they do not fit.
    init(
        capacity: Int, folder: String, report: @escaping MergeReport
    ) throws(BlocklistBuildProblem) {
        let capacity = max(2, capacity)
        let keys = try KeyBuffer(capacity: capacity)
        let scratch = try KeyBuffer(capacity: capacity)
        self.folder = folder
        self.report = report
        maximumRunCount = max(2, min(1024, capacity / Self.shortestBlock))
        self.keys = keys
        self.scratch = scratch
    }

    /// Takes a key.
    @inline(__always)
    mutating func add(_ key: UInt64) throws(BlocklistBuildProblem) {
        if count == keys.capacity { try makeRoom() }
        if key <= last, !isEmpty {
            // It may be in the file already.
            if key == last { return }
            if count > 0 { isAscending = false }
        }
        isEmpty = false
        keys[count] = key
        count &+= 1
        last = key
    }

    /// All keys.
    consuming func sorted() throws(BlocklistBuildProblem) -> SortedKeys {
        sort()
        guard file != nil else { return SortedKeys(keys, count: count) }
        try spill()
        if let file, file.runs.count > 1 { try merge(file) }
        guard let file, let run = file.runs.first else { return SortedKeys(keys, count: 0) }
        return try SortedKeys(file, run)
    }

    @inline(never)
    private mutating func makeRoom() throws(BlocklistBuildProblem) {
        sort()
        // Mostly duplicates: there would be many short runs.
        if count <= keys.capacity / 2 { return }
        try spill()
        if let file, file.runs.count >= maximumRunCount { try merge(file) }
    }

    private mutating func sort() {
        if !isAscending {
            KeySorter.sort(&keys, count: count, scratch: &scratch)
            count = keys.removeDuplicates(count: count)
            isAscending = true
        }
        if count > 0 { last = keys[count - 1] }
    }

    /// Moves the keys, which are sorted, to the file.
    private mutating func spill() throws(BlocklistBuildProblem) {
        let file: RunFile
        if let existing = self.file { file = existing } else { file = try RunFile(inFolder: folder) }
        self.file = file
        try keys.withSpan(0..<count) { keys throws(BlocklistBuildProblem) in try file.append(keys) }
        count = 0
    }

    private mutating func merge(_ file: RunFile) throws(BlocklistBuildProblem) {
        let total = file.runs.last?.upperBound ?? 0
        self.file = try KeyMerge.merge(file, inFolder: folder, memory: &scratch) { [report] done in
            report(done, total)
        }
    }
}

/// Keys that ascend, each of them there once, in memory or in a file.
struct SortedKeys: ~Copyable {
    let count: Int
    private var memory: KeyBuffer
    private var file: RunFile?
    private let start: Int

    /// How many keys of a file are read at once, and how many others are handed out.
    private static let pieceLength = 1 << 16

    /// The first `count` of a buffer.
    init(_ memory: consuming KeyBuffer, count: Int) {
        self.memory = memory
        self.count = count
        start = 0
    }

    /// A run of a file.
    init(_ file: RunFile, _ run: Range<Int>) throws(BlocklistBuildProblem) {
        memory = try KeyBuffer(capacity: Self.pieceLength)
        self.file = file
        count = run.count
        start = run.lowerBound
    }

    /// Calls `body` with all keys, piece by piece.
    mutating func forEachPiece(
        _ body: (Span<UInt64>) throws(BlocklistBuildProblem) -> Void
    ) throws(BlocklistBuildProblem) {
        var done = 0
        while done < count {
            let length = min(Self.pieceLength, count - done)
            let place = file == nil ? done..<done + length : 0..<length
            if let file {
                try memory.withMutableSpan(place) { keys throws(BlocklistBuildProblem) in
                    try file.read(&keys, at: start + done)
                }
            }
            try memory.withSpan(place, body)
            done += length
        }
    }
}
