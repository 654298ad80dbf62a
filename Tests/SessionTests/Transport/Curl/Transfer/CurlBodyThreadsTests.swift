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
  }
#endif
