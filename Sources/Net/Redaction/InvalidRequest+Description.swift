public import Foundation

extension InvalidRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The defect as text, redacted by ``Redaction/standard``; the first 2048 bytes.
  public var description: String { words(.standard).printed.cut(to: 2_048) }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// A mirror without children, because they may contain secrets.
  public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .enum) }

  /// Returns the defect as text.
  func words(_ redaction: Redaction) -> String {
    switch self {
    case .url(let text) where URLFlaw(in: text) != nil:
      "\"\(redaction.redacted(urlText: text).cut(to: 1_024))\" is not a URL: \(URLFlaw(in: text)?.description ?? "")"
    case .url(let text):
      """
      "\(redaction.redacted(urlText: text).cut(to: 1_024))" is not an absolute http or https URL, nor relative to a base \
      URL of the session\(Self.instead(ofURL: redaction.redacted(urlText: text).cut(to: 256)))
      """
    case .baseURL(let text):
      "the base URL \"\(redaction.redacted(urlText: text).cut(to: 1_024))\" is not an absolute http or https URL"
    case .header(let name, let value):
      """
      the header \(name.debugDescription): \
      \(redaction.hides(headerName: name) ? Redaction.placeholder : redaction.redacted(text: value).cut(to: 1_024).debugDescription) \
      contains characters that are not allowed in a header
      """
    case .boundary(let text):
      "the multipart boundary \(text.cut(to: 128).debugDescription) \(Self.flaw(inBoundary: text))"
    case .method(let name) where HeaderSyntax.isToken(name):
      """
      Foundation would send the method \(name.debugDescription) as \(name.uppercased().debugDescription), which is \
      a different method: methods are case-sensitive
      """
    case .method(let name): "\(name.debugDescription) is not an HTTP method"
    case .bodyNotAllowed(.get):
      "a GET request must not have a body; call sendingBodyWithGet() if the service expects one"
    case .bodyNotAllowed(let method): "a \(method) request must not have a body"
    case .contentLength(let text, nil):
      "the header Content-Length: \(text.debugDescription) is not a single number of bytes"
    case .contentLength(let text, let count?):
      """
      the header Content-Length is \(text.debugDescription), but the body has \(count.counted("byte")): \
      remove the header, the transport sets it
      """
    case .connectionHeader(let name, let value):
      """
      the header \(name): \(redaction.redacted(HTTPField(name: name, value: value)).value.debugDescription) concerns the connection, which the transport manages: remove it\
      \(Self.instead(of: name.lowercased()))
      """
    case .repeatedHost(let values):
      """
      there are \(values.count) Host headers, \(values.map(\.debugDescription).joined(separator: " and ").cut(to: 256)), \
      and one is allowed: replace the first one with update(name:value:)
      """
    case .crossOrigin(let from, let to):
      "the next request would go to another origin, \(to) instead of \(from); crossOrigin: .withoutCredentials allows it"
    case .repeatedPage(let url):
      "the next page, \"\(redaction.redacted(urlText: url).cut(to: 1_024))\", has been received before"
    case .subprotocols(let names):
      """
      the subprotocols \(redaction.redacted(subprotocols: names).joined(separator: ", ").cut(to: 1_024).debugDescription) \
      cannot be offered: each must be a token, without spaces and commas, and may be listed only once
      """
    }
  }

  private static func flaw(inBoundary text: String) -> String {
    if text.isEmpty { return "is empty" }
    if text.utf8.count > 70 { return "has \(text.utf8.count) bytes, more than 70" }
    let odd = text.unicodeScalars.first { !String($0).utf8.allSatisfy(MultipartFormData.isBoundaryByte) }
    return
      "contains \(odd.map { String($0).printedASCII.debugDescription } ?? ""), which is not allowed in a boundary"
  }

  /// Returns what to write instead of a text whose first segment has a colon, so that it has a scheme, or nothing.
  private static func instead(ofURL text: String) -> String {
    let first = text.prefix { !"/?#".contains($0) }
    guard let colon = first.firstIndex(of: ":"), !text[colon...].hasPrefix("://") else { return "" }
    let rest = first[colon...].dropFirst()
    if !rest.isEmpty, rest.allSatisfy({ $0.isASCII && $0.isNumber }) {
      return "; an absolute URL begins with http:// or https://"
    }
    return "; a path whose first segment has a colon is written \"./\(text)\""
  }

  /// Returns what to do instead of setting a field that the transport sets.
  private static func instead(of field: String) -> String {
    switch field {
    case "transfer-encoding": ", a stream of unknown length is sent in chunks anyway"
    case "sec-websocket-protocol": " and pass subprotocols: when you open the WebSocket"
    case "sec-websocket-extensions": " and set WebSocketOptions.offersCompression"
    default: ""
    }
  }
}

extension InvalidRequest: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
