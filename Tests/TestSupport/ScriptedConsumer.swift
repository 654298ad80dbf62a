package import Foundation
package import Net

/// A consumer that is ready for the next chunk when the test says so, or at once.
package final class ScriptedConsumer: BodyConsumer {
  private struct State: Sendable {
    var log: [String] = []
    var next: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())
  private let takesAtOnce: Bool

  package init(takesAtOnce: Bool = false) { self.takesAtOnce = takesAtOnce }

  /// The head and the chunks received so far.
  package var log: [String] { state.value.log }

  package func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    state.update { $0.log.append("head \(head.status)") }
    next()
  }

  package func take(_ chunk: Data, next: @escaping @Sendable () -> Void) {
    state.update { state in
      state.log.append(String(decoding: chunk, as: UTF8.self))
      if !takesAtOnce { state.next.append(next) }
    }
    if takesAtOnce { next() }
  }

  /// Calls the last `next` closure, by default once.
  package func proceed(times: Int = 1) {
    guard let next = state.update({ $0.next.popLast() }) else { return }
    for _ in 0..<times { next() }
  }
}

extension SessionFixture {
  /// Starts a request whose body is streamed to a consumer.
  package func stream<Configured>(
    to consumer: ScriptedConsumer, buffer: StreamBuffer = .backPressure(),
    _ configure: (any NetworkRequesting) -> Configured = { _ in }
  ) -> Started<Void> {
    let request = session.request(RequestDescription("https://example.com/a"))
    _ = configure(request)
    _ = request.configure { $0.destination = .consumer(consumer, buffer: buffer) }
    return Started(request, responseSerializer: .void)
  }
}

extension SessionFixture.Started<Void> {
  /// The bytes that the error keeps.
  package var text: String? { (outcome?.error?.data).map { String(decoding: $0, as: UTF8.self) } }
}

extension ScriptedTask {
  /// Sends the head of a response.
  package func begin(_ status: Int = 200, headers: HTTPHeaders = [:]) {
    send(.head(ResponseHead(status: status, headers: headers, url: request.url)))
  }

  /// Sends a chunk of the body.
  package func give(_ text: String) { send(.body(Data(text.utf8))) }

  /// Sends the end of the response.
  package func finish() { send(.finished(TransportTimings())) }
}
