// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

let package = Package(
  name: "NetStream",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Stream", targets: ["Stream"]),
    .library(name: "Net", targets: ["Net"]),
    .library(name: "NetStream", targets: ["NetStream"]),
    .library(name: "NetTesting", targets: ["NetTesting"]),
  ],
  traits: [
    .trait(
      name: "TestFrameworks",
      description: "Lets NetTesting report to XCTest and Swift Testing. Off, it links neither."),
    .default(enabledTraits: ["TestFrameworks"]),
  ],
  targets: [
    .target(name: "Stream", swiftSettings: settings),
    // Empty but on Linux. What it declares it finds at run time: nothing needs to be installed to build it.
    .target(name: "CLibcurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    .target(
      name: "Net", dependencies: [.target(name: "CLibcurl", condition: .when(platforms: [.linux]))],
      swiftSettings: settings),
    .target(name: "NetStream", dependencies: ["Stream", "Net"], swiftSettings: settings),
    .target(name: "NetTesting", dependencies: ["Stream", "Net"], swiftSettings: settings),
    // Linked, it limits how many tests of Swift Testing run at a time.
    .target(name: "TestDefaults", path: "Tests/TestDefaults"),
    // What tests of several targets share; no product has it.
    .target(
      name: "TestSupport", dependencies: ["Net", "NetTesting", "TestDefaults"], path: "Tests/TestSupport",
      swiftSettings: settings),
    .testTarget(
      name: "StreamTests", dependencies: ["Stream", "Net", "NetTesting", "TestSupport"],
      swiftSettings: settings),
    // As users of RxSwift write them: language mode 5, which warns of the variables that closures capture.
    .testTarget(
      name: "RxSwiftStyleTests", dependencies: ["Stream", "NetTesting", "TestSupport"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .testTarget(
      name: "NetTests", dependencies: ["Net", "NetTesting", "TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: settings),
    // What decides, without sending: the states of requests and streams, policies, the rules of the cache, traces.
    .testTarget(
      name: "EngineTests", dependencies: ["Net", "NetTesting", "TestSupport"],
      resources: [.copy("Fixtures")], swiftSettings: settings),
    // What sends: sessions, transports, the cache's stores, and what happens to their process.
    .testTarget(
      name: "SessionTests", dependencies: ["Net", "NetTesting", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "NetStreamTests", dependencies: ["Stream", "Net", "NetStream", "NetTesting", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "NetTestingTests", dependencies: ["Stream", "Net", "NetTesting", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ScenarioTests", dependencies: ["Stream", "Net", "NetStream", "NetTesting", "TestSupport"],
      exclude: ["Cassettes"], resources: [.copy("Fixtures")], swiftSettings: settings),
  ]
)
