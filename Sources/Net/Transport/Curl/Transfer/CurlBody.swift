#if os(Linux)
  import Foundation

  /// The body of one request as libcurl reads it: without blocking, and from the start again if necessary.
  ///
  /// Bytes in memory are copied directly. A file or stream is read ahead on a dedicated queue (``ReadAhead``), and an
  /// asynchronous sequence in a task (``SequenceReading``). If libcurl asks for more than has been read, sending
  /// pauses.
  struct CurlBody: Sendable {
    private enum Source: Sendable {
      case none
      case data(Data)
      case readAhead(ReadAhead, Origin)
      case sequence(
        SequenceReading, reopen: (@Sendable () -> SequenceReading?)?, onArrival: @Sendable () -> Void)
    }

    /// The origin of a file's or stream's bytes.
    private final class Origin: Sendable {
      /// Opens the body again, or nil if that is impossible.
      let reopen: Opener?
      /// The error that ended reading.
      let failure: SharedLock<(any Error)?>

      init(reopen: Opener?, failure: SharedLock<(any Error)?>) {
        self.reopen = reopen
        self.failure = failure
      }
    }

    /// Opens a body from its start.
    private typealias Opener = @Sendable () -> ReadAhead

    /// The number of bytes, or nil if it is unknown before the end.
    let count: Int64?
    private var source: Source
    private var offset = 0

    /// The result of a read.
    enum Portion: Sendable {
      /// The number of bytes read; 0 at the end.
      case bytes(Int)
      /// No bytes are available yet. `onArrival` reports when there are.
      case later
      case failed(any Error)
    }

    /// An empty body.
    static let none = Boxed(CurlBody(count: 0, source: .none))

    /// A body in memory.
    init(_ data: Data) { self.init(count: Int64(data.count), source: .data(data)) }

    private init(count: Int64?, source: Source) {
      self.count = count
      self.source = source
    }

    /// Opens a file or a stream on a lane, because opening may block.
    ///
    /// The stream of a sequence is opened only when libcurl reads it, unless it has been declared as empty.
    ///
    /// - Parameters:
    ///   - body: A file or a stream.
    ///   - onArrival: Called when bytes or the end arrive after a read returned ``Portion/later``.
    ///   - completion: Called when the body is open, for a file or a reader on the lane.
    /// - Returns: What must be cancelled if the request ends before that.
    static func open(
      _ body: RequestBody, onArrival: @escaping @Sendable () -> Void,
      completion: @escaping @Sendable (Result<CurlBody, any Error>) -> Void
    ) -> SequenceReading? {
      guard let reading = body.sequenceReading else {
        openReader(body, onArrival: onArrival, completion: completion)
        return nil
      }
      guard body.count != 0 else {
        // libcurl does not read a body that is declared as empty, so only this code notices that it has
        // bytes.
        reading.readAll { _ in
        } completion: {
          completion($0.map { CurlBody(count: 0, source: .none) })
        }
        return reading
      }
      let again: @Sendable () -> SequenceReading? = { body.sequenceReading }
      completion(
        .success(
          CurlBody(
            count: body.count,
            source: .sequence(reading, reopen: body.isRepeatable ? again : nil, onArrival: onArrival))))
      return nil
    }

    private static func openReader(
      _ body: RequestBody, onArrival: @escaping @Sendable () -> Void,
      completion: @escaping @Sendable (Result<CurlBody, any Error>) -> Void
    ) {
      let lane = BlockingLane()
      let failure = SharedLock<(any Error)?>(nil)
      let pace: ReadAhead.Pace = if case .file = body { .steady } else { .prompt }
      @Sendable func read(_ reader: any BodyReader) -> ReadAhead {
        ReadAhead(reader, on: lane, pace: pace, onArrival: onArrival) { error in
          failure.withLock { $0 = error }
        }
      }
      let again: Opener = { read(LateReader(body)) }
      lane.add {
        let opened = Result<CurlBody, any Error> {
          let (reader, count) = try body.opened()
          let origin = Origin(reopen: body.isRepeatable ? again : nil, failure: failure)
          return CurlBody(count: count, source: .readAhead(read(reader), origin))
        }
        completion(opened)
      }
    }

    var isEmpty: Bool { count == 0 }

    /// The number of bytes libcurl asks for at a time.
    ///
    /// It is higher for a large body, which saves turns of the loop.
    var portion: Int { (count ?? .max) < Int64(Self.longPortion) ? Self.portion : Self.longPortion }

    /// libcurl's default.
    static let portion = 65_536
    private static let longPortion = 262_144

    /// Copies the next bytes into the buffer.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Portion {
      switch source {
      case .none: return .bytes(0)
      case .data(let data):
        let rest = data.dropFirst(offset)
        let taken = unsafe rest.copyBytes(to: buffer, count: min(rest.count, buffer.count))
        offset += taken
        return .bytes(taken)
      case .readAhead(let readAhead, let origin):
        guard let taken = unsafe readAhead.takeAvailable(into: buffer) else { return .later }
        if taken >= 0 { return .bytes(taken) }
        return .failed(origin.failure.withLock { $0 } ?? RequestBodyError.streamFailed)
      case .sequence(let reading, _, let onArrival):
        return unsafe Self.read(reading, into: buffer, onArrival)
      }
    }

    /// Copies as many chunks as fit and are available.
    private static func read(
      _ reading: SequenceReading, into buffer: UnsafeMutableRawBufferPointer,
      _ onArrival: @escaping @Sendable () -> Void
    ) -> Portion {
      var taken = 0
      while taken < buffer.count {
        let portion = reading.take(atMost: buffer.count - taken, orWhenReady: taken == 0 ? onArrival : nil)
        if case .bytes(let chunk) = portion {
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[taken...])
          taken += unsafe chunk.copyBytes(to: rest)
          continue
        }
        // The next read returns the end or the error again.
        guard taken == 0 else { break }
        switch portion {
        case .failed(let error): return .failed(error)
        case .later: return .later
        case .end, .bytes: return .bytes(0)
        }
      }
      return .bytes(taken)
    }

    /// Returns the reading of a sequence, which the caller must cancel.
    ///
    /// That calls code of the user, so libcurl must not wait for it. The body must not be read afterwards.
    mutating func close() -> SequenceReading? {
      guard case .sequence(let reading, _, _) = source else { return nil }
      source = .none
      return reading
    }

    /// Returns to the start, if the body can be read again.
    ///
    /// - Parameter abandon: Receives the former reading of a sequence, which must be cancelled as after ``close()``.
    /// - Returns: False if the body cannot be read again.
    mutating func rewind(_ abandon: (SequenceReading) -> Void) -> Bool {
      offset = 0
      switch source {
      case .none, .data: return true
      case .readAhead(_, let origin):
        guard let reopen = origin.reopen else { return false }
        source = .readAhead(reopen(), origin)
        return true
      case .sequence(let reading, let reopen, let onArrival):
        guard let again = reopen?() else { return false }
        abandon(reading)
        source = .sequence(again, reopen: reopen, onArrival: onArrival)
        return true
      }
    }
  }

  /// Opens a body when its first bytes are requested, because opening may block.
  private struct LateReader: BodyReader {
    private let body: RequestBody
    private var reader: (any BodyReader)?

    init(_ body: RequestBody) { self.body = body }

    mutating func read(atMost count: Int) throws -> Data? {
      if reader == nil { reader = try body.reader() }
      return try reader?.read(atMost: count)
    }
  }
#endif
