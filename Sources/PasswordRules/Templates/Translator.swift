/// Translates messages for users.
///
/// The engine has English texts only. Its caller brings a catalogue for other languages, for instance of
/// gettext(3).
public struct Translator {
    /// Finds a template's translation in the form for `count`, in UTF-8 or in the encoding of the user's
    /// terminal; nil if the catalogue does not have the template, which is then shown in English.
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

    /// The items, each two joined by `separator`, the last two by `last`.
    func list(_ items: [Text], separator: Template = .comma, last: Template) -> Text {
        guard var list = items.first else { return Text() }
        for index in 1..<max(1, items.count) {
            let joint = index == items.count - 1 ? last : separator
            list = text(joint, Values(list, items[index]))
        }
        return list
    }
}
