public import Foundation

/// Keeps the cookies that services set, and sends them back (RFC 6265bis).
///
/// A session has none unless it is given one.
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
/// Cookies are for a host, whatever the port and, unless they are `Secure`, the scheme. A `Domain` must be the host or
/// above it, and longer than the public suffix of the host; a host that is itself an address or a public suffix sets
/// cookies for itself alone. What is a public suffix the jar's ``PublicSuffixList`` says. Without one of your own it
/// knows the most common: do not share a jar among services that must not know of each other.
///
/// Rejected are also, by RFC 6265bis section 5.7:
/// - a `Secure` cookie over plain http, and a cookie over plain http that would replace or shadow a `Secure` one.
///   A connection to this machine (`localhost` and its addresses) counts as secure, as in browsers;
/// - a name that begins with `__Secure-` or `__Host-`, in any case, without what the prefix promises;
/// - `SameSite=None` without `Secure`. The value of ``Cookie/sameSite`` is kept, and has no other effect;
/// - a cookie without a name, with control characters, or with a name and value of more than 4096 bytes.
///
/// A cookie is kept for 400 days at most.
///
/// Cookies expire by the wall time of the session that has the jar; of the first, where several share it.
///
/// May be used from any thread, and by several sessions. To keep cookies between two runs, encode ``cookies`` and
/// ``insert(_:)`` them again:
///
/// ```swift
/// let data = try JSONEncoder().encode(jar.cookies)
/// jar.insert(try JSONDecoder().decode([Cookie].self, from: data))
/// ```
public final class CookieJar: Sendable {
  private struct Contents: Sendable {
    var store: CookieStore
    /// The clock of the session; the system's, as long as there is none.
    var clock: (any NetworkTimer)?
  }

  private let contents: Lock<Contents>

  /// Makes an empty jar.
  ///
  /// - Parameters:
  ///   - limits: How many cookies are kept.
  ///   - publicSuffixes: For which domains no cookie is taken.
  ///   - clock: The clock by which cookies expire; nil for that of the session.
  public init(
    limits: CookieLimits = CookieLimits(), publicSuffixes: PublicSuffixList = .wellKnown,
    clock: (any NetworkTimer)? = nil
  ) {
    contents = Lock(Contents(store: CookieStore(limits: limits, suffixes: publicSuffixes), clock: clock))
  }

  /// Goes by the clock of a session from now on, unless it has one already.
  func follow(_ clock: any NetworkTimer) {
    contents.withLock { contents in if contents.clock == nil { contents.clock = clock } }
  }

  private var now: Date { contents.withLock { $0.clock }?.date ?? Date() }

  /// The cookies that have not expired, in the order they were first set.
  public var cookies: [Cookie] {
    let now = now
    return contents.withLock { $0.store.cookies.filter { !$0.hasExpired(at: now) } }
  }

  /// The cookies that are sent to the URL, in the order they are sent.
  ///
  /// Asking counts as sending them.
  public func cookies(for url: URL) -> [Cookie] {
    let now = now
    return contents.withLock { $0.store.take(for: url, at: now) }
  }

  /// Keeps the cookies that the response from the URL sets, and forgets those that it ends.
  public func store(_ head: ResponseHead, from url: URL) {
    let fields = head.headers.values(for: "Set-Cookie")
    guard !fields.isEmpty else { return }
    let now = now
    contents.withLock { $0.store.store(fields, from: url, at: now) }
  }

  /// Keeps these cookies, each in the place of one of its name, domain and path.
  ///
  /// One that could break the header it is sent in, that breaks the promise of its name's prefix, or that has
  /// expired, is not kept.
  ///
  /// One for an address or a public suffix and all that is below is kept for that host alone, as when the host sets it:
  /// by hand, too, no cookie goes to all of `co.uk`. That holds for cookies of an earlier run, whatever list there was.
  public func insert(_ cookies: some Sequence<Cookie>) {
    let cookies = Array(cookies)
    let now = now
    contents.withLock { contents in
      for cookie in cookies {
        contents.store.insert(cookie.confined(by: contents.store.suffixes), at: now)
      }
    }
  }

  /// Forgets all cookies.
  public func removeAll() { contents.withLock { $0.store.remove { _ in true } } }

  /// Forgets the cookies that were set without an end: what a browser does when it is closed.
  public func removeSessionCookies() { contents.withLock { $0.store.remove { $0.expires == nil } } }

  /// The `Cookie` header to send to the URL; nil without any cookies.
  ///
  /// - `own`: The values of the header that the request has already.
  func header(for url: URL, beside own: [String]) -> String? {
    let own = own.filter { !$0.isEmpty }
    let names = Set(
      own.flatMap { $0.split(separator: ";") }.map { HeaderSyntax.trimmed($0.prefix { $0 != "=" }) })
    let pairs = cookies(for: url).filter { !names.contains($0.name) }.map { "\($0.name)=\($0.value)" }
    let all = own + pairs
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }
}

/// How many cookies a ``CookieJar`` keeps (RFC 6265 section 6.1).
///
/// Name and value of one have 4096 bytes at most.
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
