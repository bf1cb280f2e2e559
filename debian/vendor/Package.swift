// swift-tools-version:6.0
import PackageDescription

// A manifest for the source package, which contains only the two folders of swift-argument-parser's library.
// swift-argument-parser's own manifest also names plugins, examples and tests, which the source package lacks.
let package = Package(
    name: "swift-argument-parser",
    products: [.library(name: "ArgumentParser", targets: ["ArgumentParser"])],
    targets: [
        .target(name: "ArgumentParser", dependencies: ["ArgumentParserToolInfo"], exclude: ["CMakeLists.txt"]),
        .target(name: "ArgumentParserToolInfo", exclude: ["CMakeLists.txt"]),
    ]
)
