import Observation
import XCTest

extension XCTestCase {
  /// Waits until a value of a model is as expected, and fails the test after two minutes.
  @MainActor
  func wait<Value: Equatable>(
    for expected: Value, _ read: @escaping @MainActor () -> Value, line: UInt = #line
  ) async {
    while read() != expected {
      let changed = expectation(description: "\(read()) is not yet \(expected)")
      withObservationTracking {
        _ = read()
      } onChange: {
        changed.fulfill()
      }
      // The closure runs before the value changes, on the main actor; this goes on afterwards.
      guard await XCTWaiter().fulfillment(of: [changed], timeout: 120) == .completed else {
        return XCTFail("\(read()) is not \(expected)", line: line)
      }
    }
  }
}
