/// What some files begin with to say that they are UTF-8. It is no part of the first line.
enum ByteOrderMark {
    static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// How many bytes the mark takes at the start of a file; 0 where there is none.
    static func length(in start: Span<UInt8>) -> Int {
        guard start.count >= bytes.count else { return 0 }
        for index in bytes.indices where start[index] != bytes[index] { return 0 }
        return bytes.count
    }
}
