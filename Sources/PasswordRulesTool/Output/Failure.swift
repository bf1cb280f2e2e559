/// An error that ends the program with status 2.
struct Failure: Error {
    var message: String
    /// The line that the error is about, with its range underlined. The text is printable, and begins with a
    /// line feed unless it is empty.
    var excerpt = ""
}
