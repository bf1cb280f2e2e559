// swift-tools-version: 6.2
import PackageDescription

// The shipped C library is the same engine built as Embedded Swift: `make` passes
// `--traits Embedded --product passwordrules`. Without the trait everything builds as ordinary Swift.
let embedded = SwiftSetting.enableExperimentalFeature("Embedded", .when(traits: ["Embedded"]))

let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableExperimentalFeature("Lifetimes"),
    .treatAllWarnings(as: .error),
]

// Source packages of distributions contain it, because they build without a network. Their Makefile sets the
// path.
let argumentParser: Package.Dependency =
    if let folder = Context.environment["PASSWORDRULES_ARGUMENT_PARSER"] {
        .package(path: folder)
    } else {
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    }

let package = Package(
    name: "passwordrules",
    products: [
        .library(name: "PasswordRules", targets: ["PasswordRules"]),
        .library(name: "passwordrules", type: .dynamic, targets: ["PasswordRulesABI"]),
        .executable(name: "passwordrules-tool", targets: ["PasswordRulesTool"]),
    ],
    traits: [
        .trait(name: "Embedded", description: "Build the engine as Embedded Swift, for libpasswordrules.so"),
        .trait(
            name: "WithoutNameServices", description: "Load no service of nsswitch.conf: NAME_SERVICES=no"),
    ],
    dependencies: [argumentParser],
    targets: [
        // The engine. No libc, no I/O, no clock, no globals.
        .target(name: "PasswordRules", swiftSettings: strict + [embedded]),
        // libc for Swift, in C.
        .target(
            name: "CPasswordRulesSystem",
            cSettings: [
                .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
                .define("PASSWORDRULES_EMBEDDED", .when(traits: ["Embedded"])),
            ]),
        // The services of nsswitch.conf: Sources/CNameServices/README.md.
        .target(
            name: "CNameServices", dependencies: ["CPasswordRulesSystem"], exclude: ["README.md"],
            cSettings: [
                .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
                .define("PASSWORDRULES_WITHOUT_NAME_SERVICES", .when(traits: ["WithoutNameServices"])),
            ]),
        .target(
            name: "NameServices", dependencies: ["PasswordRules", "CNameServices"],
            swiftSettings: strict + [embedded]),
        .target(
            name: "PasswordRulesSystem",
            dependencies: ["PasswordRules", "NameServices", "CPasswordRulesSystem"],
            swiftSettings: strict + [embedded]),
        // The settings of other tools as policy files. Not in the engine, because the C library does not need
        // it.
        .target(name: "PasswordRulesImport", dependencies: ["PasswordRules"], swiftSettings: strict),
        // Builds and verifies lists. Not in the engine, because passwd only looks up passwords.
        .target(
            name: "PasswordRulesLists", dependencies: ["PasswordRules", "CPasswordRulesSystem"],
            swiftSettings: strict),
        // A screen to try passwords: keys in, lines out. Not in the tool, so that it is tested without a
        // terminal.
        .target(name: "PasswordRulesTerminal", dependencies: ["PasswordRules"], swiftSettings: strict),
        // The terminal, in C, because a signal handler restores it. Only for the tool.
        .target(
            name: "CPasswordRulesTerminal",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]),
        // The module's comparison with hashes, in C. Survey is for the command: which hashes
        // libcrypt does not know, and what a comparison costs.
        .target(
            name: "CPasswordHashes", path: "pam/Hashes",
            cSettings: [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)],
            linkerSettings: [.linkedLibrary("crypt")]),
        // The C interface, declared by the header.
        .systemLibrary(name: "CPasswordRules", path: "Include"),
        .target(
            name: "PasswordRulesABI",
            dependencies: ["PasswordRules", "PasswordRulesSystem", "CPasswordRulesSystem", "CPasswordRules"],
            exclude: ["arm64.mk", "fast.mk", "library.mk", "libpasswordrules.map"],
            swiftSettings: strict + [embedded]),
        .executableTarget(
            name: "PasswordRulesTool",
            dependencies: [
                "PasswordRules", "NameServices", "PasswordRulesLists", "PasswordRulesImport",
                "PasswordRulesSystem", "PasswordRulesTerminal", "CPasswordRulesTerminal", "CPasswordHashes",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["tool.mk"],
            swiftSettings: strict),
        // Prints the facts that generate.py copies into other files. Not installed.
        .executableTarget(
            name: "PasswordRulesInterface", dependencies: ["PasswordRules", "PasswordRulesSystem"],
            path: "Sources/Interface",
            exclude: ["generate.py", "header.py", "policy_keys.py", "interface.mk"],
            swiftSettings: strict),
        .target(
            name: "PasswordRulesTestSupport", dependencies: ["PasswordRules"],
            path: "Tests/Unit/Support", swiftSettings: strict),
        .testTarget(
            name: "PasswordRulesTests",
            dependencies: [
                "PasswordRules", "PasswordRulesLists", "PasswordRulesImport", "PasswordRulesTestSupport",
            ],
            path: "Tests/Unit/Engine", swiftSettings: strict),
        .testTarget(
            name: "PasswordRulesSystemTests",
            dependencies: ["PasswordRules", "PasswordRulesSystem", "PasswordRulesTestSupport"],
            path: "Tests/Unit/System", swiftSettings: strict),
        .testTarget(
            name: "PasswordRulesTerminalTests",
            dependencies: ["PasswordRules", "PasswordRulesTerminal", "PasswordRulesTestSupport"],
            path: "Tests/Unit/Terminal", swiftSettings: strict),
    ]
)
