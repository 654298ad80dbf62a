public import Foundation

/// Keeps the cookies that services set, and sends them back (RFC 6265). A session has none unless it is given one.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.cookies = CookieJar()
/// let network = NetworkSession(configuration: configuration)
/// ```
///
/// Every response is looked at, failed ones and redirects too, and every attempt and every hop of a redirect gets the
/// cookies that are right for its URL. So a cookie that a redirect sets reaches the place it leads to, and never
/// another. A `Cookie` header of the request's own is sent too: its cookies first, and they win over those of the
/// jar that have their names. A change of origin drops the header, not the jar's cookies for the new origin.
///
/// Cookies are for a host, whatever the port and, unless they are `Secure`, the scheme: that is their nature. A
/// `Domain` that is an address or a public suffix, as `com` and `co.uk` are, is refused unless it is the host itself,
/// and then the cookie is for that host alone. What is a public suffix the jar's ``PublicSuffixList`` says. Without one
/// of your own it knows the most common: do not share a jar among services that must not know of each other.
///
/// May be used from any thread, and by several sessions. To keep cookies between two runs, encode ``cookies`` and
/// ``insert(_:)`` them again:
///
/// ```swift
/// let data = try JSONEncoder().encode(jar.cookies)
/// jar.insert(try JSONDecoder().decode([Cookie].self, from: data))
/// ```
public final class CookieJar: Sendable {
  private let store: Lock<CookieStore>
  private let now: @Sendable () -> Date

  /// Makes an empty jar.
  ///
  /// - Parameters:
  ///   - limits: How many cookies are kept.
  ///   - publicSuffixes: For which domains no cookie is taken.
  ///   - now: The time by which cookies expire.
  public init(
    limits: CookieLimits = CookieLimits(), publicSuffixes: PublicSuffixList = .wellKnown,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    store = Lock(CookieStore(limits: limits, suffixes: publicSuffixes))
    self.now = now
  }

  /// The cookies that have not expired, in the order they were first set.
  public var cookies: [Cookie] {
    let now = now()
    return store.withLock { $0.cookies.filter { !$0.hasExpired(at: now) } }
  }

  /// The cookies that are sent to the URL, in the order they are sent. Asking counts as sending them.
  public func cookies(for url: URL) -> [Cookie] {
    let now = now()
    return store.withLock { $0.take(for: url, at: now) }
  }

  /// Keeps the cookies that the response from the URL sets, and forgets those that it ends.
  public func store(_ head: ResponseHead, from url: URL) {
    let fields = head.headers.values(for: "Set-Cookie")
    guard !fields.isEmpty else { return }
    let now = now()
    store.withLock { $0.store(fields, from: url, at: now) }
  }

  /// Keeps these cookies, each in the place of one of its name, domain and path. One that could break the header it
  /// is sent in, or that has expired, is not kept.
  ///
  /// One for an address or a public suffix and all that is below is kept for that host alone, as when the host sets it:
  /// by hand, too, no cookie goes to all of `co.uk`. That holds for cookies of an earlier run, whatever list there was.
  public func insert(_ cookies: some Sequence<Cookie>) {
    let cookies = Array(cookies)
    let now = now()
    store.withLock { store in
      for cookie in cookies { store.insert(cookie.confined(by: store.suffixes), at: now) }
    }
  }

  /// Forgets all cookies.
  public func removeAll() { store.withLock { $0.remove { _ in true } } }

  /// Forgets the cookies that were set without an end: what a browser does when it is closed.
  public func removeSessionCookies() { store.withLock { $0.remove { $0.expires == nil } } }

  /// The `Cookie` header to send to the URL; nil without any cookies.
  ///
  /// - Parameter own: The values of the header that the request has already.
  func header(for url: URL, beside own: [String]) -> String? {
    let own = own.filter { !$0.isEmpty }
    let names = Set(
      own.flatMap { $0.split(separator: ";") }.map { HeaderSyntax.trimmed($0.prefix { $0 != "=" }) })
    let pairs = cookies(for: url).filter { !names.contains($0.name) }.map { "\($0.name)=\($0.value)" }
    let all = own + pairs
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }
}

/// How many cookies a ``CookieJar`` keeps (RFC 6265 section 6.1). Name and value of one have 4096 bytes at most.
public struct CookieLimits: Sendable, Hashable {
  /// How many are kept in all.
  public var total: Int
  /// How many are kept for one domain.
  public var perDomain: Int

  /// Makes limits: 3000, of which 50 for one domain.
  public init(total: Int = 3000, perDomain: Int = 50) {
    self.total = total
    self.perDomain = perDomain
  }
}
