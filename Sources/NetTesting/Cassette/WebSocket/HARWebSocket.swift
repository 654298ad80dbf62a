import Foundation
import Net

/// WebSockets in a HAR file, in the fields of Chromium: `_resourceType` and `_webSocketMessages`.
///
/// A message has a type (`send` or `receive`), a time in seconds since 1970, an opcode, and data: text if the opcode is
/// 1, otherwise Base64. Chromium writes only texts and bytes; we add close frames, with their opcode 8.
enum HARWebSocket {
  /// Whether an entry is a WebSocket.
  static func isWebSocket(_ entry: HARCursor) -> Bool {
    entry["_resourceType"].value.string == "websocket" || !entry["_webSocketMessages"].value.isNull
  }

  /// The messages of an entry; those of other kinds are left out.
  static func records(of entry: HARCursor) throws(CassetteError) -> [WebSocketRecord] {
    var records: [WebSocketRecord] = []
    for message in try entry["_webSocketMessages"].optionalArray() {
      guard let type = message["type"].value.string, ["send", "receive"].contains(type),
        let content = try content(of: message)
      else { continue }
      let time = Date(timeIntervalSince1970: message["time"].value.double ?? 0)
      records.append(WebSocketRecord(isSent: type == "send", time: time, content: content))
    }
    return records
  }

  private static func content(of message: HARCursor) throws(CassetteError) -> WebSocketRecord.Content? {
    let text = try message["data"].optionalString() ?? ""
    switch message["opcode"].value.int {
    case 1: return .message(.text(text))
    case 2: return .message(.data(try bytes(text, message)))
    case 8: return .close(closure(try bytes(text, message)))
    default: return nil
    }
  }

  private static func bytes(_ text: String, _ message: HARCursor) throws(CassetteError) -> Data {
    guard let data = Data(base64Encoded: text) else { throw message["data"].fail(expected: "Base64") }
    return data
  }

  /// Reads the payload of a close frame (RFC 6455 section 5.5.1).
  private static func closure(_ payload: Data) -> WebSocketClosure {
    let bytes = Array(payload)
    guard bytes.count >= 2 else { return WebSocketClosure(code: .noStatus) }
    return WebSocketClosure(
      code: WebSocketCloseCode(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1])),
      reason: String(decoding: bytes.dropFirst(2), as: UTF8.self))
  }

  /// The fields of an entry with these messages.
  static func fields(_ records: [WebSocketRecord]) -> [String: JSONValue] {
    ["_resourceType": "websocket", "_webSocketMessages": .array(records.map(message))]
  }

  private static func message(_ record: WebSocketRecord) -> JSONValue {
    let (opcode, data): (Int64, String) =
      switch record.content {
      case .message(.text(let text)): (1, text)
      case .message(.data(let data)): (2, data.base64EncodedString())
      case .close(let closure): (8, payload(closure).base64EncodedString())
      }
    return [
      "type": .string(record.isSent ? "send" : "receive"), "time": .double(record.time.timeIntervalSince1970),
      "opcode": .integer(opcode), "data": .string(data),
    ]
  }

  private static func payload(_ closure: WebSocketClosure) -> Data {
    guard closure.code != .noStatus else { return Data() }
    let code = closure.code.rawValue
    return Data([UInt8(code >> 8), UInt8(truncatingIfNeeded: code)]) + Data(closure.reason.utf8)
  }

  /// The URL text with the scheme of requests in place of that of WebSockets.
  static func httpText(_ text: String) -> String { replacing(["ws": "http", "wss": "https"], in: text) }

  /// The URL text with the scheme of WebSockets.
  static func webSocketText(_ text: String) -> String { replacing(["http": "ws", "https": "wss"], in: text) }

  private static func replacing(_ schemes: [String: String], in text: String) -> String {
    let scheme = text.prefix { $0 != ":" }
    guard let other = schemes[scheme.lowercased()] else { return text }
    return other + text.dropFirst(scheme.count)
  }
}
