package import Foundation

extension RedirectPolicy {
  /// What is to be done about a response, as far as redirects go.
  enum Verdict: Sendable, Hashable {
    /// It is the response.
    case deliver
    /// It is a redirect, to be followed by sending this.
    case follow(TransportRequest)
    /// It is a redirect that may not, or cannot, be followed.
    case fail(RedirectFailure)
  }

  /// Judges a response to a request, after so many redirects in a row (RFC 9110 section 15.4).
  func verdict(on head: ResponseHead, to request: TransportRequest, redirects: Int) -> Verdict {
    guard limit > 0, [301, 302, 303, 307, 308].contains(head.status) else { return .deliver }
    guard let location = head.headers.firstValue(for: "Location") else { return .fail(.location(nil)) }
    guard let url = Self.target(location, of: request.url) else { return .fail(.location(location)) }
    guard allowsInsecure || !request.url.isSecure || url.isSecure else { return .fail(.insecure) }
    guard redirects < limit else { return .fail(.limit(limit)) }
    var next = request
    next.url = url
    if Self.becomesGet(request.method, status: head.status) {
      next.method = .get
      next.body = .none
      for name in Self.contentFields { next.headers.remove(name: name) }
    }
    guard next.body.isAvailable else { return .fail(.bodyNotRepeatable) }
    if !url.hasSameOrigin(as: request.url) {
      next.headers.removeOriginFields()
    }
    return .follow(next)
  }

  /// What describes the body, and goes with it.
  private static let contentFields = [
    "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location", "Digest",
    "Content-Digest", "Last-Modified", "Transfer-Encoding",
  ]

  private static func becomesGet(_ method: HTTPMethod, status: Int) -> Bool {
    switch status {
    case 301, 302: method == .post
    case 303: method != .head && method != .get
    default: false
    }
  }

  /// The target of a redirect: resolved against the request, with its fragment unless there is another
  /// (RFC 9110 section 10.2.2).
  private static func target(_ location: String, of base: URL) -> URL? {
    let location = HeaderSyntax.trimmed(location)
    guard let url = URL(string: location, relativeTo: base)?.absoluteURL, url.isAbsoluteHTTP else {
      return nil
    }
    guard !location.utf8.contains(UInt8(ascii: "#")), let fragment = base.fragment(percentEncoded: true)
    else { return url }
    return URL(string: "\(url.absoluteString)#\(fragment)") ?? url
  }
}

extension TransportRequest {
  /// The request that a redirect leads to, as ``RedirectPolicy/follow`` has it; nil where the head is no redirect
  /// that can be followed.
  package func redirected(by head: ResponseHead) -> TransportRequest? {
    if case .follow(let next) = RedirectPolicy.follow.verdict(on: head, to: self, redirects: 0) {
      next
    } else {
      nil
    }
  }
}

extension HTTPHeaders {
  /// Removes what is meant for one origin alone: credentials and cookies, and the name of the host.
  package mutating func removeOriginFields() {
    for name in Self.originFields { remove(name: name) }
  }

  /// Removes those of them that these headers, which were sent in the end, have no more.
  package mutating func removeOriginFields(missingFrom sent: HTTPHeaders) {
    for name in Self.originFields where !sent.contains(name) { remove(name: name) }
  }

  private static let originFields = ["Authorization", "Cookie", "Proxy-Authorization", "Host"]
}

extension URL {
  /// Whether scheme, host and port are the same (RFC 9110 section 4.3.1).
  package func hasSameOrigin(as other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased()
      && canonicalHost == other.canonicalHost
      && effectivePort == other.effectivePort
  }

  /// The host and the port, as a key: what connections are opened to.
  var authority: String { "\(canonicalHost ?? ""):\(effectivePort)" }

  /// The host as hosts are compared: in lower case, an international name in its ASCII form (RFC 6265 section 5.1.2).
  var canonicalHost: String? {
    let host = host(percentEncoded: true)
    // Of a URL that was made from an international name, only the whole text has the ASCII form.
    guard let host, host.utf8.contains(UInt8(ascii: "%")) else { return host.map(HeaderSyntax.folded) }
    return HeaderSyntax.folded(URL(string: absoluteString)?.host(percentEncoded: true) ?? host)
  }

  private var effectivePort: Int { port ?? (isSecure ? 443 : 80) }
}
