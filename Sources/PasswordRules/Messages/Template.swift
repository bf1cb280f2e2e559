/// A piece of text with placeholders. Where its singular and its plural differ, both are in braces: `{count} word{|s} needed`,
/// `{first} possibilit{y|ies}`.
package struct Template {
    /// Singular and plural.
    package let literal: StaticString

    init(_ literal: StaticString) { self.literal = literal }

    /// Whether it has a plural, which may be the same as the singular in English.
    package var hasPlural: Bool {
        literal.withUTF8Buffer { bytes in unsafe bytes.contains(Self.bar) }
    }

    private static var bar: UInt8 { 0x7C }

    /// The form that goes with `count` in English.
    package func english(_ count: Int) -> [UInt8] {
        var text = Text()
        withEnglish(count) { text.append($0, 0..<$0.count) }
        return text.bytes
    }

    func withEnglish(_ count: Int, _ body: (Span<UInt8>) -> Void) {
        literal.withUTF8Buffer { bytes in
            // SAFETY: literals are static.
            let all = unsafe Span(_unsafeElements: bytes)
            guard hasPlural else { return body(all) }
            body(Self.form(of: all, isPlural: count != 1).bytes.span)
        }
    }

    private static func form(of all: Span<UInt8>, isPlural: Bool) -> Text {
        var text = Text()
        var end = 0
        for bar in 0..<all.count where all[bar] == Self.bar {
            var start = bar
            while start > end, all[start] != 0x7B { start -= 1 }
            text.append(all, end..<start)
            end = bar
            while end < all.count, all[end] != 0x7D { end += 1 }
            text.append(all, isPlural ? bar + 1..<end : start + 1..<bar)
            end = min(end + 1, all.count)
        }
        text.append(all, end..<all.count)
        return text
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
    /// Substitutes the text for the first placeholder. Most templates begin with it, so that only the rest has to be appended.
    @inline(never)
    mutating func put(into template: Span<UInt8>, with second: Text) {
        let place = Word("{first}")
        var start = place.literal.utf8CodeUnitCount
        var values = Values(self, second)
        if start <= template.count, place.equals(template, 0..<start),
            !place.occurs(in: template, from: start)
        {
            values.first = Text()
        } else {
            self = Text()
            start = 0
        }
        append(filling: template.extracting(start..<template.count), with: values)
    }

    /// Appends a template's bytes. An unknown placeholder stays as it is: a catalogue may be wrong.
    mutating func append(filling template: Span<UInt8>, with values: Values) {
        reserve(template.count + values.first.bytes.count + values.second.bytes.count + 16)
        var start = 0
        var index = 0
        while index < template.count {
            if template[index] == 0x7B {
                append(template, start..<index)
                start = index
                if let end = append(placeAt: index + 1, of: template, from: values) {
                    (start, index) = (end, end)
                    continue
                }
            }
            index += 1
        }
        append(template, start..<index)
    }

    /// Appends the value of the placeholder whose name begins at `start`; returns the index after its brace, or nil if it is
    /// unknown.
    private mutating func append(placeAt start: Int, of template: Span<UInt8>, from values: Values) -> Int? {
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
