import Dispatch
import Foundation
import Net
import TestSupport
import XCTest

final class DeliveryTests: XCTestCase {
  private static let key = DispatchSpecificKey<String>()

  private func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: Self.key, value: name)
    return queue
  }

  private func deliver(_ delivery: ResponseDelivery, callbackQueue: DispatchQueue) async -> String? {
    let fixture = SessionFixture { $0.callbackQueue = callbackQueue }
    let request = fixture.session.get("https://example.com/")
    let place = Locked<String?>(nil)
    let done = expectation(description: "the response was delivered")
    request.response(delivery: delivery, responseSerializer: .data) { _ in
      place.update { $0 = DispatchQueue.getSpecific(key: Self.key) }
      done.fulfill()
    }
    fixture.tasks[0].respond(200)
    await fulfillment(of: [done], timeout: .patience)
    return place.value
  }

  func testResponsesAreDeliveredOnTheSessionsCallbackQueueByDefault() async {
    let place = await deliver(.callbackQueue, callbackQueue: queue("session"))
    XCTAssertEqual(place, "session")
  }

  func testResponsesAreDeliveredOnTheGivenQueue() async {
    let place = await deliver(.queue(queue("named")), callbackQueue: queue("session"))
    XCTAssertEqual(place, "named")
  }

  func testProgressIsDeliveredOnTheGivenQueues() async {
    let fixture = SessionFixture { $0.callbackQueue = queue("session") }
    let places = Locked<[String?]>([])
    let told = expectation(description: "both handlers were called")
    told.expectedFulfillmentCount = 2
    let note: @Sendable (TransferProgress) -> Void = { _ in
      places.update { $0.append(DispatchQueue.getSpecific(key: Self.key)) }
      told.fulfill()
    }
    fixture.session.post("https://example.com/", httpBody: Data("x".utf8))
      .progress(queue: queue("down"), note).uploadProgress(queue: queue("up"), note).resume()
    fixture.tasks[0].send(.sent(bytes: 1))
    fixture.tasks[0].respond(200, body: "y")
    await fulfillment(of: [told], timeout: .patience)
    XCTAssertEqual(Set(places.value), ["down", "up"])
  }

  func testInlineDeliveryUsesTheThreadOfTheTransport() async {
    let transport = queue("transport")
    let fixture = SessionFixture { $0.callbackQueue = queue("session") }
    let place = Locked<String?>(nil)
    fixture.session.get("https://example.com/").response(delivery: .inline, responseSerializer: .data) { _ in
      place.update { $0 = DispatchQueue.getSpecific(key: Self.key) }
    }
    transport.sync { fixture.tasks[0].respond(200) }
    XCTAssertEqual(place.value, "transport")
  }

  func testAHandlerIsNotCalledInsideTheCallThatRegistersIt() async throws {
    let server = try LoopbackServer { _ in [.respond("200 OK")] }
    let session = NetworkSession()
    let isRegistering = DispatchSpecificKey<Bool>()
    let caller = DispatchQueue(label: "caller")
    caller.setSpecific(key: isRegistering, value: true)
    let nested = Locked(0)
    let done = expectation(description: "all were delivered")
    done.expectedFulfillmentCount = 200
    for _ in 0..<200 {
      let url = try server.url()
      caller.sync {
        _ = session.get(url).response(delivery: .inline, responseSerializer: .data) { _ in
          if DispatchQueue.getSpecific(key: isRegistering) == true { nested.update { $0 += 1 } }
          done.fulfill()
        }
      }
    }
    await fulfillment(of: [done], timeout: .patience)
    XCTAssertEqual(nested.value, 0)
  }
}
