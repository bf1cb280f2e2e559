/// A name in a line of `accept`: a warning or a note that is meant. Only programs that look for mistakes know
/// these names; what a policy demands is the same without it.
package struct AcceptedFinding: Sendable {
    /// As reports have it in brackets.
    package let name: [UInt8]
    /// Where it is in the text.
    package let range: Range<Int>
    /// The section that has the line, from its header to the next one.
    package let section: Range<Int>
    /// Whether the line is one for everybody.
    package let isForEverybody: Bool
}

extension PolicyFile {
    /// The warnings and notes that the lines of `accept` name, in the order of the text.
    package var acceptedFindings: [AcceptedFinding] {
        var found: [AcceptedFinding] = []
        for index in sections.indices {
            let next = index + 1 < sections.count ? sections[index + 1].header.range.lowerBound : text.count
            for entry in entries[sections[index].entries] {
                guard case .findings(let ranges) = entry.value else { continue }
                for range in ranges {
                    found.append(
                        AcceptedFinding(
                            name: bytes(range), range: range,
                            section: sections[index].header.range.lowerBound..<next,
                            isForEverybody: index == 0)
                    )
                }
            }
        }
        return found
    }
}
