public import CPasswordRules
internal import PasswordRules
internal import PasswordRulesSystem

/// Opens lists of ranked words.
@_cdecl("passwordrules_ranks_open") @implementation
public func passwordrules_ranks_open(
    _ paths: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int,
    _ ranks: UnsafeMutablePointer<OpaquePointer?>?, _ diagnostics: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(ranks), .optionalObject(diagnostics)) { () throws(Status) in
        var names = try unsafe readStrings(paths, count)
        if names.isEmpty { names = [PolicyLoader.installedRanks] }
        var lists: [RankedWordList] = []
        for name in names {
            do throws(FileProblem) {
                lists.append(try RankedWordList(atPath: name))
            } catch {
                unsafe storeDiagnostics([LocatedDiagnostic(error, source: name)], diagnostics)
                throw Status(PASSWORDRULES_ERANKS)
            }
        }
        unsafe store(RanksHandle(RankedWords(lists)), ranks)
    }
}

/// Closes lists of ranked words.
@_cdecl("passwordrules_ranks_free") @implementation
public func passwordrules_ranks_free(_ ranks: OpaquePointer?) {
    unsafe release(ranks)
}

/// Estimates how many guesses a password withstands.
@_cdecl("passwordrules_strength_estimate") @implementation
public func passwordrules_strength_estimate(
    _ ranks: OpaquePointer?, _ context: UnsafePointer<passwordrules_context>?,
    _ password: UnsafePointer<CChar>?, _ length: Int, _ strength: UnsafeMutablePointer<OpaquePointer?>?
) -> CInt {
    unsafe export(clearing: .object(strength)) { () throws(Status) in
        let ranks = try unsafe handle(ranks, RanksHandle.self)
        let person = unsafe context == nil ? Account() : try Change(context).person()
        let password = try unsafe borrowText(password, length)
        let estimate = ranks.estimator.estimate(password, knowing: PersonalWords(of: person))
        unsafe store(StrengthHandle(estimate), strength)
    }
}

/// Fills in an estimate.
@_cdecl("passwordrules_strength_get_info") @implementation
public func passwordrules_strength_get_info(
    _ strength: OpaquePointer?, _ info: UnsafeMutablePointer<passwordrules_strength_info>?
) -> CInt {
    exportWithoutAllocation { () throws(Status) in
        let info = try unsafe checkStruct(info), handle = try unsafe handle(strength, StrengthHandle.self)
        let estimate = handle.estimate
        unsafe info.pointee.guesses_log10 = estimate.guessesLog10
        unsafe info.pointee.level = CInt(estimate.level.rawValue)
        unsafe info.pointee.cut = estimate.isCut ? 1 : 0
        unsafe info.pointee.piece_count = estimate.pieces.count
        unsafe info.pointee.advice_count = handle.advice.count
    }
}

/// Fills in one piece of a password.
@_cdecl("passwordrules_strength_piece") @implementation
public func passwordrules_strength_piece(
    _ strength: OpaquePointer?, _ index: Int, _ piece: UnsafeMutablePointer<passwordrules_piece>?
) -> CInt {
    exportWithoutAllocation { () throws(Status) in
        let out = try unsafe checkStruct(piece)
        let pieces = try unsafe handle(strength, StrengthHandle.self).estimate.pieces
        guard pieces.indices.contains(index) else { throw Status(PASSWORDRULES_ERANGE) }
        let piece = pieces[index]
        unsafe out.pointee.set(piece.kind, piece.range, rank: piece.rank)
    }
}

/// Writes one piece of advice.
@_cdecl("passwordrules_strength_advice") @implementation
public func passwordrules_strength_advice(
    _ strength: OpaquePointer?, _ index: Int, _ language: UnsafePointer<passwordrules_language>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int, _ needed: UnsafeMutablePointer<Int>?
) -> CInt {
    unsafe exportText(buffer, size, needed) { () throws(Status) in
        let translator = try unsafe translator(language)
        let advice = try unsafe handle(strength, StrengthHandle.self).advice
        guard advice.indices.contains(index) else { throw Status(PASSWORDRULES_ERANGE) }
        return advice[index].sentenceBytes(in: translator)
    }
}

/// Frees an estimate.
@_cdecl("passwordrules_strength_free") @implementation
public func passwordrules_strength_free(_ strength: OpaquePointer?) {
    unsafe release(strength)
}

/// Fills in one piece of a password that is refused because it is easy to guess.
@_cdecl("passwordrules_report_piece") @implementation
public func passwordrules_report_piece(
    _ report: OpaquePointer?, _ index: Int, _ piece: UnsafeMutablePointer<passwordrules_piece>?
) -> CInt {
    exportWithoutAllocation { () throws(Status) in
        let out = try unsafe checkStruct(piece)
        let pieces = try unsafe handle(report, ReportHandle.self).report.weakPieces
        guard pieces.indices.contains(index) else { throw Status(PASSWORDRULES_ERANGE) }
        unsafe out.pointee.set(pieces[index].kind, pieces[index].range, rank: 0)
    }
}

extension passwordrules_piece {
    fileprivate mutating func set(_ kind: StrengthPieceKind, _ range: Range<Int>, rank: Int) {
        unsafe self.kind = CInt(kind.rawValue)
        unsafe start = range.lowerBound
        unsafe end = range.upperBound
        unsafe self.rank = rank
        unsafe name = cString(kind.name)
    }
}
