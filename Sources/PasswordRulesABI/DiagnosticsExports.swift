public import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// Diagnostics with their texts as C strings.
final class DiagnosticsHandle: Sendable {
    let items: [LocatedDiagnostic]
    let failure: PolicyLoadFailure?
    /// All sources and texts, each with a NUL.
    private let texts: [CChar]
    /// Where the source and the text of each item begin in `texts`.
    private let starts: [(source: Int, text: Int)]

    init(_ items: [LocatedDiagnostic], failure: PolicyLoadFailure? = nil) {
        var texts: [CChar] = []
        var starts: [(source: Int, text: Int)] = []
        for item in items {
            let source = texts.count
            texts.append(contentsOf: item.source.lazy.map { CChar(bitPattern: $0) })
            texts.append(0)
            starts.append((source, texts.count))
            texts.append(contentsOf: item.message.lazy.map { CChar(bitPattern: $0) })
            texts.append(0)
        }
        self.items = items
        self.failure = failure
        self.texts = texts
        self.starts = starts
    }

    func fill(_ diagnostic: UnsafeMutablePointer<passwordrules_diagnostic>, from index: Int) {
        let item = items[index]
        let start = starts[index]
        // SAFETY: the array does not change, so its storage stays where it is as long as this object lives; each start is
        // inside it. The caller's struct has the size that it says.
        unsafe texts.withUnsafeBufferPointer { texts in
            guard let base = texts.baseAddress else { return }
            unsafe diagnostic.pointee.source = base + start.source
            unsafe diagnostic.pointee.text = base + start.text
        }
        unsafe diagnostic.pointee.severity = CInt(item.severity.rawValue)
        unsafe diagnostic.pointee.code = CInt(item.code)
        unsafe diagnostic.pointee.line = item.line
        unsafe diagnostic.pointee.column = item.column
        unsafe diagnostic.pointee.offset = item.offset
        unsafe diagnostic.pointee.length = item.length
    }
}

/// Gives the caller a handle of the diagnostics, if it asked for one and there are any.
func hand(
    out diagnostics: UnsafeMutablePointer<OpaquePointer?>?, _ items: [LocatedDiagnostic],
    failure: PolicyLoadFailure? = nil
) {
    guard let diagnostics = unsafe diagnostics, !items.isEmpty else { return }
    unsafe diagnostics.pointee = retain(DiagnosticsHandle(items, failure: failure))
}

/// Gives the caller a handle of what was found in a text that has no name.
func hand(out diagnostics: UnsafeMutablePointer<OpaquePointer?>?, _ found: Diagnostics, text: Span<UInt8>) {
    unsafe hand(out: diagnostics, found.items.map { LocatedDiagnostic($0, source: [], text: text) })
}

/// Counts diagnostics.
@_cdecl("passwordrules_diagnostics_count") @implementation
public func passwordrules_diagnostics_count(_ diagnostics: OpaquePointer?) -> Int {
    unsafe with(diagnostics, DiagnosticsHandle.self) { $0.items.count } ?? 0
}

/// Fills in one diagnostic.
@_cdecl("passwordrules_diagnostics_get") @implementation
public func passwordrules_diagnostics_get(
    _ diagnostics: OpaquePointer?, _ index: Int, _ diagnostic: UnsafeMutablePointer<passwordrules_diagnostic>?
) -> CInt {
    guard let diagnostic = unsafe diagnostic else { return PASSWORDRULES_EINVAL }
    guard unsafe diagnostic.pointee.size == MemoryLayout<passwordrules_diagnostic>.size else {
        return PASSWORDRULES_ESIZE
    }
    return unsafe with(diagnostics, DiagnosticsHandle.self) { handle in
        guard handle.items.indices.contains(index) else { return PASSWORDRULES_ERANGE }
        unsafe handle.fill(diagnostic, from: index)
        return PASSWORDRULES_OK
    } ?? PASSWORDRULES_EINVAL
}

/// Tells what happens with a change while the policy cannot be read.
@_cdecl("passwordrules_diagnostics_enforcement") @implementation
public func passwordrules_diagnostics_enforcement(
    _ diagnostics: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?
) -> CInt {
    guard case .context(let context) = unsafe read(context) else { return PASSWORDRULES_ENFORCE_YES }
    let enforcement = unsafe with(diagnostics, DiagnosticsHandle.self) {
        $0.failure?.enforcement(in: context.circumstances)
    }
    return CInt((enforcement ?? nil)?.rawValue ?? Enforcement.yes.rawValue)
}

/// Frees diagnostics.
@_cdecl("passwordrules_diagnostics_free") @implementation
public func passwordrules_diagnostics_free(_ diagnostics: OpaquePointer?) {
    unsafe release(diagnostics, DiagnosticsHandle.self)
}
