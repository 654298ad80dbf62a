import Foundation

/// The method and URL of a request that was not sent, for the description of its error.
package struct UnsentRequest: Sendable {
  let method: HTTPMethod
  /// The absolute URL if it is known, otherwise the URL that the caller passed.
  let url: String

  package init(method: HTTPMethod, url: String) {
    self.method = method
    self.url = url
  }

  init(_ request: TransportRequest) { self.init(method: request.method, url: request.url.absoluteString) }
}
