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
  ],
  dependencies: [
    .package(name: "NetStream", path: "..", traits: []),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
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
        .product(name: "Net", package: "NetStream"),
        .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: settings),
    .testTarget(name: "TestBenchTests", dependencies: ["test-bench"], swiftSettings: settings),
    .testTarget(name: "MeasuringTests", dependencies: ["Measuring"], swiftSettings: settings),
    .testTarget(
      name: "StreamBenchTests", dependencies: ["Measuring", "stream-bench"], swiftSettings: settings),
  ]
)
