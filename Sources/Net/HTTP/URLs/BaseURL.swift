package import Foundation

/// The base of relative URLs, parsed once for all of them.
package struct BaseURL: Sendable {
  /// The URL as the caller passed it.
  let url: URL
  /// Its components, or nil if no request can be sent to it.
  let reference: URLReference?

  package init(_ url: URL) {
    self.url = url
    reference = url.asAbsoluteHTTP == nil ? nil : try? URLReference(url.absoluteString)
  }
}
