import Foundation
import Net

/// The WebSockets of a HAR file, in the fields of Chromium, as ``HARMessage`` describes them.
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
    if let missing = message["_missing"].value.string {
      throw message["data"].fail(expected: "the data of the message, which is missing because \(missing)")
    }
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

  /// Returns the records as messages of an entry; close frames have their opcode 8.
  static func messages(_ records: [WebSocketRecord]) -> [HARMessage] {
    records.map { record in
      let (opcode, data): (Int64, Data) =
        switch record.content {
        case .message(.text(let text)): (1, Data(text.utf8))
        case .message(.data(let data)): (2, data)
        case .close(let closure): (8, payload(closure))
        }
      return HARMessage(isSent: record.isSent, time: record.time, opcode: opcode, data: data)
    }
  }

  private static func payload(_ closure: WebSocketClosure) -> Data {
    guard closure.code != .noStatus else { return Data() }
    let code = closure.code.rawValue
    return Data([UInt8(code >> 8), UInt8(truncatingIfNeeded: code)]) + Data(closure.reason.utf8)
  }
}
