import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// A transport over a mock that breaks one rule of the contract, besides those of `ContractBreachTests`.
private final class FaultyTransport: Transport {
  enum Fault: Sendable {
    case endsAgainLater, tellsMoreLater, cancelsOthers, endsAtProceed, dropsQueries, cutsRequestBodies,
      tellsSentTwice, resumesAgain, storesCookies, asksConditionally, ignoresCancellation, losesBodies,
      addsBodies, hidesFailures, makesSuccesses, cancelsOlder
  }

  fileprivate let base: MockTransport
  fileprivate let fault: Fault
  /// What is reported when the next task is created.
  fileprivate let late = SharedLock<[@Sendable () -> Void]>([])
  fileprivate let tasks = SharedLock<[FaultyTask]>([])
  fileprivate let cookie = SharedLock<String?>(nil)

  init(_ fault: Fault, _ script: ContractScript) {
    base = MockTransport(timer: script.timer)
    self.fault = fault
    base.stub(.everything) { request in script.response(to: request) }
  }

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    let waiting = late.withLock { late in
      defer { late = [] }
      return late
    }
    for action in waiting { action() }
    var request = request
    switch fault {
    case .dropsQueries:
      request.url = URL(string: request.url.absoluteString.replacing(/\?.*/, with: "")) ?? request.url
    case .cutsRequestBodies:
      if let data = request.body.data, data.count > 1_000 { request.body = .data(data.dropLast()) }
    case .storesCookies:
      if let cookie = cookie.withLock({ $0 }) { request.headers.add(name: "Cookie", value: cookie) }
    case .asksConditionally: request.headers.add(name: "If-None-Match", value: "\"1\"")
    default: break
    }
    let task = FaultyTask(request, receiver: receiver, transport: self)
    if fault == .cancelsOthers || fault == .cancelsOlder { tasks.withLock { $0.append(task) } }
    return task
  }
}

private final class FaultyTask: TransportTask {
  private let request: TransportRequest
  private let receiver: FaultyReceiver
  private let transport: FaultyTransport
  private let task: any TransportTask
  private let hasProceeded = SharedLock(false)

  init(_ request: TransportRequest, receiver: any TransportReceiver, transport: FaultyTransport) {
    self.request = request
    self.receiver = FaultyReceiver(receiver, transport: transport)
    self.transport = transport
    task = transport.base.task(for: request, receiver: self.receiver)
  }

  func resume() {
    task.resume()
    if transport.fault == .resumesAgain {
      transport.base.task(for: request, receiver: TransportLog { _, _ in }).resume()
    }
  }

  func pause() { task.pause() }

  func proceed() {
    let isFirst = hasProceeded.withLock { hasProceeded in
      defer { hasProceeded = true }
      return !hasProceeded
    }
    if transport.fault == .endsAtProceed, isFirst { receiver.receive(.finished(TransportTimings())) }
    task.proceed()
  }

  func cancel() {
    if transport.fault == .ignoresCancellation { return }
    task.cancel()
    guard transport.fault == .cancelsOthers else { return }
    for other in transport.tasks.withLock({ $0 }) where other !== self { other.task.cancel() }
  }
}

private final class FaultyReceiver: TransportReceiver {
  private let receiver: any TransportReceiver
  private let transport: FaultyTransport

  init(_ receiver: any TransportReceiver, transport: FaultyTransport) {
    self.receiver = receiver
    self.transport = transport
  }

  func receive(_ event: TransportEvent) {
    switch (transport.fault, event) {
    case (.losesBodies, .body): break
    case (.addsBodies, .head):
      receiver.receive(event)
      receiver.receive(.body(Data("more".utf8)))
    case (.hidesFailures, .failed): receiver.receive(.finished(TransportTimings()))
    case (.makesSuccesses, .head(var head)):
      head.status = 200
      receiver.receive(.head(head))
    case (.tellsSentTwice, .sent):
      receiver.receive(event)
      receiver.receive(event)
    case (.storesCookies, .head(let head)):
      transport.cookie.withLock { $0 = head.headers["Set-Cookie"] }
      receiver.receive(event)
    case (.cancelsOlder, .head):
      receiver.receive(event)
      for task in transport.tasks.withLock({ $0 }).dropLast() { task.cancel() }
    default: receiver.receive(event)
    }
    guard event.isLast else { return }
    let receiver = receiver
    if transport.fault == .endsAgainLater {
      transport.late.withLock { $0.append { receiver.receive(event) } }
    } else if transport.fault == .tellsMoreLater {
      transport.late.withLock { $0.append { receiver.receive(.body(Data("more".utf8))) } }
    }
  }
}

/// Proves that each law of transports can fail, together with `ContractBreachTests`.
@Suite struct TransportBreachTests {
  private static let breaches: [(FaultyTransport.Fault, String)] = [
    (.endsAgainLater, "a task cancelled on another thread at any time ends once"),
    (.endsAgainLater, "a task cancelled before the head ends with CancellationError"),
    (.tellsMoreLater, "a task cancelled while it delivers a chunk delivers only the end"),
    (.tellsMoreLater, "a task cancelled while it delivers the head delivers only the end"),
    (.tellsMoreLater, "a task cancelled while it is paused ends"),
    (.tellsMoreLater, "cancelling a task during or after its end changes nothing"),
    (.ignoresCancellation, "a task cancelled before resume is never sent"),
    (.cancelsOthers, "cancelling one task does not affect the others"),
    (.losesBodies, "pausing and proceeding at every chunk loses nothing"),
    (.endsAtProceed, "proceeding without a pause does nothing"),
    (.dropsQueries, "method, path, query and headers arrive unchanged"),
    (.cutsRequestBodies, "request bodies of every size arrive complete"),
    (.tellsSentTwice, "the count of sent bytes grows up to the size of the body"),
    (.losesBodies, "a body of unknown length arrives chunk by chunk, and complete"),
    (.makesSuccesses, "an early error response to a request with a body is delivered"),
    (.hidesFailures, "a failure of the connection is a failure of the task"),
    (.resumesAgain, "resuming twice sends once"),
    (.hidesFailures, "a failing request does not affect others"),
    (.resumesAgain, "a hundred concurrent requests each receive their own response"),
    (.cancelsOlder, "a receiver may send the next request while it handles an event"),
    (.makesSuccesses, "every status is a response"),
    (.addsBodies, "HEAD, 204 and 304 have no body, whatever their headers say"),
    (.storesCookies, "cookies are not stored"),
    (.asksConditionally, "responses are not cached"),
  ]

  @Test(arguments: breaches)
  fileprivate func aFaultyTransportFailsItsLaw(_ fault: FaultyTransport.Fault, _ law: String) async throws {
    try await expectBreach(of: law, among: TransportContract.laws, by: "transport") { law in
      await TransportContract.check([law], scripted: { FaultyTransport(fault, $0) })
    }
  }

  @Test func eachLawThatNeedsNoSocketIsBrokenOnce() {
    let broken = Self.breaches.map(\.1) + ContractBreachTests.laws
    let laws = TransportContract.laws.filter { !$0.isAboutSockets }.map(\.description)
    expectEqual(Set(laws).subtracting(broken), [])
  }
}
