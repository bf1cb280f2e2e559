/// A line for new passwords of a PAM file, or one that was typed: a module and its options.
public struct PamLine: Sendable {
    /// An option, without the brackets that may be around it.
    struct Option {
        let line: ConfigurationLine
        let range: Range<Int>

        var bytes: ArraySlice<UInt8> { line.bytes[range] }

        /// Where it stands.
        var origin: SettingOrigin { line.origin(of: range) }

        /// The part before "=", or all of it.
        var name: Range<Int> {
            range.lowerBound..<(bytes.firstIndex(of: 0x3D) ?? range.upperBound)
        }

        /// The part behind "=".
        var value: Range<Int> { min(name.upperBound + 1, range.upperBound)..<range.upperBound }
    }

    /// The module's name without folder and ending, such as `pam_pwquality`.
    public let module: String
    /// `FILE:LINE`
    public let place: String
    let options: [Option]

    /// The options as they are written, safe to print.
    public var text: String {
        options.map { ConfigurationLine.fitToShow($0.bytes) }.joined(separator: " ")
    }

    /// The lines of a file in /etc/pam.d that call one of the modules for a new password.
    public static func lines(in file: ImportedFile, of modules: [String]) -> [PamLine] {
        var found: [PamLine] = []
        var words: [Option] = []
        ConfigurationLine.forEach(of: file) { line in
            let end = line.bytes.firstIndex(of: 0x23) ?? line.bytes.endIndex
            let continues = end > line.bytes.startIndex && line.bytes[end - 1] == 0x5C
            words += self.words(of: line, line.bytes.startIndex..<(continues ? end - 1 : end))
            if continues { return }
            if let line = PamLine(words, of: modules) { found.append(line) }
            words = []
        }
        if let line = PamLine(words, of: modules) { found.append(line) }
        return found
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

    private init?(_ words: [Option], of modules: [String]) {
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
        var words = Self.words(of: line, line.bytes.startIndex..<line.bytes.endIndex)
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
    private static func isModule(_ word: Option) -> Bool {
        word.bytes.starts(with: Array("pam_".utf8)) || word.bytes.suffix(3).elementsEqual(".so".utf8)
    }

    /// The name of a module from its path.
    private static func module(_ word: Option) -> String? {
        guard let last = word.bytes.split(separator: 0x2F).last else { return nil }
        return String(
            decoding: last.suffix(3).elementsEqual(".so".utf8) ? last.dropLast(3) : last, as: UTF8.self)
    }

    /// The words of a line, as libpam separates them: text in brackets is one word.
    private static func words(of line: ConfigurationLine, _ range: Range<Int>) -> [Option] {
        let bytes = line.bytes
        var words: [Option] = []
        var start = range.lowerBound
        while start < range.upperBound {
            if isSpace(bytes[start]) {
                start += 1
            } else if bytes[start] == 0x5B {
                var end = start + 1
                while end < range.upperBound, bytes[end] != 0x5D || bytes[end - 1] == 0x5C { end += 1 }
                words.append(Option(line: line, range: start + 1..<end))
                start = end + 1
            } else {
                let end = bytes[start..<range.upperBound].firstIndex(where: isSpace) ?? range.upperBound
                words.append(Option(line: line, range: start..<end))
                start = end
            }
        }
        return words
    }
}

/// White space as isspace(3) defines it in every locale.
func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }
