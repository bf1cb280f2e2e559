/// The name of an intended warning or note, in an `accept` line. Only programs that look for mistakes know
/// these names. They do not change a policy's demands.
package struct AcceptedFinding: Sendable {
    /// The name, as in brackets in reports.
    package let name: [UInt8]
    /// Its range in the text.
    package let range: Range<Int>
    /// The section of the line, from its header to the next one.
    package let section: Range<Int>
    /// Whether the line is for everybody.
    package let isForEverybody: Bool
}

extension PolicyFile {
    /// The warnings and notes of the `accept` lines, in the order of the text.
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
