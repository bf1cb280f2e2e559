/// Adds `-V` to the argument parser's `--version`, in arguments, help and completion scripts.
enum VersionOption {
    /// The arguments, with `-V` replaced by `--version`.
    static func expand(_ arguments: [String]) -> [String] {
        let end = arguments.firstIndex(of: "--") ?? arguments.endIndex
        return arguments[..<end].map { $0 == "-V" ? "--version" : $0 } + arguments[end...]
    }

    /// Adds `-V` to a help text or completion script.
    static func complete(_ text: String) -> String {
        // The first new text is as long as the old one, so columns stay aligned. The others are for the
        // scripts of bash, zsh and fish.
        let names = [
            ("\n  --version     ", "\n  -V, --version "), (" --version -h ", " -V --version -h "),
            ("'--version[", "'(-V --version)'{-V,--version}'["), ("-l 'version' ", "-s 'V' -l 'version' "),
            (" 'version' 'h/help'", " 'V/version' 'h/help'"),
        ]
        return names.reduce(text) { $0.replacing($1.0, with: $1.1) }
    }
}
