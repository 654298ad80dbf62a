package import Foundation

/// A message or a close frame of a WebSocket, in the fields of Chromium: `_webSocketMessages` of an entry.
///
/// A message has a type (`send` or `receive`), a time in seconds since 1970, an opcode (RFC 6455 section 5.2), and
/// data: text if the opcode is 1, otherwise Base64. Chromium writes only texts and bytes.
package struct HARMessage: Sendable {
  package var isSent: Bool
  package var time: Date
  /// 1 for a text, 2 for bytes, 8 for a close frame.
  package var opcode: Int64
  package var data: Data
  /// The reason why the data is missing; nil if it is not.
  package var missingData: String?
  /// The number of bytes of the message, if the data is missing.
  package var size: Int?

  package init(isSent: Bool, time: Date, opcode: Int64, data: Data) {
    self.isSent = isSent
    self.time = time
    self.opcode = opcode
    self.data = data
  }

  var value: JSONValue {
    let text = opcode == 1 ? String(decoding: data, as: UTF8.self) : data.base64EncodedString()
    // In microseconds, because dates are not more accurate than that.
    let seconds = (HARWriter.limited(time.timeIntervalSince1970) * 1_000_000).rounded() / 1_000_000
    var result: JSONValue = [
      "type": .string(isSent ? "send" : "receive"), "time": .double(seconds),
      "opcode": .integer(opcode), "data": .string(text),
    ]
    if let missingData { result["_missing"] = .string(missingData) }
    if let size { result["_size"] = .integer(Int64(size)) }
    return result
  }

  /// The URL text with the scheme of WebSockets in place of that of requests.
  static func webSocketText(_ text: String) -> String { WebSocketAddress.webSocketText(text) ?? text }

  /// The URL text with the scheme of requests in place of that of WebSockets.
  package static func httpText(_ text: String) -> String { WebSocketAddress.handshakeText(text) ?? text }
}
