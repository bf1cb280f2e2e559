/// The argument parser knows `--version` alone: `-V` is the same, and is told wherever that is.
enum VersionOption {
    /// The arguments, with the name that the argument parser knows.
    static func expand(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { $0 == "-V" ? "--version" : $0 } + arguments[end...]
    }

    /// A help or a completion script with both names.
    static func complete(_ text: String) -> String {
        // As long as the other, so that the columns stay. In the scripts of bash, zsh and fish it is one word
        // of several.
        let names = [
            ("\n  --version     ", "\n  -V, --version "), (" --version -h ", " -V --version -h "),
            ("'--version[", "'(-V --version)'{-V,--version}'["), ("-l 'version' ", "-s 'V' -l 'version' "),
            (" 'version' 'h/help'", " 'V/version' 'h/help'"),
        ]
        return names.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
