public import CPasswordRules
internal import PasswordRules

/// Creates an empty report.
@_cdecl("passwordrules_report_create") @implementation
public func passwordrules_report_create(_ report: UnsafeMutablePointer<OpaquePointer?>?) -> CInt {
    guard let report = unsafe report else { return PASSWORDRULES_EINVAL }
    return call {
        // Most rules have at most so many outcomes.
        unsafe report.pointee = ReportHandle(capacity: 8).pointer
        return PASSWORDRULES_OK
    } undo: {
        unsafe ReportHandle.takeBack(report)
    }
}

/// Tells whether every rule is met.
@_cdecl("passwordrules_report_accepted") @implementation
public func passwordrules_report_accepted(_ report: OpaquePointer?) -> CInt {
    unsafe ReportHandle(report)?.isAccepted == true ? 1 : 0
}

/// Tells how much of what the rules ask for is there.
@_cdecl("passwordrules_report_progress") @implementation
public func passwordrules_report_progress(_ report: OpaquePointer?) -> Double {
    unsafe ReportHandle(report)?.progress ?? 0
}

/// Counts the outcomes.
@_cdecl("passwordrules_report_count") @implementation
public func passwordrules_report_count(_ report: OpaquePointer?) -> Int {
    unsafe ReportHandle(report)?.withOutcomes { $0.count } ?? 0
}

/// Fills in one outcome.
@_cdecl("passwordrules_report_outcome") @implementation
public func passwordrules_report_outcome(
    _ report: OpaquePointer?, _ index: Int, _ outcome: UnsafeMutablePointer<passwordrules_outcome>?
) -> CInt {
    guard let outcome = unsafe outcome else { return PASSWORDRULES_EINVAL }
    guard unsafe outcome.pointee.size == MemoryLayout<passwordrules_outcome>.size else {
        return PASSWORDRULES_ESIZE
    }
    guard let handle = unsafe ReportHandle(report) else { return PASSWORDRULES_EINVAL }
    return handle.withOutcomes { outcomes in
        guard outcomes.indices.contains(index) else { return PASSWORDRULES_ERANGE }
        let item = outcomes[index]
        unsafe outcome.pointee.kind = CInt(item.kind.rawValue)
        unsafe outcome.pointee.met = item.isMet ? 1 : 0
        unsafe outcome.pointee.limit = item.limit
        unsafe outcome.pointee.actual = item.actual
        unsafe outcome.pointee.rule = cString(item.kind.name)
        return PASSWORDRULES_OK
    }
}

/// Writes one outcome in words.
@_cdecl("passwordrules_report_message") @implementation
public func passwordrules_report_message(
    _ report: OpaquePointer?, _ index: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe passwordrules_report_message_in(report, index, nil, buffer, size, needed)
}

/// Writes one outcome in words of another language.
@_cdecl("passwordrules_report_message_in") @implementation
public func passwordrules_report_message_in(
    _ report: OpaquePointer?, _ index: Int, _ language: UnsafePointer<passwordrules_language>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe write(in: language, to: buffer, size: size, needed: needed) { translator in
        unsafe ReportHandle(report)?.withOutcomes { outcomes in
            outcomes.indices.contains(index) ? outcomes[index].messageBytes(in: translator) : nil
        }
    }
}

/// Frees a report.
@_cdecl("passwordrules_report_free") @implementation
public func passwordrules_report_free(_ report: OpaquePointer?) {
    unsafe ReportHandle(report)?.free()
}
