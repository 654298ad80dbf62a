import Foundation
import TestSupport
import Testing

@testable import Net

/// A task releases its body at its end, and what the body refers to may call the task then.
@Suite struct ReleasedBodyTests {
  /// Cancels its task when it is released.
  private final class Owner: Sendable {
    let task: Locked<(any TransportTask)?>

    init(_ task: Locked<(any TransportTask)?>) { self.task = task }
    deinit { task.value?.cancel() }

    func bytes() -> InputStream { InputStream(data: Data([1, 2, 3])) }
  }

  private final class End: TransportReceiver {
    let ended = AsyncStream.makeStream(of: Void.self)

    func receive(_ event: TransportEvent) { if event.isLast { ended.continuation.finish() } }
  }

  @Test(arguments: [true, false])
  func aBodyThatCancelsItsTaskIsReleasedWithoutALockHeld(isOfURLSession: Bool) async throws {
    let transport: any Transport = isOfURLSession ? URLSessionTransport() : PlatformTransport.standard()
    let url = try #require(URL(string: "http://127.0.0.1:9/"))
    let (end, link) = (End(), Locked<(any TransportTask)?>(nil))
    func make() -> any TransportTask {
      let owner = Owner(link)
      let body = BodyStream(isRepeatable: false, inputStream: { owner.bytes() })
      return transport.task(
        for: TransportRequest(method: .post, url: url, body: .stream(body)), receiver: end)
    }
    let task = make()
    link.update { $0 = task }
    task.cancel()
    for await _ in end.ended.stream {}
    link.update { $0 = nil }
  }
}
