import Foundation
import Net

/// Reads the bodies of a HAR file: text in the charset of its type, or Base64.
enum HARBody {
  /// The bytes of a text in the charset of its type, or in UTF-8 if the charset cannot encode it.
  private static func bytes(of text: String, type: String?) -> Data {
    HARText.charset(of: type)?.data(of: text) ?? Data(text.utf8)
  }

  /// The body of the request.
  static func posted(_ cursor: HARCursor, headers: HTTPHeaders) throws(CassetteError) -> Data {
    guard !cursor.value.isNull else { return Data() }
    let type = try cursor["mimeType"].optionalString() ?? headers["Content-Type"]
    let hasParameters = cursor["params"].value.array?.isEmpty == false
    // Tools that write both fields leave one of them empty.
    if let text = try cursor["text"].optionalString(), !text.isEmpty || !hasParameters {
      // HAR 1.2 has no encoding for this field. The proposal for 1.3 has one, and we write `_encoding`.
      for name in ["encoding", "_encoding"] where try cursor[name].optionalString()?.lowercased() == "base64"
      {
        guard let body = decoded(text) else { throw cursor["text"].fail(expected: "Base64") }
        return body
      }
      return bytes(of: text, type: type)
    }
    let fields = try cursor["params"].optionalArray()
    if let boundary = ComparedBody.boundary(of: type), !fields.isEmpty {
      return try multipart(fields, between: boundary)
    }
    var pairs: [String] = []
    for field in fields {
      let name = try field["name"].string()
      let value = try field["value"].optionalString() ?? ""
      pairs.append("\(formText(name))=\(formText(value))")
    }
    return Data(pairs.joined(separator: "&").utf8)
  }

  /// The body that `MultipartFormData` makes of these parameters.
  private static func multipart(
    _ fields: [HARCursor], between boundary: String
  ) throws(CassetteError) -> Data {
    var text = ""
    for field in fields {
      text +=
        "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(quotable(try field["name"].string()))\""
      if let name = try field["fileName"].optionalString() { text += "; filename=\"\(quotable(name))\"" }
      if let type = try field["contentType"].optionalString() { text += "\r\nContent-Type: \(type)" }
      text += "\r\n\r\n\(try field["value"].optionalString() ?? "")\r\n"
    }
    return Data("\(text)--\(boundary)--\r\n".utf8)
  }

  private static func quotable(_ name: String) -> String {
    // Literally, because for Swift a quote and a combining mark are one character.
    [("\"", "%22"), ("\r", "%0D"), ("\n", "%0A")].reduce(name) { name, escape in
      name.replacingOccurrences(of: escape.0, with: escape.1, options: .literal)
    }
  }

  /// The body of the response, or the reason why it is missing.
  ///
  /// A failed transfer whose size is unknown had no body. A tool that did not save a body may still have written how
  /// many bytes were sent, or a field that says so.
  static func content(
    _ cursor: HARCursor, sent: Double?, of method: HTTPMethod, status: Int, headers: HTTPHeaders,
    hasFailed: Bool
  ) throws(CassetteError) -> (body: Data, missing: String?) {
    let stated = try cursor["mimeType"].optionalString()
    // Chrome omits the charset in `mimeType`, but not in the header.
    let type = HARText.charset(of: stated) == nil ? headers["Content-Type"] ?? stated : stated
    var size = cursor["size"].value.double ?? 0
    if size == 0, !hasFailed {
      size = [sent, headers["Content-Length"].flatMap { Double($0) }].compactMap { $0 }.first { $0 > 0 } ?? 0
    }
    if let missing = cursor["_missing"].value.string, !missing.isEmpty { return (Data(), missing) }
    let text = try cursor["text"].optionalString()
    // An empty text is the whole body only if no bytes were received.
    let isWhole = text?.isEmpty != true || (cursor["size"].value.double ?? 0) <= 0
    guard let text, isWhole else {
      let hasNone =
        method == .head || status < 200 || [204, 205].contains(status) || (300..<400).contains(status)
      guard hasFailed ? size > 0 : size != 0, !hasNone else { return (Data(), nil) }
      // Firefox writes a negative size if it was configured to omit bodies.
      let body = size < 0 ? "the body" : "the \(Int(min(size, 1e15)).counted("byte")) received"
      return (Data(), "the file does not contain \(body)")
    }
    let encoding = try cursor["encoding"].optionalString() ?? ""
    switch encoding.lowercased() {
    case "": return (bytes(of: text, type: type), nil)
    case "base64":
      guard let body = decoded(text) else { return (Data(), "its Base64 in the file is not valid") }
      // We write whether a transport has delivered it so.
      if cursor[asReceived].value.bool != true,
        let coding = stillCoded(body, headers["Content-Encoding"], type: type)
      {
        return (Data(), "it is still compressed in the file, as \(coding)")
      }
      return (body, nil)
    default:
      return (Data(), "its encoding in the file, \(encoding.prefix(40).debugDescription), is not supported")
    }
  }

  /// The field that says that a body is as the transport delivered it, although it looks compressed still.
  static let asReceived = "_asReceived"

  /// Whether the body looks compressed still.
  static func looksCoded(_ response: Cassette.Response) -> Bool {
    stillCoded(
      response.body, response.headers["Content-Encoding"], type: response.headers["Content-Type"]) != nil
  }

  /// The content coding that the body still has, although a transport would have decoded it.
  ///
  /// Tools that record on the wire, and proxies that cannot decode a body, write such bodies. Brotli cannot be
  /// recognized.
  private static func stillCoded(_ body: Data, _ codings: String?, type: String?) -> String? {
    guard let codings = codings?.lowercased(), type?.contains("zip") != true else { return nil }
    let marks: [(coding: String, beginnings: [[UInt8]])] = [
      ("gzip", [[0x1f, 0x8b]]), ("zstd", [[0x28, 0xb5, 0x2f, 0xfd]]),
      ("deflate", [[0x78, 0x01], [0x78, 0x5e], [0x78, 0x9c], [0x78, 0xda]]),
    ]
    return marks.first { mark in
      codings.contains(mark.coding) && mark.beginnings.contains { body.starts(with: $0) }
    }?.coding
  }

  private static func decoded(_ text: String) -> Data? {
    // Lines may be wrapped. Any other invalid character must fail, because ignoring it would lose data.
    let letters = text.contains(where: \.isWhitespace) ? String(text.filter { !$0.isWhitespace }) : text
    return Data(base64Encoded: letters)
  }

  private static func formText(_ text: String) -> String { PercentEncoding.escaped(Array(text.utf8)) }
}
