package import Foundation

extension URL {
  /// Creates a URL from untrusted text.
  ///
  /// Characters that RFC 3986 forbids are escaped, component by component. Valid escapes are preserved. An
  /// international host is converted to its ASCII form.
  ///
  /// Foundation escapes every `%` of a text if one character is forbidden, so `%20` becomes `%2520`. This initializer
  /// never escapes twice.
  package init?(escaping text: String) {
    guard let url = (try? URLReference(text))?.url else { return nil }
    self = url
  }

  /// Creates a URL from a reference in a response (`Location`, `Link`), resolved against the URL of the response.
  ///
  /// In `http`, `https`, `ws` and `wss`, one or three slashes before the host count as two, as in curl: `http:/h`,
  /// `http:///h`, `///h`. Other schemes have URLs without a host, such as `app:/path`.
  package init?(reference text: String, of base: URL?) {
    guard var reference = (try? URLReference(text)) else { return nil }
    if let scheme = reference.scheme.map(String.init) ?? base?.scheme,
      Self.requireHosts.contains(scheme.lowercased())
    {
      reference.correctSlashes()
    }
    if let base {
      guard let base = try? URLReference(base.absoluteString) else { return nil }
      reference = reference.resolved(against: base)
    }
    guard let url = reference.url else { return nil }
    self = url
  }

  /// The schemes whose URLs always have a host.
  private static let requireHosts: Set<String> = ["http", "https", "ws", "wss"]
}
