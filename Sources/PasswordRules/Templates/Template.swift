/// An English text with placeholders. If it names a number of things, it has a singular and a plural.
package struct Template {
    /// The text for a count of 1, and for every count if there is no plural.
    package let one: StaticString
    /// The text for all other counts, even if it equals `one`; nil if the text does not name a number of
    /// things.
    package let many: StaticString?

    init(_ text: StaticString) {
        one = text
        many = nil
    }

    init(one: StaticString, many: StaticString) {
        self.one = one
        self.many = many
    }

    /// The English text for a count.
    package func english(_ count: Int) -> StaticString {
        count == 1 ? one : many ?? one
    }
}

/// The values of a template's placeholders: `{count}`, `{actual}`, `{limit}`, `{first}`, `{second}`.
struct Values {
    /// The number that chooses between singular and plural.
    var count = 1
    var actual = 0
    var limit = 0
    var first = Text()
    var second = Text()

    init(count: Int = 1, actual: Int = 0, limit: Int = 0) {
        self.count = count
        self.actual = actual
        self.limit = limit
    }

    init(_ first: Text, _ second: Text = Text(), count: Int = 1, actual: Int = 0, limit: Int = 0) {
        self.init(count: count, actual: actual, limit: limit)
        self.first = first
        self.second = second
    }
}

extension Text {
    /// Appends an English text, with values for its placeholders.
    mutating func append(filling text: StaticString, with values: Values) {
        text.withUTF8Buffer { bytes in
            // SAFETY: literals are static.
            append(filling: unsafe Span(_unsafeElements: bytes), with: values)
        }
    }

    /// Appends a template's bytes. Keeps unknown placeholders, because a catalogue may be wrong.
    mutating func append(filling template: Span<UInt8>, with values: Values) {
        var start = 0
        var index = 0
        while index < template.count {
            if template[index] == 0x7B {
                append(template, start..<index)
                start = index
                if let end = append(placeholderAt: index + 1, of: template, from: values) {
                    (start, index) = (end, end)
                    continue
                }
            }
            index += 1
        }
        append(template, start..<index)
    }

    /// Appends the value of the placeholder whose name begins at `start`; returns the index after its brace,
    /// or nil if it is unknown.
    private mutating func append(placeholderAt start: Int, of template: Span<UInt8>, from values: Values)
        -> Int?
    {
        var end = start
        while end < template.count, template[end] != 0x7D {
            // The longest name has six letters.
            guard end - start < 6 else { return nil }
            end += 1
        }
        guard end < template.count else { return nil }
        let name = start..<end
        if Word("count").equals(template, name) {
            append(values.count)
        } else if Word("actual").equals(template, name) {
            append(values.actual)
        } else if Word("limit").equals(template, name) {
            append(values.limit)
        } else if Word("first").equals(template, name) {
            append(values.first)
        } else if Word("second").equals(template, name) {
            append(values.second)
        } else {
            return nil
        }
        return end + 1
    }
}
