import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

#if !canImport(Darwin)
  /// Foundation on Linux reports on the transport's queue what was sent, and on libcurl's thread that the connection is
  /// lost.
  @Suite struct LostConnectionOrderTests {
    private let transport = URLSessionTransport()
    private let events = URLSessionEvents()
    private let log = EventLog()
    private let gate = DispatchSemaphore(value: 0)

    /// A task whose callbacks wait until the gate opens.
    private func heldTask() throws -> URLSessionTask {
      let url = try #require(URL(string: "https://example.com/a"))
      let request = TransportRequest(method: .put, url: url, body: .data(Data(repeating: 1, count: 100)))
      let task = URLTransportTask(request, receiver: log, bufferLimit: 1, transport: transport)
      let urlTask = URLSession.shared.dataTask(with: url)
      events.keep(task, for: urlTask)
      events.queue.async { [gate] in gate.wait() }
      return urlTask
    }

    private func report(sent count: Int64, of task: URLSessionTask) {
      events.queue.async { [events] in
        events.urlSession(
          .shared, task: task, didSendBodyData: count, totalBytesSent: count, totalBytesExpectedToSend: 100)
      }
    }

    private func reportLoss(of task: URLSessionTask) {
      events.urlSession(.shared, task: task) { (_: InputStream?) in }
    }

    @Test(arguments: [(100, "failed head"), (50, "failed send")])
    func whatWasSentBeforeALossIsReported(count: Int64, end: String) async throws {
      let task = try heldTask()
      report(sent: count, of: task)
      reportLoss(of: task)
      gate.signal()
      await log.end()
      expectEqual(log.sent, [count])
      expectEqual(log.summary, [end])
    }

    @Test func aTaskIsNotEndedBeforeItsQueueHasKeptIt() async throws {
      let task = try heldTask()
      reportLoss(of: task)
      let early = log.summary
      gate.signal()
      await log.end()
      expectTrue(early.isEmpty)
      expectEqual(log.summary, ["failed head"])
    }
  }
#endif
