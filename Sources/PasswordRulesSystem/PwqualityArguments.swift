internal import PasswordRules

/// A program's settings, sorted into libpwquality's and a policy's.
struct PwqualityArguments {
    /// The demands of libpwquality's settings.
    private(set) var policy: PwqualityPolicy
    /// The settings that are not libpwquality's.
    private(set) var others: [[UInt8]] = []
    /// The mistakes in libpwquality's settings.
    private(set) var mistakes: [(text: [UInt8], mistake: Diagnostic)] = []

    /// The name of libpwquality's settings as a source in origins.
    static var sourceName: StaticString { "libpwquality" }

    /// - Parameter isAddition: As for ``PwqualityPolicy``.
    init(_ texts: [[UInt8]], isAddition: Bool, commonBlocklist: [UInt8]) {
        policy = PwqualityPolicy(isAddition: isAddition, commonBlocklist: commonBlocklist)
        for text in texts {
            let (key, start) = PolicyLoader.split(text)
            guard
                let option = PwqualityOption.demands.first(where: { $0.name.equals(key.span, 0..<key.count) })
            else {
                others.append(text)
                continue
            }
            do throws(Diagnostic) {
                try policy.set(option, text, from: start)
            } catch {
                mistakes.append((text, error))
            }
        }
    }
}
