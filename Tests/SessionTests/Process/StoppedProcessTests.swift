#if os(Linux)
  import Dispatch
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Net

  /// A process that is stopped in the middle of a transfer (`SIGSTOP`), as by a debugger or a container.
  @Suite struct StoppedProcessTests {
    @Test("A transfer continues after its process was stopped and continued")
    func aTransferContinuesAfterAStop() async {
      await #expect(processExitsWith: .success) {
        let identifier = Locked<pid_t?>(nil)
        let server = try LoopbackServer { _ in
          [
            .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst"),
            .run {
              guard let child = identifier.value else { return }
              kill(child, SIGSTOP)
              // Waits until the system reports the stop, before anything else is sent.
              var status: Int32 = 0
              // The pointer is valid during the call.
              while unsafe waitpid(child, &status, WUNTRACED) < 0, errno == EINTR {}
            }, .send("again"),
            .run {
              if let child = identifier.value { kill(child, SIGCONT) }
            },
          ]
        }
        let url = try server.url()
        let mayBegin = Pipe()
        let begin = mayBegin.fileHandleForReading.fileDescriptor
        let child = try ForkedChild {
          var byte: UInt8 = 0
          // The pointer is valid during the call.
          _ = unsafe read(begin, &byte, 1)
          let body = Locked("")
          let hasEnded = DispatchSemaphore(value: 0)
          let receiver = CountingReceiver { chunk in
            body.update { $0 += String(decoding: chunk, as: UTF8.self) }
          }
          receiver.onEnd { hasEnded.signal() }
          guard let transport = try? CurlTransport() else { return 1 }
          transport.task(for: TransportRequest(url: url), receiver: receiver).resume()
          guard hasEnded.wait(timeout: .patience) == .success else { return 2 }
          return receiver.isFinished && body.value == "firstagain" ? 0 : 3
        }
        identifier.update { $0 = child.identifier }
        try mayBegin.fileHandleForWriting.write(contentsOf: Data([1]))
        try #require(child.wait() == .exited(0))
      }
    }
  }
#endif
