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

  /// Creates a rule.
  public init(_ next: @escaping @Sendable (ResponseHead, StreamRequest) -> StreamRequest?) {
    self.next = next
  }

  /// Follows `Link: <…>; rel="next"` (RFC 8288), resolved against the URL of the page.
  ///
  /// The link contains its whole query, so the parameters are not sent again. The method that requests the pages
  /// decides about links to other origins.
  public static let linkHeader = NextPage { head, request in
    guard let url = head.links.first(where: { $0.relations.contains("next") })?.url else { return nil }
    return request.with { description in
      description.url = url
      description.parameters = nil
    }
  }
}
