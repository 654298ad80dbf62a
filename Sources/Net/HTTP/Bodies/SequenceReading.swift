package import Foundation

/// Reads the content of a stream that is an asynchronous sequence, in one task.
///
/// The task starts when bytes are first requested. It asks the sequence for the next element only while fewer than
/// ``SequenceReadingState/limit`` bytes are buffered, so at most that many and one element are read ahead. No thread
/// waits for it.
///
/// ``cancel()`` cancels the task, and so does the release of this object. Nothing waits for that: a sequence that
/// ignores the cancellation keeps only its own task.
package final class SequenceReading: Sendable {
  /// The result of a request for bytes.
  package enum Portion: Sendable {
    case bytes(Data)
    /// No bytes are available yet.
    case later
    case end
    case failed(any Error)
  }

  private let buffer = SequenceBuffer()

  init(_ source: any SequenceSource) { buffer.state.withLock { $0.source = source } }

  deinit { cancel() }

  /// Returns the next bytes without blocking.
  ///
  /// One caller at a time may wait.
  ///
  /// - Parameters:
  ///   - count: The maximum number of bytes.
  ///   - notify: Called once, by the task, when bytes, the end or an error arrive after ``Portion/later``. Not called
  ///     after a cancellation.
  /// - Returns: The bytes, or why there are none.
  @inline(never)
  package func take(atMost count: Int, orWhenReady notify: (@Sendable () -> Void)?) -> Portion {
    let (portion, effect) = buffer.state.withLock { $0.take(atMost: count, orWhenReady: notify) }
    switch effect {
    case .none: break
    case .resumes(let writer): writer.resume()
    case .starts(let source):
      do { try source.claim() } catch {
        let dropped = buffer.state.withLock { $0.finish(.failure(error)) }
        withExtendedLifetime(dropped) {}
        return .failed(error)
      }
      start(source)
    }
    return portion
  }

  private func start(_ source: any SequenceSource) {
    let task = Task { [buffer] in
      let result: Result<Void, any Error>
      do {
        // A sequence that the next attempt may have opened already is not opened for one that has ended.
        try buffer.state.withLock { try $0.begin() }
        try await source.write(to: buffer)
        result = .success(())
      } catch {
        result = .failure(error)
      }
      buffer.finish(result)
    }
    if buffer.state.withLock({ $0.keep(task) }) { task.cancel() }
  }

  /// Cancels the task, and drops what was read.
  package func cancel() {
    // The objects that the source and the waiting closure refer to are released here, without a lock held.
    let abandoned = buffer.state.withLock { $0.cancel() }
    abandoned.task?.cancel()
    abandoned.writer?.resume(throwing: CancellationError())
  }
}

extension SequenceReading {
  /// Passes all bytes to a closure, one chunk at a time.
  ///
  /// This object stays alive while bytes are awaited. After ``cancel()`` the closures are released; the
  /// completion may still be called, with `CancellationError`.
  ///
  /// - Parameters:
  ///   - run: Runs what is done when bytes have arrived, for example on a queue; by default the task does.
  ///   - consume: Takes a chunk. An error that it throws cancels reading.
  ///   - completion: Called once, at the end or with an error.
  package func readAll(
    run: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    _ consume: @escaping @Sendable (Data) throws -> Void,
    completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    while true {
      let portion = take(atMost: RequestBody.chunkSize) {
        run { self.readAll(run: run, consume, completion: completion) }
      }
      switch portion {
      case .later: return
      case .end: return completion(.success(()))
      case .failed(let error): return completion(.failure(error))
      case .bytes(let chunk):
        do { try consume(chunk) } catch {
          cancel()
          return completion(.failure(error))
        }
      }
    }
  }

  /// Passes at most the first bytes, all in one, to a closure.
  ///
  /// Reading is cancelled when there are enough. For ``cancel()``, see ``readAll(run:_:completion:)``.
  package func read(
    upTo limit: Int = .max, completion: @escaping @Sendable (Result<Data, any Error>) -> Void
  ) {
    struct Enough: Error {}
    let contents = SharedLock(Data())
    readAll { chunk in
      let isEnough = contents.withLock { contents in
        contents += chunk.prefix(limit - contents.count)
        return contents.count >= limit
      }
      if isEnough { throw Enough() }
    } completion: { result in
      if case .failure(let error) = result, !(error is Enough) { return completion(.failure(error)) }
      completion(.success(contents.withLock { $0 }))
    }
  }
}

/// Reads a sequence for a thread that may block.
///
/// Its release cancels the reading.
final class SequenceReader: BodyReader {
  private let reading: SequenceReading
  private let arrival = DispatchSemaphore(value: 0)

  init(_ reading: SequenceReading) { self.reading = reading }

  func read(atMost count: Int) throws -> Data? {
    while true {
      switch reading.take(atMost: count, orWhenReady: { [arrival] in arrival.signal() }) {
      case .bytes(let chunk): return chunk
      case .end: return nil
      case .failed(let error): throw error
      case .later: arrival.wait()
      }
    }
  }
}
