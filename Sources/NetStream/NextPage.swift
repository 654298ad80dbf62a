import Foundation
public import Net

/// A rule that derives the request for the next page.
///
/// Use a static member or define your own.
///
/// ```swift
/// extension NextPage {
///   static let nextHeader = NextPage { head, request in
///     head.headers["X-Next"].map { next in request.with { $0.url = next } }
///   }
/// }
/// ```
public struct NextPage: Sendable {
  /// Returns the request after the page with this head, or nil at the last page.
  public let next: @Sendable (ResponseHead, StreamRequest) -> StreamRequest?

  /// Whether the URL alone decides which page is next, so that a URL that was requested before leads into a circle.
  let isLink: Bool

  /// Creates a rule.
  public init(_ next: @escaping @Sendable (ResponseHead, StreamRequest) -> StreamRequest?) {
    self.init(isLink: false, next)
  }

  private init(
    isLink: Bool, _ next: @escaping @Sendable (ResponseHead, StreamRequest) -> StreamRequest?
  ) {
    self.isLink = isLink
    self.next = next
  }

  /// Follows `Link: <…>; rel="next"` (RFC 8288), resolved against the URL of the page.
  ///
  /// The link contains its whole query, so parameters in the query are not sent again; those in the body are, as any
  /// other content, unless a redirect has made the request a `GET`. Then all later pages are, too. Conditions, a
  /// `Range` and an `Idempotency-Key` are for the first page only. A link of another resource, which its `anchor`
  /// names, is ignored (section 3.2). If the target is not a URL, the next page fails with `InvalidRequest.url`. The
  /// method that requests the pages decides about links to other origins.
  public static let linkHeader = NextPage(isLink: true) { head, request in
    let next = head.links.first { $0.relations.contains("next") && $0.isLink(of: head.url) }
    guard let next else { return nil }
    return request.with { description in
      description.url = next.url.map { $0 as any URLConvertible } ?? UnusableTarget(description: next.target)
      if !description.sendsParametersInBody { description.parameters = nil }
    }
  }
}

/// The target of a link that is not a URL.
private struct UnusableTarget: URLConvertible, CustomStringConvertible {
  let description: String

  func asURL() throws -> URL { throw InvalidRequest.url(description) }
}
