#if os(Linux)
  import Dispatch
  import Foundation

  /// The body of one request as libcurl reads it: never waiting, and from its beginning again where it must.
  ///
  /// Bytes in memory are copied from where they are. A file or a stream is read ahead on a dedicated queue, and what
  /// is not there yet pauses the sending (``ReadAhead``).
  struct CurlBody: Sendable {
    private enum Source: Sendable {
      case none
      case data(Data)
      case pieces(ReadAhead, Origin)
    }

    /// Where pieces come from.
    private final class Origin: Sendable {
      /// Opens the body again; nil where that cannot be.
      let reopen: Opener?
      /// Why reading failed.
      let failure: SharedLock<(any Error)?>

      init(reopen: Opener?, failure: SharedLock<(any Error)?>) {
        self.reopen = reopen
        self.failure = failure
      }
    }

    /// Opens a body from its beginning.
    private typealias Opener = @Sendable () -> ReadAhead

    /// How many bytes it has; nil when that is not known before its end.
    let count: Int64?
    private var source: Source
    private var offset = 0

    /// What reading comes to.
    enum Portion: Sendable {
      /// So many bytes; none is the end.
      case bytes(Int)
      /// None yet. The arrival of more is told.
      case later
      case failed(any Error)
    }

    /// No body at all.
    static let none = Boxed(CurlBody(count: 0, source: .none))

    /// A body in memory.
    init(_ data: Data) { self.init(count: Int64(data.count), source: .data(data)) }

    private init(count: Int64?, source: Source) {
      self.count = count
      self.source = source
    }

    /// Opens a file or a stream, which may take its time, on a queue.
    ///
    /// - Parameters:
    ///   - body: A file or a stream.
    ///   - onArrival: Called on the queue when there is more, or the end, after a reading came to nothing.
    ///   - completion: Called on the queue.
    static func open(
      _ body: RequestBody, onArrival: @escaping @Sendable () -> Void,
      completion: @escaping @Sendable (Result<CurlBody, any Error>) -> Void
    ) {
      let queue = DispatchQueue(label: "Net.CurlTransport.body")
      let failure = SharedLock<(any Error)?>(nil)
      let pace: ReadAhead.Pace = if case .file = body { .steady } else { .prompt }
      @Sendable func read(_ reader: any BodyReader) -> ReadAhead {
        ReadAhead(reader, on: queue, pace: pace, onArrival: onArrival) { error in
          failure.withLock { $0 = error }
        }
      }
      let again: Opener = { read(LateReader(body)) }
      queue.async {
        let opened = Result<CurlBody, any Error> {
          let (reader, count) = try body.opened()
          let origin = Origin(reopen: body.isRepeatable ? again : nil, failure: failure)
          return CurlBody(count: count, source: .pieces(read(reader), origin))
        }
        completion(opened)
      }
    }

    var isEmpty: Bool { count == 0 }

    /// How many bytes libcurl asks for at a time: more of a long body, so that it needs fewer turns of the loop.
    var portion: Int { (count ?? .max) < Int64(Self.longPortion) ? Self.portion : Self.longPortion }

    /// What libcurl asks for by default.
    static let portion = 65_536
    private static let longPortion = 262_144

    /// Copies the next bytes to the place.
    mutating func read(into place: UnsafeMutableRawBufferPointer) -> Portion {
      switch source {
      case .none: return .bytes(0)
      case .data(let data):
        let rest = data.dropFirst(offset)
        let taken = unsafe rest.copyBytes(to: place, count: min(rest.count, place.count))
        offset += taken
        return .bytes(taken)
      case .pieces(let pieces, let origin):
        guard let taken = unsafe pieces.takeWhatIsThere(into: place) else { return .later }
        if taken >= 0 { return .bytes(taken) }
        return .failed(origin.failure.withLock { $0 } ?? RequestBodyError.streamFailed)
      }
    }

    /// Goes back to the beginning; false when the body cannot be read again.
    mutating func rewind() -> Bool {
      offset = 0
      guard case .pieces(_, let origin) = source else { return true }
      guard let reopen = origin.reopen else { return false }
      source = .pieces(reopen(), origin)
      return true
    }
  }

  /// Opens a body when its first bytes are asked for, since opening may block.
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
