import Dispatch
import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// Streams deliver on the thread of the transport, whatever callback queue the session has.
@Suite(.netTesting) struct StreamRequestDeliveryTests {
  private static let key = DispatchSpecificKey<String>()

  private let transport = MockTransport(delivery: .held, afterEach: .test)
  private let places = Captured<String>()

  private func request() -> StreamRequest {
    transport.stub(.get("/a"), with: .json([1]))
    var configuration = SessionConfiguration()
    configuration.callbackQueue = queue("callbacks")
    return NetworkSession(configuration: configuration, transport: transport)
      .stream.get("https://example.com/a").progress { _ in note() }
  }

  private func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: Self.key, value: name)
    return queue
  }

  private func note() { places.set(DispatchQueue.getSpecific(key: Self.key) ?? "elsewhere") }

  /// Makes the transport deliver on a dedicated queue.
  private func deliver() { queue("transport").sync { transport.pending.first?.complete() } }

  @Test func aValueIsDeliveredOnTheTransportsQueue() {
    request().object(as: [Int].self).subscribe(onSuccess: { _ in note() }).disposed(afterEach: .test)
    deliver()
    expectEqual(places.values, ["transport", "transport"])
  }

  @Test func aResponseIsDeliveredOnTheTransportsQueue() {
    request().responseData().subscribe(onSuccess: { _ in note() }).disposed(afterEach: .test)
    deliver()
    expectEqual(places.values, ["transport", "transport"])
  }

  @Test func transferEventsAreDeliveredOnTheTransportsQueue() {
    request().transfer(of: [Int].self).subscribe { _ in note() }.disposed(afterEach: .test)
    deliver()
    expectEqual(places.values.count, 4)
    expectEqual(Set(places.values), ["transport"])
  }

  /// A session whose responses arrive, on a dedicated queue, before `subscribe` returns.
  private func earlySession(status: Int = 200) -> NetworkSession {
    NetworkSession(
      transport: ScriptedTransport { task in
        let delivered = DispatchSemaphore(value: 0)
        queue("transport").async {
          task.respond(status, headers: ["Content-Type": "application/json"], body: "1")
          delivered.signal()
        }
        _ = delivered.wait(timeout: .patience)
      })
  }

  @Test func aValueThatArrivesDuringTheSubscriptionIsDeliveredOnTheTransportsQueue() {
    earlySession().stream.get("https://example.com/a").data().flatMap { data in
      note()
      return .just(data)
    }.subscribe { _ in note() }.disposed(afterEach: .test)
    expectEqual(places.values, ["transport", "transport"])
  }

  @Test func aFailureThatArrivesDuringTheSubscriptionIsDeliveredOnTheTransportsQueue() {
    earlySession(status: 500).stream.get("https://example.com/a").data().catch { _ in
      note()
      return .just(Data())
    }.subscribe { _ in note() }.disposed(afterEach: .test)
    expectEqual(places.values, ["transport", "transport"])
  }

  @Test func aTransferThatArrivesDuringTheSubscriptionIsDeliveredOnTheTransportsQueue() {
    earlySession().stream.get("https://example.com/a").transfer(of: Int.self)
      .subscribe { _ in note() }.disposed(afterEach: .test)
    expectEqual(places.values.count, 3)
    expectEqual(Set(places.values), ["transport"])
  }

  @Test func observeOnChangesTheQueue() async {
    let scheduler = ConcurrentDispatchQueueScheduler(queue: queue("mine"))
    let place = Captured<String?>()
    request().data().observe(on: scheduler)
      .subscribe(onSuccess: { _ in place.set(DispatchQueue.getSpecific(key: Self.key)) })
      .disposed(afterEach: .test)
    deliver()
    expectEqual(await place.next(), "mine")
  }
}
