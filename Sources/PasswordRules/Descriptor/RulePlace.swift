/// Where a rule stands in the text it was read from.
struct RulePlace {
    /// The whole property, from its name to the end of its value.
    var property: Range<Int>
    /// The classes of its value one by one, with their places; none for a number.
    var classes: [(place: Range<Int>, characters: CharacterClass)]
}
