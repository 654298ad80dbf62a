import Foundation

/// The method and URL of a request that was not sent, for the description of its error.
///
/// The URL of a request may be a type of the user's, whose code may call the request. So its text is made when it is
/// first read, which is never done with a lock held.
package final class UnsentRequest: Sendable {
  private enum Text: Sendable {
    case made(String)
    case deferred(@Sendable () -> String)
  }

  let method: HTTPMethod
  private let text: Lock<Text>

  package init(method: HTTPMethod, url: String) {
    self.method = method
    text = Lock(.made(url))
  }

  /// Creates a name whose URL is made when it is first read.
  init(method: HTTPMethod, makeURL: @escaping @Sendable () -> String) {
    self.method = method
    text = Lock(.deferred(makeURL))
  }

  /// The absolute URL if it is known, otherwise the URL that the caller passed.
  var url: String {
    switch text.withLock({ $0 }) {
    case .made(let url): return url
    case .deferred(let makeURL):
      let url = makeURL()
      // Returned, so that what it captures is released without the lock held.
      _ = text.withLock { text in
        defer { text = .made(url) }
        return text
      }
      return url
    }
  }
}
