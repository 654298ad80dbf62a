import Foundation

/// The cookies of a ``CookieJar`` as a pure value: storage, selection and eviction (RFC 6265bis sections 5.7 and 5.8).
struct CookieStore: Sendable {
  /// The cookies in the order in which they were first set.
  private(set) var cookies: [Cookie] = []
  let limits: CookieLimits
  let suffixes: PublicSuffixList

  init(limits: CookieLimits, suffixes: PublicSuffixList = .wellKnown) {
    self.limits = limits
    self.suffixes = suffixes
  }

  /// Stores the cookies that a response from the URL sets, in order.
  mutating func store(_ fields: [String], from url: URL, at now: Date) {
    let isTrusted = CookieSyntax.isTrusted(url)
    for field in fields {
      guard let cookie = SetCookie(field).flatMap({ Cookie($0, from: url, at: now, suffixes: suffixes) })
      else { continue }
      // Over plain http anyone on the network path could have written it.
      if !isTrusted, cookies.contains(where: { !$0.hasExpired(at: now) && cookie.overlays($0) }) { continue }
      insert(cookie, at: now)
    }
  }

  /// Stores a cookie.
  ///
  /// It replaces one with the same name, domain and path. An expired cookie only removes that one.
  mutating func insert(_ cookie: Cookie, at now: Date) {
    var cookie = cookie
    cookie.domain = HeaderSyntax.folded(cookie.domain)
    guard cookie.isWellFormed else { return }
    // An expired cookie is no longer in the store, so its creation time is not that of the one that replaces it.
    cookies.removeAll { $0.hasExpired(at: now) && cookie.replaces($0) }
    if let index = cookies.firstIndex(where: { cookie.replaces($0) }) {
      guard !cookie.hasExpired(at: now) else {
        cookies.remove(at: index)
        return
      }
      let created = cookies[index].created
      cookies[index] = cookie
      cookies[index].created = created
    } else if !cookie.hasExpired(at: now), limits.total > 0, limits.perDomain > 0 {
      // A saved cookie may be older than those that are already stored.
      let older = cookies.lastIndex { $0.created <= cookie.created }
      cookies.insert(cookie, at: older.map { $0 + 1 } ?? 0)
      evict(for: cookie, at: now)
    }
  }

  /// Returns the cookies to send to the URL: longer paths first, then earlier ones first.
  mutating func take(for url: URL, at now: Date) -> [Cookie] {
    cookies.removeAll { $0.hasExpired(at: now) }
    guard let target = CookieTarget(url) else { return [] }
    var found: [Cookie] = []
    for index in cookies.indices where cookies[index].matches(target) {
      cookies[index].lastAccess = max(now, cookies[index].lastAccess)
      found.append(cookies[index])
    }
    // Sorting is stable, and the cookies are in the order in which they were first set.
    return found.sorted { $0.path.utf8.count > $1.path.utf8.count }
  }

  mutating func remove(where isRemoved: (Cookie) -> Bool) { cookies.removeAll(where: isRemoved) }

  /// Enforces the limits.
  ///
  /// Expired cookies are removed first, then cookies of the domain that are not `Secure`, then other cookies
  /// of the domain. Many cookies over plain http therefore cannot evict a `Secure` one (RFC 6265bis section
  /// 5.7). Among equals the least recently sent is removed, and the newest last.
  private mutating func evict(for newest: Cookie, at now: Date) {
    cookies.removeAll { $0.hasExpired(at: now) }
    if cookies.count(where: { $0.domain == newest.domain }) > limits.perDomain {
      if cookies.contains(where: { $0.domain == newest.domain && !$0.isSecure && !newest.replaces($0) }) {
        removeOldest { $0.domain == newest.domain && !$0.isSecure && !newest.replaces($0) }
      } else if newest.isSecure {
        removeOldest { $0.domain == newest.domain && !newest.replaces($0) }
      } else {
        removeOldest { newest.replaces($0) }
      }
    }
    if cookies.count > limits.total { removeOldest { !newest.replaces($0) } }
  }

  private mutating func removeOldest(where isEligible: (Cookie) -> Bool) {
    let oldest = cookies.indices.filter { isEligible(cookies[$0]) }
      .min { cookies[$0].lastAccess < cookies[$1].lastAccess }
    if let oldest { cookies.remove(at: oldest) }
  }
}
