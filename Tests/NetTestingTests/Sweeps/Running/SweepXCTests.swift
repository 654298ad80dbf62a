import Net
import XCTest

@testable import NetTesting

#if !canImport(Darwin)
  /// Failures of XCTest in the runs of a sweep.
  final class SweepXCTests: XCTestCase {
    private let isExpected = SharedLock(false)

    /// Keeps the failures that the test causes on purpose from failing it, and notifies the observer as XCTest does.
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
      guard isExpected.withLock({ $0 }) else {
        return super.recordFailure(
          withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
      }
      XCTestFailures.shared.testCase(
        self, didFailWithDescription: description, inFile: filePath, atLine: lineNumber)
    }

    func testAFailedAssertionIsAssignedToItsRun() async throws {
      isExpected.withLock { $0 = true }
      let report = try await everyFault(
        of: [.noConnection, .status(500)],
        in: { network in
          PaymentClient.stub(network)
          do { _ = try await PaymentClient(network: network).pay(100) } catch let error as NetworkError {
            XCTAssertNil(error.response?.status, file: "/t/PaymentTests.swift", line: 7)
          }
        }
      ).report()
      isExpected.withLock { $0 = false }
      XCTAssertEqual(report.failures.map(\.repeating), ["1:status-500"])
      XCTAssertEqual(
        report.failures.first?.message, #"XCTAssertNil failed: "500" (PaymentTests.swift:7)"#)
    }

    func testAnObserverIsNotifiedOnlyDuringItsSweep() async throws {
      let kept = SharedLock<[String]>([])
      try await XCTestFailures.shared.passing(to: { text in kept.withLock { $0.append(text) } }) {}
      XCTestFailures.shared.testCase(self, didFailWithDescription: "late", inFile: nil, atLine: 1)
      XCTAssertEqual(kept.withLock { $0 }, [])
    }
  }
#endif
