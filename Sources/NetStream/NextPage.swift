public import Net

/// Says which request follows a page: a rule found as a static member, or one of your own.
///
/// ```swift
/// extension NextPage {
///   static let nextHeader = NextPage { head, request in
///     head.headers["X-Next"].map { next in request.with { $0.url = next } }
///   }
/// }
/// ```
public struct NextPage: Sendable {
  /// The request after the page whose head this is; nil at the last page.
  public let next: @Sendable (ResponseHead, StreamRequest) -> StreamRequest?

  /// Makes a rule.
  public init(_ next: @escaping @Sendable (ResponseHead, StreamRequest) -> StreamRequest?) {
    self.next = next
  }

  /// Follows `Link: <…>; rel="next"` (RFC 8288), resolved against the URL that the page came from.
  ///
  /// The link holds its whole query, so the parameters are not sent again. To another origin the request goes
  /// without `Authorization`, `Cookie` and `Proxy-Authorization` of its own; so does every request after a page
  /// that a redirect brought from there.
  public static let linkHeader = NextPage { head, request in
    guard let url = head.links.first(where: { $0.relations.contains("next") })?.url else { return nil }
    return request.with { description in
      description.url = url
      description.parameters = nil
      if head.url.map({ !url.hasSameOrigin(as: $0) }) ?? true { description.headers.removeOriginFields() }
    }
  }
}
