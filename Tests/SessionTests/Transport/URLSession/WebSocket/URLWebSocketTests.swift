import Foundation
import TestSupport
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// WebSockets over Foundation's task, which a script stands in for.
///
/// It does what Apple documents, in every order where nothing is documented.
@Suite struct URLWebSocketTests {
  /// A task that was started over a scripted socket.
  private struct Run {
    let socket = ScriptedFoundationSocket()
    let log: WebSocketEventLog
    let task: URLWebSocketTask

    init(
      subprotocols: [String] = [], log: WebSocketEventLog = WebSocketEventLog(),
      _ change: (inout WebSocketOptions) -> Void = { _ in }
    ) {
      self.log = log
      var options = WebSocketOptions()
      change(&options)
      task = URLWebSocketTask(
        subprotocols: subprotocols, options: options, receiver: log, crew: JobCrew("net-test")
      ) { [socket] task in
        _ = task.started(socket)
      }
    }

    /// Resumes the task and reports that the handshake has succeeded.
    func open(_ headers: HTTPHeaders = [:], subprotocol: String? = nil) async {
      task.resume()
      task.handle { $0.opened(ResponseHead(status: 101, headers: headers), subprotocol: subprotocol) }
      await waitPatiently { log.summary == ["opened"] && socket.log.contains("receive") }
    }

    func complete(_ error: (any Error)? = nil, head: ResponseHead? = nil) {
      task.handle { [closure = socket.closure] in $0.completed(error, head: head, closure: closure) }
    }
  }

  private static let lost = URLError(.networkConnectionLost)
  private static let bye = WebSocketClosure(code: .goingAway, reason: "bye")

  @Test func messagesAreReceivedOneAfterTheOther() async {
    let run = Run()
    await run.open()
    run.socket.receives(.success(.text("a")))
    await waitPatiently { run.socket.log.count == 2 }
    run.socket.receives(.success(.data(Data([1, 2]))))
    await waitPatiently { run.log.events.count == 3 }
    expectEqual(run.log.summary, ["opened", "a", "2 bytes"])
    run.task.cancel()
    await run.log.end()
  }

  @Test func nothingIsReceivedWhileTheTaskIsPaused() async {
    let run = Run()
    await run.open()
    run.task.pause()
    run.socket.receives(.success(.text("a")))
    // The completion of a send is delivered after what was to be delivered before.
    let isSent = AsyncStream.makeStream(of: Void.self)
    run.task.send(.text("b")) { _ in isSent.continuation.finish() }
    run.socket.sends()
    for await _ in isSent.stream {}
    expectEqual(run.log.summary, ["opened"])
    expectEqual(run.socket.log, ["receive", "send 1"])
    run.task.proceed()
    await waitPatiently { run.socket.log.count == 3 && run.log.events.count == 2 }
    expectEqual(run.log.summary, ["opened", "a"])
    run.task.cancel()
    await run.log.end()
  }

  @Test func sendsWaitForEachOtherAndTheCloseFrameForThem() async {
    let run = Run()
    let results = Locked<[String]>([])
    run.task.send(.text("a")) { error in results.update { $0.append("a \(error == nil)") } }
    await run.open()
    #expect(run.socket.log.contains("send 1"))
    run.task.send(.text("bb")) { error in results.update { $0.append("bb \(error == nil)") } }
    run.task.close(Self.bye)
    run.task.send(.text("late")) { error in
      results.update { $0.append("late \(error as? WebSocketError == .notOpen)") }
    }
    expectEqual(results.value, ["late true"])
    run.socket.sends()
    run.socket.sends()
    await waitPatiently { run.socket.log.contains("close 1001 bye") && results.value.count == 3 }
    expectEqual(results.value, ["late true", "a true", "bb true"])
    expectEqual(run.socket.log.filter { $0 != "receive" }, ["send 1", "send 2", "close 1001 bye"])
    run.task.cancel()
    await run.log.end()
  }

  /// The orders in which Foundation may report a close frame of the server.
  @Test(arguments: [
    ["closed", "receive", "completed"], ["receive", "closed", "completed"], ["closed", "completed"],
    ["receive", "completed"], ["completed"],
  ])
  func aCloseFrameEndsTheTaskInWhicheverOrderItIsReported(order: [String]) async {
    let run = Run()
    await run.open()
    run.socket.receives(.success(.text("last")))
    await waitPatiently { run.socket.log.count == 2 }
    if order != ["receive", "closed", "completed"] { run.socket.state.update { $0.closure = Self.bye } }
    for step in order {
      switch step {
      case "closed": run.task.handle { $0.closed(Self.bye) }
      case "receive": run.socket.receives(.failure(Self.lost))
      default: run.complete(Self.lost)
      }
    }
    await run.log.end()
    expectEqual(run.log.summary, ["opened", "last", "closed 1001"])
  }

  @Test func aCloseFrameOfTheServerAfterTheClientsEndsTheTask() async {
    let run = Run()
    await run.open()
    run.task.pause()
    run.task.close(WebSocketClosure(code: .normal))
    run.socket.receives(.success(.text("discarded")))
    run.task.handle { $0.closed(Self.bye) }
    run.task.proceed()
    await run.log.end()
    expectEqual(run.log.summary, ["opened", "closed 1001"])
  }

  @Test func withoutACloseFrameOfTheServerTheTaskEndsWithoutACode() async {
    let run = Run()
    await run.open()
    run.task.close(WebSocketClosure(code: .normal))
    run.socket.receives(.failure(URLError(.cancelled)))
    run.complete(URLError(.cancelled))
    await run.log.end()
    expectEqual(run.log.summary, ["opened", "closed 1005"])
  }

  @Test func anErrorAfterTheClientsCloseFrameIsReported() async {
    let run = Run()
    await run.open()
    run.task.close(WebSocketClosure(code: .normal))
    run.complete(Self.lost)
    await run.log.end()
    expectEqual((run.log.error as? URLError)?.code, .networkConnectionLost)
  }

  @Test func aCodeThatFoundationDoesNotKnowIsInvalid() async {
    let run = Run()
    await run.open()
    run.socket.state.update { $0.hasCode = false }
    run.task.close(WebSocketClosure(code: WebSocketCloseCode(rawValue: 4000)))
    await run.log.end()
    expectEqual(run.log.error as? WebSocketError, .invalidClosure)
    expectEqual(run.socket.log.last, "cancel")
  }

  @Test func aLostConnectionFailsWithTheErrorOfFoundation() async {
    let run = Run()
    await run.open()
    let errors = Locked<[WebSocketError?]>([])
    run.task.send(.text("a")) { error in errors.update { $0.append(error as? WebSocketError) } }
    run.socket.receives(.failure(Self.lost))
    await waitPatiently { run.socket.log.last == "cancel" }
    run.complete(URLError(.cancelled))
    await run.log.end()
    expectEqual((run.log.error as? URLError)?.code, .networkConnectionLost)
    expectEqual(run.log.summary, ["opened", "failed body"])
    expectEqual(errors.value.count, 1)
  }

  @Test func anEndWithoutAnErrorIsALostConnection() async {
    let run = Run()
    await run.open()
    run.complete()
    await run.log.end()
    expectEqual(run.log.error as? WebSocketError, .connectionLost)
  }

  @Test func aMessageBeyondTheLimitFailsWithATypedError() async {
    let run = Run { $0.maximumMessageSize = 3 }
    await run.open()
    run.socket.receives(.success(.text("abc")))
    await waitPatiently { run.socket.log.count == 2 }
    run.socket.receives(.success(.text("abcd")))
    await run.log.end()
    expectEqual(run.log.error as? WebSocketError, .messageTooLarge(limit: 3))
    expectEqual(run.socket.log.last, "cancel")
  }

  /// Another thread may deliver the last event before the actions of the input that ended the task are performed.
  @Test func theSocketIsCancelledEvenIfTheEndIsDeliveredFirst() async {
    let isDelivered = DispatchSemaphore(value: 0)
    let run = Run(log: WebSocketEventLog { event in if event.isLast { isDelivered.signal() } }) {
      $0.maximumMessageSize = 3
    }
    await run.open()
    run.socket.state.update { $0.onPing = { isDelivered.wait() } }
    run.task.handle { state in
      let actions = state.received(.success(.text("abcd")), closure: nil)
      return [.deliver, .ping] + actions
    }
    expectEqual(run.socket.log, ["receive", "ping", "cancel"])
  }

  @Test func pongsAreReported() async {
    let run = Run()
    run.task.ping()
    await run.open()
    run.task.ping()
    run.task.ping()
    run.socket.pongs()
    run.socket.pongs(Self.lost)
    await waitPatiently { run.log.events.count == 2 }
    expectEqual(run.log.summary, ["opened", "pong"])
    run.task.cancel()
    await run.log.end()
  }

  @Test func aRefusedHandshakeIsAResponseWithoutABody() async {
    let run = Run()
    run.task.resume()
    run.complete(URLError(.badServerResponse), head: ResponseHead(status: 403, headers: ["X-A": "1"]))
    await run.log.end()
    expectEqual(run.log.summary, ["head 403", "finished"])
  }

  @Test func a101ThatFoundationRejectsFailsWithItsHead() async {
    let run = Run()
    run.task.resume()
    run.complete(URLError(.badServerResponse), head: ResponseHead(status: 101))
    await run.log.end()
    expectEqual(run.log.summary, ["head 101", "failed head"])
  }

  @Test func aHostThatIsNotFoundFailsInItsPhase() async {
    let run = Run()
    run.task.resume()
    run.complete(URLError(.cannotFindHost))
    await run.log.end()
    expectEqual(run.log.summary, ["failed nameLookup"])
  }

  @Test func anUntrustedServerFailsWithTheReason() async {
    let run = Run()
    run.task.resume()
    run.task.handle { state in
      state.distrusted(URLError(.serverCertificateUntrusted))
      return []
    }
    run.complete(URLError(.cancelled))
    await run.log.end()
    expectEqual(run.log.summary, ["failed secureConnection"])
    expectEqual((run.log.error as? URLError)?.code, .serverCertificateUntrusted)
  }

  @Test func theOpeningHasTheSubprotocolAndTheExtension() async throws {
    let run = Run(subprotocols: ["v1", "v2"])
    await run.open(["Sec-WebSocket-Extensions": "permessage-deflate; x=1"], subprotocol: "v2")
    let opening = try #require(run.log.opening)
    expectEqual(opening.subprotocol, "v2")
    expectTrue(opening.isCompressed)
    run.task.cancel()
    await run.log.end()
  }

  @Test func aSubprotocolThatWasNotRequestedFails() async {
    let run = Run(subprotocols: ["v1"])
    run.task.resume()
    run.task.handle { $0.opened(ResponseHead(status: 101), subprotocol: "v9") }
    await run.log.end()
    expectEqual(run.log.error as? WebSocketError, .handshake(.subprotocol("v9")))
    expectEqual(run.socket.log, ["cancel"])
  }

  @Test func aTaskIsCancelledInEveryState() async {
    let ready = Run()
    ready.task.cancel()
    ready.task.resume()
    await ready.log.end()
    expectEqual(ready.log.summary, ["cancelled"])
    expectTrue(ready.socket.log.isEmpty)

    let connecting = Run()
    connecting.task.resume()
    connecting.task.cancel()
    await connecting.log.end()
    expectEqual(connecting.log.summary, ["cancelled"])
    expectEqual(connecting.socket.log, ["cancel"])

    let open = Run()
    await open.open()
    open.task.pause()
    open.task.cancel()
    open.task.cancel()
    open.complete(URLError(.cancelled))
    await open.log.end()
    expectEqual(open.log.summary, ["opened", "cancelled"])
    expectEqual(open.socket.log, ["receive", "cancel"])
  }

  @Test(
    arguments: [
      (0, nil), (1000, 1000), (1005, 1005), (1006, nil), (1015, nil), (4321, 4321), (-1, nil), (70_000, nil),
    ] as [(Int, UInt16?)])
  func onlyCodesOfCloseFramesAreClosures(code: Int, expected: UInt16?) {
    expectEqual(WebSocketClosure(foundationCode: code, reason: nil)?.code.rawValue, expected)
  }
}
