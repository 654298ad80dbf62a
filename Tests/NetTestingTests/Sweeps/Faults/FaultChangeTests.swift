import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What a fault changes of the response of a stub.
@Suite struct FaultChangeTests {
  @Test(arguments: [
    StubResponse.data(Data("[1, 2, 3]".utf8)), .data(Data(#"{"a": 1}"#.utf8)),
    StubResponse.data(Data("[1, 2, 3]".utf8)).header("Content-Type", "Application/JSON"),
  ])
  func allJSONCanBeTruncated(_ response: StubResponse) async throws {
    let report = try await everyFault(
      of: [.truncatedJSON],
      in: { network in
        network.stub(.get("/a"), with: response)
        _ = await network.get("/a").response(.data)
      }
    ).report()
    expectEqual(report.grid?.cells, [[.passed]], "\(report.text)")
  }

  @Test(arguments: [(Duration.zero, Duration.seconds(1)), (.seconds(5), .seconds(5))])
  func aFaultHasItsOwnDelayOrThatOfTheStub(_ delay: Duration, _ expected: Duration) async throws {
    let ends = Locked<[Duration]>([])
    let fault = SweepFault("late") { _ in StubResponse.status(500).delay(delay) }
    try await everyFault(
      of: [fault],
      in: { network in
        network.stub(.get("/a"), with: StubResponse.text("a").delay(.seconds(1)))
        _ = await network.get("/a").response(.data)
        ends.update { $0.append(network.time.now) }
      }
    ).expect()
    expectEqual(ends.value.last.map { $0 - .milliseconds(10) <= expected && $0 >= expected }, true)
  }
}
