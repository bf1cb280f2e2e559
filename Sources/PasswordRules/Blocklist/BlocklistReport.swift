extension Report {
    /// Looks the password of this report up in a list, and adds the outcome: ``Outcome/Kind/blocklist``, or
    /// if the list cannot be read, ``Outcome/Kind/blocklistUnreadable``, which refuses too. What another list
    /// has said already is not said again. For programs that have rules and a list, and no policy.
    /// - Parameters:
    ///   - password: The password that the rules were checked with.
    ///   - list: The list.
    ///   - match: How it is compared; nil for what the list was built for.
    public mutating func addLookUp(
        of password: Span<UInt8>, in list: Blocklist, by match: BlocklistMatch? = nil
    ) {
        do throws(BlocklistProblem) {
            let way = try list.lookUp(password, by: match ?? list.match)?.rawValue ?? 0
            addOnce(Outcome(.blocklist, isMet: way == 0, limit: 0, actual: way))
        } catch {
            addOnce(Outcome(.blocklistUnreadable, isMet: false, limit: 0, actual: 1))
        }
    }
}
