public import Foundation

extension NetworkRequesting {
  /// The body of the response piece by piece, to be iterated with `for try await`.
  ///
  /// ```swift
  /// for try await piece in network.get("log").pieces() { parser.parse(piece) }
  /// ```
  ///
  /// The request starts with the first step of the iteration, and each further step asks for the next piece, so a slow
  /// loop holds up the sender as far as the buffer says. It is iterated once. Leaving the loop cancels the request, and
  /// so does cancelling the task, which throws `CancellationError`.
  ///
  /// What is streamed, and what is refused, is as with ``responseStream(queue:buffer:handler:)``.
  public func pieces(buffer: StreamBuffer = .backPressure()) -> ResponsePieces {
    ResponsePieces(request: self, buffer: buffer)
  }
}

/// The pieces of a response body as an asynchronous sequence of `Data`, which throws ``NetworkError``.
public struct ResponsePieces: AsyncSequence, Sendable {
  /// The request, for its head and for cancelling.
  public let request: any NetworkRequesting
  private let buffer: StreamBuffer

  init(request: any NetworkRequesting, buffer: StreamBuffer) {
    self.request = request
    self.buffer = buffer
  }

  /// Begins the iteration; nothing is sent before its first step.
  public func makeAsyncIterator() -> Iterator { Iterator(PieceInbox(request, buffer)) }

  /// The iteration.
  public struct Iterator: AsyncIteratorProtocol {
    private let inbox: PieceInbox
    // Cancels the request when the iterator goes.
    private let lifetime: Lifetime

    init(_ inbox: PieceInbox) {
      self.inbox = inbox
      lifetime = Lifetime(inbox.request)
    }

    /// The response, without its body; known once that has begun.
    var response: ReceivedResponse? { inbox.response }

    /// The next piece; nil at the end.
    public func next() async throws -> Data? { try await inbox.next() }
  }

  private final class Lifetime: Sendable {
    private let request: any NetworkRequesting

    init(_ request: any NetworkRequesting) { self.request = request }

    deinit { request.cancel() }
  }
}

/// Holds the one piece that an iteration has been offered, until it asks for it.
final class PieceInbox: DecodingConsumer {
  private typealias Step = CheckedContinuation<Data?, any Error>

  private struct State {
    var hasStarted = false
    var response: ReceivedResponse?
    var offered: (piece: Data, next: @Sendable () -> Void)?
    /// Asks for the piece after the one that was taken.
    var next: (@Sendable () -> Void)?
    var waiting: Step?
    var end: Result<Void, NetworkError>?
  }

  let request: any NetworkRequesting
  private let buffer: StreamBuffer
  private let state = Lock(State())

  init(_ request: any NetworkRequesting, _ buffer: StreamBuffer) {
    self.request = request
    self.buffer = buffer
  }

  /// The response, without its body; known once that has begun.
  var response: ReceivedResponse? { state.withLock { $0.response } }

  func prepare(for response: ReceivedResponse) {
    // That of an earlier attempt is let go of outside the lock.
    _ = state.withLock { state in
      defer { state.response = response }
      return state.response
    }
  }

  func take(_ piece: Data, next: @escaping @Sendable () -> Void) {
    let step = state.withLock { state -> Step? in
      guard let step = state.waiting else {
        state.offered = (piece, next)
        return nil
      }
      state.waiting = nil
      state.next = next
      return step
    }
    step?.resume(returning: piece)
  }

  func next() async throws -> Data? {
    do {
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { step in wait(step) }
      } onCancel: {
        request.cancel()
      }
    } catch let error as NetworkError {
      if case .cancelled = error.reason { try Task.checkCancellation() }
      throw error
    }
  }

  private enum Turn: Sendable {
    case start
    case proceed(@Sendable () -> Void)
    case give(Data)
    case end(Result<Void, NetworkError>)
    case wait
  }

  private func wait(_ step: Step) {
    let turn = state.withLock { state -> Turn in
      if let (piece, next) = state.offered {
        state.offered = nil
        state.next = next
        return .give(piece)
      }
      if let end = state.end { return .end(end) }
      state.waiting = step
      if let next = state.next {
        state.next = nil
        return .proceed(next)
      }
      defer { state.hasStarted = true }
      return state.hasStarted ? .wait : .start
    }
    switch turn {
    case .start: start()
    case .proceed(let next): next()
    case .give(let piece): step.resume(returning: piece)
    case .end(let end): Self.finish(step, end)
    case .wait: break
    }
  }

  private func start() {
    request.stream(to: self, buffer: buffer, delivery: .inline, call: "pieces") { [self] response in
      let step = state.withLock { state -> Step? in
        state.end = response.result
        defer { state.waiting = nil }
        return state.waiting
      }
      if let step { Self.finish(step, response.result) }
    }
  }

  private static func finish(_ step: Step, _ end: Result<Void, NetworkError>) {
    switch end {
    case .success: step.resume(returning: nil)
    case .failure(let error): step.resume(throwing: error)
    }
  }
}
