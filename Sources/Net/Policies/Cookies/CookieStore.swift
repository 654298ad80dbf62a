import Foundation

/// The cookies of a ``CookieJar`` as a pure value: what is kept, what is sent, what has to go (RFC 6265 sections 5.3
/// and 5.4).
struct CookieStore: Sendable {
  /// In the order they were first set.
  private(set) var cookies: [Cookie] = []
  let limits: CookieLimits
  let suffixes: PublicSuffixList

  init(limits: CookieLimits, suffixes: PublicSuffixList = .wellKnown) {
    self.limits = limits
    self.suffixes = suffixes
  }

  /// Keeps the cookies that a response from the URL sets, in order.
  mutating func store(_ fields: [String], from url: URL, at now: Date) {
    for field in fields {
      if let cookie = SetCookie(field).flatMap({ Cookie($0, from: url, at: now, suffixes: suffixes) }) {
        insert(cookie, at: now)
      }
    }
  }

  /// Keeps a cookie in the place of one of its name, domain and path; one that has expired takes that one away.
  mutating func insert(_ cookie: Cookie, at now: Date) {
    var cookie = cookie
    cookie.domain = HeaderSyntax.folded(cookie.domain)
    guard cookie.isWellFormed else { return }
    if let index = cookies.firstIndex(where: { cookie.replaces($0) }) {
      guard !cookie.hasExpired(at: now) else {
        cookies.remove(at: index)
        return
      }
      let created = cookies[index].created
      cookies[index] = cookie
      cookies[index].created = created
    } else if !cookie.hasExpired(at: now) {
      cookies.append(cookie)
      evict(for: cookie, at: now)
    }
  }

  /// The cookies to send to the URL: those of longer paths first, then those set earlier.
  mutating func take(for url: URL, at now: Date) -> [Cookie] {
    cookies.removeAll { $0.hasExpired(at: now) }
    var found: [Cookie] = []
    for index in cookies.indices where cookies[index].matches(url) {
      cookies[index].lastAccess = max(now, cookies[index].lastAccess)
      found.append(cookies[index])
    }
    // Sorting is stable, and the cookies are in the order they were set.
    return found.sorted { $0.path.utf8.count > $1.path.utf8.count }
  }

  mutating func remove(where isRemoved: (Cookie) -> Bool) { cookies.removeAll(where: isRemoved) }

  /// Keeps to the limits: what has expired goes first, then what was sent longest ago, but never the newest.
  private mutating func evict(for newest: Cookie, at now: Date) {
    cookies.removeAll { $0.hasExpired(at: now) }
    if cookies.count(where: { $0.domain == newest.domain }) > limits.perDomain {
      removeOldest { $0.domain == newest.domain && !newest.replaces($0) }
    }
    if cookies.count > limits.total { removeOldest { !newest.replaces($0) } }
  }

  private mutating func removeOldest(where isEligible: (Cookie) -> Bool) {
    let oldest = cookies.indices.filter { isEligible(cookies[$0]) }
      .min { cookies[$0].lastAccess < cookies[$1].lastAccess }
    if let oldest { cookies.remove(at: oldest) }
  }
}
