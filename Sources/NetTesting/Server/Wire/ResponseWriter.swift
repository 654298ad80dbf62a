import Foundation
import Net

/// Writes responses (RFC 9112 sections 4 and 6) to a request.
struct ResponseWriter: Sendable {
  /// The method that is answered: `HEAD` has no body.
  var method: HTTPMethod
  /// Whether the request is of HTTP/1.0.
  var isOld: Bool
  /// Whether the connection may stay open.
  var keepsAlive: Bool

  /// A response as it goes on the wire.
  struct Message: Sendable, Hashable {
    var head: Data
    var body: Data
    /// Whether the connection closes after it.
    var closes: Bool
  }

  /// Why a response cannot be written.
  struct Unwritable: Error, Sendable, Hashable {
    var reason: String
  }

  /// Says that the body may come (RFC 9110 section 15.2.1).
  static let goOn = Data("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// Writes a response. The length is the body's own, whatever a header says; a wrong one is a fault of its own.
  func message(
    status: Int, headers: HTTPHeaders, body: Data, date: Date
  ) throws(Unwritable) -> Message {
    guard (200...999).contains(status) else {
      throw Unwritable(reason: "\(status) is not the status of a final response")
    }
    let hasNoBody = status == 204 || status == 304
    let closes = !keepsAlive || headers.closesConnection
    var text = "HTTP/1.1 \(status) \(StatusPhrase.phrase(for: status))\r\n"
    for field in headers where !field.isOfFraming || (field.isNamed("Content-Length") && method == .head) {
      guard field.isWritable else {
        throw Unwritable(reason: "the header \(field.name.debugDescription) cannot stand in a response")
      }
      text += "\(field.name): \(field.value)\r\n"
    }
    if !headers.contains("Date") { text += "Date: \(HTTPDate.text(of: date))\r\n" }
    if !hasNoBody && !(method == .head && headers.contains("Content-Length")) {
      text += "Content-Length: \(body.count)\r\n"
    }
    if closes { text += "Connection: close\r\n" } else if isOld { text += "Connection: keep-alive\r\n" }
    text += "\r\n"
    return Message(
      head: Data(text.utf8), body: hasNoBody || method == .head ? Data() : body, closes: closes)
  }
}

extension HTTPHeaders {
  fileprivate var closesConnection: Bool {
    values(for: "Connection").contains { value in
      value.split(separator: ",").contains {
        $0.trimmingCharacters(in: .whitespaces).lowercased() == "close"
      }
    }
  }
}

extension HTTPField {
  /// Fields that say where the message ends, which is the writer's to say.
  fileprivate var isOfFraming: Bool {
    ["Content-Length", "Transfer-Encoding", "Connection"].contains { isNamed($0) }
  }

  fileprivate var isWritable: Bool {
    !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
      && value.utf8.allSatisfy { $0 != 0x0d && $0 != 0x0a && $0 != 0 }
  }
}
