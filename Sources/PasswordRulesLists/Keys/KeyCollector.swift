/// Collects keys in any order and returns them in ascending order, without duplicates, in limited memory.
///
/// Keys that fit into the memory stay there. Otherwise sorted runs are written to a file. Keys that are
/// already ascending make a single run.
struct KeyCollector: ~Copyable {
    /// Reports the number of merged keys.
    typealias MergeReport = (_ done: Int, _ total: Int) -> Void

    private let folder: String
    private let keptBits: UInt64
    private let maximumRunCount: Int
    private let report: MergeReport
    private var keys: KeyBuffer
    private var scratch: KeyBuffer
    private var count = 0
    private var isAscending = true
    /// The last key that was added, or, after sorting, the largest; meaningless if there is none.
    private var last: UInt64 = 0
    private var isEmpty = true
    private var file: RunFile?
    /// Called once there are more than `manyCount` different keys in memory or in the file.
    private let whenMany: () throws(OutputProblem) -> Void
    private let manyCount: Int
    /// The number of keys in memory at which duplicates are removed, to see whether there are many.
    private var nextCheckCount: Int
    /// The number of keys in the file at which its runs are merged, for the same purpose.
    private var nextFileCheckCount: Int

    /// The smallest number of keys that are read from a run at once, if there are many runs.
    private static let shortestBlock = 1 << 10

    /// - Parameters:
    ///   - capacity: The number of keys that fit into the memory, at least 2; each needs 16 bytes.
    ///   - keptBits: The bits of the keys that are kept; the others are cleared.
    ///   - folder: The folder for runs that do not fit.
    ///   - manyCount: `whenMany` is called as soon as there are certainly more different keys than this.
    init(
        capacity: Int, keptBits: UInt64 = .max, folder: String, manyCount: Int = .max,
        whenMany: @escaping () throws(OutputProblem) -> Void = {}, report: @escaping MergeReport
    ) throws(OutputProblem) {
        let capacity = max(2, capacity)
        let keys = try KeyBuffer(capacity: capacity)
        let scratch = try KeyBuffer(capacity: capacity)
        self.folder = folder
        self.keptBits = keptBits
        self.manyCount = manyCount
        self.whenMany = whenMany
        nextCheckCount = manyCount == .max ? .max : manyCount + 1
        nextFileCheckCount = nextCheckCount
        self.report = report
        maximumRunCount = max(2, min(1024, capacity / Self.shortestBlock))
        self.keys = keys
        self.scratch = scratch
    }

    /// Adds a key.
    mutating func add(_ key: UInt64) throws(OutputProblem) {
        let key = key & keptBits
        if count == keys.capacity { try makeRoom() }
        if key <= last, !isEmpty {
            // The last key may already be in the file, so its duplicate is dropped here.
            if key == last { return }
            if count > 0 { isAscending = false }
        }
        isEmpty = false
        keys[count] = key
        count += 1
        last = key
        if count == nextCheckCount {
            sort()
            try checkCount()
        }
    }

    /// Returns all keys in ascending order.
    consuming func sorted() throws(OutputProblem) -> SortedKeys {
        sort()
        guard file != nil else { return SortedKeys(keys, count: count) }
        try spill()
        if let file, file.runs.count > 1 { try merge(file) }
        guard let file, let run = file.runs.first else { return SortedKeys(keys, count: 0) }
        return try SortedKeys(file, run)
    }

    /// Calls `whenMany` if there are many keys. They must be sorted. If there are not, the next check comes
    /// after more than `manyCount` further keys, so that all checks together take no longer than sorting.
    private mutating func checkCount() throws(OutputProblem) {
        if nextCheckCount == .max { return }
        nextCheckCount = try nextCheck(after: count)
    }

    /// Calls `whenMany` if there are many different keys in the file.
    private mutating func checkFileCount() throws(OutputProblem) {
        guard nextCheckCount != .max, let file, file.count >= nextFileCheckCount else { return }
        if file.runs.count > 1 { try merge(file) }
        nextFileCheckCount = try nextCheck(after: self.file?.count ?? 0)
    }

    private mutating func nextCheck(after count: Int) throws(OutputProblem) -> Int {
        guard count > manyCount else { return count + manyCount + 1 }
        nextCheckCount = .max
        try whenMany()
        return .max
    }

    private mutating func makeRoom() throws(OutputProblem) {
        sort()
        try checkCount()
        // There were many duplicates. Writing the rest now would make many short runs.
        if count <= keys.capacity / 2 { return }
        try spill()
        if let file, file.runs.count >= maximumRunCount { try merge(file) }
        try checkFileCount()
    }

    private mutating func sort() {
        if !isAscending {
            KeySorter.sort(&keys, count: count, scratch: &scratch)
            count = keys.removeDuplicates(count: count)
            isAscending = true
        }
        if count > 0 { last = keys[count - 1] }
    }

    /// Moves the sorted keys to the file.
    private mutating func spill() throws(OutputProblem) {
        let file: RunFile
        if let existing = self.file { file = existing } else { file = try RunFile(inFolder: folder) }
        self.file = file
        try keys.withSpan(0..<count) { keys throws(OutputProblem) in try file.append(keys) }
        count = 0
    }

    private mutating func merge(_ file: RunFile) throws(OutputProblem) {
        let total = file.count
        self.file = try KeyMerge.merge(file, inFolder: folder, memory: &scratch) { [report] done in
            report(done, total)
        }
    }
}

/// Ascending keys without duplicates, in memory or in a file.
struct SortedKeys: ~Copyable {
    let count: Int
    private var memory: KeyBuffer
    private var file: RunFile?
    private let start: Int

    /// The number of keys in each read from a file, and in each piece.
    private static let pieceLength = 1 << 16

    /// The first `count` keys of a buffer.
    init(_ memory: consuming KeyBuffer, count: Int) {
        self.memory = memory
        self.count = count
        start = 0
    }

    /// A run of a file.
    init(_ file: RunFile, _ run: Range<Int>) throws(OutputProblem) {
        memory = try KeyBuffer(capacity: Self.pieceLength)
        self.file = file
        count = run.count
        start = run.lowerBound
    }

    /// Calls `body` with all keys, piece by piece.
    mutating func forEachPiece(
        _ body: (Span<UInt64>) throws(OutputProblem) -> Void
    ) throws(OutputProblem) {
        var done = 0
        while done < count {
            let length = min(Self.pieceLength, count - done)
            let range = file == nil ? done..<done + length : 0..<length
            if let file {
                try memory.withMutableSpan(range) { keys throws(OutputProblem) in
                    try file.read(&keys, at: start + done)
                }
            }
            try memory.withSpan(range, body)
            done += length
        }
    }
}
