/// The error that a call throws; nil if it throws none.
package func thrown<Failure: Error>(_ call: () throws(Failure) -> Void) -> Failure? {
    do throws(Failure) {
        try call()
        return nil
    } catch {
        return error
    }
}
