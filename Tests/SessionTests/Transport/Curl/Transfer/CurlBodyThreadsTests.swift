#if os(Linux)
  import Dispatch
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlBodyThreadsTests {
    private struct EmptyReader: BodyReader {
      mutating func read(atMost count: Int) -> Data? { nil }
    }

    /// More than Dispatch has threads for all serial queues of a process.
    private static let count = 300

    @Test func readersThatBlockLeaveTheQueuesOfAProgramTheirThreads() async {
      let (gate, ran) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let open = DispatchGroup()
      for _ in 0..<Self.count {
        open.enter()
        let stream = BodyStream {
          gate.wait()
          return EmptyReader()
        }
        _ = CurlBody.open(.stream(stream)) {
        } completion: { _ in
          open.leave()
        }
      }
      DispatchQueue(label: "a queue of the program").async { ran.signal() }
      expectEqual(ran.wait(timeout: .patience), .success)
      for _ in 0..<Self.count { gate.signal() }
      #expect(await open.ended())
    }

    @Test("A forked child has its own threads for bodies", .heavy)
    func aForkedChildHasItsOwnThreads() async throws {
      await #expect(processExitsWith: .success) {
        // Leaves a thread that waits for the next job.
        await withCheckedContinuation { continuation in
          BlockingThreads.bodies.add { continuation.resume() }
        }
        let child = try ForkedChild {
          let ran = DispatchSemaphore(value: 0)
          BlockingThreads.bodies.add { ran.signal() }
          return ran.wait(timeout: .patience) == .success ? 0 : 1
        }
        try #require(child.wait() == .exited(0))
      }
    }
  }
#endif
