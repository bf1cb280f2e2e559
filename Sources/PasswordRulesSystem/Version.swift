// "make generate" writes this file, from VERSION in the Makefile.

/// The version of the library and of the tool.
public enum Version {
    /// Three numbers with dots between them.
    public static var text: StaticString { "0.1.0" }
}
