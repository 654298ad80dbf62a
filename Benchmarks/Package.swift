// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "stream-bench", targets: ["stream-bench"]),
    .executable(name: "test-bench", targets: ["test-bench"]),
    .executable(name: "net-bench", targets: ["net-bench"]),
  ],
  traits: [
    .trait(
      name: "Peers",
      description: """
        Builds AsyncHTTPClient and NIOWebSocket, which takes minutes, so that net-bench can measure beside them.
        """),
    .trait(
      name: "Tests",
      description: "Lets NetTesting report to the test frameworks, as the tests of the package build it."),
    .default(enabledTraits: ["Peers"]),
  ],
  dependencies: [
    .package(
      name: "NetStream", path: "..",
      traits: [.trait(name: "TestFrameworks", condition: .when(traits: ["Tests"]))]),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.81.0"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.34.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.0"),
  ],
  targets: [
    .target(name: "CAllocations"),
    .target(name: "Measuring", dependencies: ["CAllocations"], swiftSettings: settings),
    .executableTarget(
      name: "stream-bench",
      dependencies: [
        "Measuring",
        .product(name: "Stream", package: "NetStream"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "test-bench",
      dependencies: [
        "Measuring",
        .product(name: "Stream", package: "NetStream"),
        .product(name: "Net", package: "NetStream"),
        .product(name: "NetStream", package: "NetStream"),
        .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
    .testTarget(name: "TestBenchTests", dependencies: ["test-bench"], swiftSettings: settings),
    .target(name: "NetMeasuring", swiftSettings: settings),
    // Links to two files of Net, whose declarations it does not export.
    .target(name: "WebSocketFrames", swiftSettings: settings),
    .executableTarget(
      name: "net-bench",
      dependencies: [
        "NetMeasuring", "CAllocations", "WebSocketFrames",
        .product(name: "Net", package: "NetStream"),
        .product(name: "NetStream", package: "NetStream"),
        .product(name: "NetTesting", package: "NetStream"),
        .product(name: "Stream", package: "NetStream"),
        .product(
          name: "AsyncHTTPClient", package: "async-http-client", condition: .when(traits: ["Peers"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["Peers"])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(traits: ["Peers"])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(traits: ["Peers"])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(traits: ["Peers"])),
        .product(name: "NIOWebSocket", package: "swift-nio", condition: .when(traits: ["Peers"])),
        .product(
          name: "NIOHTTPCompression", package: "swift-nio-extras", condition: .when(traits: ["Peers"])),
      ],
      swiftSettings: settings),
    .testTarget(name: "NetMeasuringTests", dependencies: ["NetMeasuring"], swiftSettings: settings),
    .testTarget(
      name: "NetBenchTests", dependencies: ["NetMeasuring", "net-bench"], swiftSettings: settings),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"], swiftSettings: settings),
    .testTarget(
      name: "StreamBenchTests", dependencies: ["Measuring", "stream-bench"], swiftSettings: settings),
  ]
)
