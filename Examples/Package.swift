// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

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
    .target(
      name: "GitHubFollowers",
      dependencies: [
        .product(name: "Stream", package: "NetStream"),
        .product(name: "Net", package: "NetStream"),
        .product(name: "NetStream", package: "NetStream"),
        .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "github-followers", dependencies: ["GitHubFollowers"], swiftSettings: settings),
    .testTarget(
      name: "GitHubFollowersTests",
      dependencies: [
        "GitHubFollowers", "github-followers",
        .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
  ]
)
