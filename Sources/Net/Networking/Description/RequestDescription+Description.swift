import Foundation

extension RequestDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method, URL, header, parameters and content, redacted by ``Redaction/standard``, or as its session specifies
  /// if it is that of a request.
  public var description: String { words(carriedRedaction ?? .standard) }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts that ``description`` shows.
  public var customMirror: Mirror { mirror(of: self, carriedRedaction ?? .standard) }

  /// Returns the method, URL, header, parameters and content, redacted.
  package func words(_ redaction: Redaction) -> String {
    let lines = ["\(method) \(shownURL(redaction))".printed] + redaction.lines(of: headers)
    let parts = [
      parameters.map { "parameters: \($0.words(redaction))" },
      content.map { "content: \($0.words(redaction))" },
    ]
    return (lines + parts.compactMap(\.self)).joined(separator: "\n")
  }

  /// Returns a mirror of a value with this description, with the parts that ``words(_:)`` returns.
  package func mirror(of subject: some Any, _ redaction: Redaction) -> Mirror {
    Mirror(
      redacted: subject,
      [
        "method": method.rawValue, "url": shownURL(redaction), "headers": redaction.lines(of: headers),
        "parameters": parameters?.words(redaction) as Any, "content": content?.words(redaction) as Any,
      ])
  }

  private func shownURL(_ redaction: Redaction) -> String { redaction.redacted(urlText: url.callersText) }

  /// Names the request in an error if it is not sent, without calling the URL's code.
  var unsent: UnsentRequest {
    UnsentRequest(method: method) { [url] in url.shownText(relativeTo: nil) }
  }

  /// Names the request in an error if it is not sent.
  func unsent(relativeTo baseURL: BaseURL?) -> UnsentRequest {
    UnsentRequest(method: method, url: url.shownText(relativeTo: baseURL))
  }
}

extension URLConvertible {
  /// The absolute URL, or the URL as the caller passed it if there is none.
  fileprivate func shownText(relativeTo baseURL: BaseURL?) -> String {
    (try? absoluteURL(relativeTo: baseURL))?.absoluteString ?? callersText
  }

  /// The URL as the caller passed it.
  var callersText: String {
    switch self {
    case let address as any SpelledAddress: address.spelling
    case let text as String: text
    case let url as URL: url.absoluteString
    case let components as URLComponents: components.string ?? "\(type(of: components))"
    case let expansion as URITemplateExpansion: expansion.description
    case let other: (try? other.asURL().absoluteString) ?? other.describedText
    }
  }

  /// The text of a type that describes itself, as one that keeps a text that is not a URL does, or its name.
  private var describedText: String {
    (self as? any CustomStringConvertible)?.description ?? "\(type(of: self))"
  }
}
