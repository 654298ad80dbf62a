package import Foundation

extension RedirectPolicy {
  /// What to do with a response regarding redirects.
  enum Verdict: Sendable, Equatable {
    /// Deliver it: it is the response.
    case deliver
    /// Follow the redirect by sending this request.
    case follow(TransportRequest)
    /// Fail: the redirect must not or cannot be followed.
    case fail(RedirectFailure)
  }

  /// Returns the verdict on a response after this number of consecutive redirects (RFC 9110 section 15.4).
  ///
  /// - `undo`: Undoes changes of adapters for a redirect to this URL. It is called before anything is removed from the
  ///   request, so that it restores nothing that the redirect removes, such as a credential.
  func verdict(
    on head: ResponseHead, to request: TransportRequest, redirects: Int,
    undoing undo: (TransportRequest, URL) -> TransportRequest = { request, _ in request }
  ) -> Verdict {
    guard limit > 0, [301, 302, 303, 307, 308].contains(head.status) else { return .deliver }
    // A redirect without a target is the response, for example the 308 of a resumable upload. An empty one is no target
    // either: the request would get the same response again.
    let locations = head.headers.values(for: "Location").filter { !HeaderSyntax.trimmed($0).isEmpty }
    guard let location = locations.first else { return .deliver }
    // One of them may have been added by an attacker who splits responses. Browsers fail, too.
    guard locations.allSatisfy(location.hasCodePoints) else {
      return .fail(.location(locations.joined(separator: ", ")))
    }
    guard let url = Self.target(location, of: request.url) else { return .fail(.location(location)) }
    guard allowsInsecure || !request.url.isSecure || url.isSecure else { return .fail(.insecure) }
    guard redirects < limit else { return .fail(.limit(limit)) }
    var next = undo(request, url)
    next.url = url
    if Self.becomesGet(request, status: head.status) {
      next.method = .get
      next.body = .none
      next.headers.removeContentFields()
    }
    guard next.body.isAvailable else { return .fail(.bodyNotRepeatable) }
    if !url.hasSameOrigin(as: request.url) {
      next.headers.removeOriginFields()
    }
    return .follow(next)
  }

  private static func becomesGet(_ request: TransportRequest, status: Int) -> Bool {
    switch status {
    case 301, 302: request.method == .post
    // Also a GET loses its content, which was for the resource that answered it.
    case 303: request.method != .head && (request.method != .get || request.hasBody)
    default: false
    }
  }

  /// Returns the target of a redirect, resolved against the URL of the request.
  ///
  /// Within the origin it inherits the user information of the request unless it has its own, as a relative reference
  /// does. It inherits the fragment of the request unless it has one (RFC 9110 section 10.2.2).
  private static func target(_ location: String, of base: URL) -> URL? {
    let location = HeaderSyntax.trimmed(location)
    guard var url = URL(reference: location, of: base), url.isAbsoluteHTTP else {
      return nil
    }
    if url.hasSameOrigin(as: base) { url = url.withUserInformation(of: base) }
    guard !location.utf8.contains(UInt8(ascii: "#")), let fragment = base.fragment(percentEncoded: true)
    else { return url }
    return URL(string: "\(url.absoluteString)#\(fragment)", encodingInvalidCharacters: false) ?? url
  }
}

extension URL {
  /// Returns the URL with the user information of another one, unless it has its own.
  package func withUserInformation(of other: URL) -> URL {
    let text = absoluteString
    guard user(percentEncoded: true) == nil, let name = other.user(percentEncoded: true),
      let scheme = text.range(of: "://")
    else { return self }
    let password = other.password(percentEncoded: true).map { ":\($0)" } ?? ""
    let changed = text.replacingCharacters(in: scheme, with: "://\(name)\(password)@")
    return URL(string: changed, encodingInvalidCharacters: false) ?? self
  }
}

extension TransportRequest {
  /// Returns the request that ``RedirectPolicy/follow`` would send next, even from `https` to `http`, or nil if the
  /// head is not a redirect that can be followed.
  package func redirected(by head: ResponseHead) -> TransportRequest? {
    let verdict = RedirectPolicy(allowsInsecure: true).verdict(on: head, to: self, redirects: 0)
    return if case .follow(let next) = verdict { next } else { nil }
  }
}

extension HTTPHeaders {
  /// Removes the fields that are meant for one origin: credentials, cookies and `Host`.
  package mutating func removeOriginFields() {
    for name in Self.originFields { remove(name: name) }
  }

  /// Removes the fields that are meant for one origin, except those that are also in the sent header.
  package mutating func removeOriginFields(missingFrom sent: HTTPHeaders) {
    for name in Self.originFields where !sent.contains(name) { remove(name: name) }
  }

  /// Removes the fields that describe the body or how it is sent, which are removed with it.
  package mutating func removeContentFields() {
    self = HTTPHeaders(
      filter { field in
        let name = HeaderSyntax.folded(field.name)
        return !name.hasPrefix("content-") && !Self.contentFields.contains(name)
      })
  }

  private static let contentFields = [
    "digest", "expect", "last-modified", "repr-digest", "trailer", "transfer-encoding",
  ]

  private static let originFields = ["Authorization", "Cookie", "Proxy-Authorization", "Host"]
}
