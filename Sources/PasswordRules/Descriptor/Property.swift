/// The seven properties of descriptors, and what the rules of a policy file may name besides.
enum Property: CaseIterable {
    case required, allowed, maxConsecutive, maxRepeating, maxSequential, minLength, maxLength
    case minClasses, minWords, minDifferent

    @inline(__always)
    private var name: Word {
        switch self {
        case .required: "required"
        case .allowed: "allowed"
        case .maxConsecutive: "max-consecutive"
        case .maxRepeating: "max-repeating"
        case .maxSequential: "max-sequential"
        case .minLength: "minlength"
        case .maxLength: "maxlength"
        case .minClasses: "min-classes"
        case .minWords: "min-words"
        case .minDifferent: "min-different"
        }
    }

    /// Whether only the rules of a policy file know it.
    private var isForPolicies: Bool {
        switch self {
        case .minClasses, .minWords, .minDifferent: true
        default: false
        }
    }

    /// The names of the properties of a descriptor, or of the rules of a policy file.
    static func names(forPolicies: Bool) -> [Word] {
        allCases.filter { forPolicies || !$0.isForPolicies }.map { $0.name }
    }

    /// The property with the name at `text[range]`, in any letter case.
    init?(in text: Span<UInt8>, _ range: Range<Int>, forPolicies: Bool) {
        for property in Self.allCases where property.name.matches(text, range) {
            guard forPolicies || !property.isForPolicies else { return nil }
            self = property
            return
        }
        return nil
    }
}
