/// The properties of descriptors.
enum Property: CaseIterable {
    case required, allowed, maxConsecutive, maxRepeating, maxSequential, minLength, maxLength

    private var name: Word {
        switch self {
        case .required: "required"
        case .allowed: "allowed"
        case .maxConsecutive: "max-consecutive"
        case .maxRepeating: "max-repeating"
        case .maxSequential: "max-sequential"
        case .minLength: "minlength"
        case .maxLength: "maxlength"
        }
    }

    /// The names of all properties.
    static var names: [Word] { allCases.map { $0.name } }

    /// The property with the name at `text[range]`, in any letter case.
    init?(in text: Span<UInt8>, _ range: Range<Int>) {
        for property in Self.allCases where property.name.matches(text, range) {
            self = property
            return
        }
        return nil
    }
}
