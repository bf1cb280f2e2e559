/// All strings of a length over an alphabet.
func allStrings(over alphabet: String, length: Int) -> [String] {
    (0..<length).reduce([""]) { strings, _ in
        strings.flatMap { string in alphabet.map { string + String($0) } }
    }
}
