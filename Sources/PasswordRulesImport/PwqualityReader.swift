internal import PasswordRules

/// Reads files as libpwquality's `read_config_file` does, but continues after a mistake.
struct PwqualityReader {
    /// The longest line that libpwquality reads, in bytes.
    private static let maximumLineLength = 1022

    private(set) var settings: PwqualitySettings
    private(set) var mistakes: [ImportRemark] = []

    init(of module: PwqualityModule) { settings = PwqualitySettings(of: module) }

    mutating func read(_ file: ImportedFile) {
        ConfigurationLine.forEach(of: file) { line in
            do throws(ImportRemark) {
                try read(line)
            } catch {
                guard mistakes.isEmpty else { return mistakes.append(error) }
                // Reported only once: pwquality itself ignores all lines after the first mistake.
                mistakes.append(
                    ImportRemark(
                        .error, at: error.location,
                        error.message
                            + " (pam_pwquality ignores this line and everything after it, and reports that only in the log)",
                        excerpt: error.excerpt
                    ))
            }
        }
    }

    private mutating func read(_ line: ConfigurationLine) throws(ImportRemark) {
        let bytes = line.bytes
        try line.check(longest: Self.maximumLineLength)
        var end = bytes.firstIndex(of: 0x23) ?? bytes.endIndex
        while end > bytes.startIndex, isSpace(bytes[end - 1]) { end -= 1 }
        var start = bytes.startIndex
        while start < end, isSpace(bytes[start]) { start += 1 }
        guard start < end else { return }

        var nameEnd = start
        while nameEnd < end, !isSpace(bytes[nameEnd]), bytes[nameEnd] != 0x3D { nameEnd += 1 }
        var valueStart = nameEnd
        var hasEquals = false
        while valueStart < end, isSpace(bytes[valueStart]) || bytes[valueStart] == 0x3D && !hasEquals {
            hasEquals = hasEquals || bytes[valueStart] == 0x3D
            valueStart += 1
        }
        let origin = line.origin(of: start..<end)
        if isAllowedClasses(line, start..<nameEnd) {
            return settings.set(try allowedClasses(line, valueStart..<end), origin: origin)
        }
        let option = try option(line, start..<nameEnd)
        let number = try number(line, option, valueStart..<end)
        settings.set(option, number: number, text: bytes[valueStart..<end], origin: origin)
    }

    private func isAllowedClasses(_ line: ConfigurationLine, _ name: Range<Int>) -> Bool {
        let text = Array(line.bytes[name])
        return settings.module == .pwquality
            && PwqualityAllowedClasses.name.matches(text.span, 0..<text.count)
    }

    private func allowedClasses(
        _ line: ConfigurationLine, _ value: Range<Int>
    ) throws(ImportRemark) -> PwqualityAllowedClasses {
        guard let classes = PwqualityAllowedClasses(line.bytes[value]) else {
            throw line.mistake(at: value, "expected some of the letters l, u, d and o")
        }
        return classes
    }

    /// Reads the options of a PAM line as pam_pwquality and pam_cracklib do, but reports mistakes.
    mutating func read(_ line: PamLine) {
        var isFirst = true
        for option in line.options {
            do throws(ImportRemark) {
                try read(option)
            } catch {
                let end =
                    isFirst ? " (\(line.module) ignores this option, and reports that only in the log)" : ""
                mistakes.append(
                    ImportRemark(.error, at: error.location, error.message + end, excerpt: error.excerpt))
                isFirst = false
            }
        }
    }

    private mutating func read(_ word: PamWord) throws(ImportRemark) {
        let line = word.line
        if let option = PwqualityModuleOption(word.bytes) {
            if option == .rejectUsername, settings.module == .cracklib {
                return settings.set(.usercheck, number: 1, text: [], origin: word.origin)
            }
            return settings.note(option, word.origin)
        }
        if isAllowedClasses(line, word.name) {
            return settings.set(try allowedClasses(line, word.value), origin: word.origin)
        }
        let option = try option(line, word.name)
        // The gecoscheck of pam_cracklib takes no value.
        let isFlag = option == .gecoscheck && settings.module == .cracklib
        let number = isFlag ? 1 : try number(line, option, word.value)
        settings.set(option, number: number, text: line.bytes[word.value], origin: word.origin)
    }

    private func option(
        _ line: ConfigurationLine, _ name: Range<Int>
    ) throws(ImportRemark) -> PwqualityOption {
        let text = Array(line.bytes[name])
        let known = PwqualityOption.allCases.filter { settings.module.has($0) }
        for option in known where option.name.matches(text.span, 0..<text.count) { return option }
        guard !text.isEmpty else { throw line.mistake(at: name, "expected a setting name") }
        let answer = settings.module.owner.answer(toUnknown: line.bytes[name])
        let meant = Spelling.nearest(
            to: text.span, 0..<text.count, among: known.map { $0.name })
        let question = meant.map { "; did you mean \"\(Text($0.literal).string)\"?" } ?? ""
        throw line.mistake(
            at: name,
            "\(settings.module.nameInErrors) has no setting \(line.quoted(name))"
                + (answer.isEmpty ? question : answer))
    }

    private func number(
        _ line: ConfigurationLine, _ option: PwqualityOption, _ value: Range<Int>
    ) throws(ImportRemark) -> Int {
        guard option.kind == .number else { return option.kind == .presence ? 1 : 0 }
        let number = ConfiguredNumber(line.bytes[value])
        guard number.hasDigits, number.end == value.upperBound else {
            throw line.mistake(
                at: value,
                value.isEmpty ? "expected a number" : "expected a number, found \(line.quoted(value))")
        }
        guard let value = number.value, abs(value) < Descriptor.maximumNumber else {
            throw line.mistake(at: value, "the number is too large")
        }
        return value
    }
}
