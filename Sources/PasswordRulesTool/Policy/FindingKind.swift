/// The kinds of findings of `status`, as programs see them.
enum FindingKind: String, CaseIterable {
    case notInStack = "not-in-stack"
    case uncheckedService = "unchecked-service"
    case otherChecker = "other-checker"
    case oldSettings = "old-settings"
    case storedBefore = "stored-before-check"
    case nothingStores = "nothing-stores"
    case withoutUseAuthtok = "without-use-authtok"
    case unreadableLine = "unreadable-line"
    case moduleMissing = "module-missing"
    case notStored = "not-stored"
    case alwaysFails = "always-fails"
    case neverReached = "never-reached"
    case checkSkipped = "check-skipped"
    case refusalIgnored = "refusal-ignored"
    case refusesLater = "refuses-later"
    case unknownOption = "unknown-option"
    case historyFile = "history-file"
    case otherHistory = "other-history"
    case historyConfined = "history-confined"
    case historyNotChecked = "history-not-checked"
    case historySkipped = "history-skipped"
    case loginControl = "login-control"
    case loginEarly = "login-early"
    case loginHidden = "login-hidden"
    case loginLines = "login-lines"
    case loginUnused = "login-unused"
    case loginPolicy = "login-policy"
    case loginList = "login-list"
    case loginUnchanged = "login-unchanged"
    case noPolicy = "no-policy"
    case unusablePolicy = "unusable-policy"
    case pluginNotLoaded = "plugin-not-loaded"
    case pluginUnseen = "plugin-unseen"
    case pwqualityNotOurs = "pwquality-not-ours"
    case pwqualityCannotRead = "pwquality-cannot-read"
    /// A diagnostic of the policy or its lists, which has a code.
    case diagnostic

    /// The names that `accept` takes.
    static let acceptable = Set(allCases.filter { !$0.isError && $0 != .diagnostic }.map(\.rawValue))
    /// The names of errors.
    static let errors = Set(allCases.filter(\.isError).map(\.rawValue))

    private var isError: Bool { [.unusablePolicy, .unknownOption, .historyFile].contains(self) }
}
