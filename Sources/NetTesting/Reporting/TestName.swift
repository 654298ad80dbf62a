#if TestFrameworks && canImport(Testing)
  import Testing
#endif
#if TestFrameworks && canImport(XCTest)
  import XCTest
#endif

/// The name of a test, for failures that its framework does not count for it.
struct TestName: Sendable, Hashable {
  /// The test, such as `syncs() at SyncTests.swift:12` or `SyncTests.testSyncs`.
  var text: String

  /// The test of Swift Testing that runs on this task; nil if there is none.
  static var current: TestName? {
    #if TestFrameworks && canImport(Testing)
      Test.current.map {
        TestName(text: "\($0.displayName ?? $0.name) at \(SourcePlace($0.sourceLocation))")
      }
    #else
      nil
    #endif
  }

  /// Creates a name from its text.
  init(text: String) { self.text = text }

  /// The test method of an `XCTestCase`; nil for another lifetime.
  init?(_ test: some TestLifetime) {
    #if TestFrameworks && canImport(XCTest)
      guard let test = test as? XCTestCase else { return nil }
      text = test.name
    #else
      return nil
    #endif
  }

  /// Returns the message, and that the test had ended.
  func afterEnd(_ message: String) -> String {
    """
    \(message)
    This comes after the end of the test \(text). Let the test wait for its requests, or cancel them.
    """
  }

  /// Returns the message, and how the failure can be counted for the test.
  func outsideOfTest(_ message: String) -> String {
    """
    \(message)
    This comes from the test \(text), on another thread. With the trait `.netTesting`, it would fail that test.
    """
  }
}
