internal import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// The messages of the language that the caller passed.
// SAFETY: the pointers are used only during the call that the language was passed to, as long as the caller promises.
@safe private struct Catalogue {
    let translate: passwordrules_translate
    let data: UnsafeMutableRawPointer?

    func lookUp(_ template: Template, _ count: Int) -> [UInt8] {
        let one = unsafe cString(template.literal)
        // SAFETY: the plural is a part of the literal.
        let many = unsafe template.pluralStart.map { unsafe one + $0 }
        var found: UnsafePointer<CChar>?
        unsafe translate(data, one, many, UInt(count.magnitude), &found)
        guard let found = unsafe found else { return template.english(count) }
        return unsafe bytes(of: found)
    }
}

/// The translator of the language that the caller passed; to English for NULL, and for one without a function.
func translator(_ language: UnsafePointer<passwordrules_language>?) throws(Status) -> Translator {
    guard unsafe language != nil else { return Translator() }
    let language = unsafe try checkStruct(language).pointee
    guard let translate = unsafe language.translate else { return Translator() }
    let catalogue = unsafe Catalogue(translate: translate, data: language.data)
    return Translator(catalogue.lookUp)
}
