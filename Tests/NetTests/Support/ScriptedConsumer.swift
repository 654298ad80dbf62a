import Foundation
import Net

/// A consumer that takes what it is given when the test says so, or at once.
final class ScriptedConsumer: BodyConsumer {
  private struct State: Sendable {
    var log: [String] = []
    var next: [@Sendable () -> Void] = []
  }

  private let state = Locked(State())
  private let takesAtOnce: Bool

  init(takesAtOnce: Bool = false) { self.takesAtOnce = takesAtOnce }

  /// What it was given.
  var log: [String] { state.value.log }

  func begin(_ head: ResponseHead, next: @escaping @Sendable () -> Void) {
    state.update { $0.log.append("head \(head.status)") }
    next()
  }

  func take(_ piece: Data, next: @escaping @Sendable () -> Void) {
    state.update { state in
      state.log.append(String(decoding: piece, as: UTF8.self))
      if !takesAtOnce { state.next.append(next) }
    }
    if takesAtOnce { next() }
  }

  /// Is done with the piece that it was given last, so many times over.
  func proceed(times: Int = 1) {
    guard let next = state.update({ $0.next.popLast() }) else { return }
    for _ in 0..<times { next() }
  }
}

extension SessionFixture {
  /// Starts a request whose body goes to a consumer.
  func stream(
    to consumer: ScriptedConsumer, buffer: StreamBuffer = .backPressure(),
    _ configure: (any NetworkRequesting) -> Void = { _ in }
  ) -> Started<Void> {
    let request = session.request(RequestDescription("https://example.com/a"))
    configure(request)
    request.configure { $0.destination = .consumer(consumer, buffer: buffer) }
    return Started(request, responseSerializer: .void)
  }
}

extension SessionFixture.Started<Void> {
  /// What had been received when it failed.
  var text: String? { (outcome?.error?.data).map { String(decoding: $0, as: UTF8.self) } }
}

extension ScriptedTask {
  /// Tells of the head of a response.
  func begin(_ status: Int = 200, headers: HTTPHeaders = [:]) {
    send(.head(ResponseHead(status: status, headers: headers, url: request.url)))
  }

  /// Tells of a piece of the body.
  func give(_ text: String) { send(.body(Data(text.utf8))) }

  /// Tells of the end.
  func finish() { send(.finished(TransportTimings())) }
}
