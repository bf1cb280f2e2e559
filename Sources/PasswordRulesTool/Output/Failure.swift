/// An error that ends the program with status 2.
struct Failure: Error {
    var message: String
    /// The line that it is about, with its place underlined, each behind a newline; printable.
    var excerpt = ""
}
