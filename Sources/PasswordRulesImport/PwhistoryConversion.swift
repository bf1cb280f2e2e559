internal import PasswordRules

/// Converts the settings of pam_pwhistory, and `remember=` of pam_unix, into a part of a policy.
struct PwhistoryConversion {
    private static let most = PwhistorySettings.mostRemembered

    private(set) var draft: PolicyDraft
    /// The settings that the line of `history` comes from, and its differences from them. A section has only
    /// one such line.
    private var (origins, remarks): ([String], [ImportRemark]) = ([], [])
    private var count = 0

    /// - Parameters:
    ///   - settings: Those of pam_pwhistory; nil if it is not used.
    ///   - file: The name of its file, if it has one.
    ///   - line: Its line, if known.
    ///   - unix: The lines of pam_unix that have the option.
    ///   - remarks: Remarks about the whole policy.
    init(
        _ settings: PwhistorySettings?, file: String?, line: PamLine?, unix: [PamLine],
        remarks: [ImportRemark]
    ) throws(ImportRemark) {
        let names =
            (file.map { ["    " + ConfigurationLine.fitToShow($0.utf8)] } ?? [])
            + (line.map { [$0.title] } ?? []) + unix.map(\.title)
        draft = PolicyDraft(
            title: PolicyDraft.title(ofImportFrom: "pwhistory", names, isPart: true), remarks: remarks,
            isPart: true)
        if let settings { readCount(of: settings) }
        for line in unix { try readCount(of: line) }
        if count > 0 { draft.add(origins, [(.history, "\(min(count, Self.most))")], remarks: self.remarks) }
        if let settings, settings.remembered > 0 { addOthers(of: settings) }
    }

    private mutating func readCount(of settings: PwhistorySettings) {
        let comments = settings.comments(.remember)
        guard settings.remembered > 0 else {
            return draft.add(comments, [], reason: "pam_pwhistory then does nothing")
        }
        origins += comments
        count = max(count, settings.remembered)
        let location = settings.location(.remember)
        remarks.append(
            ImportRemark(
                .note, at: location,
                "pam_pwhistory counts the present password as one of these; here it is compared in addition to them"
            ))
        if settings.remembered > Self.most {
            remarks.append(ImportRemark(.note, at: location, "the number can be at most \(Self.most) here"))
        }
    }

    private mutating func readCount(of line: PamLine) throws(ImportRemark) {
        for word in line.options where word.line.bytes[word.name].elementsEqual("remember".utf8) {
            let number = try PwhistorySettings.number(word.line, word.value)
            guard number > 0 else {
                draft.add([word.origin.comment], [], reason: "keeps nothing")
                continue
            }
            origins.append(word.origin.comment)
            count = max(count, number)
            remarks.append(
                ImportRemark(
                    .note, at: word.origin.location,
                    "then remove the option from this line, because pam_unix would drop entries and add MD5 hashes"
                ))
        }
    }

    private mutating func addOthers(of settings: PwhistorySettings) {
        let bindsRoot = settings.isSet(.enforceForRoot)
        draft.add(
            settings.comments(.enforceForRoot), [(.enforceForRoot, bindsRoot ? "yes" : "no")],
            remarks: bindsRoot
                ? [
                    ImportRemark(
                        .note, at: settings.location(.enforceForRoot),
                        "here it binds root to all lines of the policy, not only to the history")
                ] : [])
        draft.add(settings.comments(.retry), [(.retry, "\(settings.retry)")])
        guard settings.path != PwhistorySettings.usualFile else { return }
        draft.add(
            settings.comments(.file), [],
            remarks: [
                ImportRemark(
                    .warning, at: settings.location(.file),
                    "not carried over: earlier passwords are in \(PwhistorySettings.usualFile) here; to keep those of this file, "
                        + "copy its lines there: the format is the same")
            ])
    }
}
