/// A line for new passwords of a PAM file, or one that was typed: a module and its options.
public struct PamLine: Sendable {
    /// The module's name without folder and ending, such as `pam_pwquality`.
    public let module: String
    /// `FILE:LINE`
    public let place: String
    let options: [PamWord]

    /// The options as they are written, safe to print.
    public var text: String {
        options.map { ConfigurationLine.fitToShow($0.bytes) }.joined(separator: " ")
    }

    /// The lines of a file in /etc/pam.d that call one of the modules for a new password.
    public static func lines(in file: ImportedFile, of modules: [String]) -> [PamLine] {
        PamFileLine.lines(in: file).compactMap { PamLine($0.words, of: modules) }
    }

    /// What is said of lines for other services, whose options no policy for all services can have as well.
    static func remarks(on others: [PamLine], besides line: PamLine?) -> [ImportRemark] {
        others.filter { $0.module != line?.module || $0.text != line?.text }.map { other in
            ImportRemark(
                .warning, at: other.place,
                "not carried over: \(ConfigurationLine.fitToShow(other.module.utf8)) has other options here (\(other.text)), but one policy "
                    + "is for all services; give this line the options of pam_passwordrules that it needs")
        }
    }

    private init?(_ words: [PamWord], of modules: [String]) {
        guard let first = words.first, words.count > 2,
            ["password", "-password"].contains(String(decoding: first.bytes, as: UTF8.self).lowercased()),
            let module = Self.module(words[2]), modules.contains(module)
        else { return nil }
        self.module = module
        place = "\(words[2].line.file):\(words[2].line.number)"
        options = Array(words.dropFirst(3))
    }

    /// A line that was typed, or only its options.
    /// - Parameters:
    ///   - source: What it is called in remarks.
    ///   - modules: Those whose line it can be; without the module's name it is one of the first.
    /// - Throws: If it is the line of another module.
    public init(typed text: String, source: String, of modules: [String]) throws(ImportRemark) {
        let line = ConfigurationLine(file: source, number: 1, bytes: Array(text.utf8)[...])
        var words = PamWord.words(of: line, line.bytes.startIndex..<line.bytes.endIndex)
        var found = modules.first ?? ""
        if let index = words.firstIndex(where: { Self.isModule($0) }) {
            guard let name = Self.module(words[index]), modules.contains(name) else {
                throw line.mistake(
                    at: words[index].range,
                    "this is not the line of " + modules.joined(separator: " or "))
            }
            found = name
            words.removeFirst(index + 1)
        }
        module = found
        place = source
        options = words
    }

    /// Whether it is the path of a module.
    private static func isModule(_ word: PamWord) -> Bool {
        word.bytes.starts(with: Array("pam_".utf8)) || word.bytes.suffix(3).elementsEqual(".so".utf8)
    }

    /// The name of a module from its path.
    private static func module(_ word: PamWord) -> String? {
        guard let last = word.bytes.split(separator: 0x2F).last else { return nil }
        return String(
            decoding: last.suffix(3).elementsEqual(".so".utf8) ? last.dropLast(3) : last, as: UTF8.self)
    }
}
