import Foundation
import Net

/// Writes responses (RFC 9112 sections 4, 6 and 7) to a request.
struct ResponseWriter: Sendable {
  /// The method of the request; a response to `HEAD` has no body.
  var method: HTTPMethod
  /// Whether the request is HTTP/1.0.
  var isOld: Bool
  /// Whether the connection may stay open.
  var keepsAlive: Bool

  /// The content of a response.
  struct Content: Sendable, Hashable {
    var status: Int
    var headers: HTTPHeaders
    /// The length of the body.
    var length: Int
    /// Whether the length is not announced, because the body is sent in chunks.
    var isStream = false
    /// The difference between the announced and the real length.
    var lengthOff = 0
  }

  /// How the end of a body is marked.
  enum Framing: Sendable, Hashable {
    /// There is no body.
    case none
    case length
    case chunked
    case untilClose
  }

  /// A response in wire format, before its body.
  struct Message: Sendable, Hashable {
    var head: Data
    var framing: Framing
    /// Whether the connection closes after it.
    var closes: Bool
  }

  /// The reason why a response cannot be written.
  struct Unwritable: Error, Sendable, Hashable {
    var reason: String
  }

  /// Tells a client to send the body (RFC 9110 section 15.2.1).
  static let continueResponse = Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// Writes an interim response, which an HTTP/1.0 client does not understand.
  func interim(_ status: Int, _ headers: HTTPHeaders) throws(Unwritable) -> Data {
    guard !isOld else { return Data() }
    var text = "HTTP/1.1 \(status) \(StatusPhrase.phrase(for: status))\r\n"
    for field in headers {
      try Self.check(field)
      text += "\(field.name): \(field.value)\r\n"
    }
    return Data(OpaqueText.bytes(of: text + "\r\n"))
  }

  /// Ends a chunked body.
  static func lastChunk(trailers: HTTPHeaders) -> Data {
    Data(OpaqueText.bytes(of: "0\r\n\(trailers.map { "\($0.name): \($0.value)\r\n" }.joined())\r\n"))
  }

  /// Writes the head of a response.
  ///
  /// The framing follows the body, whatever the headers say; a wrong length is a separate fault.
  func message(_ content: Content, date: Date) throws(Unwritable) -> Message {
    let (status, headers) = (content.status, content.headers)
    guard (200...999).contains(status) else {
      throw Unwritable(reason: "\(status) is not the status of a final response")
    }
    let hasNoBody = status == 204 || status == 304
    let framing = framing(of: content, hasNoBody: hasNoBody)
    let closes = !keepsAlive || headers.closesConnection || framing == .untilClose
    var text = ""
    text.reserveCapacity(256)
    text += "HTTP/1.1 \(status) \(StatusPhrase.phrase(for: status))\r\n"
    // The length of what a GET, or a request without a condition, would receive (RFC 9110 section 8.6).
    let keepsLength = method == .head || status == 304
    for field in headers where !field.isOfFraming || (field.isNamed("Content-Length") && keepsLength) {
      try Self.check(field)
      text += field.name
      text += ": "
      text += field.value
      text += "\r\n"
    }
    if !headers.contains("Date") { text += "Date: \(HTTPDate.text(of: date))\r\n" }
    let isAnnounced = method == .head && headers.contains("Content-Length")
    if !hasNoBody, !isAnnounced {
      if !content.isStream {
        text += "Content-Length: \(ServerFault.length(content.length, off: content.lengthOff))\r\n"
      }
      if content.isStream, !isOld { text += "Transfer-Encoding: chunked\r\n" }
    }
    for field in headers where field.isNamed("Connection") { try Self.check(field) }
    let options = headers.connectionOptions(closes: closes, keepsAlive: isOld)
    if !options.isEmpty { text += "Connection: \(options.joined(separator: ", "))\r\n" }
    text += "\r\n"
    return Message(head: Data(OpaqueText.bytes(of: text)), framing: framing, closes: closes)
  }

  private func framing(of content: Content, hasNoBody: Bool) -> Framing {
    if hasNoBody || method == .head { return .none }
    if content.isStream { return isOld ? .untilClose : .chunked }
    return .length
  }

  /// Throws if a client would not read the field as it was written.
  static func check(_ field: HTTPField) throws(Unwritable) {
    guard field.isWritable else { throw Unwritable(reason: field.refusal) }
  }
}

extension HTTPField {
  /// Whether the field delimits the message, which is up to the writer.
  fileprivate var isOfFraming: Bool {
    isNamed("Content-Length") || isNamed("Transfer-Encoding") || isNamed("Connection")
  }
}
