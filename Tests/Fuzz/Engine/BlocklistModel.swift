// The format of passwordrules-blocklist(5), written and read a second time.

/// FNV-1a.
func fnv(_ bytes: some Sequence<UInt8>, from start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
}

/// The first 64 bits of the SHA-1 of a text.
func sha1Start(_ text: [UInt8]) -> UInt64 {
    var padded = text + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    for shift in stride(from: UInt64(56), through: 0, by: -8) {
        padded.append(UInt8(truncatingIfNeeded: UInt64(text.count * 8) >> shift))
    }
    func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 { value << count | value >> (32 - count) }
    var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: padded.count, by: 64) {
        var words = (0..<16).map { index in
            (0..<4).reduce(UInt32(0)) { $0 << 8 | UInt32(padded[start + 4 * index + $1]) }
        }
        for index in 16..<80 {
            words.append(
                rotated(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
        }
        var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
        for (index, word) in words.enumerated() {
            let (mixed, constant): (UInt32, UInt32) =
                switch index / 20 {
                case 0: (b & c | ~b & d, 0x5A82_7999)
                case 1: (b ^ c ^ d, 0x6ED9_EBA1)
                case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotated(a, 5) &+ mixed &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
        }
        hash = zip(hash, [a, b, c, d, e]).map { $0 &+ $1 }
    }
    return UInt64(hash[0]) << 32 | UInt64(hash[1])
}

/// A blocklist as bytes.
struct BlocklistModel {
    var bytes: [UInt8]

    private static let magic: [UInt8] = [0x89, 0x50, 0x57, 0x52, 0x42, 0x0D, 0x0A, 0x1A]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The list of these keys, at least one.
    init(keys: Set<UInt64>, match: UInt8) {
        let keys = keys.sorted()
        let bits = Self.bits(forCount: UInt64(keys.count))
        var index: [UInt8] = []
        var entries: [UInt8] = []
        var largest: UInt64 = 0
        for bucket in 0..<UInt64(1) << bits {
            let own = keys.filter { bits == 0 || $0 >> (64 - bits) == bucket }
            let first = UInt64(entries.count / 4)
            let bytes = own.flatMap { Self.bytes(($0 << bits) >> 32, 4) }
            let end = first + UInt64(own.count)
            largest = max(largest, UInt64(own.count))
            index += Self.bytes(first, 5) + Self.bytes(Self.sum(bucket, first, end, bytes), 3)
            entries += bytes
        }
        index += Self.bytes(UInt64(keys.count), 8)
        bytes = Self.magic + Self.bytes(2, 4) + Self.bytes(64, 4) + [1, match, UInt8(bits), 4]
        bytes += Self.bytes(0, 4) + Self.bytes(UInt64(keys.count), 8)
        bytes += Self.bytes(UInt64(64 + index.count + entries.count), 8)
        bytes += Self.bytes(fnv(index + entries), 8) + Self.bytes(largest, 8)
        bytes += Self.bytes(fnv(bytes), 8) + index + entries
    }

    /// Corrects the sums, of the header alone or of the whole list.
    mutating func repair(all: Bool) {
        guard bytes.count >= 64 else { return }
        if all, isOpenable {
            let (bits, start) = (UInt64(bytes[18]), entriesOffset)
            for bucket in 0..<1 << bits {
                let record = 64 + 8 * Int(bucket)
                let (first, end) = (number(record, 5), number(record + 8, 5))
                guard first <= end, end <= number(24, 8) else { continue }
                let own = bytes[start + 4 * Int(first)..<start + 4 * Int(end)]
                put(Self.sum(UInt64(bucket), first, end, own), record + 5, 3)
            }
        }
        if all { put(fnv(bytes[64...]), 40, 8) }
        put(fnv(bytes[..<56]), 56, 8)
    }

    /// Whether a reader may open it.
    var isOpenable: Bool {
        guard bytes.count >= 64, bytes.starts(with: Self.magic), number(8, 4) == 2,
            number(56, 8) == fnv(bytes[..<56])
        else { return false }
        let count = number(24, 8)
        guard count >= 1, count < 1 << 40 else { return false }
        let bits = Self.bits(forCount: count)
        let size = 64 + 8 * (UInt64(1) << bits + 1) + 4 * count
        return number(12, 4) == 64 && bytes[16] == 1 && (1...3).contains(bytes[17])
            && UInt64(bytes[18]) == bits && bytes[19] == 4 && number(20, 4) == 0 && number(32, 8) == size
            && (1...min(count, 4096)).contains(number(48, 8)) && UInt64(bytes.count) == size
    }

    enum Answer { case listed, notListed, damaged }

    /// The answer that a reader must give for a key.
    func answer(_ key: UInt64) -> Answer {
        let (bits, count) = (UInt64(bytes[18]), number(24, 8))
        let bucket = bits == 0 ? 0 : key >> (64 - bits)
        let record = 64 + 8 * Int(bucket)
        let (first, end) = (number(record, 5), number(record + 8, 5))
        guard first <= end, end <= count, end - first <= number(48, 8) else { return .damaged }
        let own = bytes[entriesOffset + 4 * Int(first)..<entriesOffset + 4 * Int(end)]
        guard Self.sum(bucket, first, end, own) == number(record + 5, 3) else { return .damaged }
        let wanted = Self.bytes((key << bits) >> 32, 4)
        for start in stride(from: own.startIndex, to: own.endIndex, by: 4)
        where own[start..<start + 4].elementsEqual(wanted) { return .listed }
        return .notListed
    }

    private var entriesOffset: Int { 64 + 8 * (1 << Int(bytes[18]) + 1) }

    func number(_ offset: Int, _ length: Int) -> UInt64 {
        bytes[offset..<offset + length].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func put(_ number: UInt64, _ offset: Int, _ length: Int) {
        bytes.replaceSubrange(offset..<offset + length, with: Self.bytes(number, length))
    }

    private static func sum(
        _ bucket: UInt64, _ first: UInt64, _ end: UInt64, _ entries: some Sequence<UInt8>
    ) -> UInt64 {
        var sum = fnv(Self.bytes(bucket, 4) + Self.bytes(first, 5) + Self.bytes(end, 5))
        var (entry, count) = (UInt64(0), UInt64(0))
        for byte in entries {
            entry |= UInt64(byte) << (8 * (count % 4))
            count += 1
            if count % 4 > 0 { continue }
            sum = sum &+ (entry + (entry >> 24) * 0x01_0101) &* (count / 2 - 1)
            entry = 0
        }
        return sum & 0xFF_FFFF
    }

    private static func bits(forCount count: UInt64) -> UInt64 {
        var bits: UInt64 = 0
        while bits < 24, count > 64 << bits { bits += 1 }
        return bits
    }

    private static func bytes(_ number: UInt64, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
}
