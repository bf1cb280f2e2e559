/// The sections of a policy's files by their headers, so that those of one subject are found without looking
/// at the others: a hash table with open addressing, at most half full.
struct SectionIndex: Sendable {
    /// A section that is not for everybody.
    private struct Entry {
        let file: PolicyFile
        let section: PolicyFile.Section
        /// The number, from 1, of the previous section with the same header; 0 if there is none.
        var previous = 0
    }

    /// The files with lines for everybody, in order.
    private(set) var filesForEverybody: [PolicyFile] = []
    /// The sections of all files, in order.
    private var entries: [Entry] = []
    /// The number, from 1, of the last section with a header; 0 if the slot is empty.
    private var slots: [Int] = []

    /// Adds the sections of a file that comes after the earlier ones.
    mutating func add(_ file: PolicyFile) {
        if !file.sections[0].entries.isEmpty { filesForEverybody.append(file) }
        for section in file.sections.dropFirst() {
            entries.append(Entry(file: file, section: section))
            if 2 * entries.count > slots.count {
                slots = [Int](repeating: 0, count: max(8, 2 * slots.count))
                for number in 1..<entries.count { insert(number) }
            }
            insert(entries.count)
        }
    }

    private mutating func insert(_ number: Int) {
        let entry = entries[number - 1]
        let slot = slot(of: entry.section.header, in: entry.file)
        entries[number - 1].previous = slots[slot]
        slots[slot] = number
    }

    /// The sections of a layer that are for a subject, in order. One without a service is for the machine's
    /// accounts alone, so that `[user deploy]` does not match a database's role of that name.
    func sections(
        of layer: PolicyLayer, for subject: PolicySubject
    ) -> [(file: PolicyFile, section: PolicyFile.Section)] {
        if subject.service.isEmpty != layer.isForMachine { return [] }
        var numbers: [Int] = []
        switch layer {
        case .service: add(.everybody, [], subject, to: &numbers)
        case .group, .groupOfService:
            for group in subject.groups { add(.group, group, subject, to: &numbers) }
        case .user, .userOfService: add(.user, subject.user, subject, to: &numbers)
        case .everybody, .arguments, .additions: return []
        }
        numbers.sort()
        var found: [(file: PolicyFile, section: PolicyFile.Section)] = []
        var last = 0
        for number in numbers where number != last {
            found.append((entries[number - 1].file, entries[number - 1].section))
            last = number
        }
        return found
    }

    /// Adds the numbers of the sections with a header.
    private func add(
        _ kind: PolicySectionHeader.Kind, _ name: [UInt8], _ subject: PolicySubject, to numbers: inout [Int]
    ) {
        if slots.isEmpty { return }
        var number = slots[slot(of: kind, name.span, subject.service.span)]
        while number != 0 {
            numbers.append(number)
            number = entries[number - 1].previous
        }
    }

    private func slot(of header: PolicySectionHeader, in file: PolicyFile) -> Int {
        let text = file.text
        return slot(of: header.kind, text.span.extracting(header.name), text.span.extracting(header.service))
    }

    /// The slot of the sections with a header, or the empty slot to put the first one in.
    private func slot(
        of kind: PolicySectionHeader.Kind, _ name: Span<UInt8>, _ service: Span<UInt8>
    ) -> Int {
        let hash = PolicySectionHeader.hash(kind, name, service)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let entry = entries[slots[slot] - 1]
            let header = entry.section.header
            let text = entry.file.text
            if header.kind == kind, text.span.extracting(header.name).equals(name),
                text.span.extracting(header.service).equals(service)
            {
                break
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return slot
    }
}

extension PolicyLayer {
    /// Whether it is for accounts of the machine, not of a service.
    fileprivate var isForMachine: Bool { self == .group || self == .user }
}
