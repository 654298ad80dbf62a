public import Foundation

/// A type that can be converted to the URL of a request: `String`, `URL`, `URLComponents`.
///
/// ```swift
/// network.get("https://api.example.com/users")
/// network.get("users")  // relative to the session's base URL (RFC 3986 section 5)
/// network.get("")  // the base URL itself
/// ```
///
/// Text that is not a URL fails the request with ``InvalidRequest/url(_:)``, and nothing is sent.
///
/// A name and password before the host, as in `https://ada:secret@example.com/`, are sent by the transports as
/// `Authorization: Basic`. A redirect within the origin keeps them, one to another origin does not. They belong to the
/// request, not to the session, and are hidden where URLs are printed. A mock records them in the URL, but no field;
/// its matchers ignore them.
public protocol URLConvertible: Sendable {
  /// Returns the URL, which may be relative. Throws if there is none.
  func asURL() throws -> URL
}

extension URL: URLConvertible {
  /// Returns the URL itself.
  public func asURL() throws -> URL { self }
}

extension String: URLConvertible {
  /// Returns the URL that the text represents, with characters that RFC 3986 forbids escaped.
  ///
  /// ```swift
  /// network.get("https://bücher.example/straße?q=a b%20c")  // https://xn--bcher-kva.example/stra%C3%9Fe?q=a%20b%20c
  /// ```
  ///
  /// Forbidden characters become their UTF-8 bytes as `%XX`, a `%` that does not begin an escape becomes `%25`, and an
  /// international host is converted to its ASCII form. Valid escapes are preserved.
  ///
  /// - Throws: ``InvalidRequest/url(_:)`` for what escaping cannot fix: control characters, an invalid host
  ///   or an invalid port.
  public func asURL() throws -> URL {
    guard let url = URL(string: self, encodingInvalidCharacters: false) ?? URL(escaping: self) else {
      throw InvalidRequest.url(self)
    }
    return url
  }
}

extension URLComponents: URLConvertible {
  /// Returns the URL of the components.
  public func asURL() throws -> URL {
    guard let url else { throw InvalidRequest.url(String(describing: self)) }
    return url
  }
}

extension URLConvertible {
  /// Returns the absolute `http` or `https` URL, resolved against the base (RFC 3986 section 5.2).
  ///
  /// An empty text is a reference to the base itself, without its fragment (section 5.2.2). Foundation has no `URL` for
  /// it.
  package func absoluteURL(relativeTo base: BaseURL?) throws -> URL {
    let url: URL
    do {
      url = try asURL()
    } catch InvalidRequest.url("") {
      guard let address = try resolved("", against: base) else { throw InvalidRequest.url("") }
      return address
    }
    if let address = url.absoluteURL.asAbsoluteHTTP { return address }
    let isRelative = url.scheme?.isEmpty ?? true
    guard isRelative, let address = try resolved(url.relativeString, against: base) else {
      throw InvalidRequest.url(
        (self as? any SpelledAddress)?.spelling ?? self as? String ?? url.relativeString)
    }
    return address
  }

  private func resolved(_ text: String, against base: BaseURL?) throws(InvalidRequest) -> URL? {
    guard let base else { return nil }
    guard let reference = base.reference ?? (self as? any SpelledAddress)?.base(for: base)?.reference else {
      throw .baseURL(base.url.absoluteString)
    }
    return (try? URLReference(text))?.resolved(against: reference).url?.asAbsoluteHTTP
  }
}

/// A URL that differs from the text that the caller passed, which errors show.
protocol SpelledAddress {
  var spelling: String { get }

  /// Returns what a base with another scheme than those of HTTP stands for, or nil for nothing.
  func base(for base: BaseURL) -> BaseURL?
}
