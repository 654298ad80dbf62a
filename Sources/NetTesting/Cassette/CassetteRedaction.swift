import Foundation
public import Net

/// What is not written into a cassette: the values of secret headers, query parameters and fields of bodies.
///
/// ```swift
/// var redaction = CassetteRedaction.standard
/// redaction.messages.insert(headerName: "X-Api-Key")
/// redaction.insert(bodyField: "pin")
/// let transport = RecordingTransport(cassette: file, redaction: redaction)
/// ```
///
/// A placeholder stands where a secret was, and the names stay. What is hidden is hidden of a request that looks for
/// its answer, too, so it neither keeps a request from matching nor tells two apart. A response is replayed as it was
/// written: code that reads a token out of a hidden field reads the placeholder.
public struct CassetteRedaction: Sendable, Hashable {
  /// The headers and query parameters that are hidden, and the credentials in URLs.
  public var messages: Redaction
  private var bodyFields: Set<String>

  /// Hides these fields of bodies, and what the redaction hides of the rest.
  public init(messages: Redaction = .standard, bodyFields: some Sequence<String>) {
    self.messages = messages
    self.bodyFields = Set(bodyFields.map { $0.lowercased() })
  }

  /// Hides what `Redaction.standard` does, and the fields of bodies that name a password, a client's secret or a
  /// token of OAuth (RFC 6749).
  public static let standard = CassetteRedaction(
    bodyFields: ["password", "passwd", "client_secret", "access_token", "refresh_token", "id_token"])

  /// Hides nothing.
  public static let none = CassetteRedaction(messages: .none, bodyFields: [])

  /// Hides the values of a field, too, wherever it stands in a JSON body or a form. Case does not count.
  public mutating func insert(bodyField: String) { bodyFields.insert(bodyField.lowercased()) }

  func hides(bodyField name: String) -> Bool { bodyFields.contains(name.lowercased()) }

  var hidesBodyFields: Bool { !bodyFields.isEmpty }
}

extension CassetteRedaction {
  /// The request as it is written, and compared.
  func redacted(_ request: RecordedRequest) -> RecordedRequest {
    var result = request
    result.url = redacted(request.url)
    result.headers = redacted(request.headers)
    result.body = redacted(body: request.body, type: request.headers["Content-Type"])
    return result
  }

  /// The response as it is written.
  func redacted(_ response: Cassette.Response) -> Cassette.Response {
    var result = response
    result.headers = redacted(response.headers)
    result.body = redacted(body: response.body, type: response.headers["Content-Type"])
    return result
  }

  private func redacted(_ url: URL) -> URL { URL(string: redacted(urlText: url.absoluteString)) ?? url }

  /// The text of a URL, the placeholder spelled as a URL can hold it.
  private func redacted(urlText text: String) -> String {
    messages.redacted(urlText: text).replacing(Redaction.placeholder, with: Self.placeholderInURLs)
  }

  private static let placeholderInURLs = "%3Credacted%3E"

  private func redacted(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(
      headers.map { field in
        guard messages.hides(headerName: field.name) else {
          let holdsURL = ["location", "content-location", "referer"].contains(field.name.lowercased())
          return holdsURL ? HTTPField(name: field.name, value: redacted(urlText: field.value)) : field
        }
        return HTTPField(name: field.name, value: Self.hidden(field))
      })
  }

  /// The placeholder; of cookies only in the place of their values, so that they are set when they are replayed.
  private static func hidden(_ field: HTTPField) -> String {
    switch field.name.lowercased() {
    case "set-cookie":
      let parts = field.value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
      return ([hiddenPair(parts[0])] + parts.dropFirst().map(String.init)).joined(separator: ";")
    case "cookie":
      return field.value.split(separator: ";", omittingEmptySubsequences: false).map(hiddenPair)
        .joined(separator: ";")
    default: return Redaction.placeholder
    }
  }

  private static func hiddenPair(_ pair: Substring) -> String {
    let name = pair.prefix { $0 != "=" }
    return name.endIndex < pair.endIndex ? "\(name)=\(Redaction.placeholder)" : Redaction.placeholder
  }
}

extension CassetteRedaction {
  /// The body, secrets left out; byte for byte the same where there are none.
  private func redacted(body: Data, type: String?) -> Data {
    guard hidesBodyFields, !body.isEmpty else { return body }
    if type?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true {
      return redacted(form: body)
    }
    guard CassetteKey.looksLikeJSON(body), let value = try? JSONValue(parsing: body) else { return body }
    let hidden = redacted(value)
    return hidden == value ? body : (try? hidden.data()) ?? body
  }

  private func redacted(form body: Data) -> Data {
    let fields = String(decoding: body, as: UTF8.self).split(separator: "&", omittingEmptySubsequences: false)
    let hidden = fields.map { field -> String in
      let name = field.prefix { $0 != "=" }
      let plainName = name.replacing("+", with: " ").removingPercentEncoding ?? String(name)
      return hides(bodyField: plainName) ? "\(name)=\(Self.placeholderInURLs)" : String(field)
    }
    return Data(hidden.joined(separator: "&").utf8)
  }

  /// Goes as deep as JSON is read: ``JSONValue/maximumDepth``.
  private func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .array(let elements): .array(elements.map(redacted))
    case .object(let members):
      .object(
        Dictionary(
          members.map { name, value in
            (name, hides(bodyField: name) && !value.isNull ? .string(Redaction.placeholder) : redacted(value))
          }, uniquingKeysWith: { first, _ in first }))
    default: value
    }
  }
}
