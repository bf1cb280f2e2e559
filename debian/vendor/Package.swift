// swift-tools-version:6.0
import PackageDescription

// A manifest of the passwordrules project for the two folders of swift-argument-parser that the source
// package carries: the library. Its own manifest names the plugins, examples and tests too, which are not
// carried.
let package = Package(
    name: "swift-argument-parser",
    products: [.library(name: "ArgumentParser", targets: ["ArgumentParser"])],
    targets: [
        .target(name: "ArgumentParser", dependencies: ["ArgumentParserToolInfo"], exclude: ["CMakeLists.txt"]),
        .target(name: "ArgumentParserToolInfo", exclude: ["CMakeLists.txt"]),
    ]
)
