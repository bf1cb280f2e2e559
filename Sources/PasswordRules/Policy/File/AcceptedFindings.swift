/// A name in a line of `accept`: a warning or a note that is meant. Only programs that look for mistakes know
/// these names; what a policy demands is the same without it.
package struct AcceptedFinding: Sendable {
    /// As reports have it in brackets.
    package let name: [UInt8]
    /// Where it is in the text.
    package let place: Range<Int>
    /// The section that has the line, from its head to the next one.
    package let section: Range<Int>
    /// Whether the line is one for everybody.
    package let isForEverybody: Bool
}

extension PolicyFile {
    /// The warnings and notes that the lines of `accept` name, in the order of the text.
    package var acceptedFindings: [AcceptedFinding] {
        var found: [AcceptedFinding] = []
        for index in sections.indices {
            let next = index + 1 < sections.count ? sections[index + 1].head.place.lowerBound : text.count
            for entry in entries[sections[index].entries] {
                guard case .findings(let places) = entry.value else { continue }
                for place in places {
                    found.append(
                        AcceptedFinding(
                            name: bytes(place), place: place,
                            section: sections[index].head.place.lowerBound..<next, isForEverybody: index == 0)
                    )
                }
            }
        }
        return found
    }
}
