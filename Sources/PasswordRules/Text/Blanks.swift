/// The range without white space at its ends.
func trim(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    return start..<end
}

/// Whether a byte is a space or a tab.
package func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
