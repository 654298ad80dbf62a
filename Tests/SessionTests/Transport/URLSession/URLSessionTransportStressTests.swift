import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if os(macOS) || os(Linux) || os(Windows)
  /// Failures that show only under load.
  ///
  /// Each test runs in a separate process, so a crash fails only one.
  @Suite(.heavy) struct URLSessionTransportStressTests {
    @Test func twelveThousandRacesWithCancellationEndOnceEach() async {
      await #expect(processExitsWith: .success) {
        let server = MockServer()
        server.stub(.everything, with: .data(Data(repeating: 0x78, count: 3000)))
        try server.start()
        let transport = URLSessionTransport(maximumConnectionsPerHost: 16)
        var all: [EndCount] = []
        for round in 0..<120 {
          let ends = (0..<100).map { _ in EndCount() }
          for (number, end) in ends.enumerated() {
            let task = transport.task(for: TransportRequest(url: server.baseURL), receiver: end)
            switch number % 10 {
            case 0: break
            case 1: task.cancel()
            default:
              DispatchQueue.global().async {
                // Varies from at once to about the arrival of the response.
                for _ in 0..<(number * (round % 12)) { _ = end.count }
                task.cancel()
              }
            }
            task.resume()
          }
          for end in ends { await end.wait() }
          all += ends
        }
        // A last request, after any remaining events of the others.
        let last = EndCount()
        transport.task(for: TransportRequest(url: server.baseURL), receiver: last).resume()
        await last.wait()
        try #require(all.count == 12_000)
        try #require(all.allSatisfy { $0.count == 1 })
        let never = all.indices.filter { $0 % 10 == 0 }
        try #require(never.allSatisfy { all[$0].isFinished })
        let atOnce = all.indices.filter { $0 % 10 == 1 }
        try #require(atOnce.allSatisfy { all[$0].isFinished == false })
        server.stop()
      }
    }

    @Test func aThousandRedirectsCancelledOnArrivalEndOnceEach() async {
      await #expect(processExitsWith: .success) {
        let current = Locked<(any TransportTask)?>(nil)
        let server = try LoopbackServer { _ in
          [.respond("302 Found", headers: ["Location: /next"]), .run { current.value?.cancel() }]
        }
        let url = try server.url()
        let transport = URLSessionTransport()
        for _ in 0..<1000 {
          let end = EndCount()
          let task = transport.task(for: TransportRequest(url: url), receiver: end)
          current.update { $0 = task }
          task.resume()
          await end.wait()
          try #require(end.count == 1)
        }
      }
    }

    @Test func sixHundredRedirectsKeepTheirBodies() async {
      await #expect(processExitsWith: .success) {
        let server = MockServer()
        server.stub(.everything) { request in
          let hop = Int(request.url.lastPathComponent) ?? 0
          guard request.body == Data("body of \(request.url.pathComponents[1])".utf8) else {
            return .status(400)
          }
          if hop == 20 { return .data(request.body) }
          return .redirect(
            to: "/\(request.url.pathComponents[1])/\(hop + 1)", status: hop % 2 == 0 ? 307 : 308)
        }
        try server.start()
        var configuration = SessionConfiguration()
        configuration.baseURL = server.baseURL
        let network = NetworkSession(configuration: configuration)
        let matches = try await withThrowingTaskGroup(of: Bool.self) { group in
          for number in 0..<30 {
            group.addTask {
              let body = Data("body of r\(number)".utf8)
              return try await network.post("r\(number)/0", httpBody: body, contentType: "text/plain").data()
                == body
            }
          }
          return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        try #require(matches == [Bool](repeating: true, count: 30))
        try #require(server.requestCount == 630)
        server.stop()
      }
    }
  }

  /// Counts the ends of one task and lets a test await the first.
  private final class EndCount: TransportReceiver {
    private struct State {
      var count = 0
      var isFinished = false
      var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Locked(State())

    var count: Int { state.value.count }
    var isFinished: Bool { state.value.isFinished }

    func receive(_ event: TransportEvent) {
      let isFinished: Bool
      switch event {
      case .finished: isFinished = true
      case .failed: isFinished = false
      default: return
      }
      var waiting: CheckedContinuation<Void, Never>?
      state.update { state in
        state.count += 1
        state.isFinished = isFinished
        waiting = state.waiting
        state.waiting = nil
      }
      waiting?.resume()
    }

    func wait() async {
      await withCheckedContinuation { continuation in
        var hasEnded = false
        state.update { state in
          hasEnded = state.count > 0
          if !hasEnded { state.waiting = continuation }
        }
        if hasEnded { continuation.resume() }
      }
    }
  }
#endif
