// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// What a program with streams and an embedded server uses.
let products = ["Stream", "Net", "NetStream", "NetTesting"].map {
  Target.Dependency.product(name: $0, package: "NetStream")
}

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  traits: [
    .trait(
      name: "Tests",
      description:
        "For `swift test --traits Tests`: lets the helpers of NetTesting report to the test frameworks.")
  ],
  dependencies: [
    .package(
      name: "NetStream", path: "..",
      traits: [.trait(name: "TestFrameworks", condition: .when(traits: ["Tests"]))])
  ],
  targets: [
    // Code that every program needs: arguments, interruption, exit code.
    .target(name: "Programs", swiftSettings: settings),
    // The options --trace and --inspect.
    .target(
      name: "Watching",
      dependencies: [
        .product(name: "Net", package: "NetStream"), .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
    .target(
      name: "GitHubFollowers",
      dependencies: ["Programs", "Watching"] + products,
      swiftSettings: settings),
    .executableTarget(
      name: "github-followers", dependencies: ["GitHubFollowers", "Programs"], swiftSettings: settings),
    .target(
      name: "EventFeed",
      dependencies: ["Programs", "Watching"] + products,
      swiftSettings: settings),
    .executableTarget(name: "events", dependencies: ["EventFeed", "Programs"], swiftSettings: settings),
    .target(
      name: "ChatRoom",
      dependencies: ["Programs", "Watching"] + products,
      swiftSettings: settings),
    .executableTarget(name: "chat", dependencies: ["ChatRoom", "Programs"], swiftSettings: settings),
    .target(
      name: "FileTransfers",
      dependencies: [
        "Programs", "Watching",
        .product(name: "Net", package: "NetStream"),
        .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "download", dependencies: ["FileTransfers", "Programs"], swiftSettings: settings),
    .executableTarget(name: "upload", dependencies: ["FileTransfers", "Programs"], swiftSettings: settings),
    .target(
      name: "OfflineList",
      dependencies: ["Programs", "Watching"] + products,
      swiftSettings: settings),
    .executableTarget(name: "offline", dependencies: ["OfflineList", "Programs"], swiftSettings: settings),
    // The core of an app: view models on the main actor, each once with streams and once with `async`.
    .target(
      name: "ViewModels", dependencies: [.product(name: "NetStream", package: "NetStream")],
      swiftSettings: settings),
    // The same files, in a module whose code is on the main actor by default.
    .target(
      name: "ViewModelsOnMain", dependencies: [.product(name: "NetStream", package: "NetStream")],
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    // The built programs as processes, for tests.
    .target(
      name: "BuiltPrograms", dependencies: [.product(name: "NetTesting", package: "NetStream")],
      path: "Tests/BuiltPrograms", swiftSettings: settings),
    .testTarget(
      name: "ViewModelsTests",
      dependencies: [
        "ViewModels", "ViewModelsOnMain",
        .product(name: "Net", package: "NetStream"),
        .product(name: "Stream", package: "NetStream"),
        .product(name: "NetStream", package: "NetStream"),
        .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
    .testTarget(name: "ProgramsTests", dependencies: ["Programs"], swiftSettings: settings),
    .testTarget(
      name: "GitHubFollowersTests",
      dependencies: [
        "GitHubFollowers", "Programs", "BuiltPrograms", "github-followers",
        .product(name: "Net", package: "NetStream"),
        .product(name: "Stream", package: "NetStream"),
        .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "EventFeedTests",
      dependencies: [
        "EventFeed", "Programs", "BuiltPrograms", "events",
        .product(name: "Net", package: "NetStream"),
        .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "OfflineListTests",
      dependencies: [
        "OfflineList", "Programs", "BuiltPrograms", "offline",
        .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "ChatRoomTests",
      dependencies: [
        "ChatRoom", "Programs", "BuiltPrograms", "chat",
        .product(name: "Net", package: "NetStream"),
        .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
    .testTarget(
      name: "FileTransfersTests",
      dependencies: [
        "FileTransfers", "Programs", "BuiltPrograms", "download", "upload",
        .product(name: "Net", package: "NetStream"),
        .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
  ]
)
