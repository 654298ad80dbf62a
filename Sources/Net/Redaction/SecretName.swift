/// Decides by its name whether a value is secret.
///
/// A name is split into words, as programs write them: `X-Api-Key`, `apiKey`, `api_key` and `user[api.key]` all contain
/// the words `api key`. A word such as `token`, `secret` or `password` makes a name secret, unless the last word shows
/// that the value only describes a secret, as in `token_type` and `password_length`. The words come from the default
/// filters of Sentry, Rails and Django, and from the parameters of OAuth 2, OpenID Connect, SAML, and the signatures of
/// AWS, Google Cloud and Azure.
enum SecretName {
  /// Where a name occurs.
  ///
  /// A word may be secret in one context and harmless in another.
  enum Place: Hashable {
    /// A header field.
    case header
    /// A pair in a query, fragment or form, where `code` and `key` are secret.
    case pair
    /// A JSON member, an XML element or a name in text, where `code` and `key` are rarely secret.
    case member
  }

  /// Which kinds of values are secret under a name, from none to all.
  enum Verdict: Int, Comparable {
    /// No value is secret.
    case shown
    /// Text, but not numbers and Booleans. Objects are searched for secret members.
    case texts
    /// Text and numbers. Objects are searched for secret members.
    case scalars
    /// All values, including nested ones.
    case all

    static func < (left: Verdict, right: Verdict) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns which kinds of values are secret under the name.
  static func verdict(on name: some StringProtocol, in place: Place) -> Verdict {
    let words = words(of: name)
    guard let last = words.last else { return .shown }
    if place == .header {
      if isHarmlessHeader(words) { return .shown }
      // A DPoP proof (RFC 9449).
      if words.joined() == "dpop" { return .all }
    }
    if words.count > 1, descriptors.contains(last) { return .shown }
    for index in words.indices where isSecret(words, at: index) { return .all }
    return weakVerdict(on: words, last: last, in: place)
  }

  // MARK: - Words

  /// Returns the words of a name in lower case, without digits.
  static func words(of name: some StringProtocol) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    let bytes = Array(name.utf8)
    func finish() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word = []
    }
    for index in bytes.indices {
      let byte = bytes[index]
      let isUpper = isUpper(byte)
      guard isUpper || isLower(byte) else {
        finish()
        continue
      }
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      let followsLower = index > 0 && isLower(bytes[index - 1])
      let endsCapitals = index > 0 && Self.isUpper(bytes[index - 1]) && isLower(next)
      if isUpper, followsLower || endsCapitals { finish() }
      word.append(byte | (isUpper ? 0x20 : 0))
    }
    finish()
    return words
  }

  private static func isUpper(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }

  /// Returns whether the byte is a lower-case letter.
  ///
  /// Letters of other scripts count as lower case.
  private static func isLower(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte) || byte >= 0x80 }

  // MARK: - Secrets anywhere

  private static func isSecret(_ words: [String], at index: Int) -> Bool {
    let word = words[index]
    let before = index > 0 ? words[index - 1] : ""
    if word == "token" { return !isHarmlessToken(words, at: index) }
    if secretWords.contains(word) { return true }
    if let second = secretPairs[before], second.split(separator: " ").contains(where: { $0 == word }) {
      return true
    }
    return isRunTogether(word)
  }

  /// Returns whether the word `token` at this index means something harmless and not a credential.
  ///
  /// A cursor (`page_token`) and a unit of text (`input_token`) are harmless.
  private static func isHarmlessToken(_ words: [String], at index: Int) -> Bool {
    guard index > 0 else { return false }
    if words[index - 1] == "request" { return index > 1 && words[index - 2] == "client" }
    return harmlessTokens.contains(words[index - 1])
  }

  /// Returns whether words written without a separator name a secret: `accesstoken`, `clientsecret`, `jsessionid`.
  private static func isRunTogether(_ word: String) -> Bool {
    guard word.utf8.count > 5 else { return false }
    if hasStem(Array(word.utf8)) { return !word.hasPrefix("secretar") }
    if word.hasSuffix("token") {
      let rest = word.dropLast(5)
      return !harmlessTokens.contains { rest.hasSuffix($0) }
    }
    return endsInPair(word) || ["pwd", "sessid"].contains { word.hasSuffix($0) }
  }

  /// Returns whether the word contains one of ``secretStems``, as bytes: a search for characters takes many times as
  /// long.
  private static func hasStem(_ word: [UInt8]) -> Bool {
    word.indices.contains { start in
      switch word[start] {
      case UInt8(ascii: "a"), UInt8(ascii: "c"), UInt8(ascii: "p"), UInt8(ascii: "s"):
        secretStems.contains { word[start...].starts(with: $0.utf8) }
      default: false
      }
    }
  }

  /// Returns whether the word ends in two words that name a secret together: `consumerkey`, `authcode`.
  private static func endsInPair(_ word: String) -> Bool {
    secondWords.contains { second in
      guard word.hasSuffix(second) else { return false }
      let rest = word.dropLast(second.count)
      return secretPairs.contains { first, seconds in
        rest.hasSuffix(first) && seconds.split(separator: " ").contains { $0 == second }
      }
    }
  }

  // MARK: - Secrets in some places

  private static func weakVerdict(on words: [String], last: String, in place: Place) -> Verdict {
    let before = words.count > 1 ? words[words.count - 2] : ""
    if words.count == 1 {
      switch last {
      case "pin", "sid", "passkey": return .scalars
      case "code", "key": return place == .pair ? .scalars : .shown
      case "ticket", "session": return place == .header ? .shown : .texts
      default: break
      }
    }
    switch last {
    case "auth", "pass", "tokens", "bearer", "authentication": return .texts
    case "key" where place != .member && words.count > 1:
      return harmlessKeys.contains(before) ? .shown : .texts
    case "sid" where before == "connect": return .texts
    case "session" where place == .header && words.count > 1: return .texts
    // A signature of Binance, Coinbase, Kraken or Alipay.
    case "sign" where place != .member: return .texts
    case "info" where before == "authentication" && place == .header: return .all
    default: return .shown
    }
  }

  private static func isHarmlessHeader(_ words: [String]) -> Bool {
    words.starts(with: ["access", "control"]) || words.starts(with: ["sec", "web"])
      || words.starts(with: ["public", "key"]) || words.starts(with: ["content", "security"])
  }
}

extension SecretName {
  private static let secretWords: Set<String> = [
    "assertion", "authorization", "cookie", "cookies", "credential", "credentials", "csrf", "csrftoken",
    "cvc",
    "cvv", "hmac", "jwt", "otp", "passcode", "passphrase", "passwd", "password", "passwords", "pw", "pwd",
    "secret",
    "secrets", "sig", "signature", "signatures", "ssn", "totp", "verifier", "xsrf",
  ]

  /// Pairs of words that name a secret together, by their first word.
  ///
  /// The second words are in one text: a set of sets is built by code, and this is data.
  private static let secretPairs: [String: String] = [
    "access": "code key keys", "account": "key keys", "admin": "key",
    "api": "key keys",
    "app": "key", "application": "key", "activation": "code", "auth": "code key keys",
    "authentication": "code",
    "backup": "code codes", "card": "number", "client": "key", "confirmation": "code",
    "consumer": "key",
    "decryption": "key", "device": "code", "email": "code", "encryption": "key", "fa": "code",
    "factor": "code",
    "function": "key", "functions": "key", "invitation": "code", "invite": "code",
    "license": "key", "login": "code", "magic": "link", "master": "key", "mfa": "code",
    "oidc": "data", "pairing": "code", "private": "key keys",
    "recovery": "code codes", "reset": "code", "saml": "response art", "secret": "key keys",
    "security": "answer code", "service": "key", "session": "id key state", "shared": "key",
    "signing": "key", "sms": "code", "storage": "key", "subscription": "key",
    "user": "code", "verification": "code", "webhook": "key",
  ]

  /// Parts of words: a word that contains one of them is secret.
  private static let secretStems = [
    "apikey", "credential", "passphrase", "passwd", "password", "secret", "signature",
  ]

  /// The second words of ``secretPairs``.
  private static let secondWords = Set(
    secretPairs.values.flatMap { $0.split(separator: " ").map(String.init) })

  /// Last words which show that a value only describes a secret.
  private static let descriptors: Set<String> = [
    "alg", "algorithm", "algorithms", "allowed", "at", "attempts", "bits", "budget", "count", "enabled",
    "endpoint", "error", "expiration", "expired", "expires", "expiry", "format", "headers", "in", "input",
    "invalid", "issuer", "label", "length", "lifetime", "limit", "limits", "max", "message", "method",
    "methods",
    "min", "mode", "name", "names", "placeholder", "policy", "present", "provider", "realm", "region",
    "remaining", "required", "scheme", "scope", "scopes", "size", "status", "strength", "supported", "ttl",
    "type",
    "types", "uri", "url", "usage", "used", "valid", "version",
  ]

  /// Words before `token` that make it harmless, such as a cursor or a unit of text.
  private static let harmlessTokens: Set<String> = [
    "bos", "cancellation", "change", "completion", "continuation", "cursor", "delta", "eos", "idempotency",
    "input",
    "max", "next", "output", "pad", "page", "paging", "pagination", "previous", "prompt", "resume", "skip",
    "special",
    "start", "stop", "sync", "unk",
  ]

  /// Words before `key` that make it an identifier.
  private static let harmlessKeys: Set<String> = [
    "business", "cache", "composite", "dedup", "deduplication", "evaluated", "event", "field", "foreign",
    "group",
    "hash", "idempotency", "index", "issue", "lookup", "map", "message", "natural", "next", "object", "order",
    "page", "partition", "primary", "project", "public", "range", "row", "routing", "search", "shard", "sort",
    "start",
    "surrogate", "translation", "unique",
  ]
}
