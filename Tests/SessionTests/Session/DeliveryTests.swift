import Dispatch
import Foundation
import Net
import NetTesting
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
    let queueName = Locked<String?>(nil)
    let done = expectation(description: "the response was delivered")
    request.response(delivery: delivery, responseSerializer: .data) { _ in
      queueName.update { $0 = DispatchQueue.getSpecific(key: Self.key) }
      done.fulfill()
    }
    fixture.tasks[0].respond(200)
    await fulfillment(of: [done], timeout: .patience)
    return queueName.value
  }

  func testResponsesAreDeliveredOnTheSessionsCallbackQueueByDefault() async {
    let queueName = await deliver(.callbackQueue, callbackQueue: queue("session"))
    XCTAssertEqual(queueName, "session")
  }

  func testResponsesAreDeliveredOnTheGivenQueue() async {
    let queueName = await deliver(.queue(queue("named")), callbackQueue: queue("session"))
    XCTAssertEqual(queueName, "named")
  }

  private func deliverProgress(
    _ configure: (any NetworkRequesting, @escaping @Sendable (TransferProgress) -> Void) ->
      any NetworkRequesting
  ) async -> Set<String?> {
    let fixture = SessionFixture { $0.callbackQueue = queue("session") }
    let queueNames = Locked<[String?]>([])
    let called = expectation(description: "both handlers were called")
    called.expectedFulfillmentCount = 2
    let note: @Sendable (TransferProgress) -> Void = { _ in
      queueNames.update { $0.append(DispatchQueue.getSpecific(key: Self.key)) }
      called.fulfill()
    }
    configure(fixture.session.post("https://example.com/", httpBody: Data("x".utf8)), note).resume()
    fixture.tasks[0].send(.sent(bytes: 1))
    fixture.tasks[0].respond(200, body: "y")
    await fulfillment(of: [called], timeout: .patience)
    return Set(queueNames.value)
  }

  func testProgressIsDeliveredOnTheGivenQueues() async {
    let names = await deliverProgress {
      $0.progress(queue: queue("down"), $1).uploadProgress(queue: queue("up"), $1)
    }
    XCTAssertEqual(names, ["down", "up"])
  }

  func testProgressWithoutAQueueIsDeliveredOnTheSessionsCallbackQueue() async {
    let names = await deliverProgress { $0.progress($1).uploadProgress($1) }
    XCTAssertEqual(names, ["session"])
    let none = await deliverProgress { $0.progress(queue: nil, $1).uploadProgress(queue: nil, $1) }
    XCTAssertEqual(none, ["session"])
  }

  func testInlineProgressUsesTheThreadOfTheTransport() async {
    let names = await deliverProgress {
      $0.progress(delivery: .inline, $1).uploadProgress(delivery: .inline, $1)
    }
    XCTAssertEqual(names, [nil])
  }

  func testInlineDeliveryUsesTheThreadOfTheTransport() async {
    let transport = queue("transport")
    let fixture = SessionFixture { $0.callbackQueue = queue("session") }
    let queueName = Locked<String?>(nil)
    fixture.session.get("https://example.com/").response(delivery: .inline, responseSerializer: .data) { _ in
      queueName.update { $0 = DispatchQueue.getSpecific(key: Self.key) }
    }
    transport.sync { fixture.tasks[0].respond(200) }
    XCTAssertEqual(queueName.value, "transport")
  }

  func testWithoutACallbackQueueAChainEndsWhileTheTimeIsAdvanced() {
    let fixture = SessionFixture(onResume: { $0.respond(503) }) {
      $0.callbackQueue = nil
      $0.interceptors = [RetryPolicy(maximumRetries: 1, base: .seconds(1))]
    }
    let ends = Locked<[Duration]>([])
    fixture.session.get("https://example.com/first").responseData { _ in
      ends.update { $0.append(fixture.timer.now) }
      fixture.session.get("https://example.com/second").responseData { _ in
        ends.update { $0.append(fixture.timer.now) }
      }
    }
    fixture.timer.run()
    XCTAssertEqual(ends.value.count, 2)
    XCTAssertEqual(fixture.tasks.count, 4)
    XCTAssertEqual(ends.value.last, fixture.timer.now)
  }

  func testWithoutACallbackQueueFinishCallsItsHandlerOnTheThreadThatEndsTheLastRequest() {
    let transport = queue("transport")
    let fixture = SessionFixture { $0.callbackQueue = nil }
    let queueName = Locked<String?>(nil)
    fixture.session.get("https://example.com/").resume()
    fixture.session.finish { queueName.update { $0 = DispatchQueue.getSpecific(key: Self.key) } }
    XCTAssertNil(queueName.value)
    transport.sync { fixture.tasks[0].respond(200) }
    XCTAssertEqual(queueName.value, "transport")
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
