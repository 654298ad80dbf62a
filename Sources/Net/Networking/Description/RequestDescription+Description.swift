import Foundation

extension RequestDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The method, URL, header, parameters and content, redacted by ``Redaction/standard``.
  public var description: String {
    let lines = ["\(method) \(shownURL)".printed] + Redaction.standard.lines(of: headers)
    return
      (lines + [parameters.map { "parameters: \($0)" }, content.map { "content: \($0)" }].compactMap(\.self))
      .joined(separator: "\n")
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// The parts that ``description`` shows.
  public var customMirror: Mirror {
    Mirror(
      redacted: self,
      [
        "method": method.rawValue, "url": shownURL, "headers": headers, "parameters": parameters as Any,
        "content": content as Any,
      ])
  }

  private var shownURL: String { Redaction.standard.redacted(urlText: url.callersText) }

  /// Names the request in an error if it is not sent, without calling the URL's code.
  var unsent: UnsentRequest {
    UnsentRequest(method: method) { [url] in url.shownText(relativeTo: nil) }
  }

  /// Names the request in an error if it is not sent.
  func unsent(relativeTo baseURL: URL?) -> UnsentRequest {
    UnsentRequest(method: method, url: url.shownText(relativeTo: baseURL))
  }
}

extension URLConvertible {
  /// The absolute URL, or the URL as the caller passed it if there is none.
  fileprivate func shownText(relativeTo baseURL: URL?) -> String {
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
