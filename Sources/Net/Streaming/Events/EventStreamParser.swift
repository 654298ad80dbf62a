public import Foundation

/// Parses server-sent events from bytes that arrive in chunks, as the HTML standard specifies (section 9.2.6).
///
/// ```swift
/// var parser = EventStreamParser()
/// parser.append(chunk)
/// while let event = try parser.next() { print(event.event ?? "message", event.data) }
/// ```
///
/// Lines end with LF, CRLF or CR. An event ends with an empty line and is returned at once; an incomplete event at the
/// end of the input is dropped. The lines of its data are joined with LF. An event without data is not returned, but
/// its ID is used. An ID with a NUL or another character that a header
/// field cannot have, and a `retry` with anything but digits, are ignored, and so are comments of any
/// length, unknown fields and a byte order mark at the start. Invalid UTF-8 becomes U+FFFD.
public struct EventStreamParser: StreamParser {
  /// The default maximum size of an event's data: 1 MiB.
  public static let defaultMaximumSize = 1 << 20

  /// The current ID of the stream, for the `Last-Event-ID` of the next connection, or nil if there is none.
  public private(set) var lastEventID: String?
  /// The delay that the server asks clients to wait before reconnecting, or nil if it has not set one.
  public private(set) var reconnectionTime: Duration?
  /// The maximum size of an event's data in bytes, with the line feeds between its lines.
  ///
  /// Lines of other fields may be up to 6 bytes longer; a comment may have any length.
  public let maximumSize: Int

  private var lines: LineParser
  /// The value of the last `id` field, which takes effect at the end of its event.
  private var identifier: String?
  /// The data so far, with LF after each line; empty if there is none.
  private var data: [UInt8] = []
  private var type: String?
  private var retry: Duration?
  private var failure: EventTooLong?
  /// How the events are decoded.
  var decoding: ReceivedDecoding?

  /// Creates a parser for one connection.
  ///
  /// - Parameters:
  ///   - lastEventID: The last ID of the previous connection. It remains until an event sets another.
  ///   - maximumSize: The maximum size of an event's data in bytes. After a larger event every call fails.
  public init(lastEventID: String? = nil, maximumSize: Int = Self.defaultMaximumSize) {
    let identifier = lastEventID.flatMap { $0.isEmpty ? nil : $0 }
    self.lastEventID = identifier
    self.identifier = identifier
    self.maximumSize = min(max(0, maximumSize), .max - 6)
    // Room for the field name, a colon and a space.
    lines = LineParser(
      endings: .any, maximumLength: self.maximumSize + 6, skippingLongLinesAfter: UInt8(ascii: ":"))
  }

  /// Appends bytes to the input.
  public mutating func append(_ chunk: Data) { lines.append(chunk) }

  /// Ends the input.
  ///
  /// An incomplete event is dropped, so this has no effect.
  public mutating func finish() {}

  /// Returns the next event, or nil if it is incomplete.
  ///
  /// - Throws: ``EventTooLong``, and again on every later call.
  public mutating func next() throws(EventTooLong) -> ServerSentEvent? {
    if let failure { throw failure }
    while let line = try nextLine() {
      if !line.isEmpty {
        try interpret(line)
      } else if let event = dispatched() {
        return event
      }
    }
    return nil
  }

  private mutating func nextLine() throws(EventTooLong) -> ArraySlice<UInt8>? {
    do {
      return try lines.next()
    } catch {
      let field = Data("data:".utf8)
      guard error.beginning.starts(with: field) else { throw failed(error.beginning) }
      let value = error.beginning.dropFirst(field.count)
      throw failed(data + (value.first == 0x20 ? value.dropFirst() : value))
    }
  }

  /// Ends an event and returns it, unless it has no data.
  private mutating func dispatched() -> ServerSentEvent? {
    lastEventID = identifier
    defer {
      data.removeAll(keepingCapacity: data.count < 65_536)
      type = nil
      retry = nil
    }
    guard !data.isEmpty else { return nil }
    var event = ServerSentEvent(
      String(decoding: data.dropLast(), as: UTF8.self), event: type, id: lastEventID, retry: retry)
    event.decoding = decoding
    return event
  }

  private mutating func interpret(_ line: ArraySlice<UInt8>) throws(EventTooLong) {
    // A comment has no name, and known names have at most five letters. They fit into an integer after a leading 1,
    // which marks their length.
    var name: UInt64 = 1
    var value = line
    while let byte = value.popFirst(), byte != UInt8(ascii: ":") {
      guard name < 1 << 48 else { return }
      name = name << 8 | UInt64(byte)
    }
    if value.first == UInt8(ascii: " ") { value.removeFirst() }
    switch name {
    case 0x1_6461_7461:  // data
      guard data.count + value.count <= maximumSize else { throw failed(data + value) }
      data.append(contentsOf: value)
      data.append(0x0a)
    case 0x1_6964:  // id
      identify(String(decoding: value, as: UTF8.self))
    case 0x165_7665_6e74:  // event
      type = value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
    case 0x172_6574_7279:  // retry
      guard let milliseconds = HeaderSyntax.digits(String(decoding: value, as: UTF8.self)) else { return }
      retry = .milliseconds(milliseconds)
      reconnectionTime = retry
    default: break
    }
  }

  private mutating func identify(_ value: String) {
    // The next connection sends it as a header field.
    if HeaderSyntax.isFieldValue(value) { identifier = value.isEmpty ? nil : value }
  }

  private mutating func failed(_ received: some Sequence<UInt8>) -> EventTooLong {
    let error = EventTooLong(limit: maximumSize, beginning: Data(received.prefix(maximumSize)))
    failure = error
    data = []
    return error
  }
}

extension EventStreamParser: DecodingParser {
  mutating func inherit(from response: ReceivedResponse) { decoding = response.decoding }
}

/// An error thrown when the data of an event, or a line of an event stream, is longer than the parser allows.
///
/// ```swift
/// if let error = failure.underlyingError as? EventTooLong { print("more than \(error.limit) bytes") }
/// ```
public struct EventTooLong: Error, Sendable, Hashable {
  /// The maximum size of an event's data in bytes.
  public var limit: Int
  /// The first `limit` bytes of the data or of the line.
  public var beginning: Data

  /// Creates an error.
  public init(limit: Int, beginning: Data) {
    self.limit = limit
    self.beginning = beginning
  }
}

extension EventTooLong: RedactedError { func words(_ redaction: Redaction) -> String { description } }

extension EventTooLong: CustomStringConvertible, CustomReflectable {
  /// The error as text.
  public var description: String { "an event has more than \(limit.counted("byte"))" }

  /// The limit, without the bytes.
  public var customMirror: Mirror { Mirror(redacted: self, ["limit": limit]) }
}

extension EventTooLong: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
