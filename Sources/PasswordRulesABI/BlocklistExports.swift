public import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

final class BlocklistHandle: Sendable {
    let list: Blocklist

    init(_ list: Blocklist) { self.list = list }
}

/// Opens a blocklist.
@_cdecl("passwordrules_blocklist_open") @implementation
public func passwordrules_blocklist_open(
    _ path: UnsafePointer<CChar>?, _ flags: CUnsignedInt, _ blocklist: UnsafeMutablePointer<OpaquePointer?>?,
    _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe diagnostics?.pointee = nil
    guard let blocklist = unsafe blocklist else { return PASSWORDRULES_EINVAL }
    unsafe blocklist.pointee = nil
    guard let path = unsafe path, flags & ~PASSWORDRULES_BLOCKLIST_ONE_LOOKUP == 0 else {
        return PASSWORDRULES_EINVAL
    }
    return call {
        let name = unsafe bytes(of: path)
        do throws(FileProblem) {
            let list = try Blocklist(atPath: name, isKept: flags & PASSWORDRULES_BLOCKLIST_ONE_LOOKUP == 0)
            unsafe blocklist.pointee = retain(BlocklistHandle(list))
            return PASSWORDRULES_OK
        } catch {
            unsafe hand(out: diagnostics, [LocatedDiagnostic(error, source: name)])
            return PASSWORDRULES_EBLOCKLIST
        }
    } undo: {
        unsafe takeBack(blocklist, BlocklistHandle.self)
        unsafe takeBack(diagnostics, DiagnosticsHandle.self)
    }
}

/// Looks a password up.
@_cdecl("passwordrules_blocklist_lookup") @implementation
public func passwordrules_blocklist_lookup(
    _ blocklist: OpaquePointer?, _ password: UnsafePointer<CChar>?, _ length: Int, _ match: CInt,
    _ found: UnsafeMutablePointer<CInt>?
) -> CInt {
    guard let found = unsafe found else { return PASSWORDRULES_EINVAL }
    // A caller that does not look at the status takes the password for one that is listed.
    unsafe found.pointee = PASSWORDRULES_MATCH_EXACT
    return call {
        unsafe with(blocklist, BlocklistHandle.self) { handle in
            guard let way = match == PASSWORDRULES_MATCH_AS_BUILT ? handle.list.match : BlocklistMatch(match)
            else {
                return PASSWORDRULES_EINVAL
            }
            return unsafe with(text: password, length: length) { password in
                do throws(BlocklistProblem) {
                    unsafe found.pointee = CInt(try handle.list.lookUp(password, by: way)?.rawValue ?? 0)
                    return PASSWORDRULES_OK
                } catch {
                    return PASSWORDRULES_EBLOCKLIST
                }
            } ?? PASSWORDRULES_EINVAL
        } ?? PASSWORDRULES_EINVAL
    } undo: {
        unsafe found.pointee = PASSWORDRULES_MATCH_EXACT
    }
}

/// Fills in the number of entries, the match and the false positive rate of a list.
@_cdecl("passwordrules_blocklist_get_info") @implementation
public func passwordrules_blocklist_get_info(
    _ blocklist: OpaquePointer?, _ info: UnsafeMutablePointer<passwordrules_blocklist_info>?
) -> CInt {
    guard let info = unsafe info else { return PASSWORDRULES_EINVAL }
    guard unsafe info.pointee.size == MemoryLayout<passwordrules_blocklist_info>.size else {
        return PASSWORDRULES_ESIZE
    }
    return unsafe with(blocklist, BlocklistHandle.self) { handle in
        unsafe info.pointee.count = handle.list.count
        unsafe info.pointee.match = CInt(handle.list.match.rawValue)
        unsafe info.pointee.false_positive_rate = handle.list.falsePositiveRate
        return PASSWORDRULES_OK
    } ?? PASSWORDRULES_EINVAL
}

/// Closes a list.
@_cdecl("passwordrules_blocklist_free") @implementation
public func passwordrules_blocklist_free(_ blocklist: OpaquePointer?) {
    unsafe release(blocklist, BlocklistHandle.self)
}

extension BlocklistMatch {
    fileprivate init?(_ match: CInt) { self.init(rawValue: Int(match)) }
}
