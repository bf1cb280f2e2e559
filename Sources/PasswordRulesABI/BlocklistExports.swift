public import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// Opens a blocklist.
@_cdecl("passwordrules_blocklist_open") @implementation
public func passwordrules_blocklist_open(
    _ path: UnsafePointer<CChar>?, _ flags: CUnsignedInt, _ blocklist: UnsafeMutablePointer<OpaquePointer?>?,
    _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(blocklist), .optionalObject(diagnostics)) { () throws(Status) in
        try checkFlags(flags, PASSWORDRULES_BLOCKLIST_ONE_LOOKUP)
        guard let path = unsafe path else { throw Status(PASSWORDRULES_EINVAL) }
        let name = unsafe bytes(of: path)
        do throws(FileProblem) {
            let list = try Blocklist(atPath: name, isKept: flags & PASSWORDRULES_BLOCKLIST_ONE_LOOKUP == 0)
            unsafe store(BlocklistHandle(list), blocklist)
        } catch {
            unsafe storeDiagnostics([LocatedDiagnostic(error, source: name)], diagnostics)
            throw Status(PASSWORDRULES_EBLOCKLIST)
        }
    }
}

/// Looks up a password.
@_cdecl("passwordrules_blocklist_lookup") @implementation
public func passwordrules_blocklist_lookup(
    _ blocklist: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int, _ match: CInt,
    _ found: UnsafeMutablePointer<CInt>?
) -> CInt {
    guard let found = unsafe found else { return PASSWORDRULES_EINVAL }
    var result: BlocklistMatch?
    let status = export { () throws(Status) in
        let list = try unsafe handle(blocklist, BlocklistHandle.self).list
        let comparison = try list.match(match)
        let password = try unsafe borrowText(password, length)
        do throws(BlocklistProblem) {
            result = try list.lookUp(password, by: comparison)
        } catch {
            throw Status(PASSWORDRULES_EBLOCKLIST)
        }
    }
    // A caller that ignores the status treats the password as listed.
    unsafe found.pointee =
        status == PASSWORDRULES_OK ? CInt(result?.rawValue ?? 0) : PASSWORDRULES_MATCH_EXACT
    return status
}

/// Fills in the number of entries, the match and the false positive rate of a list.
@_cdecl("passwordrules_blocklist_get_info") @implementation
public func passwordrules_blocklist_get_info(
    _ blocklist: OpaquePointer?, _ info: UnsafeMutablePointer<passwordrules_blocklist_info>?
) -> CInt {
    exportWithoutAllocation { () throws(Status) in
        let info = try unsafe checkStruct(info)
        let list = try unsafe handle(blocklist, BlocklistHandle.self).list
        unsafe info.pointee.count = list.count
        unsafe info.pointee.match = CInt(list.match.rawValue)
        unsafe info.pointee.false_positive_rate = list.falsePositiveRate
    }
}

/// Looks up a password, and adds the outcome.
@_cdecl("passwordrules_report_add_lookup") @implementation
public func passwordrules_report_add_lookup(
    _ report: OpaquePointer?, _ blocklist: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int,
    _ match: CInt
) -> CInt {
    guard let reportHandle = unsafe object(report, ReportHandle.self) else { return PASSWORDRULES_EINVAL }
    let status = export { () throws(Status) in
        let list = try unsafe handle(blocklist, BlocklistHandle.self).list
        let comparison = try list.match(match), password = try unsafe borrowText(password, length)
        reportHandle.report.addLookUp(of: password, in: list, by: comparison)
    }
    // A caller that ignores the status has a report that accepts nothing.
    if status != PASSWORDRULES_OK { reportHandle.report = Report() }
    return status
}

/// Closes a list.
@_cdecl("passwordrules_blocklist_free") @implementation
public func passwordrules_blocklist_free(_ blocklist: OpaquePointer?) {
    unsafe release(blocklist)
}

extension Blocklist {
    /// The comparison that the caller wants.
    func match(_ number: CInt) throws(Status) -> BlocklistMatch {
        if number == PASSWORDRULES_MATCH_AS_BUILT { return match }
        guard let match = BlocklistMatch(rawValue: Int(number)) else { throw Status(PASSWORDRULES_EINVAL) }
        return match
    }
}
