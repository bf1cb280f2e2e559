/// The keys that are looked up in one list at the same time, of one password or of several, and the results
/// so far. Wiped when the value ends.
///
/// The list is given piece by piece, first the index, then the entries, and each piece to all probes: no
/// search ends early.
struct BlocklistProbes: ~Copyable {
    /// One key, and its position in the list.
    private struct Probe: BitwiseCopyable {
        var key: UInt64 = 0
        /// The entry that the key would have.
        var wanted: UInt32 = 0
        /// The raw value of the match that the key belongs to.
        var match: UInt8 = 0
        /// The number of the password that the key belongs to.
        var password: UInt8 = 0
        /// Whether a find counts: replacement keys only cause the same work.
        var isForm = false
        var isFound = false
        /// The bucket's index record, and the next one.
        var record: UInt64 = 0
        var next: UInt64 = 0
        /// The range of the bucket's entries in the file.
        var start = 0
        var end = 0
        var check: UInt32 = 0
        var sum = BlocklistBucket.checksum(number: 0, entries: 0..<0)
    }

    private let header: BlocklistHeader
    private var probes: SecretBuffer<Probe>
    private(set) var count = 0
    private var isDamaged = false

    /// Room for `capacity` keys, to be looked up in the list with this header.
    init(in header: BlocklistHeader, capacity: Int) {
        self.header = header
        probes = SecretBuffer(repeating: Probe(), count: capacity)
    }

    /// Adds the keys of a password: in a list of NTLM hashes its only one, otherwise up to those of `match`.
    mutating func add(_ keys: borrowing BlocklistKeys, by match: BlocklistMatch, ofPassword password: Int) {
        guard header.hash == .sha1 else {
            return keys.withNTLMKey { add($0, .exact, isForm: true, ofPassword: password) }
        }
        keys.forEach { key, keyMatch, isForm in
            if keyMatch <= match { add(key, keyMatch, isForm: isForm, ofPassword: password) }
        }
    }

    /// Adds the key of a listed password.
    mutating func add(_ key: UInt64) { add(key, .exact, isForm: true, ofPassword: 0) }

    private mutating func add(_ key: UInt64, _ match: BlocklistMatch, isForm: Bool, ofPassword password: Int)
    {
        let (number, wanted) = (count, header.entry(of: key))
        probes.withMutableSpan { probes in
            probes[number].key = key
            probes[number].wanted = wanted
            probes[number].match = UInt8(truncatingIfNeeded: match.rawValue)
            probes[number].password = UInt8(truncatingIfNeeded: password)
            probes[number].isForm = isForm
        }
        count += 1
    }

    /// The offset of the index records of a probe's bucket in the file.
    func recordOffset(of number: Int) -> Int {
        Self.recordOffset(of: probes.withSpan { $0[number].key }, header)
    }

    private static func recordOffset(of key: UInt64, _ header: BlocklistHeader) -> Int {
        BlocklistHeader.lengthInBytes + BlocklistHeader.indexRecordLength * header.bucket(of: key)
    }

    /// The offset of the entries of a probe's bucket.
    func entriesOffset(of number: Int) -> Int { probes.withSpan { $0[number].start } }

    /// Reads the records in a piece of the index; only for the probe `only`, if it is given.
    mutating func readIndex(_ bytes: Span<UInt8>, at offset: Int, only: Int? = nil) {
        let numbers = only.map { $0..<$0 + 1 } ?? 0..<count
        let header = header
        probes.withMutableSpan { probes in
            for number in numbers {
                let position = Self.recordOffset(of: probes[number].key, header) - offset
                let length = BlocklistHeader.indexRecordLength
                if position >= 0, position < bytes.count {
                    probes[number].record = bytes.littleEndian(at: position, length: length)
                }
                if position + length >= 0, position + length < bytes.count {
                    probes[number].next = bytes.littleEndian(at: position + length, length: length)
                }
            }
        }
    }

    /// Computes the ranges of the buckets, after the whole index was read.
    mutating func findBuckets() {
        let (count, header) = (count, header)
        var isDamaged = isDamaged
        probes.withMutableSpan { probes in
            for number in 0..<count {
                let probe = probes[number]
                do throws(BlocklistProblem) {
                    let bucket = try BlocklistBucket(
                        header.bucket(of: probe.key), record: probe.record, next: probe.next, in: header)
                    let length = BlocklistHeader.entryLength
                    probes[number].start = header.entriesOffset + length * bucket.entries.lowerBound
                    probes[number].end = header.entriesOffset + length * bucket.entries.upperBound
                    probes[number].check = bucket.check
                    probes[number].sum = BlocklistBucket.checksum(
                        number: bucket.number, entries: bucket.entries)
                } catch {
                    // Reported at the end: the reads must not depend on it.
                    isDamaged = true
                    probes[number].start = header.entriesOffset
                    probes[number].end = header.entriesOffset
                }
            }
        }
        self.isDamaged = isDamaged
    }

    /// Looks for the keys in a piece of the entries, which must have a whole number of them; only for the
    /// probe `only`, if it is given.
    mutating func readEntries(_ bytes: Span<UInt8>, at offset: Int, only: Int? = nil) {
        let numbers = only.map { $0..<$0 + 1 } ?? 0..<count
        probes.withMutableSpan { probes in
            for number in numbers {
                let start = max(probes[number].start - offset, 0)
                let end = min(probes[number].end - offset, bytes.count)
                if start < end { Self.read(bytes.extracting(start..<end), for: &probes[number]) }
            }
        }
    }

    private static func read(_ entries: Span<UInt8>, for probe: inout Probe) {
        let wanted = probe.wanted
        var sum = probe.sum
        var isFound = false
        for number in 0..<entries.count / BlocklistHeader.entryLength {
            // SAFETY: the entry is inside the bytes, and any bytes are a number.
            let entry = unsafe UInt32(
                littleEndian: entries.bytes.unsafeLoadUnaligned(
                    fromUncheckedByteOffset: number * BlocklistHeader.entryLength, as: UInt32.self))
            sum.add(entry)
            isFound = isFound || entry == wanted
        }
        probe.sum = sum
        probe.isFound = probe.isFound || isFound
    }

    /// Throws if the index or a bucket is damaged.
    func verify() throws(BlocklistProblem) {
        var isDamaged = isDamaged
        probes.withSpan { probes in
            for number in 0..<count where probes[number].sum.value != probes[number].check {
                isDamaged = true
            }
        }
        if isDamaged { throw .damagedPart }
    }

    /// The narrowest match by which a password was found; nil if it was not.
    func closest(ofPassword password: Int) -> BlocklistMatch? {
        var closest = UInt8.max
        probes.withSpan { probes in
            for number in 0..<count {
                let probe = probes[number]
                if probe.isFound, probe.isForm, probe.password == password {
                    closest = min(closest, probe.match)
                }
            }
        }
        return BlocklistMatch(rawValue: Int(closest))
    }
}
