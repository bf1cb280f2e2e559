internal import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// The messages of the language that the caller passed.
// SAFETY: the pointers are used only during the call that the language was passed to, as long as the caller promises.
@safe private struct Catalogue {
    private let translate: passwordrules_translate
    private let data: UnsafeMutableRawPointer?

    /// Nil for English.
    init?(_ language: passwordrules_language) {
        guard let translate = unsafe language.translate else { return nil }
        unsafe self.translate = translate
        unsafe data = language.data
    }

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

/// Writes the text of an object, in a language, into the caller's buffer.
func write<Handle: AnyObject>(
    _ object: OpaquePointer?, _: Handle.Type, in language: UnsafePointer<passwordrules_language>?,
    to buffer: UnsafeMutablePointer<CChar>?, size: Int, needed: UnsafeMutablePointer<Int>?,
    _ text: (Handle, Translator) -> [UInt8]
) -> CInt {
    unsafe write(in: language, to: buffer, size: size, needed: needed) { translator in
        unsafe with(object, Handle.self) { handle in text(handle, translator) }
    }
}

/// Writes a text, in a language, into the caller's buffer.
/// - Parameter text: Returns nil where there is no object (PASSWORDRULES_EINVAL), and a nil inside where the index
///   is past the end (PASSWORDRULES_ERANGE).
func write(
    in language: UnsafePointer<passwordrules_language>?, to buffer: UnsafeMutablePointer<CChar>?, size: Int,
    needed: UnsafeMutablePointer<Int>?, _ text: (Translator) -> [UInt8]??
) -> CInt {
    unsafe clear(buffer, size: size, needed: needed)
    if let language = unsafe language {
        // SAFETY: every struct of this interface begins with its size; the rest is read only if the size fits.
        guard unsafe language.pointee.size == MemoryLayout<passwordrules_language>.size else {
            return PASSWORDRULES_ESIZE
        }
    }
    return call {
        let catalogue = unsafe language.flatMap { unsafe Catalogue($0.pointee) }
        let translator = catalogue.map { Translator($0.lookUp) } ?? Translator()
        guard let found = text(translator) else { return PASSWORDRULES_EINVAL }
        guard let bytes = found else { return PASSWORDRULES_ERANGE }
        return unsafe write(bytes.span, to: buffer, size: size, needed: needed)
    } undo: {
        unsafe clear(buffer, size: size, needed: needed)
    }
}
