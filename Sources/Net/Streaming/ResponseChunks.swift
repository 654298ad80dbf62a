public import Foundation

extension NetworkRequesting {
  /// Returns the chunks of the response body, for `for try await`.
  ///
  /// ```swift
  /// for try await chunk in network.get("log").chunks() { parser.parse(chunk) }
  /// ```
  ///
  /// The first step of the iteration starts the request. Each further step asks for the next chunk. While the loop is
  /// busy, chunks are buffered and the connection is paused as the buffer says. The sequence can be iterated once: the
  /// first step of another iteration throws ``TransferFailure/alreadyStarted``, and the first one continues.
  /// Leaving the loop cancels the request. Cancelling the task cancels it too, and throws `CancellationError`.
  ///
  /// To see the head before the first chunk, such as to pass the response on, use
  /// ``NetworkRequesting/onHTTPResponse(_:)``, which is called while the first step waits:
  ///
  /// ```swift
  /// let request = network.get("log").onHTTPResponse { head in print(head.status) }
  /// for try await chunk in request.chunks() { print(chunk.count) }
  /// ```
  ///
  /// Only the body of an acceptable response is streamed; see ``responseStream(queue:buffer:handler:)``. Until its end,
  /// the response occupies a slot of ``SessionConfiguration/maximumConcurrentRequests``, even while the connection is
  /// paused.
  public func chunks(buffer: StreamBuffer = .backPressure()) -> ResponseChunks {
    ResponseChunks(request: self, buffer: buffer)
  }
}

/// The chunks of a response body, as an asynchronous sequence of `Data` that throws ``NetworkError``.
public struct ResponseChunks: AsyncSequence, Sendable {
  /// The request, for access to its head and for cancellation.
  public let request: any NetworkRequesting
  private let buffer: StreamBuffer

  init(request: any NetworkRequesting, buffer: StreamBuffer) {
    self.request = request
    self.buffer = buffer
  }

  /// Creates an iterator.
  ///
  /// Nothing is sent before its first step.
  public func makeAsyncIterator() -> Iterator { Iterator(ChunkInbox(request, buffer)) }

  /// Creates an iterator that returns nil at the end of the body, before the exchange ends, and again after it.
  func makeParsingIterator(isEventStream: Bool) -> Iterator {
    Iterator(ChunkInbox(request, buffer, reportsEnd: true, isEventStream: isEventStream))
  }

  /// The iterator.
  public struct Iterator: AsyncIteratorProtocol {
    private let inbox: ChunkInbox
    // Cancels the request, if its body comes here, when the iterator is released.
    private let lifetime: Lifetime

    init(_ inbox: ChunkInbox) {
      self.inbox = inbox
      lifetime = Lifetime(inbox)
    }

    /// The response without its body, or nil before the body begins.
    var response: ReceivedResponse? { inbox.response }

    /// Returns whether the request was ended at once; it is known once the body begins.
    var endedAtOnce: @Sendable () -> Bool { inbox.endedAtOnce }

    /// Ends the exchange with an error.
    func fail(_ error: NetworkError) async throws -> Never { try await inbox.fail(error) }

    /// Returns the next chunk, or nil at the end.
    public func next() async throws -> Data? { try await inbox.next() }

    /// Returns the next chunk, on the actor of the loop.
    ///
    /// If the task is cancelled while that actor is busy, no chunk is delivered after that.
    public func next(isolation actor: isolated (any Actor)?) async throws -> Data? { try await inbox.next() }
  }

  private final class Lifetime: Sendable {
    private let inbox: ChunkInbox

    init(_ inbox: ChunkInbox) { self.inbox = inbox }

    deinit { inbox.cancel() }
  }
}

/// Holds the one available chunk until the iteration asks for it.
final class ChunkInbox: DecodingConsumer {
  private typealias Step = CheckedContinuation<Result<Data?, NetworkError>, Never>

  private struct State {
    var hasStarted = false
    /// Whether the body of the request comes here, not to another iteration or call.
    var isOwn = false
    var isCancelled = false
    /// Returns whether the request was ended at once.
    var endedAtOnce: @Sendable () -> Bool
    var response: ReceivedResponse?
    /// The chunk is nil at the end of the body.
    var offered: (chunk: Data?, next: @Sendable () -> Void)?
    /// Asks for the chunk after the one that was taken.
    var next: (@Sendable () -> Void)?
    var waiting: Step?
    var end: Result<Void, NetworkError>?
    /// The number of attempts, at the end.
    var attempts = 0
    var failure: NetworkError?
  }

  let request: any NetworkRequesting
  private let buffer: StreamBuffer
  /// Whether the iteration also takes the end of the body, and can fail there.
  private let reportsEnd: Bool
  /// Whether server-sent events are read.
  private let isEventStream: Bool
  private let state: Lock<State>

  init(
    _ request: any NetworkRequesting, _ buffer: StreamBuffer, reportsEnd: Bool = false,
    isEventStream: Bool = false
  ) {
    self.request = request
    self.buffer = buffer
    self.reportsEnd = reportsEnd
    self.isEventStream = isEventStream
    state = Lock(State(endedAtOnce: request.dropsTheRest()))
  }

  var endedAtOnce: @Sendable () -> Bool { state.withLock { $0.endedAtOnce } }

  func start(unless endedAtOnce: @escaping @Sendable () -> Bool, waits registration: () -> WaitRegistration) {
    let drops = request.dropsTheRest(endedAtOnce)
    state.withLock { $0.endedAtOnce = drops }
  }

  /// The response without its body, or nil before the body begins.
  var response: ReceivedResponse? { state.withLock { $0.response } }

  func prepare(for response: ReceivedResponse) {
    // The response of an earlier attempt is released outside the lock.
    _ = state.withLock { state in
      defer { state.response = response }
      return state.response
    }
  }

  var failure: NetworkError? { state.withLock { $0.failure } }

  /// Ends the exchange with an error, unless it has ended, and throws the error that it has ended with.
  func fail(_ error: NetworkError) async throws -> Never {
    let next = state.withLock { state in
      state.failure = error
      return state.next.take()
    }
    if let next {
      next()
      _ = try await self.next()
    }
    var error = error
    error.attempts = state.withLock { $0.attempts }
    throw error
  }

  func take(_ chunk: Data, next: @escaping @Sendable () -> Void) { offer(chunk, next) }

  func finish(next: @escaping @Sendable () -> Void) {
    if reportsEnd { offer(nil, next) } else { next() }
  }

  private func offer(_ chunk: Data?, _ next: @escaping @Sendable () -> Void) {
    let step = state.withLock { state -> Step? in
      guard let step = state.waiting.take() else {
        state.offered = (chunk, next)
        return nil
      }
      state.next = next
      return step
    }
    step?.resume(returning: .success(chunk))
  }

  /// Returns the next chunk, or nil at the end.
  ///
  /// The task may be cancelled while no chunk is awaited, and after it was woken for one, until its executor is free.
  func next() async throws -> Data? {
    var chunk: Data?
    repeat {
      let step = await withTaskCancellationHandler {
        await withCheckedContinuation { step in wait(step) }
      } onCancel: {
        cancel()
      }
      try Task.checkCancellation()
      chunk = try step.get()
      // The request has been cancelled in the meantime: the end follows, with the reason.
    } while chunk != nil && endedAtOnce()
    return chunk
  }

  /// Cancels the request, unless its body does not come here, or once it is known to do so.
  func cancel() {
    let isOwn = state.withLock { state in
      state.isCancelled = true
      return state.isOwn
    }
    if isOwn { request.cancel() }
  }

  private enum Turn: Sendable {
    case start
    case proceed(@Sendable () -> Void)
    case give(Data?)
    case end(Result<Void, NetworkError>)
    case wait
  }

  private func wait(_ step: Step) {
    let isOver = endedAtOnce()
    let turn = state.withLock { state -> Turn in
      if let (chunk, next) = state.offered, !isOver {
        state.offered = nil
        state.next = next
        return .give(chunk)
      }
      if let end = state.end { return .end(end) }
      state.waiting = step
      if let next = state.next.take() { return .proceed(next) }
      defer { state.hasStarted = true }
      return state.hasStarted ? .wait : .start
    }
    switch turn {
    case .start: start()
    case .proceed(let next): next()
    case .give(let chunk): step.resume(returning: .success(chunk))
    case .end(let end): step.resume(returning: end.map { nil })
    case .wait: break
    }
  }

  private func start() {
    let isOwn = request.claimBody(
      for: self, buffer: buffer, delivery: .inline, call: "chunks", isEventStream: isEventStream)
    let isCancelled = state.withLock { state in
      state.isOwn = isOwn
      return state.isCancelled
    }
    if isOwn, isCancelled { request.cancel() }
    request.startStream(isOwn: isOwn, delivery: .inline) { [self] response in
      let step = state.withLock { state -> Step? in
        state.end = response.result
        state.attempts = response.timings.attempts
        return state.waiting.take()
      }
      step?.resume(returning: response.result.map { nil })
    }
  }
}
