import Foundation
import Net

#if TestFrameworks && canImport(Testing)
  import Testing
#endif
#if TestFrameworks && canImport(XCTest)
  import XCTest
#endif

/// The framework that runs the test and receives its failures.
enum TestRunner: Sendable, Hashable {
  case swiftTesting
  case xcTest
  /// No framework: failures are written to standard error.
  case none

  /// The runner of the code on this task.
  static var current: TestRunner {
    choose(isOnTestTask: isOnTestTask, arguments: CommandLine.arguments)
  }

  /// Chooses Swift Testing on one of its tasks or if the process was started for it; otherwise XCTest.
  static func choose(isOnTestTask: Bool, arguments: [String]) -> TestRunner {
    #if TestFrameworks && canImport(Testing)
      let names = zip(arguments, arguments.dropFirst()).contains {
        $0 == ("--testing-library", "swift-testing")
      }
      if isOnTestTask || names || arguments.contains("--testing-library=swift-testing") {
        return .swiftTesting
      }
    #endif
    #if TestFrameworks && canImport(XCTest)
      return .xcTest
    #else
      return .none
    #endif
  }

  /// Whether the process was started to run tests: a bundle of tests, or a program that hosts one.
  ///
  /// XCTest silently drops failures outside its tests.
  static func isTestProcess(arguments: [String], environment: [String: String]) -> Bool {
    guard let program = arguments.first?.split(separator: "/").last else { return false }
    return program.hasSuffix(".xctest") || program == "xctest" || program == "swiftpm-testing-helper"
      || environment.keys.contains { $0.hasPrefix("XCTest") }
  }

  private static let isTestProcess = isTestProcess(
    arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)

  /// Whether this task belongs to a Swift Testing test.
  static var isOnTestTask: Bool {
    #if TestFrameworks && canImport(Testing)
      Test.current != nil
    #else
      false
    #endif
  }

  /// Reports the failure to the framework immediately.
  func record(_ failure: TestFailure) {
    switch self {
    case .swiftTesting:
      #if TestFrameworks && canImport(Testing)
        Issue.record(Comment(rawValue: failure.message), sourceLocation: failure.place.sourceLocation)
      #endif
    case .xcTest:
      #if TestFrameworks && canImport(XCTest)
        XCTFail(failure.message, file: failure.place.staticFile, line: failure.place.line)
      #endif
      if !Self.isTestProcess { Self.write(failure) }
    case .none: Self.write(failure)
    }
  }

  private static func write(_ failure: TestFailure) {
    StandardStreams.writeError("\(failure.place): error: \(failure.message)\n")
  }
}

#if TestFrameworks && canImport(Testing)
  extension SourcePlace {
    /// Creates the place of a location of Swift Testing, for a failure that only Swift Testing records.
    init(_ location: SourceLocation) {
      self.init(path: location.filePath, line: UInt(clamping: location.line))
    }

    /// The location as Swift Testing represents it.
    ///
    /// It requires a module, which by convention is the folder below `Tests`.
    var sourceLocation: SourceLocation {
      SourceLocation(
        fileID: SourcePlace.fileID(of: file), filePath: file, line: max(1, Int(clamping: line)), column: 1)
    }

    static func fileID(of file: String) -> String {
      let folders = file.split(separator: "/").dropLast()
      let below = folders.lastIndex(of: "Tests").map { folders[$0...].dropFirst() }
      let module = below?.first ?? folders.last ?? "Unknown"
      return "\(module)/\(file.split(separator: "/").last ?? "Unknown.swift")"
    }
  }
#endif
