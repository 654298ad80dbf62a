import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The error of a `URLProtocol` may call the task that it ends when it is asked about itself, so no lock is held then.
@Suite struct ReentrantURLErrorTests {
  private let error = CallingError()
  private let asked = Locked(0)

  private func call(_ action: @escaping @Sendable () -> Void) {
    error.action.update { [asked] in
      $0 = {
        asked.update { $0 += 1 }
        action()
      }
    }
  }

  @Test(arguments: [false, true])
  func anErrorMayCallTheRequestThatItFails(_ cancels: Bool) async throws {
    let stubs = URLStubs()
    stubs.stub(.everything, with: .failure(error))
    let transport = try URLSessionTransport(configuration: StubURLProtocol.configuration(stubs))
    let request = NetworkSession(transport: transport).get("https://example.com/a")
    call { [weak request] in
      if cancels { request?.cancel() } else { _ = (request?.response, request?.state) }
    }
    let reason = await request.response(.data).error?.reason
    expectEqual(reason, cancels ? .cancelled : .transport(.head))
    #expect(asked.value > 0)
  }

  @Test func anErrorMayCancelTheWebSocketThatItEnds() async throws {
    let events = URLSessionEvents()
    let log = WebSocketEventLog()
    let socket = ScriptedFoundationSocket()
    let task = URLWebSocketTask(
      subprotocols: [], options: WebSocketOptions(), receiver: log, crew: JobCrew("net-test")
    ) { task in
      _ = task.started(socket)
    }
    task.resume()
    let url = try #require(URL(string: "https://example.com/a"))
    let urlTask = URLSession.shared.dataTask(with: url)
    events.keep(task, for: urlTask)
    call { task.cancel() }
    events.urlSession(URLSession.shared, task: urlTask, didCompleteWithError: error)
    await log.end()
    expectEqual(log.summary, ["cancelled"])
    #expect(asked.value > 0)
  }
}
