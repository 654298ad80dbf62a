public import Foundation

/// Stores the cookies that services set, and sends them back (RFC 6265bis).
///
/// A session has no jar by default.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.cookies = CookieJar()
/// let network = NetworkSession(configuration: configuration)
/// ```
///
/// The jar receives the cookies of every response, including failed ones and redirects. Every attempt and every
/// redirect is sent with the cookies that match its URL. So a cookie that is set by a redirect is sent to its target
/// only if it matches the target. If a request has its own `Cookie` header, its cookies are sent first, and they
/// override cookies of the jar with the same names. A redirect to another origin removes that header, but not the jar's
/// cookies for the new origin.
///
/// Cookies are for a host, regardless of the port and, unless they are `Secure`, of the scheme. A `Domain` must be the
/// host or a parent domain of it, and longer than the public suffix of the host. A host that is an address or a public
/// suffix can set cookies only for itself. The jar's ``PublicSuffixList`` defines the public suffixes. By default it
/// contains only the most common: do not share a jar among services that must not see each other's cookies.
///
/// As RFC 6265bis section 5.7 requires, the jar also rejects:
/// - a `Secure` cookie over plain http, and a cookie over plain http that would replace or shadow a `Secure` one.
///   A connection to this machine (`localhost` and its addresses) counts as secure, as in browsers;
/// - a name that begins with `__Secure-` or `__Host-`, ignoring case, without the attributes that the prefix requires;
/// - `SameSite=None` without `Secure`. The value of ``Cookie/sameSite`` is stored, and has no other effect;
/// - a cookie with control characters, or with more than 4096 bytes in name and value.
///
/// A cookie without a name is rejected, too: servers read it as one with a name.
///
/// A cookie that a response sets is stored for at most 400 days.
///
/// Cookies expire by the wall clock of the jar's session, or that of the first one if several share the jar.
///
/// A jar may be used on any thread, and by several sessions. To save cookies between launches, encode ``cookies``, and
/// pass them to ``insert(_:)`` later:
///
/// ```swift
/// let data = try JSONEncoder().encode(jar.cookies)
/// jar.insert(try JSONDecoder().decode([Cookie].self, from: data))
/// ```
public final class CookieJar: Sendable {
  private struct Contents: Sendable {
    var store: CookieStore
    /// The clock of the session; nil for the system's.
    var clock: (any NetworkTimer)?
  }

  private let contents: Lock<Contents>
  /// The clock that the jar was created with; nil if it follows that of a session.
  private let ownClock: (any NetworkTimer)?

  /// Creates an empty jar.
  ///
  /// - Parameters:
  ///   - limits: The maximum numbers of cookies.
  ///   - publicSuffixes: The domains for which no cookies are accepted.
  ///   - clock: The clock by which cookies expire. Nil means that of the session.
  public init(
    limits: CookieLimits = CookieLimits(), publicSuffixes: PublicSuffixList = .wellKnown,
    clock: (any NetworkTimer)? = nil
  ) {
    contents = Lock(Contents(store: CookieStore(limits: limits, suffixes: publicSuffixes), clock: clock))
    ownClock = clock
  }

  private init(_ store: CookieStore, clock: (any NetworkTimer)?) {
    contents = Lock(Contents(store: store, clock: clock))
    ownClock = clock
  }

  /// Returns a jar with the same cookies, limits and public suffixes, which follows the clock of its own session unless
  /// this one was created with a clock.
  ///
  /// A cookie that one of them stores later is not in the other.
  package func copy() -> CookieJar { CookieJar(contents.withLock { $0.store }, clock: ownClock) }

  /// Uses the clock of a session, unless the jar already has one.
  func follow(_ clock: any NetworkTimer) {
    contents.withLock { contents in if contents.clock == nil { contents.clock = clock } }
  }

  private var now: Date { contents.withLock { $0.clock }?.date ?? Date() }

  /// The cookies that have not expired, in the order they were first set.
  public var cookies: [Cookie] {
    let now = now
    return contents.withLock { $0.store.cookies.filter { !$0.hasExpired(at: now) } }
  }

  /// Returns the cookies for a request to the URL, in the order in which they are sent.
  ///
  /// The cookies count as sent.
  public func cookies(for url: URL) -> [Cookie] {
    let now = now
    return contents.withLock { $0.store.take(for: url, at: now) }
  }

  /// Stores the cookies that the response from the URL sets, and removes those that it deletes.
  public func store(_ head: ResponseHead, from url: URL) {
    let fields = head.headers.values(for: "Set-Cookie")
    guard !fields.isEmpty else { return }
    let now = now
    contents.withLock { $0.store.store(fields, from: url, at: now) }
  }

  /// Stores cookies.
  ///
  /// Each replaces one with the same name, domain and path.
  ///
  /// A cookie is rejected if it could break its header, if it violates the prefix of its name, or if it has expired.
  /// The spelling of its domain does not matter, so `.Example.com`, as in Foundation's `HTTPCookie`, is `example.com`.
  ///
  /// A cookie for an address, or for a public suffix and its subdomains, is stored for that host only, as if the host
  /// had set it. So even an inserted cookie is never sent to all of `co.uk`, including cookies that were saved with
  /// another list.
  public func insert(_ cookies: some Sequence<Cookie>) {
    let cookies = Array(cookies)
    let now = now
    contents.withLock { contents in
      for cookie in cookies {
        contents.store.insert(cookie.canonical.confined(by: contents.store.suffixes), at: now)
      }
    }
  }

  /// Removes all cookies.
  public func removeAll() { contents.withLock { $0.store.remove { _ in true } } }

  /// Removes the cookies without an expiration date, as a browser does when it quits.
  public func removeSessionCookies() { contents.withLock { $0.store.remove { $0.expires == nil } } }

  /// Returns the `Cookie` header for the URL, or nil without cookies.
  ///
  /// - Parameters:
  ///   - url: The URL of the request.
  ///   - own: The values of the header that the request already has.
  /// - Returns: The value of the header.
  func header(for url: URL, beside own: [String]) -> String? {
    let own = own.filter { !$0.isEmpty }
    let names = Set(
      own.flatMap { $0.parts(between: ";") }.map { Array(HeaderSyntax.trimmed($0.cut(at: "=").head).utf8) })
    let pairs = cookies(for: url).filter { !names.contains(Array($0.name.utf8)) }
      .map { "\($0.name)=\($0.value)" }
    let all = own + pairs
    return all.isEmpty ? nil : all.joined(separator: "; ")
  }
}

/// The maximum numbers of cookies in a ``CookieJar`` (RFC 6265 section 6.1).
///
/// The name and value of a cookie that a response sets have at most 4096 bytes; ``CookieJar/insert(_:)`` accepts longer
/// ones. A jar with a limit of 0 or less keeps no cookie.
public struct CookieLimits: Sendable, Hashable {
  /// The maximum number of cookies.
  public var total: Int
  /// The maximum number of cookies for one domain.
  public var perDomain: Int

  /// Creates limits.
  ///
  /// The default is 3000 cookies, and 50 for one domain.
  public init(total: Int = 3000, perDomain: Int = 50) {
    self.total = total
    self.perDomain = perDomain
  }
}
