// swift-tools-version: 6.2

import PackageDescription

let standInSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
  // The package's trait of this name.
  .define("TestFrameworks"),
]

// `import Darwin` and `canImport(Darwin)` mean the stand-in. Its module has another name, because the test runner that
// the package manager generates must not find it.
let settings = standInSettings + [.unsafeFlags(["-module-alias", "Darwin=DarwinStandIn"])]

// On Apple's platforms every file that imports Foundation has these declarations, and every one that imports XCTest
// those.
let withFoundation = settings + [importing("AppleFoundation")]
let withXCTest = withFoundation + [importing("AppleXCTest")]

func importing(_ module: String) -> SwiftSetting {
  .unsafeFlags(["-Xfrontend", "-import-module", "-Xfrontend", module])
}

let package = Package(
  name: "AppleStandIns",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0")],
  targets: [
    // The stand-ins.
    .target(name: "DarwinSignals"),
    .target(name: "DarwinStandIn", dependencies: ["DarwinSignals"], swiftSettings: standInSettings),
    .target(name: "Security", swiftSettings: standInSettings),
    .target(
      name: "AppleFoundation", dependencies: ["DarwinStandIn", "Security"], swiftSettings: settings),
    .target(name: "AppleXCTest", swiftSettings: standInSettings),
    .target(
      name: "Combine", dependencies: [.product(name: "OpenCombine", package: "OpenCombine")],
      swiftSettings: standInSettings),

    // The package's own files, by symbolic links.
    .target(name: "Stream", dependencies: ["DarwinStandIn"], swiftSettings: settings),
    .target(
      name: "Net", dependencies: ["AppleFoundation", "Security"], exclude: ["Transport/Curl"],
      swiftSettings: withFoundation),
    .target(name: "NetStream", dependencies: ["Stream", "Net", "Combine"], swiftSettings: settings),
    .target(
      name: "NetTesting", dependencies: ["Stream", "Net", "AppleFoundation", "AppleXCTest"],
      swiftSettings: withXCTest),
    .target(
      name: "TestSupport", dependencies: ["Net", "NetTesting"], path: "Tests/TestSupport",
      swiftSettings: settings),

    .testTarget(
      name: "StandInTests", dependencies: ["Net", "NetTesting", "TestSupport"],
      swiftSettings: withFoundation),
    .testTarget(
      name: "NetStreamTests", dependencies: ["NetStream", "NetTesting"], swiftSettings: settings),
    .testTarget(
      name: "NetTests", dependencies: ["Net", "TestSupport"], swiftSettings: withFoundation),
    .testTarget(
      name: "SessionTests", dependencies: ["Net", "NetTesting", "TestSupport"],
      swiftSettings: withFoundation),
    .testTarget(
      name: "NetTestingTests", dependencies: ["Net", "NetTesting", "TestSupport"], swiftSettings: settings),
  ]
)
