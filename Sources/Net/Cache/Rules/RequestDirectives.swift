/// The `Cache-Control` directives of a request (RFC 9111 section 5.2.1, RFC 5861).
///
/// The first directive of a name counts. `Pragma` is ignored.
struct RequestDirectives: Sendable, Equatable {
  var noStore = false
  var noCache = false
  var onlyIfCached = false
  /// The greatest age in seconds: 0 if the argument is invalid.
  var maxAge: Int?
  /// How long the response must remain fresh, in seconds.
  ///
  /// An invalid argument cannot be met.
  var minFresh: Int?
  /// How stale the response may be, in seconds: without an argument, any time.
  var maxStale: Int?
  var staleIfError: Int?

  init() {}

  init(_ headers: HTTPHeaders) {
    guard let text = headers["Cache-Control"] else { return }
    CacheDirectives.forEach(in: text) { name, argument, bytes in
      switch name {
      case .noStore: noStore = true
      case .noCache: noCache = true
      case .onlyIfCached: onlyIfCached = true
      case .maxAge: maxAge = maxAge ?? argument.seconds(in: bytes) ?? 0
      case .minFresh: minFresh = minFresh ?? argument.seconds(in: bytes) ?? .max
      case .maxStale:
        if case .none = argument {
          maxStale = maxStale ?? .max
        } else {
          maxStale = maxStale ?? argument.seconds(in: bytes)
        }
      case .staleIfError: staleIfError = staleIfError ?? argument.seconds(in: bytes)
      case .immutable, .isPublic, .mustRevalidate, .mustUnderstand, .staleWhileRevalidate: break
      }
    }
  }
}
