/// Translates messages for users.
///
/// The engine's texts are English. Its caller provides the catalogues of other languages, such as
/// gettext(3)'s.
public struct Translator {
    /// Returns a template's translation for `count`, in UTF-8 or the encoding of the user's terminal; nil if
    /// the catalogue lacks the template, which is then shown in English.
    package typealias LookUp = (_ template: Template, _ count: Int) -> [UInt8]?

    private let lookUp: LookUp?

    /// English.
    public init() { lookUp = nil }

    /// The language of a catalogue.
    package init(_ lookUp: @escaping LookUp) { self.lookUp = lookUp }

    /// A template in the user's language, with values for its placeholders.
    func text(_ template: Template, _ values: Values) -> Text {
        var text = Text()
        if let translation = lookUp?(template, values.count) {
            text.append(filling: translation.span, with: values)
        } else {
            text.append(filling: template.english(values.count), with: values)
        }
        return text
    }

    /// The items, joined by `separator`, the last two by `last`.
    func list(_ items: [Text], separator: Template = .comma, last: Template) -> Text {
        guard var list = items.first else { return Text() }
        for index in 1..<max(1, items.count) {
            let joint = index == items.count - 1 ? last : separator
            list = text(joint, Values(list, items[index]))
        }
        return list
    }
}
