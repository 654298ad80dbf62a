package import Foundation
package import Net

/// The pattern as an asynchronous sequence of chunks, which calls a closure of the test before each.
package struct PatternSequence: AsyncSequence, Sendable {
  package var count: Int
  package var chunk: Int
  package var beforeEach: @Sendable (_ offset: Int) async throws -> Void

  package init(
    count: Int, chunk: Int = 65_536,
    beforeEach: @escaping @Sendable (_ offset: Int) async throws -> Void = { _ in }
  ) {
    self.count = count
    self.chunk = chunk
    self.beforeEach = beforeEach
  }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: PatternSequence
    private var offset = 0

    fileprivate init(_ sequence: PatternSequence) { self.sequence = sequence }

    package mutating func next() async throws -> Data? {
      try await sequence.beforeEach(offset)
      let size = Swift.min(sequence.chunk, sequence.count - offset)
      guard size > 0 else { return nil }
      defer { offset += size }
      return Pattern.bytes(from: offset, count: size)
    }
  }

  package func makeAsyncIterator() -> Iterator { Iterator(self) }
}

/// An asynchronous stream that reports how it ended.
package struct WatchedStream: Sendable {
  package let stream: AsyncStream<Data>
  package let continuation: AsyncStream<Data>.Continuation
  private let endings = AsyncStream.makeStream(of: Bool.self)
  private let opening = Gate()

  package init() {
    (stream, continuation) = AsyncStream.makeStream(of: Data.self)
    continuation.onTermination = { [endings = endings.continuation] termination in
      if case .cancelled = termination { endings.yield(true) } else { endings.yield(false) }
      endings.finish()
    }
  }

  /// The stream as a body that is opened when its task runs.
  package var body: BodyStream {
    BodyStream(
      isRepeatable: false,
      sequence: { [stream, opening] in
        opening.open()
        return stream
      })
  }

  /// Waits until the ``body`` is opened: a request that is cancelled before does not open it.
  package func opened() async { await opening.wait() }

  /// Waits for the end of the stream; returns whether its consumer was cancelled.
  package func wasCancelled() async -> Bool {
    var wasCancelled = false
    for await ending in endings.stream { wasCancelled = ending }
    return wasCancelled
  }
}

/// A wait that ignores the cancellation of its task.
package final class Gate: Sendable {
  private struct State: Sendable {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())

  package init() {}

  package func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.update { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  package func open() {
    let waiting = state.update { state in
      defer { state = State(isOpen: true) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
