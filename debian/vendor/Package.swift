// swift-tools-version:6.0
import PackageDescription

// A manifest of the passwordrules project for the two folders of swift-argument-parser in the source package:
// the library. Its own manifest also names the plugins, examples and tests, which are left out.
let package = Package(
    name: "swift-argument-parser",
    products: [.library(name: "ArgumentParser", targets: ["ArgumentParser"])],
    targets: [
        .target(name: "ArgumentParser", dependencies: ["ArgumentParserToolInfo"], exclude: ["CMakeLists.txt"]),
        .target(name: "ArgumentParserToolInfo", exclude: ["CMakeLists.txt"]),
    ]
)
