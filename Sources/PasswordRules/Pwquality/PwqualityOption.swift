/// The settings of libpwquality 1.4.5.
package enum PwqualityOption: Int, CaseIterable, Sendable {
    case minlen, dcredit, ucredit, lcredit, ocredit, minclass
    case maxrepeat, maxsequence, maxclassrepeat
    case usercheck, usersubstr, gecoscheck, badwords
    case difok, dictcheck, dictpath
    case enforcing, enforceForRoot, localUsersOnly, retry

    /// How the value is read.
    package enum Kind: Sendable {
        case number, text
        /// Not at all: the option is on if it is present.
        case presence
    }

    /// How the value is read.
    package var kind: Kind {
        switch self {
        case .badwords, .dictpath: .text
        case .enforceForRoot, .localUsersOnly: .presence
        default: .number
        }
    }

    /// The name in pwquality.conf.
    package var name: Word {
        switch self {
        case .minlen: "minlen"
        case .dcredit: "dcredit"
        case .ucredit: "ucredit"
        case .lcredit: "lcredit"
        case .ocredit: "ocredit"
        case .minclass: "minclass"
        case .maxrepeat: "maxrepeat"
        case .maxsequence: "maxsequence"
        case .maxclassrepeat: "maxclassrepeat"
        case .usercheck: "usercheck"
        case .usersubstr: "usersubstr"
        case .gecoscheck: "gecoscheck"
        case .badwords: "badwords"
        case .difok: "difok"
        case .dictcheck: "dictcheck"
        case .dictpath: "dictpath"
        case .enforcing: "enforcing"
        case .enforceForRoot: "enforce_for_root"
        case .localUsersOnly: "local_users_only"
        case .retry: "retry"
        }
    }

    /// The number if the option is not set.
    package var defaultNumber: Int {
        switch self {
        case .minlen: 8
        case .difok, .usercheck, .dictcheck, .enforcing, .retry: 1
        default: 0
        }
    }

    /// The settings that make demands on passwords: all but those about enforcement, users and the prompt.
    package static var demands: [PwqualityOption] {
        allCases.filter { $0.rawValue < PwqualityOption.enforcing.rawValue }
    }
}
