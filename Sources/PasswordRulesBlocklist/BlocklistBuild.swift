internal import Glibc
package import PasswordRules

/// Builds a blocklist of word lists and of published lists of hashes.
///
/// The same set of passwords, compared by the same way, makes the same bytes, in whatever order and files they come.
package struct BlocklistBuild {
    /// What the lines of an input are.
    package enum Format: String, CaseIterable, Sendable {
        case words, sha1
    }

    /// What is being done.
    package enum Stage: Sendable {
        /// In bytes.
        case reading
        /// In passwords.
        case merging, writing
    }

    /// How far a stage is; `total` is nil where nobody knows.
    package typealias ProgressReport = (_ stage: Stage, _ done: Int, _ total: Int?) -> Void

    /// What was built.
    package struct Result: Sendable {
        package let header: BlocklistHeader
        /// The lines that are no passwords.
        package let skipped: SkippedLines
        /// Folders that do not have all ranges, and how many they have.
        package let incompleteFolders: [(path: String, count: Int)]
    }

    private let inputs: [String]
    private let format: Format?
    private let match: BlocklistMatch?
    private let minimumCount: UInt64?
    private let capacity: Int

    /// The least and the most memory that can be asked for, and what is used otherwise, in MiB.
    package static let memoryLimits = 16...65_536
    package static let usualMemory = 512
    /// What the program and its buffers take beside the keys, in bytes.
    private static let otherMemory = 12 << 20

    /// - Parameters:
    ///   - inputs: Paths; "-" is standard input.
    ///   - format: nil: folders hold hashes, files hold words, which are not taken for words if they look like hashes.
    ///   - match: nil: words are compared mangled, hashes exact.
    ///   - minimumCount: Of hashes, those that were seen less often are left out.
    ///   - memory: How much to use at most, in MiB, within `memoryLimits`.
    package init(
        inputs: [String], format: Format? = nil, match: BlocklistMatch? = nil, minimumCount: UInt64? = nil,
        memory: Int = usualMemory
    ) {
        // A key and its copy while it is sorted.
        self.init(
            inputs: inputs, format: format, match: match, minimumCount: minimumCount,
            capacity: ((memory << 20) - Self.otherMemory) / 16)
    }

    init(
        inputs: [String], format: Format? = nil, match: BlocklistMatch? = nil, minimumCount: UInt64? = nil,
        capacity: Int
    ) {
        self.inputs = inputs
        self.format = format
        self.match = match
        self.minimumCount = minimumCount
        self.capacity = capacity
    }

    /// Builds the list; the file at `path` is replaced when it is complete, and whole until then.
    /// - Parameter group: The number of the group that alone may read the file, beside its owner; nil: everybody may, unless it
    ///   is longer than 4 MiB.
    package func write(
        toPath path: String, group: UInt32? = nil, report: @escaping ProgressReport = { _, _, _ in }
    ) throws(BlocklistBuildProblem) -> Result {
        // A file that grows beyond its limit is an error, not the end of the program.
        signal(SIGXFSZ, SIG_IGN)
        let (match, size) = try examine()
        let output = try OutputFile(path, group: group)
        let reading = Reading(total: size, report)
        var collector = try KeyCollector(capacity: capacity, folder: output.folder) { done, total in
            report(.merging, done, total)
        }
        var reader = InputReader()
        var skipped = SkippedLines()
        var incomplete: [(path: String, count: Int)] = []
        for path in inputs {
            let input = try InputFile(path, name: path)
            if input.kind == .folder {
                let folder = try RangeFolder(input.descriptor, path: input.name)
                try read(folder, input, &reader, &collector, reading)
                if folder.rangeCount < RangeFolder.completeCount {
                    incomplete.append((input.name, folder.rangeCount))
                } else if minimumCount == nil {
                    // A key for each range at least: it will be long. That is better said before hours of work than after.
                    try output.makeSureOfReaders(
                        ofLength: folder.rangeCount * BlocklistHeader.entryLength)
                }
            } else if format == .sha1 {
                var lines = HashLines(source: input.name, minimumCount: minimumCount)
                try reader.read(input, &lines, into: &collector, report: reading.add)
                if lines.lineCount == 0 { throw .emptyHashes(path: input.name) }
            } else {
                var lines = WordLines(source: input.name, match: match)
                try reader.read(
                    input, &lines, into: &collector,
                    start: { (bytes) throws(BlocklistBuildProblem) in
                        try makeSureOfWords(bytes, input.name)
                    }, report: reading.add)
                skipped.add(lines.skipped)
            }
        }
        var keys = try collector.sorted()
        let total = keys.count
        guard total > 0 else { throw .noKeys(skipped) }
        try output.makeSureOfReaders(
            ofLength: total * BlocklistHeader.entryLength)
        let header = try BlocklistWriter.write(&keys, match: match, to: output) {
            report(.writing, $0, total)
        }
        try output.publish()
        return Result(header: header, skipped: skipped, incompleteFolders: incomplete)
    }

    /// Looks for what is wrong with the inputs before the first is read, which may take an hour; returns by what way their
    /// passwords are compared, and their size in bytes, if it is known.
    private func examine() throws(BlocklistBuildProblem) -> (match: BlocklistMatch, size: Int?) {
        var size: Int? = 0
        var hasWords = false
        var hasHashes = false
        for path in inputs {
            let kind = try InputKind(ofPath: path)
            if kind == .folder || format == .sha1 { hasHashes = true } else { hasWords = true }
            switch kind {
            case .folder:
                if format == .words { throw .folderOfWords(path: path) }
                // A folder without ranges is found now, not behind an input of hours.
                let folder = try InputFile(path, name: path)
                _ = try RangeFolder(folder.descriptor, path: folder.name)
                size = nil
            case .file(let length):
                // Files with holes may have any length.
                if let (sum, hasOverflowed) = size?.addingReportingOverflow(length) {
                    size = hasOverflowed ? nil : sum
                }
                if format == nil {
                    let input = try InputFile(path, name: path)
                    try input.withStart(count: HashLines.longestRest) { bytes throws(BlocklistBuildProblem) in
                        try makeSureOfWords(bytes, input.name)
                    }
                }
            case .stream: size = nil
            }
            if kind != .folder, format != .sha1, minimumCount != nil { throw .countsOfWords(path: path) }
        }
        if let match { return (match, size) }
        guard !hasWords || !hasHashes else { throw .unclearMatch }
        return (hasWords ? .mangled : .exact, size)
    }

    private func makeSureOfWords(
        _ start: Span<UInt8>, _ name: String
    ) throws(BlocklistBuildProblem) {
        guard format == nil else { return }
        let end = start.newline(from: 0) ?? start.count
        if HashLines.isHash(start.extracting(0..<end)) { throw .looksLikeHashes(path: name) }
    }

    private func read(
        _ folder: RangeFolder, _ directory: borrowing InputFile, _ reader: inout InputReader,
        _ collector: inout KeyCollector, _ reading: Reading
    ) throws(BlocklistBuildProblem) {
        for number in 0..<folder.count {
            // To ask a million files for their sizes first would take long.
            if inputs.count == 1, number > 0 {
                reading.total = reading.done / number * folder.count
            }
            let (name, prefix) = folder.file(number)
            let path = directory.name + "/" + name
            let file = try InputFile(name, name: path, inFolder: directory.descriptor, canWait: false)
            var lines = HashLines(source: path, prefix: prefix, minimumCount: minimumCount)
            try reader.read(file, &lines, into: &collector, report: reading.add)
            if lines.lineCount == 0 { throw .emptyHashes(path: path) }
        }
    }
}

/// How much was read of all inputs.
private final class Reading {
    private(set) var done = 0
    /// nil where nobody knows.
    var total: Int?
    private let report: BlocklistBuild.ProgressReport

    init(total: Int?, _ report: @escaping BlocklistBuild.ProgressReport) {
        self.total = total
        self.report = report
    }

    func add(_ count: Int) {
        done += count
        report(.reading, done, total)
    }
}
