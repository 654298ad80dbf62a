import Foundation
import XCTest

@testable import Net

final class BodyFlowTests: XCTestCase {
  private func data(_ text: String) -> Data { Data(text.utf8) }

  /// A flow whose consumer has processed the head.
  private func flow(_ buffer: StreamBuffer?) -> BodyFlow {
    var flow = BodyFlow(buffer)
    _ = flow.taken(1)
    return flow
  }

  func testChunksWaitUntilTheConsumerHasTakenTheHead() {
    var flow = BodyFlow(.failing(limit: 10))
    XCTAssertFalse(flow.isDrained)
    XCTAssertEqual(flow.arrive(data("a")), .kept)
    XCTAssertNil(flow.next())
    XCTAssertEqual(flow.taken(1), 0)
    XCTAssertEqual(flow.next(), .data(data("a")))
  }

  func testAnIdleConsumerReceivesTheChunkAtOnce() {
    var flow = flow(.failing(limit: 0))
    XCTAssertTrue(flow.isDrained)
    XCTAssertEqual(flow.arrive(data("abc")), .given(.data(data("abc"))))
    XCTAssertFalse(flow.isDrained)
    XCTAssertTrue(flow.hasGiven)
  }

  func testAChunkIsAcknowledgedOnce() {
    var flow = flow(.failing(limit: 10))
    _ = flow.arrive(data("abc"))
    XCTAssertNil(flow.taken(flow.number - 1))
    XCTAssertEqual(flow.taken(flow.number), 3)
    XCTAssertNil(flow.taken(flow.number))
    XCTAssertTrue(flow.isDrained)
  }

  func testTheLimitCountsWaitingBytesOnly() {
    var flow = flow(.failing(limit: 3))
    _ = flow.arrive(data("abcdef"))
    XCTAssertEqual(flow.arrive(data("abc")), .kept)
    XCTAssertEqual(flow.arrive(data("d")), .overflown)
    XCTAssertEqual(flow.contents, data("abc"))
  }

  func testManySmallChunksAreDeliveredInOrder() {
    var flow = flow(.failing(limit: 1 << 20))
    let count = 200_000
    for number in 0..<count { _ = flow.arrive(Data([UInt8(truncatingIfNeeded: number)])) }
    var number = 0
    while let taken = flow.taken(flow.number), let load = flow.next() {
      number += taken
      guard case .data(let chunk) = load, chunk.first == UInt8(truncatingIfNeeded: number) else {
        return XCTFail("\(load) as number \(number)")
      }
    }
    XCTAssertEqual(number, count - 1)
    XCTAssertTrue(flow.isDrained)
  }

  func testAPauseIsRequestedOnceAndEndsAtHalfTheLimit() {
    var flow = flow(.backPressure(limit: 4))
    _ = flow.arrive(data("0"))
    XCTAssertEqual(flow.arrive(data("abc")), .kept)
    XCTAssertEqual(flow.arrive(data("de")), .pausing)
    XCTAssertEqual(flow.arrive(data("f")), .kept)
    XCTAssertFalse(flow.resumesTransport())
    for expected in [false, true, false] {
      _ = flow.taken(flow.number)
      _ = flow.next()
      XCTAssertEqual(flow.resumesTransport(), expected)
    }
  }

  func testSpilledChunksComeAfterChunksInMemory() {
    var flow = flow(.spillingToFile(memoryLimit: 2))
    _ = flow.arrive(data("0"))
    XCTAssertEqual(flow.arrive(data("ab")), .kept)
    XCTAssertEqual(flow.arrive(data("cde")), .spilled)
    // There is room in memory, but the spilled bytes come first.
    _ = flow.taken(flow.number)
    XCTAssertEqual(flow.next(), .data(data("ab")))
    XCTAssertEqual(flow.arrive(data("f")), .spilled)
    _ = flow.taken(flow.number)
    XCTAssertEqual(flow.next(), .spilled(4))
    _ = flow.taken(flow.number)
    XCTAssertTrue(flow.isDrained)
    XCTAssertEqual(flow.arrive(data("g")), .given(.data(data("g"))))
  }

  func testALargeSpilledBodyIsReadInParts() {
    var flow = flow(.spillingToFile(memoryLimit: 0))
    _ = flow.arrive(data("0"))
    XCTAssertEqual(flow.arrive(Data(count: 100_000)), .spilled)
    _ = flow.taken(flow.number)
    XCTAssertEqual(flow.next(), .spilled(65_536))
    _ = flow.taken(flow.number)
    XCTAssertEqual(flow.next(), .spilled(34_464))
  }

  func testABufferWhoseLimitWasMadeNegativeResumes() {
    for limit in [-10, Int.min] {
      var buffer = StreamBuffer.backPressure()
      buffer.limit = limit
      XCTAssertEqual(buffer, .backPressure(limit: 0))
      var flow = flow(buffer)
      _ = flow.arrive(data("a"))
      XCTAssertEqual(flow.arrive(data("b")), .pausing)
      XCTAssertEqual(flow.arrive(data("c")), .kept)
      for _ in 0..<3 {
        _ = flow.taken(flow.number)
        _ = flow.next()
      }
      XCTAssertTrue(flow.resumesTransport())
    }
  }

  func testWithoutABufferLimitEverythingIsKept() {
    var flow = flow(nil)
    _ = flow.arrive(data("0"))
    for _ in 0..<100 {
      XCTAssertEqual(flow.arrive(Data(count: 1 << 20)), .kept)
    }
  }
}
