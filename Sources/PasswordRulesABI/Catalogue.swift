internal import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// The messages of the language that the caller passed.
// SAFETY: the pointers are used only during the call that the language was passed to, as long as the caller promises.
@safe private struct Catalogue {
    let translate: passwordrules_translate
    let data: UnsafeMutableRawPointer?

    func lookUp(_ template: Template, _ count: Int) -> [UInt8] {
        let one = template.english(1) + [0]
        let many = template.hasPlural ? template.english(2) + [0] : []
        let found = unsafe one.withUnsafeBytes { one in
            unsafe many.withUnsafeBytes { many in
                unsafe translation(one.baseAddress, many.isEmpty ? nil : many.baseAddress, count)
            }
        }
        return found ?? template.english(count)
    }

    /// What the caller's function finds; nil if that is nothing. It may be one of the texts that it was given.
    private func translation(
        _ one: UnsafeRawPointer?, _ many: UnsafeRawPointer?, _ count: Int
    ) -> [UInt8]? {
        var found: UnsafePointer<CChar>?
        unsafe translate(
            data, one?.assumingMemoryBound(to: CChar.self), many?.assumingMemoryBound(to: CChar.self),
            UInt(count.magnitude), &found)
        return unsafe found.map { unsafe bytes(of: $0) }
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
