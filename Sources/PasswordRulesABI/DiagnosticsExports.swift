public import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// Diagnostics with their texts as C strings.
final class DiagnosticsHandle: Sendable {
    let items: [LocatedDiagnostic]
    let failure: PolicyLoadFailure?
    /// All sources and texts, each with a NUL.
    private let texts: [CChar]
    /// The start of each item's source and text in `texts`.
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
        // SAFETY: the array does not change, so its storage does not move while this object lives; each start
        // is inside it. The caller's struct has the right size.
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

/// Stores diagnostics for the caller, if it asks for them and there are any.
func storeDiagnostics(
    _ items: [LocatedDiagnostic], failure: PolicyLoadFailure? = nil,
    _ out: UnsafeMutablePointer<OpaquePointer?>?
) {
    guard unsafe out != nil, !items.isEmpty else { return }
    unsafe store(DiagnosticsHandle(items, failure: failure), out)
}

/// Stores the diagnostics of a descriptor.
func storeDiagnostics(
    _ found: Diagnostics, about descriptor: Span<UInt8>, _ out: UnsafeMutablePointer<OpaquePointer?>?
) {
    // Messages are formatted only if the caller asked for diagnostics.
    guard unsafe out != nil else { return }
    unsafe storeDiagnostics(found.items.map { LocatedDiagnostic($0, descriptor: descriptor) }, out)
}

/// Counts diagnostics.
@_cdecl("passwordrules_diagnostics_count") @implementation
public func passwordrules_diagnostics_count(_ diagnostics: OpaquePointer?) -> Int {
    unsafe object(diagnostics, DiagnosticsHandle.self)?.items.count ?? 0
}

/// Fills in one diagnostic.
@_cdecl("passwordrules_diagnostics_get") @implementation
public func passwordrules_diagnostics_get(
    _ diagnostics: OpaquePointer?, _ index: Int, _ diagnostic: UnsafeMutablePointer<passwordrules_diagnostic>?
) -> CInt {
    exportWithoutAllocation { () throws(Status) in
        let diagnostic = try unsafe checkStruct(diagnostic)
        let diagnostics = try unsafe handle(diagnostics, DiagnosticsHandle.self)
        guard diagnostics.items.indices.contains(index) else { throw Status(PASSWORDRULES_ERANGE) }
        unsafe diagnostics.fill(diagnostic, from: index)
    }
}

/// Frees diagnostics.
@_cdecl("passwordrules_diagnostics_free") @implementation
public func passwordrules_diagnostics_free(_ diagnostics: OpaquePointer?) {
    unsafe release(diagnostics)
}
