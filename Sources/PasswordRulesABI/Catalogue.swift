internal import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// The messages of the caller's language.
// SAFETY: the pointers are used only during the call that got the language; the caller promises that they are
// valid for so long.
@safe private struct Catalogue {
    let translate: passwordrules_translate
    let data: UnsafeMutableRawPointer?

    /// The text that the caller's function finds; nil for none. It may be one of the texts passed to it.
    func lookUp(_ template: Template, _ count: Int) -> [UInt8]? {
        var found: UnsafePointer<CChar>?
        // SAFETY: literals are static, and end in a NUL.
        unsafe translate(
            data, text(template.one), template.many.map { unsafe text($0) }, UInt(count.magnitude), &found)
        return unsafe found.map { unsafe bytes(of: $0) }
    }

    private func text(_ literal: StaticString) -> UnsafePointer<CChar> {
        unsafe UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
    }
}

/// The translator to the caller's language; to English for NULL, or without a function.
func translator(_ language: UnsafePointer<passwordrules_language>?) throws(Status) -> Translator {
    guard unsafe language != nil else { return Translator() }
    let language = unsafe try checkStruct(language).pointee
    guard let translate = unsafe language.translate else { return Translator() }
    let catalogue = unsafe Catalogue(translate: translate, data: language.data)
    return Translator(catalogue.lookUp)
}
