/// Translates messages for users.
///
/// The engine has English texts only. Its caller brings a catalogue for other languages, for instance of gettext(3).
public struct Translator {
    /// Finds a template's translation in the form for `count`: in UTF-8, or in the encoding of the user's terminal. A template
    /// that is not in the catalogue is returned in English.
    package typealias LookUp = (_ template: Template, _ count: Int) -> [UInt8]

    private let lookUp: LookUp?

    /// English.
    public init() { lookUp = nil }

    /// The language of a catalogue.
    package init(_ lookUp: @escaping LookUp) { self.lookUp = lookUp }

    /// A template in the user's language, with values for its placeholders.
    @inline(never)
    func text(_ template: Template, _ values: Values) -> Text {
        var text = Text()
        withForm(of: template, values.count) { text.append(filling: $0, with: values) }
        return text
    }

    /// Substitutes a text for a template's first placeholder, and `second` for the second one.
    @inline(never)
    func put(_ first: inout Text, into template: Template, with second: Text = Text()) {
        withForm(of: template, 1) { first.put(into: $0, with: second) }
    }

    /// Calls `body` with the right form of a template in the user's language.
    private func withForm(of template: Template, _ count: Int, _ body: (Span<UInt8>) -> Void) {
        if let lookUp {
            body(lookUp(template, count).span)
        } else {
            template.withEnglish(count, body)
        }
    }

    /// The items, each two joined by `separator`, the last two by `last`.
    func list(_ items: [Text], separator: Template = .comma, last: Template) -> Text {
        guard var list = items.first else { return Text() }
        for index in 1..<max(1, items.count) {
            put(&list, into: index == items.count - 1 ? last : separator, with: items[index])
        }
        return list
    }
}
