// swift-tools-version: 6.2
import PackageDescription

// Another package that depends on this one. `make test` builds and runs it.
let package = Package(
    name: "sign-up-form",
    dependencies: [.package(name: "passwordrules", path: "../..")],
    targets: [
        .executableTarget(
            name: "SignUpForm", dependencies: [.product(name: "PasswordRules", package: "passwordrules")]),
        // The Swift example of the README; Tests/Tool/test_readme.py compares the two.
        .executableTarget(
            name: "Readme", dependencies: [.product(name: "PasswordRules", package: "passwordrules")]),
    ]
)
