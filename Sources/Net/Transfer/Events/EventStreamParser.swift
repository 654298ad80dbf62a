public import Foundation

/// Reads server-sent events from bytes that arrive in pieces, as the HTML standard interprets an event stream
/// (section 9.2.6).
///
/// ```swift
/// var parser = EventStreamParser()
/// parser.append(piece)
/// while let event = try parser.next() { print(event.event ?? "message", event.data) }
/// ```
///
/// One byte order mark at the beginning is passed over. Lines end with LF, CRLF or CR, and an event with the empty
/// line behind it, at which it is given at once; one that nothing ends is dropped. The lines of its data are joined
/// with LF. An event without a line of data is not given, but its ID counts. An ID with a NUL is no ID, and a time to
/// wait that is not all digits is none. Comments and unknown fields are passed over. What is not UTF-8 is read as
/// U+FFFD.
public struct EventStreamParser: StreamParser {
  /// How many bytes the data of an event may have where nothing else is said: a mebibyte.
  public static let defaultMaximumSize = 1 << 20

  /// The ID that the stream is at, for the `Last-Event-ID` of the next connection; nil when there is none.
  public private(set) var lastEventID: String?
  /// How long the server wants its clients to wait before they connect again; nil when it has not said.
  public private(set) var reconnectionTime: Duration?
  /// How many bytes the data of an event may have.
  public let maximumSize: Int

  private var lines: LineParser
  /// The ID of the last field of that name, which counts from the end of its event on.
  private var identifier: String?
  /// The data so far, an LF behind each line; empty when there was none.
  private var data: [UInt8] = []
  private var type: String?
  private var retry: Duration?
  private var failure: EventTooLong?

  /// Makes a parser of one connection.
  ///
  /// - Parameters:
  ///   - lastEventID: The ID that the connection before was at; it holds until an event names another.
  ///   - maximumSize: How many bytes the data of an event may have; the first that is larger fails the parser for good.
  public init(lastEventID: String? = nil, maximumSize: Int = Self.defaultMaximumSize) {
    let identifier = lastEventID.flatMap { $0.isEmpty ? nil : $0 }
    self.lastEventID = identifier
    self.identifier = identifier
    self.maximumSize = min(max(0, maximumSize), .max - 6)
    // Room for the name of the field, a colon and a space.
    lines = LineParser(endings: .any, maximumLength: self.maximumSize + 6)
  }

  /// Adds bytes at the end.
  public mutating func append(_ piece: Data) { lines.append(piece) }

  /// Says that no bytes follow. What nothing has ended is dropped, so this changes nothing.
  public mutating func finish() {}

  /// The next event; nil when its end has not arrived.
  ///
  /// - Throws: ``EventTooLong``, from then on at every call.
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

  /// Ends an event: the event, unless it has no data.
  private mutating func dispatched() -> ServerSentEvent? {
    lastEventID = identifier
    defer {
      data.removeAll(keepingCapacity: data.count < 65_536)
      type = nil
      retry = nil
    }
    guard !data.isEmpty else { return nil }
    return ServerSentEvent(
      String(decoding: data.dropLast(), as: UTF8.self), event: type, id: lastEventID, retry: retry)
  }

  private mutating func interpret(_ line: ArraySlice<UInt8>) throws(EventTooLong) {
    // A comment has no name, and no known name is longer than five letters. So many fit into an integer, behind a one that
    // tells how many there are.
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
      if !value.contains(0) { identify(value) }
    case 0x165_7665_6e74:  // event
      type = value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
    case 0x172_6574_7279:  // retry
      guard let milliseconds = HeaderSyntax.digits(String(decoding: value, as: UTF8.self)) else { return }
      retry = .milliseconds(milliseconds)
      reconnectionTime = retry
    default: break
    }
  }

  private mutating func identify(_ value: ArraySlice<UInt8>) {
    identifier = value.isEmpty ? nil : String(decoding: value, as: UTF8.self)
  }

  private mutating func failed(_ received: some Sequence<UInt8>) -> EventTooLong {
    let error = EventTooLong(limit: maximumSize, beginning: Data(received.prefix(maximumSize)))
    failure = error
    data = []
    return error
  }
}

/// The data of an event, or a line of an event stream, is longer than its parser allows.
///
/// ```swift
/// if let error = failure.underlyingError as? EventTooLong { print("more than \(error.limit) bytes") }
/// ```
public struct EventTooLong: Error, Sendable, Hashable {
  /// How many bytes the data of an event may have.
  public var limit: Int
  /// As many bytes as that of the data, or of the line that does not end.
  public var beginning: Data

  /// Makes an error.
  public init(limit: Int, beginning: Data) {
    self.limit = limit
    self.beginning = beginning
  }
}

extension EventTooLong: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String { "an event of the stream has more than \(limit) bytes" }
}
