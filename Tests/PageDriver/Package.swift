// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "PageDriver",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "NetStream", path: "../..", traits: [])],
  targets: [
    .executableTarget(
      name: "page-server",
      dependencies: [
        .product(name: "Net", package: "NetStream"), .product(name: "NetTesting", package: "NetStream"),
      ],
      swiftSettings: [
        .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
