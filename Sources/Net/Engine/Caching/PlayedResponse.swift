import Foundation

/// A response that needs no network: a stored one, or one that the cache creates.
final class PlayedResponse: TaskSource {
  /// The head, without the URL of the response.
  let head: ResponseHead
  /// The body; nil for none.
  let body: PlayedBody?
  /// Runs work that may wait for the store.
  let run: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(
    head: ResponseHead, body: PlayedBody?,
    run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.head = head
    self.body = body
    self.run = run
  }

  func task(for request: TransportRequest, receiver: consuming any SourceReceiver) -> any TransportTask {
    var head = head
    if head.url == nil { head.url = request.url }
    return PlayedTask(head: head, body: body, receiver: receiver, run: run)
  }
}

/// The body of a stored response, or a part of it, in chunks.
///
/// It is read by one thread at a time.
final class PlayedBody: Sendable {
  private struct State: Sendable {
    var first: Data
    var remaining: Int64
  }

  private let reader: any CacheBodyReader
  private let state: Lock<State>
  private let onDamage: @Sendable (any Error) -> Void

  /// Opens the body, and reads its first chunk.
  ///
  /// - `count`: The number of bytes to play.
  /// - `onDamage`: Called with the error if later bytes cannot be read.
  ///
  /// It throws an error of the store.
  init(_ reader: any CacheBodyReader, count: Int64, onDamage: @escaping @Sendable (any Error) -> Void) throws
  {
    self.reader = reader
    self.onDamage = onDamage
    let first = try Self.read(reader, count)
    state = Lock(State(first: first, remaining: count - Int64(first.count)))
  }

  /// Returns the next chunk, or no bytes at the end.
  func next() throws -> Data {
    let (first, remaining) = state.withLock { state in
      defer { state.first = Data() }
      return (state.first, state.remaining)
    }
    guard first.isEmpty, remaining > 0 else { return first }
    do {
      let chunk = try Self.read(reader, remaining)
      state.withLock { $0.remaining -= Int64(chunk.count) }
      return chunk
    } catch {
      onDamage(error)
      throw error
    }
  }

  private static func read(_ reader: any CacheBodyReader, _ remaining: Int64) throws -> Data {
    guard remaining > 0 else { return Data() }
    let maximum = Int(min(remaining, Int64(chunkSize)))
    // A store of the user may return too much.
    guard let chunk = try reader.read(atMost: maximum), 1...maximum ~= chunk.count else {
      throw CacheStoreError.damaged
    }
    return chunk.startingAtZero
  }

  private static let chunkSize = 65_536
}

/// Delivers a response like the task of a transport.
///
/// It has no thread: events are delivered by the thread that calls `resume()` or `proceed()`, or by a worker thread if
/// the store may wait.
final class PlayedTask: TransportTask {
  private let head: ResponseHead
  private let body: PlayedBody?
  private let receiver: any TransportReceiver
  private let run: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let state = Lock(PlaybackState())

  init(
    head: ResponseHead, body: PlayedBody?, receiver: any TransportReceiver,
    run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.head = head
    self.body = body
    self.receiver = receiver
    self.run = run
  }

  func resume() { if state.withLock({ $0.resume() }) { run { self.play() } } }

  func pause() { state.withLock { $0.pause() } }

  func proceed() { if state.withLock({ $0.proceed() }) { run { self.play() } } }

  func cancel() { if state.withLock({ $0.cancel() }) { play() } }

  private func play() {
    while let step = state.withLock({ $0.next() }) {
      switch step {
      case .head: receiver.receive(.head(head))
      case .body: deliverChunk()
      case .cancelled(let phase): receiver.receive(.failed(CancellationError(), phase: phase))
      }
    }
  }

  private func deliverChunk() {
    do {
      let chunk = try body?.next() ?? Data()
      guard chunk.isEmpty else { return receiver.receive(.body(chunk)) }
      state.withLock { $0.end() }
      receiver.receive(.finished(TransportTimings()))
    } catch {
      state.withLock { $0.end() }
      receiver.receive(.failed(UnreadableBody(error: error), phase: .body))
    }
  }
}

/// The failure of a stored body that cannot be read to its end.
struct UnreadableBody: Error {
  /// The error of the store.
  let error: any Error
}
