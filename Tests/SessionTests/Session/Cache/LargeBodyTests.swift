#if os(Linux)
  import Dispatch
  import Foundation
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// Bodies that a cache may not keep pass through it.
  @Suite struct LargeBodyTests {
    #if THREAD_SANITIZER
      // Thread Sanitizer keeps shadow memory for the memory in use.
      private static let memoryLimit = 48 << 20
    #else
      private static let memoryLimit = 16 << 20
    #endif

    @Test("64 MiB without a length pass through a cache in 16 MiB of memory, and leave no file", .heavy)
    func aBodyThatMustNotBeStoredIsDeliveredInLittleMemory() async throws {
      await #expect(processExitsWith: .success) {
        ProcessFigures.shareMemoryAmongThreads()
        let fixture = try DiskFixture()
        let caches: [HTTPCache] = [
          .memory(limit: 32 << 20), try .disk(at: fixture.directory, limit: 32 << 20),
        ]
        for cache in caches {
          let transport = FloodingTransport(chunks: 1024)
          var configuration = SessionConfiguration()
          configuration.cache = cache
          let monitor = CacheMonitor()
          configuration.monitors = [monitor]
          let session = NetworkSession(configuration: configuration, transport: transport)
          let before = ProcessFigures.resident
          let (received, peak) = (Locked(0), Locked(0))
          let isDone = Captured<Bool>()
          session.get("https://example.com/long").responseStream(delivery: .inline) { event in
            switch event {
            case .chunk(let chunk):
              let count = received.update { count in
                count += chunk.count
                return count
              }
              guard count % (1 << 20) == 0 else { return }
              let growth = ProcessFigures.resident - before
              peak.update { $0 = max($0, growth) }
            case .complete: isDone.set(true)
            case .head: break
            }
          }
          try #require(await isDone.next(within: .patience) == true)
          try #require(received.value == 64 << 20)
          try #require(peak.value <= Self.memoryLimit, "\(peak.value) bytes")
          try #require(monitor.events == [.forwarded(.uriMiss), .refused(.size)])
          try #require(cache.store.count == 0)
          try #require(cache.size == 0)
        }
        try #require(fixture.files.isEmpty)
      }
    }
  }

  /// A transport that sends chunks of 64 KiB as fast as it can, and pauses when it is asked to.
  private final class FloodingTransport: Transport {
    private let chunks: Int

    init(chunks: Int) { self.chunks = chunks }

    func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
      FloodingTask(chunks, receiver)
    }
  }

  private final class FloodingTask: TransportTask {
    private struct State: Sendable {
      var rest: Int
      var isPaused = false
      var hasEnded = false
    }

    private let state: Locked<State>
    private let receiver: any TransportReceiver
    private let queue = DispatchQueue(label: "flooding")

    init(_ chunks: Int, _ receiver: any TransportReceiver) {
      state = Locked(State(rest: chunks))
      self.receiver = receiver
    }

    func resume() {
      queue.async { [self] in
        receiver.receive(.head(ResponseHead(status: 200, headers: ["Cache-Control": "max-age=60"])))
      }
      send()
    }

    func pause() { state.update { $0.isPaused = true } }

    func proceed() {
      state.update { $0.isPaused = false }
      send()
    }

    func cancel() { state.update { $0.rest = 0 } }

    private func send() { queue.async { [self] in while sendOne() {} } }

    /// Sends the next chunk; returns false when there is nothing to send now.
    private func sendOne() -> Bool {
      let event: TransportEvent? = state.update { state in
        guard !state.isPaused, !state.hasEnded else { return nil }
        guard state.rest > 0 else {
          state.hasEnded = true
          return .finished(TransportTimings())
        }
        state.rest -= 1
        return .body(Data(repeating: 1, count: 65_536))
      }
      guard let event else { return false }
      receiver.receive(event)
      return true
    }
  }
#endif
