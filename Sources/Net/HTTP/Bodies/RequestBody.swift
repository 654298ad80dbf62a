public import Foundation

/// The body of a request as a transport sends it.
///
/// Files and streams are read while they are sent, so memory use stays flat whatever their length. A transport that
/// cannot send them natively reads ``reader()`` in chunks on its own queue.
///
/// ```swift
/// var request = TransportRequest(method: .put, url: url)
/// request.body = .file(film)
/// ```
public enum RequestBody: Sendable, Hashable {
  /// No body.
  case none
  /// Bytes in memory. They can be sent again.
  case data(Data)
  /// The content of a file, read while it is sent. It can be sent again.
  case file(URL)
  /// The content of a stream, read while it is sent.
  case stream(BodyStream)

  /// Whether there is no body, not even an empty one.
  var isNone: Bool { if case .none = self { true } else { false } }

  /// The length in bytes, or nil if it is unknown until the body has been read.
  ///
  /// For a file it is the current size.
  public var count: Int64? {
    switch self {
    case .none: 0
    case .data(let data): Int64(data.count)
    case .file(let url): try? FileBody(url).count
    case .stream(let stream): stream.count
    }
  }

  /// The bytes, if they are in memory.
  public var data: Data? {
    if case .data(let data) = self { data } else { nil }
  }

  /// Whether the body can be sent more than once.
  ///
  /// Only a stream may not be repeatable.
  public var isRepeatable: Bool {
    if case .stream(let stream) = self { stream.isRepeatable } else { true }
  }

  /// Whether the body can be sent now: it is repeatable or has not been read yet.
  package var isAvailable: Bool {
    if case .stream(let stream) = self { stream.isAvailable } else { true }
  }

  /// Whether it is the content of a stream.
  var isStream: Bool { if case .stream = self { true } else { false } }

  /// The body without the closure of a stream, which then cannot be read any more.
  var withoutCode: RequestBody {
    if case .stream(let stream) = self { .stream(stream.withoutCode) } else { self }
  }

  /// A new reading of a stream of an asynchronous sequence, which is read without blocking; nil for all other bodies.
  package var sequenceReading: SequenceReading? {
    if case .stream(let stream) = self { stream.sequenceReading } else { nil }
  }

  /// Whether it is the stream of an asynchronous sequence.
  package var isSequence: Bool { if case .stream(let stream) = self { stream.isSequence } else { false } }

  /// Opens the body at its start.
  ///
  /// Reading may block, for a stream of an asynchronous sequence until it has its next element
  /// (``BodyStream/reader()``). A body with more or fewer bytes than promised throws ``RequestBodyError``.
  public func reader() throws -> any BodyReader { try opened().reader }

  /// Reads the whole body into memory.
  ///
  /// A stream that is not repeatable can be read only once. For a stream of an asynchronous sequence the thread blocks
  /// until that ends, so do not call it on the main thread or inside a task.
  public func contents() throws -> Data {
    if let data { return data }
    var reader = try reader()
    var contents = Data()
    while let chunk = try reader.read(atMost: Self.chunkSize) { contents += chunk }
    return contents
  }

  /// The number of bytes read at a time.
  static let chunkSize = 65_536

  /// Returns the reader and the number of bytes it will return, if known.
  func opened() throws -> (reader: any BodyReader, count: Int64?) {
    var (reader, count) = try openedUnread()
    // A transport does not read a body without bytes, so only here is it noticed that there are some.
    if count == 0 { _ = try reader.read(atMost: 1) }
    return (reader, count)
  }

  private func openedUnread() throws -> (reader: any BodyReader, count: Int64?) {
    switch self {
    case .none: return (DataReader(Data()), 0)
    case .data(let data): return (DataReader(data), Int64(data.count))
    case .file(let url):
      let file = try FileBody(url)
      return (try file.reader(), file.count)
    case .stream(let stream): return (try stream.reader(), stream.count)
    }
  }
}
