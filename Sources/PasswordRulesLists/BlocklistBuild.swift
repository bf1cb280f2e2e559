internal import Glibc
package import PasswordRules

/// Builds a blocklist from word lists and published lists of hashes.
///
/// The same passwords, compared in the same way, give the same bytes, whatever their order and their files.
package struct BlocklistBuild {
    /// The format of an input's lines.
    package enum Format: String, CaseIterable, Sendable {
        case words, sha1, ntlm

        /// The kind of hash; nil for words.
        fileprivate var hash: BlocklistHash? {
            switch self {
            case .words: nil
            case .sha1: .sha1
            case .ntlm: .ntlm
            }
        }
    }

    /// A stage of the work.
    package enum Stage: Sendable {
        /// A stage whose progress is counted in bytes.
        case reading
        /// Stages whose progress is counted in passwords.
        case merging, writing
    }

    /// Reports the progress of a stage; `total` is nil if it is unknown.
    package typealias ProgressReport = (_ stage: Stage, _ done: Int, _ total: Int?) -> Void

    /// The result of a build.
    package struct Result: Sendable {
        package let header: BlocklistHeader
        /// The lines that are not passwords.
        package let skipped: SkippedLines
        /// Folders that lack some ranges, and how many ranges they have.
        package let incompleteFolders: [(path: String, count: Int)]
    }

    private let inputs: [String]
    private let base: String?
    private let format: Format?
    private let match: BlocklistMatch?
    private let minimumCount: UInt64?
    private let capacity: Int

    /// The smallest and the largest memory limit, and the default, in MiB.
    package static let memoryLimits = 16...65_536
    package static let usualMemory = 512
    /// The memory of the program and its buffers without the keys, in bytes.
    private static let otherMemory = 12 << 20

    /// - Parameters:
    ///   - inputs: The paths; "-" is standard input.
    ///   - base: The path of a list that the inputs are added to.
    ///   - format: Nil: folders have hashes, and files have words. If a file's first line looks like a hash,
    ///     that is an error.
    ///   - match: Nil: that of `base`; or words are compared mangled, and hashes exact.
    ///   - minimumCount: Hashes that were seen less often are left out.
    ///   - memory: The memory limit, in MiB, within `memoryLimits`.
    package init(
        inputs: [String], addingTo base: String? = nil, format: Format? = nil, match: BlocklistMatch? = nil,
        minimumCount: UInt64? = nil, memory: Int = usualMemory
    ) {
        // The keys, and a copy of them for sorting.
        self.init(
            inputs: inputs, addingTo: base, format: format, match: match, minimumCount: minimumCount,
            capacity: ((memory << 20) - Self.otherMemory) / 16)
    }

    init(
        inputs: [String], addingTo base: String? = nil, format: Format? = nil, match: BlocklistMatch? = nil,
        minimumCount: UInt64? = nil, capacity: Int
    ) {
        self.inputs = inputs
        self.base = base
        self.format = format
        self.match = match
        self.minimumCount = minimumCount
        self.capacity = capacity
    }

    /// Builds the list. The file at `path` is unchanged until the complete list replaces it.
    /// - Parameter group: The group that may read the file, in addition to its owner; nil for all users if
    ///   the file has at most 4 MiB.
    package func write(
        toPath path: String, group: UInt32? = nil, report: @escaping ProgressReport = { _, _, _ in }
    ) throws(OutputProblem) -> Result {
        // Exceeding the file size limit is an error, and must not end the program.
        signal(SIGXFSZ, SIG_IGN)
        let base: BlocklistBase? = if let path = self.base { try BlocklistBase(atPath: path) } else { nil }
        let inputs = try examine(base)
        let output = try OutputFile(path, group: group)
        try output.requireFolder(
            forCount: inputs.leastCount,
            temporaryLength: inputs.leastCount > capacity ? inputs.leastCount * RunFile.keyLength : 0)
        let (match, hash, reading) = (inputs.match, inputs.hash, Reading(total: inputs.size, report))
        // If other users may watch the folder, a long list is refused as soon as it is known to be long.
        let longestPublicCount = Blocklist.longestPublicLengthInBytes / BlocklistHeader.entryLength
        var collector = try KeyCollector(
            capacity: capacity, keptBits: base?.header.storedBits ?? .max, folder: output.folder,
            manyCount: longestPublicCount,
            whenMany: { () throws(OutputProblem) in
                try output.restrictReaders(ofLength: (longestPublicCount + 1) * BlocklistHeader.entryLength)
            },
            report: { done, total in report(.merging, done, total) })
        var reader = InputReader()
        var skipped = SkippedLines()
        var incomplete: [(path: String, count: Int)] = []
        try base?.read(into: &collector, report: reading.add)
        for path in self.inputs {
            let input = try InputFile(path, name: path)
            if input.kind == .folder {
                let folder = try RangeFolder(input.descriptor, path: input.name)
                try read(folder, input, hash, &reader, &collector, reading)
                if folder.rangeCount < RangeFolder.completeCount {
                    incomplete.append((input.name, folder.rangeCount))
                }
            } else if format?.hash != nil {
                var lines = HashLines(source: input.name, hash: hash, minimumCount: minimumCount)
                try reader.read(input, &lines, into: &collector, report: reading.add)
                if lines.lineCount == 0 { throw .emptyHashes(path: input.name) }
            } else {
                var lines = WordLines(source: input.name, match: match)
                try reader.read(
                    input, &lines, into: &collector,
                    start: { (bytes) throws(OutputProblem) in
                        try rejectHashes(bytes, input.name)
                    }, report: reading.add)
                skipped.add(lines.skipped)
            }
        }
        var keys = try collector.sorted()
        let total = keys.count
        guard total > 0 else { throw .noKeys(skipped) }
        try base?.requireRoom(forCount: total)
        try output.restrictReaders(
            ofLength: total * BlocklistHeader.entryLength)
        let header = try BlocklistWriter.write(
            &keys, match: match, hash: hash, bucketBits: base?.header.bucketBits, to: output
        ) {
            report(.writing, $0, total)
        }
        try output.publish()
        return Result(header: header, skipped: skipped, incompleteFolders: incomplete)
    }

    /// What is known of the inputs before they are read.
    private struct Inputs {
        let match: BlocklistMatch
        let hash: BlocklistHash
        /// The size of the inputs in bytes; nil if it is unknown.
        let size: Int?
        /// The minimum number of entries of the list. There may be fewer if a list of hashes repeats itself.
        let leastCount: Int
    }

    /// Looks for mistakes in the inputs first, because reading them may take an hour.
    private func examine(_ base: BlocklistBase?) throws(OutputProblem) -> Inputs {
        var size: Int? = 0
        var leastCount = 0
        if let header = base?.header { (size, leastCount) = (header.fileSize, header.count) }
        var wordsPath: String?
        var hash: BlocklistHash?
        for path in inputs {
            let kind = try InputKind(ofPath: path)
            var hashOfInput = format?.hash
            if kind != .folder, hashOfInput == nil { wordsPath = wordsPath ?? path }
            switch kind {
            case .folder:
                if format == .words { throw .folderOfWords(path: path) }
                // Report a folder without ranges now, not after hours of other input.
                let folder = try InputFile(path, name: path)
                let ranges = try RangeFolder(folder.descriptor, path: folder.name)
                if hashOfInput == nil { hashOfInput = try ranges.hash(in: folder) }
                // Each range has a hash.
                if minimumCount == nil { leastCount = max(leastCount, ranges.rangeCount) }
                size = nil
            case .file(let length):
                // Sparse files may have any length.
                if let (sum, hasOverflowed) = size?.addingReportingOverflow(length) {
                    size = hasOverflowed ? nil : sum
                }
                if let hashOfInput {
                    try HashLines.requireHash(
                        hashOfInput, atStartOf: InputFile(path, name: path), minimumCount)
                    // Standard input may have been read in part.
                    if minimumCount == nil, path != InputFile.standardInput {
                        leastCount = max(leastCount, length / HashLines.longestRest)
                    }
                } else if format == nil {
                    let input = try InputFile(path, name: path)
                    try input.withStart(count: HashLines.longestRest) { bytes throws(OutputProblem) in
                        try rejectHashes(bytes, input.name)
                    }
                }
            case .stream: size = nil
            }
            if hashOfInput == nil, minimumCount != nil { throw .countsOfWords(path: path) }
            if let hash, let hashOfInput, hash != hashOfInput { throw .severalHashes }
            hash = hash ?? hashOfInput
        }
        if let wordsPath, hash == .ntlm || base?.header.hash == .ntlm {
            throw .wordsAmongNTLM(path: wordsPath)
        }
        if hash == .ntlm, match ?? .exact != .exact { throw .inexactNTLM }
        try base?.require(match, hash ?? .sha1)
        let given = match ?? base?.header.match
        if given == nil, wordsPath != nil, hash != nil { throw .unclearMatch }
        return Inputs(
            match: given ?? (hash == nil ? .mangled : .exact), hash: hash ?? .sha1, size: size,
            leastCount: leastCount)
    }

    private func rejectHashes(
        _ start: Span<UInt8>, _ name: String
    ) throws(OutputProblem) {
        guard format == nil else { return }
        let end = start.newline(from: 0) ?? start.count
        if let hash = HashLines.hash(of: start.extracting(0..<end)) {
            throw .looksLikeHashes(path: name, hash)
        }
    }

    private func read(
        _ folder: RangeFolder, _ directory: borrowing InputFile, _ hash: BlocklistHash,
        _ reader: inout InputReader,
        _ collector: inout KeyCollector, _ reading: Reading
    ) throws(OutputProblem) {
        for number in 0..<folder.count {
            // Asking for the sizes of a million files first would take long.
            if inputs.count == 1, number > 0 {
                reading.total = reading.done / number * folder.count
            }
            let (name, prefix) = folder.file(number)
            let path = directory.name + "/" + name
            let file = try InputFile(name, name: path, inFolder: directory.descriptor, canWait: false)
            var lines = HashLines(source: path, hash: hash, prefix: prefix, minimumCount: minimumCount)
            try reader.read(file, &lines, into: &collector, report: reading.add)
            if lines.lineCount == 0 { throw .emptyHashes(path: path) }
        }
    }
}

/// The number of bytes that were read from all inputs.
private final class Reading {
    private(set) var done = 0
    /// Nil if it is unknown.
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
