package import Foundation

/// What to do if the URL of the next request, taken from a response, has another origin.
///
/// An origin is scheme, host and port (RFC 9110 section 4.3.1), so `http://e.com` and `https://e.com` differ.
public enum CrossOriginPolicy: Sendable, Hashable {
  /// The request fails with ``InvalidRequest/crossOrigin(from:to:)``, and nothing is sent.
  case refuse
  /// The request is sent without anything that is meant only for the first origin.
  ///
  /// Only these header fields of the request and session are sent: `Accept`, `Accept-Charset`, `Accept-Encoding`,
  /// `Accept-Language`, `Cache-Control`, `Pragma`, `Range`, `User-Agent`. Neither parameters nor content are sent
  /// again, because both may contain a credential. Interceptors do not adapt the request, and no cookies are sent or
  /// stored.
  case withoutCredentials
}

/// The origin that may receive the credentials of a request whose URL came from a response.
package struct CredentialScope: Sendable {
  /// The request whose origin may receive the credentials.
  package let home: any URLConvertible
  /// What to do with a request to another origin.
  package let policy: CrossOriginPolicy
  /// The origins of the absolute URLs followed so far.
  private var followed: Set<String> = []
  /// The origin of the last response, which may differ from the request's after a redirect.
  private var current: String?

  package init(home: any URLConvertible, policy: CrossOriginPolicy) {
    self.home = home
    self.policy = policy
  }

  /// Records a response.
  package mutating func received(_ head: ResponseHead?, of request: any URLConvertible) {
    if let url = try? request.asURL(), url.scheme != nil { followed.insert(url.originText) }
    current = head?.url?.originText
  }

  /// Returns whether the request must be sent without credentials, because it or an earlier one leads to another
  /// origin.
  ///
  /// - Throws: ``InvalidRequest/crossOrigin(from:to:)`` if the policy refuses that.
  fileprivate func isCrossOrigin(_ url: URL, relativeTo base: BaseURL?) throws(NetworkError) -> Bool {
    guard let home = try? home.absoluteURL(relativeTo: base) else { return true }
    let (origin, target) = (home.originText, url.originText)
    // A redirect has already led to this origin without credentials, so continuing without them reveals nothing.
    if target != origin, target != current, policy == .refuse {
      throw NetworkError(.invalidRequest(.crossOrigin(from: origin, to: target)))
    }
    return target != origin || !followed.isSubset(of: [origin])
  }
}

extension RequestDescription {
  /// Returns whether the request must be sent without credentials.
  ///
  /// See ``CredentialScope``.
  package func isCrossOrigin(at url: URL, relativeTo base: BaseURL?) throws(NetworkError) -> Bool {
    try credentialScope?.isCrossOrigin(url, relativeTo: base) ?? false
  }

  /// Returns whether the request must be sent without credentials, for a request that has not been checked yet.
  ///
  /// The result does not matter for an invalid URL or one that the policy refuses, because such a request is not sent.
  func isCrossOrigin(relativeTo base: BaseURL?) -> Bool {
    guard credentialScope != nil, let url = try? url.absoluteURL(relativeTo: base) else { return false }
    return (try? isCrossOrigin(at: url, relativeTo: base)) ?? true
  }
}

extension HTTPHeaders {
  /// The fields that do not identify the sender and may be sent to any origin.
  var withoutCredentials: HTTPHeaders {
    HTTPHeaders(filter { field in Self.harmless.contains { field.isNamed($0) } })
  }

  private static let harmless = [
    "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Cache-Control", "Pragma", "Range",
    "User-Agent",
  ]
}
