internal import PasswordRules

/// Why some groups of a user are in doubt.
public struct MembershipDoubt: Equatable, Sendable {
    /// Why the system could not answer.
    public enum Reason: Equatable, Sendable {
        /// The service cannot be loaded.
        case notLoaded
        /// The service reports that it cannot answer, or an allocation failed.
        case failed
        /// The C library does not understand the line that names the services.
        case unclearLine
        /// The service was not asked, because it might obey the environment set by the caller of a
        /// set-user-ID program.
        case exposed
        /// The library was built without name services, so it asks no service but `files`.
        case leftOut
    }

    /// The service's name in `/etc/nsswitch.conf`; empty if the reason is not a single service.
    public let service: [UInt8]
    /// The reason.
    public let reason: Reason

    /// The doubt in one English sentence, without its subject.
    public var messageBytes: [UInt8] {
        var text = Text()
        if !service.isEmpty {
            text.append("the service ")
            text.append(quoting: service.span, from: 0, count: service.count)
        }
        switch reason {
        case .notLoaded: text.append(" cannot be loaded")
        case .failed: text.append(" cannot be queried, or its data is damaged")
        case .unclearLine: text.append("a line that names the services for users or groups is invalid")
        case .exposed:
            text.append(
                " might obey the caller's environment, which a program with several threads cannot hide")
        case .leftOut: text.append(" is not asked, because passwordrules was built without name services")
        }
        return text.bytes
    }
}
