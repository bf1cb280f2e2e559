/// Sorts keys by a radix sort from the lowest digit up. The time does not depend on their order.
enum KeySorter {
    private static let digitBits = 11
    private static let digitCount = 1 << digitBits
    /// Enough for the 64 bits of a key.
    private static let passCount = 6

    /// Sorts the first `count` keys. Overwrites `scratch`, which must have as much room.
    static func sort(_ keys: inout KeyBuffer, count: Int, scratch: inout KeyBuffer) {
        var histograms = [Int](repeating: 0, count: passCount * digitCount)
        keys.withSpan(0..<count) { keys in
            var histogram = histograms.mutableSpan
            for index in 0..<keys.count {
                let key = keys[index]
                for pass in 0..<passCount {
                    histogram[pass * digitCount + digit(pass, of: key)] += 1
                }
            }
        }
        var isInScratch = false
        for pass in 0..<passCount {
            let digits = pass * digitCount..<(pass + 1) * digitCount
            // All keys have the same digit, so this pass would not move any.
            if histograms[digits].contains(count) { continue }
            var start = 0
            for index in digits {
                let next = start + histograms[index]
                histograms[index] = start
                start = next
            }
            if isInScratch {
                distribute(scratch, &keys, count, pass, &histograms)
            } else {
                distribute(keys, &scratch, count, pass, &histograms)
            }
            isInScratch.toggle()
        }
        if isInScratch { swap(&keys, &scratch) }
    }

    private static func digit(_ pass: Int, of key: UInt64) -> Int {
        Int(truncatingIfNeeded: key &>> UInt64(pass * digitBits)) & (digitCount - 1)
    }

    /// Moves each key to the next position for its digit in `starts`.
    private static func distribute(
        _ source: borrowing KeyBuffer, _ target: inout KeyBuffer, _ count: Int, _ pass: Int,
        _ starts: inout [Int]
    ) {
        source.withSpan(0..<count) { source in
            target.withMutableSpan(0..<count) { target in
                var starts = starts.mutableSpan
                for index in 0..<source.count {
                    let key = source[index]
                    let bucket = pass * digitCount + digit(pass, of: key)
                    target[starts[bucket]] = key
                    starts[bucket] += 1
                }
            }
        }
    }
}
