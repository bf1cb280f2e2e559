/// The mark at the start of some UTF-8 files. It is not part of the first line.
enum ByteOrderMark {
    static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The length of the mark at the start of a file; 0 if there is none.
    static func length(in start: Span<UInt8>) -> Int {
        guard start.count >= bytes.count else { return 0 }
        for index in bytes.indices where start[index] != bytes[index] { return 0 }
        return bytes.count
    }
}
