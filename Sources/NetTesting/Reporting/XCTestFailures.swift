#if TestFrameworks && canImport(XCTest)
  #if canImport(Darwin)
  #else
    import Net
    import XCTest

    /// Passes the failures of XCTest to those that keep them, such as a sweep.
    ///
    /// XCTest on Linux cannot take a failure back, but it notifies observers on the thread of the assertion.
    final class XCTestFailures: XCTestObservation, Sendable {
      /// The observer, which is registered at its first use.
      ///
      /// XCTest runs one test at a time, and the test waits for the sweep, so no failure occurs meanwhile.
      static let shared = {
        let failures = XCTestFailures()
        XCTestObservationCenter.shared.addTestObserver(failures)
        return failures
      }()

      private struct State: Sendable {
        var keepers: [Int: @Sendable (String) -> Void] = [:]
        var count = 0
      }

      private let state = Lock(State())

      /// Passes each failure to the closure, until the body ends.
      func passing(
        to keep: @escaping @Sendable (String) -> Void,
        _ body: @concurrent @Sendable () async throws -> Void
      ) async throws {
        let number = state.withLock { state in
          state.count += 1
          state.keepers[state.count] = keep
          return state.count
        }
        defer { _ = state.withLock { $0.keepers.removeValue(forKey: number) } }
        try await body()
      }

      /// Receives a failure.
      func testCase(
        _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
        atLine lineNumber: Int
      ) {
        let place = filePath.map { " (\($0.split(separator: "/").last ?? ""):\(lineNumber))" } ?? ""
        // An assertion without a message ends with the dash before it.
        let text = description.hasSuffix(" - ") ? String(description.dropLast(3)) : description
        for keep in state.withLock({ Array($0.keepers.values) }) { keep(text + place) }
      }
    }
  #endif
#endif
