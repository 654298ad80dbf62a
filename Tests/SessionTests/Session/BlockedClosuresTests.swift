import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Closures and work that take long delay only their own request, over each transport.
@Suite struct BlockedClosuresTests {
  /// The closure that blocks.
  enum Closure: String, CaseIterable, Sendable {
    case validation, serializer, completionHandler, onHTTPResponse, progress, chunk, monitor, retryPolicy
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var transport: TestedTransport
    var closure: Closure
    var blocked: Int

    var testDescription: String { "\(blocked) × \(closure.rawValue), \(transport.rawValue)" }

    static let all = TestedTransport.allCases.flatMap { transport in
      Closure.allCases.map { Case(transport: transport, closure: $0, blocked: 8) }
        + [Case(transport: transport, closure: .completionHandler, blocked: 64)]
    }
  }

  @Test("While closures of some requests block, all others complete", arguments: Case.all)
  func blockedClosuresDoNotDelayOthers(_ test: Case) async throws {
    let server = try LoopbackServer { request in
      let fails = request.path == "/blocked" && test.closure == .retryPolicy
      return [.respond(fails ? "503 Service Unavailable" : "200 OK", body: "hello")]
    }
    let gate = Gate()
    let session = try test.transport.session { configuration in
      configuration.monitors = test.closure == .monitor ? [BlockingMonitor(gate: gate)] : []
      configuration.interceptors = [
        TestInterceptor(onRetry: { failure, decide in
          if failure.error.request?.url.path == "/blocked" { gate.wait() }
          decide(.pass)
        })
      ]
    }
    let (blocked, others) = (DispatchGroup(), DispatchGroup())
    for number in 0..<max(64, test.blocked + 16) {
      if number < test.blocked {
        blocked.enter()
        start(test.closure, session.get(try server.url("/blocked")), gate) { blocked.leave() }
      } else {
        others.enter()
        session.get(try server.url("/other")).response(delivery: .inline, responseSerializer: .data) { _ in
          others.leave()
        }
      }
    }
    #expect(await others.ended())
    gate.open()
    #expect(await blocked.ended())
  }

  private func start(
    _ closure: Closure, _ request: any NetworkRequesting, _ gate: Gate, done: @escaping @Sendable () -> Void
  ) {
    switch closure {
    case .validation: request.validate { _ in gate.wait() }.response { _ in done() }
    case .serializer:
      request.response(delivery: .inline, responseSerializer: BlockingSerializer(gate: gate)) { _ in done() }
    case .completionHandler:
      request.response(delivery: .inline, responseSerializer: .data) { _ in
        gate.wait()
        done()
      }
    case .onHTTPResponse: request.onHTTPResponse { _ in gate.wait() }.response { _ in done() }
    case .progress: request.progress(delivery: .inline) { _ in gate.wait() }.response { _ in done() }
    case .chunk:
      request.responseStream(delivery: .inline) { event in
        if case .complete = event { done() } else { gate.wait() }
      }
    case .monitor, .retryPolicy:
      request.response(delivery: .inline, responseSerializer: .data) { _ in done() }
    }
  }

  @Test(
    "Cancelling a request closes its connection while one of its closures blocks",
    arguments: TestedTransport.allCases)
  func cancellingClosesTheConnectionWhileAClosureBlocks(_ tested: TestedTransport) async throws {
    let isClosed = DispatchGroup()
    isClosed.enter()
    let server = try LoopbackServer { _ in
      [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst"), .awaitClose { isClosed.leave() }]
    }
    let gate = Gate()
    let (isBlocked, hasEnded) = (DispatchGroup(), DispatchGroup())
    isBlocked.enter()
    hasEnded.enter()
    let session = try tested.session()
    let request = session.get(try server.url()).onHTTPResponse { _ in
      isBlocked.leave()
      gate.wait()
    }
    request.response(delivery: .inline, responseSerializer: .data) { _ in hasEnded.leave() }
    #expect(await isBlocked.ended())
    request.cancel()
    #expect(await isClosed.ended())
    gate.open()
    #expect(await hasEnded.ended())
  }

  @Test("The events of a request stay in order while its closures block", arguments: TestedTransport.allCases)
  func eventsStayInOrderWhileClosuresBlock(_ tested: TestedTransport) async throws {
    let chunks = (0..<50).map { "\($0) " }
    let gate = Gate()
    let server = try LoopbackServer { _ in
      let length = chunks.joined().utf8.count
      return [.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")]
        + chunks.enumerated().flatMap { index, chunk -> [WireStep] in
          index == 25 ? [.run { gate.open() }, .send(chunk)] : [.send(chunk)]
        }
    }
    let received = Locked("")
    let isBusy = Locked(false)
    let hasEnded = DispatchGroup()
    hasEnded.enter()
    try tested.session().get(server.url()).responseStream(delivery: .inline) { event in
      #expect(
        !isBusy.update { isBusy in
          defer { isBusy = true }
          return isBusy
        })
      gate.wait()
      if case .chunk(let data) = event { received.update { $0 += String(decoding: data, as: UTF8.self) } }
      isBusy.update { $0 = false }
      if case .complete = event { hasEnded.leave() }
    }
    #expect(await hasEnded.ended())
    expectEqual(received.value, chunks.joined())
  }

  @Test("A slot is freed even while the completion handler of its request blocks")
  func aSlotIsFreedWhileAHandlerBlocks() async throws {
    let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
    for tested in TestedTransport.allCases {
      let gate = Gate()
      let (blocked, others) = (DispatchGroup(), DispatchGroup())
      let session = try tested.session { $0.maximumConcurrentRequests = 1 }
      blocked.enter()
      start(.completionHandler, session.get(try server.url()), gate) { blocked.leave() }
      for _ in 0..<4 {
        others.enter()
        session.get(try server.url()).response(delivery: .inline, responseSerializer: .data) { _ in
          others.leave()
        }
      }
      #expect(await others.ended())
      gate.open()
      #expect(await blocked.ended())
    }
  }

  @Test("Timers fire while closures called by other timers block")
  func timersFireWhileOthersBlock() async {
    let timer = DispatchTimer()
    let gate = Gate()
    let (blocked, others) = (DispatchGroup(), DispatchGroup())
    for number in 0..<72 {
      let group = number < 64 ? blocked : others
      group.enter()
      _ = timer.schedule(after: .milliseconds(1)) {
        if number < 64 { gate.wait() }
        group.leave()
      }
    }
    #expect(await others.ended())
    gate.open()
    #expect(await blocked.ended())
  }
}

/// A gate that closures wait for.
private final class Gate: Sendable {
  private let isOpen = DispatchGroup()

  init() { isOpen.enter() }

  func open() { isOpen.leave() }

  func wait() { _ = isOpen.wait(timeout: .patience) }
}

private struct BlockingSerializer: ResponseSerializer {
  let gate: Gate

  func serialize(_ response: ReceivedResponse) throws -> Int {
    gate.wait()
    return response.data.count
  }
}

private struct BlockingMonitor: EventMonitor {
  let gate: Gate

  func request(_ id: RequestID, did event: RequestEvent) {
    if case .finished(let received, _) = event, received.request.url.path == "/blocked" { gate.wait() }
  }
}

extension TestedTransport {
  func session(_ change: (inout SessionConfiguration) -> Void = { _ in }) throws -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.callbackQueue = DispatchQueue(label: "callbacks")
    change(&configuration)
    return NetworkSession(configuration: configuration, transport: try make())
  }
}
