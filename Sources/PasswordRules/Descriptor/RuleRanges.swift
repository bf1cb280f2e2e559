/// The ranges of a rule in the text that it was parsed from.
struct RuleRanges: Equatable {
    /// The whole property, from its name to the end of its value.
    var property: Range<Int>
    /// The classes in its value, with their ranges; empty if the value is a number.
    var classes: [(range: Range<Int>, characters: CharacterClass)]

    static func == (first: RuleRanges, second: RuleRanges) -> Bool {
        first.property == second.property && first.classes.elementsEqual(second.classes, by: ==)
    }
}
