public import Foundation

/// Something that names where a request goes: a `String`, a `URL`, `URLComponents`.
///
/// ```swift
/// network.get("https://api.example.com/users")
/// network.get("users")  // relative to the session's base URL (RFC 3986 section 5)
/// ```
///
/// What is not a valid URL fails the request with ``InvalidRequest/url(_:)``, never the process.
public protocol URLConvertible: Sendable {
  /// The URL, which may be relative; throws when there is none.
  func asURL() throws -> URL
}

extension URL: URLConvertible {
  /// The URL itself.
  public func asURL() throws -> URL { self }
}

extension String: URLConvertible {
  /// The URL that the text spells, exactly: nothing is escaped or guessed on its behalf.
  public func asURL() throws -> URL {
    guard let url = URL(string: self, encodingInvalidCharacters: false) else {
      throw InvalidRequest.url(self)
    }
    return url
  }
}

extension URLComponents: URLConvertible {
  /// The URL that the components make.
  public func asURL() throws -> URL {
    guard let url else { throw InvalidRequest.url(String(describing: self)) }
    return url
  }
}

extension URLConvertible {
  /// The absolute `http` or `https` URL this stands for, resolved against the base (RFC 3986 section 5.2).
  package func absoluteURL(relativeTo base: URL?) throws -> URL {
    let url = try asURL()
    let resolved =
      url.scheme == nil ? URL(string: url.relativeString, relativeTo: base)?.absoluteURL : url.absoluteURL
    guard let resolved, resolved.isAbsoluteHTTP else { throw InvalidRequest.url(url.relativeString) }
    return resolved
  }
}
