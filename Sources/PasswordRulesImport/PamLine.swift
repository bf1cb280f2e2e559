/// A line for new passwords, from a PAM file or typed: a module and its options.
public struct PamLine: Sendable {
    /// The module's name without folder and suffix, such as `pam_pwquality`.
    public let module: String
    /// `FILE:LINE`
    public let location: String
    let options: [PamWord]

    /// The options as written, safe to print.
    public var text: String {
        options.map { ConfigurationLine.fitToShow($0.bytes) }.joined(separator: " ")
    }

    /// The lines of a file in /etc/pam.d that call one of the modules for a new password.
    public static func lines(in file: ImportedFile, of modules: [String]) -> [PamLine] {
        PamFileLine.lines(in: file).compactMap { PamLine($0.words, of: modules) }
    }

    /// The lines of a profile of pam-auth-update(8) that call one of the modules for a new password: those
    /// for the first profile of a stack, or else those for a later one.
    public static func lines(inProfile file: ImportedFile, of modules: [String]) -> [PamLine] {
        var first: [PamLine] = []
        var later: [PamLine] = []
        var field = ""
        for line in PamFileLine.lines(in: file) {
            if !line.isIndented { field = line.texts.first?.lowercased() ?? "" }
            // The field's name may be on a line of its own.
            let words = line.isIndented ? line.words : Array(line.words.dropFirst())
            guard field == "password:" || field == "password-initial:",
                let found = PamLine(words, moduleAt: 1, of: modules)
            else { continue }
            if field == "password:" { later.append(found) } else { first.append(found) }
        }
        return first.isEmpty ? later : first
    }

    /// Remarks on the lines of a file that call one of the modules, but not for new passwords.
    public static func idleRemarks(in file: ImportedFile, of modules: [String]) -> [ImportRemark] {
        PamFileLine.lines(in: file).compactMap { line in
            guard let type = line.words.first, isIdle(type),
                let found = PamLine(line.words, moduleAt: 2, of: modules)
            else { return nil }
            return ImportRemark(.warning, at: found.location, "not imported: " + idleMessage(type))
        }
    }

    /// Whether lines of this type do not apply to new passwords.
    private static func isIdle(_ type: PamWord) -> Bool {
        ["auth", "account", "session"].contains(name(of: type))
    }

    /// The name of a type, without the "-" of modules that may be missing.
    private static func name(of type: PamWord) -> String {
        let name = type.text.lowercased()
        return name.hasPrefix("-") ? String(name.dropFirst()) : name
    }

    private static func idleMessage(_ type: PamWord) -> String {
        "a line of \"\(name(of: type))\" has no effect on new passwords; those of \"password\" check them"
    }

    /// The remarks on lines for other services: one policy for all services cannot have their options, too.
    static func remarks(on others: [PamLine], besides line: PamLine?) -> [ImportRemark] {
        others.filter { $0.module != line?.module || $0.text != line?.text }.map { other in
            ImportRemark(
                .warning, at: other.location,
                "not carried over: \(ConfigurationLine.fitToShow(other.module.utf8)) has other options here (\(other.text)), but one policy "
                    + "is for all services; give this line the options of pam_passwordrules that it needs")
        }
    }

    private init?(_ words: [PamWord], of modules: [String]) {
        guard let first = words.first, Self.name(of: first) == "password" else { return nil }
        self.init(words, moduleAt: 2, of: modules)
    }

    /// A line that has one of the modules at this index among its words; nil if it does not.
    private init?(_ words: [PamWord], moduleAt index: Int, of modules: [String]) {
        guard index < words.count, let module = Self.module(words[index]), modules.contains(module)
        else { return nil }
        self.module = module
        location = "\(words[index].line.file):\(words[index].line.number)"
        options = Array(words.dropFirst(index + 1))
    }

    /// A typed line, or only its options.
    /// - Parameters:
    ///   - source: The name of the line's source in remarks.
    ///   - modules: The modules that it may be for; the first if it names none.
    /// - Throws: If it is for another module, or not for new passwords.
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
            if let type = words[..<index].first(where: Self.isIdle) {
                throw line.mistake(at: type.range, Self.idleMessage(type))
            }
            found = name
            words.removeFirst(index + 1)
        }
        module = found
        location = source
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
