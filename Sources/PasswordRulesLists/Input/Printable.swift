/// A name that is safe to print: control characters, which could move the cursor, are replaced.
package func printable(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { isControl($0) ? "?" : $0 }))
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
}
