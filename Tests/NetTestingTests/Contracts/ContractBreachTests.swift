import Foundation
import Net
import Testing

@testable import NetTesting

/// A transport that breaks one rule of the contract.
private struct BrokenTransport: Transport {
  enum Fault: Sendable, CaseIterable {
    case sendsBeforeResume, endsTwice, tellsEmptyPieces, losesTheLastPiece, followsRedirects, triesAgain,
      ignoresPause, endsWhilePaused,
      ignoresCancellation, tellsAfterCancellation, keepsItsReceiver, joinsCookies, drops401, hidesFailures,
      tellsNoProgress, tellsErrorsAsSuccess
  }

  let base: any Transport
  let fault: Fault

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    let task = BrokenTask(base: base, request: request, receiver: receiver, fault: fault)
    if fault == .sendsBeforeResume { task.resume() }
    return task
  }
}

private final class BrokenTask: TransportTask {
  private let fault: BrokenTransport.Fault
  private let task: any TransportTask
  private let kept: (any TransportReceiver)?
  private let receiver: BrokenReceiver

  init(
    base: any Transport, request: TransportRequest, receiver: any TransportReceiver,
    fault: BrokenTransport.Fault
  ) {
    self.fault = fault
    kept = fault == .keepsItsReceiver ? receiver : nil
    self.receiver = BrokenReceiver(base: base, request: request, receiver: receiver, fault: fault)
    task = base.task(for: request, receiver: self.receiver)
  }

  func resume() { task.resume() }
  func pause() {
    if fault == .endsWhilePaused { return receiver.receive(.finished(TransportTimings())) }
    if fault != .ignoresPause { task.pause() }
  }
  func proceed() { task.proceed() }

  func cancel() {
    if fault == .ignoresCancellation { return }
    task.cancel()
    if fault == .tellsAfterCancellation { receiver.receive(.body(Data("more".utf8))) }
  }
}

private final class BrokenReceiver: TransportReceiver {
  private let base: any Transport
  private let request: TransportRequest
  private let receiver: Lock<(any TransportReceiver)?>
  private let fault: BrokenTransport.Fault
  private let held = Lock<[TransportEvent]>([])

  init(
    base: any Transport, request: TransportRequest, receiver: any TransportReceiver,
    fault: BrokenTransport.Fault
  ) {
    self.base = base
    self.request = request
    self.receiver = Lock(receiver)
    self.fault = fault
  }

  private func tell(_ event: TransportEvent) { receiver.withLock { $0 }?.receive(event) }

  func receive(_ event: TransportEvent) {
    switch (fault, event) {
    case (.tellsEmptyPieces, .head):
      tell(event)
      tell(.body(Data()))
    case (.losesTheLastPiece, .body(let piece)):
      let before = held.withLock { held in
        defer { held = [.body(piece)] }
        return held
      }
      for event in before { tell(event) }
    case (.followsRedirects, .head(let head)) where head.headers.contains("Location"):
      tell(.redirect(head))
      tell(event)
    case (.triesAgain, .head(let head)) where head.status == 503:
      base.task(for: request, receiver: TransportLog { _, _ in }).resume()
      tell(event)
    case (.joinsCookies, .head(var head)):
      let cookies = head.headers.values(for: "Set-Cookie").joined(separator: ", ")
      head.headers.update(name: "Set-Cookie", value: cookies)
      tell(.head(head))
    case (.drops401, .head(let head)) where head.status == 401:
      tell(.failed(URLError(.userAuthenticationRequired), phase: .head))
      receiver.withLock { $0 = nil }
    case (.hidesFailures, .head(var head)):
      head.headers.remove(name: "Content-Length")
      tell(.head(head))
    case (.hidesFailures, .failed): tell(.finished(TransportTimings()))
    case (.tellsErrorsAsSuccess, .head(var head)):
      head.status = 200
      tell(.head(head))
    case (.tellsNoProgress, .sent): break
    default:
      tell(event)
    }
    if event.isLast {
      if fault == .endsTwice { tell(event) }
      if fault != .tellsAfterCancellation { receiver.withLock { $0 = nil } }
    }
  }
}

/// A transport that cancels its tasks when it is released.
private final class ShortLivedTransport: Transport {
  private let base: any Transport
  private let tasks = Lock<[any TransportTask]>([])

  init(_ base: any Transport) { self.base = base }

  deinit { for task in tasks.withLock({ $0 }) { task.cancel() } }

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    let task = base.task(for: request, receiver: receiver)
    tasks.withLock { $0.append(task) }
    return task
  }
}

/// Proves that each law can fail.
@Suite struct ContractBreachTests {
  private static let breaches: [(BrokenTransport.Fault, String)] = [
    (.sendsBeforeResume, "nothing is sent before resume"),
    (.endsTwice, "head, body and end arrive in order, and the end once"),
    (.tellsEmptyPieces, "head, body and end arrive in order, and the end once"),
    (.losesTheLastPiece, "response bodies of every size arrive complete"),
    (.followsRedirects, "redirects are not followed"),
    (.triesAgain, "a failure is not tried again"),
    (.ignoresPause, "a task paused at the head delivers no body until it proceeds"),
    (
      .endsWhilePaused,
      "a task paused at its last chunk, or at a head without a body, does not end until it proceeds"
    ),
    (.ignoresCancellation, "a task cancelled while it delivers a chunk delivers only the end"),
    (.tellsAfterCancellation, "a task cancelled before the head ends with CancellationError"),
    (.keepsItsReceiver, "a task that has ended releases its receiver"),
    (.joinsCookies, "repeated fields are all kept, and Set-Cookie fields are separate"),
    (.drops401, "a 401 of any kind is a response, with its body"),
  ]

  /// The laws of transports that this suite breaks.
  static let laws = breaches.map(\.1) + ["a running task outlives its transport"]

  @Test(arguments: breaches)
  fileprivate func aBrokenTransportFailsItsLaw(_ fault: BrokenTransport.Fault, _ law: String) async throws {
    try await expectBreach(of: law, among: TransportContract.laws, by: "transport") { law in
      await TransportContract.check(
        [law], scripted: { BrokenTransport(base: transport(of: $0), fault: fault) })
    }
  }

  private static let breachesOfNetworks: [(BrokenTransport.Fault, String)] = [
    (
      .losesTheLastPiece,
      "a streamed body arrives complete and in order, between its head and its completion"
    ),
    (.tellsErrorsAsSuccess, "the body of a rejected response is not streamed but kept in the error"),
    (.losesTheLastPiece, "a downloaded file is complete at its destination"),
    (.hidesFailures, "a download that fails or is cancelled leaves no file"),
    (.tellsNoProgress, "the progress of an upload rises to its total"),
  ]

  /// The laws of networks that this suite breaks.
  static let lawsOfNetworks = breachesOfNetworks.map(\.1)

  @Test(arguments: breachesOfNetworks)
  fileprivate func aNetworkOverABrokenTransportFailsItsLaw(_ fault: BrokenTransport.Fault, _ law: String)
    async throws
  {
    try await expectBreach(of: law, among: NetworkingContract.laws, by: "network") { law in
      await NetworkingContract.check(
        [law],
        scripted: { script in
          NetworkSession(
            configuration: script.configuration,
            transport: BrokenTransport(base: transport(of: script), fault: fault), timer: script.timer)
        })
    }
  }

  @Test(arguments: [0.5, 2])
  func aNetworkWithInaccurateTimeoutsFailsItsLaw(_ factor: Double) async throws {
    let law = "a request that takes too long fails as timed out"
    try await expectBreach(of: law, among: NetworkingContract.laws, by: "network") { law in
      await NetworkingContract.check(
        [law],
        scripted: { script in
          var configuration = script.configuration
          configuration.timeouts.total = configuration.timeouts.total.map { $0 * factor }
          return NetworkSession(
            configuration: configuration, transport: transport(of: script), timer: script.timer)
        })
    }
  }

  @Test func aTransportThatCancelsItsTasksWhenItIsReleasedFailsItsLaw() async throws {
    let law = "a running task outlives its transport"
    let found = #": expected events ["head 200", "body", "finished"], got ["cancelled"]"#
    let message = try await expectBreach(
      of: law, among: TransportContract.laws, by: "transport", saying: found
    ) { law in
      await TransportContract.check([law], scripted: { ShortLivedTransport(transport(of: $0)) })
    }
    #expect(message.hasSuffix(found), "\(message)")
  }

  @Test func theMessageShowsExpectedAndReceivedEvents() async throws {
    let found = #": expected events ["head 301", "finished"], got ["head 200", "body", "finished"]"#
    let message = try await expectBreach(
      of: "redirects are not followed", among: TransportContract.laws, by: "transport", saying: found
    ) { law in
      await TransportContract.check(
        [law],
        scripted: { _ in
          let transport = MockTransport()
          transport.stub(.everything, with: .text("followed"))
          return transport
        })
    }
    #expect(message.hasSuffix(found), "\(message)")
  }

  /// A transport that responds as the script says.
  private func transport(of script: ContractScript) -> MockTransport {
    let transport = MockTransport(timer: script.timer)
    transport.stub(.everything) { request in script.response(to: request) }
    return transport
  }
}
