public import Foundation

/// The body of a request as it goes to the wire: what a transport sends.
///
/// A file and a stream are read as they are sent, so that memory stays flat however long they are. A transport
/// that has no way of its own to send them reads ``reader()`` piece by piece, on a queue of its own.
///
/// ```swift
/// var request = TransportRequest(method: .put, url: url)
/// request.body = .file(film)
/// ```
public enum RequestBody: Sendable, Hashable {
  /// No body at all.
  case none
  /// These bytes, kept in memory; they can be sent again.
  case data(Data)
  /// The content of this file, read as it is sent; it can be sent again.
  case file(URL)
  /// What the stream gives, read as it is sent.
  case stream(BodyStream)

  /// How many bytes the body has; nil where that is known only once they have been read. Of a file it is what the
  /// file holds at this moment.
  public var count: Int64? {
    switch self {
    case .none: 0
    case .data(let data): Int64(data.count)
    case .file(let url): try? FileBody(url).count
    case .stream(let stream): stream.count
    }
  }

  /// The bytes, where they are in memory.
  public var data: Data? {
    if case .data(let data) = self { data } else { nil }
  }

  /// Whether the body can be sent more than once: anything but a stream that says that it cannot.
  public var isRepeatable: Bool {
    if case .stream(let stream) = self { stream.isRepeatable } else { true }
  }

  /// Whether the body can be sent now, if not for the first time.
  package var isAvailable: Bool {
    if case .stream(let stream) = self { stream.isAvailable } else { true }
  }

  /// Opens the body, to be read from its beginning.
  ///
  /// Reading may block. What gives more or less than it promised throws ``RequestBodyError``.
  public func reader() throws -> any BodyReader { try opened().reader }

  /// The whole body, read into memory. A stream that is not repeatable can be read just once.
  public func contents() throws -> Data {
    if let data { return data }
    var reader = try reader()
    var contents = Data()
    while let piece = try reader.read(atMost: Self.pieceSize) { contents += piece }
    return contents
  }

  /// How much is read at a time.
  static let pieceSize = 65_536

  /// The reader, and how many bytes it will give, as far as that is known.
  func opened() throws -> (reader: any BodyReader, count: Int64?) {
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
