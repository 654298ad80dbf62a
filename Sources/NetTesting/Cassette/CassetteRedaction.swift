import Foundation
import Net

/// Replaces the secrets in a cassette that a `Redaction` hides by placeholders, so that it can still be replayed.
///
/// Names are kept. A request is redacted before its entry is looked up, so that secrets neither prevent a match nor
/// distinguish two requests.
struct CassetteRedaction: Sendable, Hashable {
  /// The headers, query parameters and body fields to hide, and the credentials in URLs.
  var messages: Redaction
}

extension CassetteRedaction {
  /// The request as it is written and compared.
  func redacted(_ request: RecordedRequest) -> RecordedRequest { stable(request, redactedOnce) }

  /// The response as it is written.
  func redacted(_ response: Cassette.Response) -> Cassette.Response { stable(response, redactedOnce) }

  /// The failure as it is written; an error may quote the URL.
  func redacted(_ failure: Cassette.Failure) -> Cassette.Failure { stable(failure, redactedOnce) }

  /// The message or close frame as it is written.
  func redacted(_ record: WebSocketRecord) -> WebSocketRecord { stable(record, redactedOnce) }

  /// The message as it is written and compared.
  func redacted(_ message: WebSocketMessage) -> WebSocketMessage { stable(message, redactedOnce) }

  /// Redacts until nothing changes.
  ///
  /// What is read from a file was redacted when it was written. A placeholder may change how the text around it is
  /// read, so redacting it again must not give another value than redacting the original.
  private func stable<Value: Equatable>(_ value: Value, _ redact: (Value) -> Value) -> Value {
    var stable = value
    for _ in 0..<Self.maximumPasses {
      let redacted = redact(stable)
      if redacted == stable { break }
      stable = redacted
    }
    return stable
  }

  /// Enough for texts of which each pass hides more.
  private static let maximumPasses = 8
}

extension CassetteRedaction {
  private func redactedOnce(_ request: RecordedRequest) -> RecordedRequest {
    var result = request
    result.url = redacted(request.url)
    result.headers = redacted(request.headers)
    // Only compared, so that it need not be compressed again.
    result.body =
      hiddenContents(of: request.body, request.headers)
      ?? redacted(body: request.body, type: request.headers["Content-Type"])
    result.trailers = redacted(request.trailers)
    return result
  }

  private func redactedOnce(_ response: Cassette.Response) -> Cassette.Response {
    var result = response
    result.headers = redacted(response.headers)
    if hiddenContents(of: response.body, response.headers) != nil {
      result.body = Data()
      result.missingBody = "it was received compressed, and has secrets, which are not written"
    } else {
      result.body = redacted(body: response.body, type: response.headers["Content-Type"])
    }
    return result
  }

  /// The redacted contents of a body that is compressed and has secrets; nil for any other body.
  private func hiddenContents(of body: Data, _ headers: HTTPHeaders) -> Data? {
    guard !body.isEmpty, headers.contains("Content-Encoding"), String(validating: body, as: UTF8.self) == nil,
      let contents = CodedBody.beginning(of: body, headers, limit: Cassette.maximumSize)
    else { return nil }
    let hidden = redacted(body: contents, type: headers["Content-Type"])
    return hidden == contents ? nil : hidden
  }

  private func redactedOnce(_ failure: Cassette.Failure) -> Cassette.Failure {
    var result = failure
    result.text = messages.redacted(text: failure.text)
    result.error = failure.error?.redacted(text: { messages.redacted(text: $0) }, headers: redacted)
    return result
  }

  private func redactedOnce(_ record: WebSocketRecord) -> WebSocketRecord {
    var result = record
    switch record.content {
    case .message(let message): result.content = .message(redactedOnce(message))
    case .close(let closure):
      result.content = .close(
        WebSocketClosure(code: closure.code, reason: messages.redacted(text: closure.reason)))
    }
    return result
  }

  private func redactedOnce(_ message: WebSocketMessage) -> WebSocketMessage {
    switch message {
    case .text(let text):
      .text(String(decoding: messages.redacted(body: Data(text.utf8), contentType: nil), as: UTF8.self))
    case .data(let data): .data(messages.redacted(body: data, contentType: nil))
    }
  }

  private func redacted(_ url: URL) -> URL {
    let text = messages.redacted(urlText: url.absoluteString)
    return URL(escaping: text.replacing(Redaction.placeholder, with: Redaction.escapedPlaceholder)) ?? url
  }

  /// The body, with the placeholder percent-encoded in forms and URLs.
  private func redacted(body: Data, type: String?) -> Data {
    let hidden = messages.redacted(body: body, contentType: type)
    guard hidden != body, let text = String(validating: hidden, as: UTF8.self) else { return hidden }
    return Data(Self.spelledForURLs(text).utf8)
  }

  /// The text, with the placeholder percent-encoded where it is part of a URL: after `=`, `/` and `:`.
  private static func spelledForURLs(_ text: String) -> String {
    ["=", "/", ":"].reduce(text) { text, mark in
      text.replacing("\(mark)\(Redaction.placeholder)", with: "\(mark)\(Redaction.escapedPlaceholder)")
    }
  }

  private func redacted(_ headers: HTTPHeaders) -> HTTPHeaders {
    HTTPHeaders(
      headers.map { field in
        let shown = messages.redacted(field)
        if shown.value == Redaction.placeholder {
          return HTTPField(
            name: field.name, value: field.value == shown.value ? shown.value : Self.hidden(field))
        }
        return HTTPField(name: field.name, value: Self.spelledForURLs(shown.value))
      })
  }

  /// The placeholder; for cookies it replaces only their values, so that they can be set when replayed.
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

extension Redaction {
  /// The placeholder where it is part of a URL or a form.
  fileprivate static let escapedPlaceholder = "%3Credacted%3E"

  /// Returns whether a secret of the text was replaced.
  static func hasPlaceholder(_ text: String) -> Bool {
    text.contains(placeholder) || text.contains(escapedPlaceholder)
  }
}
