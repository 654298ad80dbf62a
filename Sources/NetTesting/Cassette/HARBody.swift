import Foundation
import Net

/// The bodies of a HAR file: text in the charset of its type, or Base64.
enum HARBody {
  /// A body as it is written: the text, and how it is encoded.
  struct Written {
    var text: String
    var encoding: String?
  }

  /// The body as text where reading that gives the same bytes, else in Base64.
  static func written(_ body: Data, type: String?) -> Written {
    if let charset = charset(of: type), charset != .utf8, let text = String(data: body, encoding: charset),
      text.data(using: charset) == body
    {
      return Written(text: text)
    }
    let isUTF8 = [nil, .utf8, .ascii].contains(charset(of: type))
    if isUTF8, let text = String(validating: body, as: UTF8.self) { return Written(text: text) }
    return Written(text: body.base64EncodedString(), encoding: "base64")
  }

  /// The bytes of a text in the charset of its type, or in UTF-8 where that does not hold it.
  private static func bytes(of text: String, type: String?) -> Data {
    charset(of: type).flatMap { text.data(using: $0) } ?? Data(text.utf8)
  }

  /// The body that was sent.
  static func posted(_ cursor: HARCursor, headers: HTTPHeaders) throws(CassetteError) -> Data {
    guard !cursor.value.isNull else { return Data() }
    let type = try cursor["mimeType"].optionalString() ?? headers["Content-Type"]
    if let text = try cursor["text"].optionalString() {
      // Version 1.2 has no encoding here; the proposal for 1.3 has, and so do we under a name of our own.
      for name in ["encoding", "_encoding"] where try cursor[name].optionalString() == "base64" {
        return try decoded(text, at: cursor["text"])
      }
      return bytes(of: text, type: type)
    }
    var pairs: [String] = []
    for field in try cursor["params"].optionalArray() {
      let name = try field["name"].string()
      let value = try field["value"].optionalString() ?? ""
      pairs.append("\(formText(name))=\(formText(value))")
    }
    return Data(pairs.joined(separator: "&").utf8)
  }

  /// The body that was received, or why it is not there.
  static func content(
    _ cursor: HARCursor, of method: HTTPMethod, status: Int, headers: HTTPHeaders
  ) throws(CassetteError) -> (body: Data, missing: String?) {
    let type = try cursor["mimeType"].optionalString() ?? headers["Content-Type"]
    let size = cursor["size"].value.double ?? 0
    guard let text = try cursor["text"].optionalString() else {
      let hasNone = method == .head || [204, 205, 304].contains(status) || (300..<400).contains(status)
      guard size > 0, !hasNone else { return (Data(), nil) }
      return (Data(), "the file has no text of the \(Int(min(size, 1e15))) bytes that were received")
    }
    let encoding = try cursor["encoding"].optionalString() ?? ""
    switch encoding {
    case "": return (bytes(of: text, type: type), nil)
    case "base64":
      let body = try decoded(text, at: cursor["text"])
      // Still as it travelled, which a transport would have undone.
      let isZipped = body.starts(with: [0x1f, 0x8b]) && type?.contains("zip") != true
      if isZipped, headers["Content-Encoding"]?.lowercased().contains("gzip") == true {
        return (Data(), "the file has it compressed still, by gzip")
      }
      return (body, nil)
    default: return (Data(), "the file has it in the encoding \(encoding.prefix(40).debugDescription)")
    }
  }

  private static func decoded(_ text: String, at cursor: HARCursor) throws(CassetteError) -> Data {
    // Lines may be broken; anything else that is not Base64 would be passed over and be missing.
    let letters = text.contains(where: \.isWhitespace) ? String(text.filter { !$0.isWhitespace }) : text
    guard let data = Data(base64Encoded: letters) else {
      throw cursor.fail(expected: "Base64")
    }
    return data
  }

  private static func formText(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? text
  }

  private static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// The charset that a media type names, where it is known.
  static func charset(of type: String?) -> String.Encoding? {
    parameter("charset", of: type).flatMap(StringSerializer.encoding(named:))
  }

  /// A parameter of a media type (RFC 9110 section 8.3.1), without quotes.
  static func parameter(_ name: String, of type: String?) -> String? {
    guard let type else { return nil }
    for part in type.split(separator: ";").dropFirst() {
      let pair = part.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard pair.count == 2, pair[0].lowercased() == name else { continue }
      return pair[1].trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    }
    return nil
  }
}
