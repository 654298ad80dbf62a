/// What `Cache-Control` of a response says to a private cache (RFC 9111 section 5.2.2, RFC 5861, RFC 8246).
///
/// `private`, `s-maxage`, `proxy-revalidate` and unknown directives mean nothing to it. The first directive of a name
/// counts, but `no-cache` and `no-store` hold wherever they are, and however malformed they are.
struct ResponseDirectives: Sendable, Equatable {
  var noStore = false
  /// `no-cache` without field names.
  var noCache = false
  /// The names in `no-cache="…"`, in lower case: fields that are not used before the server has confirmed them.
  var unvalidatedFields: [String] = []
  var mustRevalidate = false
  var mustUnderstand = false
  /// Whether a `must-understand` has an argument, which it must not have.
  private var hasMalformedMustUnderstand = false
  var isPublic = false
  var isImmutable = false
  /// The lifetime in seconds: 0 if the argument is invalid, nil if there is no `max-age`.
  var maxAge: Int?
  var staleWhileRevalidate: Int?
  var staleIfError: Int?

  init(_ headers: HTTPHeaders) { self.init(headers.value(ofName: "cache-control")) }

  /// - `text`: The text of `Cache-Control`, or nil without one.
  init(_ text: String?) { if let text { read(text) } }

  /// Reads the text into the new value where it is, which is copied if a closure of its initializer changes it.
  private mutating func read(_ text: String) {
    CacheDirectives.forEach(in: text) { name, argument, bytes in
      switch name {
      case .noStore: noStore = true
      case .noCache: restrict(argument.text(in: bytes))
      case .mustRevalidate: mustRevalidate = true
      case .mustUnderstand:
        mustUnderstand = true
        if case .none = argument { break }
        hasMalformedMustUnderstand = true
      case .isPublic: isPublic = true
      case .immutable: isImmutable = true
      case .maxAge: maxAge = maxAge ?? argument.seconds(in: bytes) ?? 0
      case .staleWhileRevalidate:
        staleWhileRevalidate = staleWhileRevalidate ?? argument.seconds(in: bytes)
      case .staleIfError: staleIfError = staleIfError ?? argument.seconds(in: bytes)
      case .onlyIfCached, .minFresh, .maxStale: break
      }
    }
  }

  private mutating func restrict(_ list: String?) {
    guard let list else {
      noCache = true
      return
    }
    let names = HeaderSyntax.split(list, at: ",").filter { !$0.isEmpty }
    if names.isEmpty || !names.allSatisfy(HeaderSyntax.isToken) {
      noCache = true
    } else {
      unvalidatedFields += names.map(HeaderSyntax.folded)
    }
  }

  /// Returns whether a response with the status must not be stored.
  ///
  /// With `must-understand`, `no-store` applies only to caches that do not know the status (RFC 9111 section 5.2.2.3).
  func forbidsStoring(status: Int) -> Bool {
    guard mustUnderstand else { return noStore }
    return !Self.understoodStatuses.contains(status) || noStore && hasMalformedMustUnderstand
  }

  /// The statuses whose meaning for a cache is implemented: those of RFC 9110 section 15 that are final, and 428, 429,
  /// 431 and 511 (RFC 6585), 308 and 451 (RFC 7725).
  static let understoodStatuses: Set<Int> = [
    200, 201, 202, 203, 204, 205, 206, 300, 301, 302, 303, 304, 305, 307, 308, 400, 401, 402, 403, 404, 405,
    406, 407,
    408, 409, 410, 411, 412, 413, 414, 415, 416, 417, 421, 422, 426, 428, 429, 431, 451, 500, 501, 502, 503,
    504, 505,
    511,
  ]
}
