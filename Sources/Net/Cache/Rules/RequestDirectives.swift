/// The `Cache-Control` directives of a request (RFC 9111 section 5.2.1, RFC 5861).
///
/// The first directive of a name counts. `Pragma` is ignored.
struct RequestDirectives: Sendable, Hashable {
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
    CacheDirectives.forEach(in: headers) { name, argument in
      switch name {
      case "no-store": noStore = true
      case "no-cache": noCache = true
      case "only-if-cached": onlyIfCached = true
      case "max-age": maxAge = maxAge ?? argument.seconds ?? 0
      case "min-fresh": minFresh = minFresh ?? argument.seconds ?? .max
      case "max-stale":
        if case .none = argument {
          maxStale = maxStale ?? .max
        } else {
          maxStale = maxStale ?? argument.seconds
        }
      case "stale-if-error": staleIfError = staleIfError ?? argument.seconds
      default: break
      }
    }
  }
}
