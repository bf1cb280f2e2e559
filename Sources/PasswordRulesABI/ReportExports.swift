public import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// Creates an empty report.
@_cdecl("passwordrules_report_create") @implementation
public func passwordrules_report_create(_ report: UnsafeMutablePointer<OpaquePointer?>?) -> CInt {
    unsafe export(clearing: .object(report)) { () throws(Status) in unsafe store(ReportHandle(), report) }
}

/// Checks a password into a new report.
@_cdecl("passwordrules_check") @implementation
public func passwordrules_check(
    _ rules: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ report: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(report)) { () throws(Status) in
        let password = try unsafe borrowText(password, length), checker = try unsafe checker(rules, flags)
        let made = ReportHandle()
        checker.check(password, into: &made.report)
        unsafe store(made, report)
    }
}

/// Checks a password into an existing report.
@_cdecl("passwordrules_check_into") @implementation
public func passwordrules_check_into(
    _ rules: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int, _ flags: CUnsignedInt,
    _ report: OpaquePointer?
) -> CInt {
    guard let reportHandle = unsafe object(report, ReportHandle.self) else { return PASSWORDRULES_EINVAL }
    let status = export { () throws(Status) in
        let password = try unsafe borrowText(password, length), checker = try unsafe checker(rules, flags)
        checker.check(password, into: &reportHandle.report)
    }
    if status == PASSWORDRULES_ENOMEM { reportHandle.report = Report() }
    return status
}

/// Tells whether every rule is met.
@_cdecl("passwordrules_report_accepted") @implementation
public func passwordrules_report_accepted(_ report: OpaquePointer?) -> CInt {
    unsafe object(report, ReportHandle.self)?.report.isAccepted == true ? 1 : 0
}

/// Tells how far the password meets the rules, from 0 to 1.
@_cdecl("passwordrules_report_progress") @implementation
public func passwordrules_report_progress(_ report: OpaquePointer?) -> Double {
    unsafe object(report, ReportHandle.self)?.report.progress ?? 0
}

/// Counts the outcomes.
@_cdecl("passwordrules_report_count") @implementation
public func passwordrules_report_count(_ report: OpaquePointer?) -> Int {
    unsafe object(report, ReportHandle.self)?.report.outcomes.count ?? 0
}

/// Fills in one outcome.
@_cdecl("passwordrules_report_outcome") @implementation
public func passwordrules_report_outcome(
    _ report: OpaquePointer?, _ index: Int, _ outcome: UnsafeMutablePointer<passwordrules_outcome>?
) -> CInt {
    exportWithoutAllocation { () throws(Status) in
        let outcome = try unsafe checkStruct(outcome)
        let item = try unsafe outcomeOf(report, index)
        unsafe outcome.pointee.kind = CInt(item.kind.rawValue)
        unsafe outcome.pointee.met = item.isMet ? 1 : 0
        unsafe outcome.pointee.limit = item.limit
        unsafe outcome.pointee.actual = item.actual
        unsafe outcome.pointee.rule = cString(item.kind.name)
    }
}

/// The outcome with this index.
func outcomeOf(_ report: OpaquePointer?, _ index: Int) throws(Status) -> Outcome {
    let outcomes = try unsafe handle(report, ReportHandle.self).report.outcomes
    guard outcomes.indices.contains(index) else { throw Status(PASSWORDRULES_ERANGE) }
    return outcomes[index]
}

/// Writes the class that one outcome is about.
@_cdecl("passwordrules_report_class") @implementation
public func passwordrules_report_class(
    _ report: OpaquePointer?, _ index: Int, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe exportText(buffer, size, needed) { () throws(Status) in
        try unsafe outcomeOf(report, index).characters.nameBytes
    }
}

/// Writes the names of the rules that are not met.
@_cdecl("passwordrules_report_unmet_rules") @implementation
public func passwordrules_report_unmet_rules(
    _ report: OpaquePointer?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe exportText(buffer, size, needed) { () throws(Status) in
        try unsafe handle(report, ReportHandle.self).report.unmetRules
    }
}

/// Writes one outcome in words.
@_cdecl("passwordrules_report_message") @implementation
public func passwordrules_report_message(
    _ report: OpaquePointer?, _ index: Int, _ language: UnsafePointer<passwordrules_language>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe exportText(buffer, size, needed) { () throws(Status) in
        let translator = try unsafe translator(language)
        return try unsafe outcomeOf(report, index).messageBytes(in: translator)
    }
}

/// Writes all outcomes that are not met in words.
@_cdecl("passwordrules_report_summary") @implementation
public func passwordrules_report_summary(
    _ report: OpaquePointer?, _ separator: UnsafePointer<CChar>?, _ limit: Int,
    _ language: UnsafePointer<passwordrules_language>?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe summarize(report, separator, limit, language, buffer, size, needed, isForLog: false)
}

/// Writes the demands that are not met, without anything that was found in the password.
@_cdecl("passwordrules_report_demands") @implementation
public func passwordrules_report_demands(
    _ report: OpaquePointer?, _ separator: UnsafePointer<CChar>?, _ limit: Int,
    _ language: UnsafePointer<passwordrules_language>?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe summarize(report, separator, limit, language, buffer, size, needed, isForLog: true)
}

/// Writes the outcomes that are not met in one string.
private func summarize(
    _ report: OpaquePointer?, _ separator: UnsafePointer<CChar>?, _ limit: Int,
    _ language: UnsafePointer<passwordrules_language>?, _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int,
    _ needed: UnsafeMutablePointer<Int>?, isForLog: Bool
) -> CInt {
    unsafe exportText(buffer, size, needed) { () throws(Status) in
        let translator = try unsafe translator(language)
        let report = try unsafe handle(report, ReportHandle.self).report
        let separator = unsafe separator.map { unsafe bytes(of: $0) } ?? ReportSummary.usualSeparator
        // A limit above Int.max arrives as a negative number: no limit.
        let summary = ReportSummary(
            separator: separator, limit: limit > 0 ? limit : nil, isForLog: isForLog)
        return summary.text(of: report, in: translator)
    }
}

/// Frees a report.
@_cdecl("passwordrules_report_free") @implementation
public func passwordrules_report_free(_ report: OpaquePointer?) {
    unsafe release(report)
}

/// The checker for the reading in the flags.
private func checker(_ rules: OpaquePointer?, _ flags: CUnsignedInt) throws(Status) -> Checker {
    try checkFlags(flags, PASSWORDRULES_CHECK_STRICT_READING)
    let rules = try unsafe handle(rules, RulesHandle.self)
    return flags & PASSWORDRULES_CHECK_STRICT_READING != 0 ? rules.strict : rules.written
}
