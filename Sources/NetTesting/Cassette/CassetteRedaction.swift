import Foundation
import Net

/// Leaves out of a cassette what a `Redaction` hides, so that what is left is still a message that can be replayed.
///
/// A placeholder stands where a secret was, and the names stay. What is hidden is hidden of a request that looks for
/// its answer, too, so it neither keeps a request from matching nor tells two apart.
struct CassetteRedaction: Sendable, Hashable {
  /// The headers, query parameters and fields of bodies that are hidden, and the credentials in URLs.
  var messages: Redaction
}

extension CassetteRedaction {
  /// The request as it is written, and compared.
  func redacted(_ request: RecordedRequest) -> RecordedRequest {
    var result = request
    result.url = redacted(request.url)
    result.headers = redacted(request.headers)
    result.body = redacted(body: request.body)
    return result
  }

  /// The response as it is written.
  func redacted(_ response: Cassette.Response) -> Cassette.Response {
    var result = response
    result.headers = redacted(response.headers)
    result.body = redacted(body: response.body)
    return result
  }

  private func redacted(_ url: URL) -> URL { URL(string: redacted(urlText: url.absoluteString)) ?? url }

  /// The text of a URL, the placeholder spelled as a URL can hold it.
  private func redacted(urlText text: String) -> String {
    messages.redacted(urlText: text).replacing(Redaction.placeholder, with: Self.placeholderInURLs)
  }

  /// The body; of a form with a placeholder as a form spells it.
  private func redacted(body: Data) -> Data {
    let hidden = messages.redacted(body: body)
    guard hidden != body, !CassetteKey.looksLikeJSON(body) else { return hidden }
    let text = String(decoding: hidden, as: UTF8.self)
    return Data(text.replacing("=\(Redaction.placeholder)", with: "=\(Self.placeholderInURLs)").utf8)
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
