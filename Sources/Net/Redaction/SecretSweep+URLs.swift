extension SecretSweep {
  // MARK: - Credentials

  /// Hides the credentials of a URL.
  ///
  /// The position is at the colon after the scheme. Returns false if there is no URL.
  mutating func credentials() -> Bool {
    guard byte(at: position + 1) == UInt8(ascii: "/"), byte(at: position + 2) == UInt8(ascii: "/") else {
      return false
    }
    hideCredentials(from: end(from: position + 3) { $0 == UInt8(ascii: "/") })
    return true
  }

  /// Hides the password of `me:secret@host` in text.
  ///
  /// The position is at its colon. Returns false if there is none.
  mutating func mailbox() -> Bool {
    let rest = position + 1
    guard kind != .url, hasAt(in: rest..<min(rest + 257, bytes.count)) else { return false }
    let name = start(before: position, while: Self.isOfName)
    let at = end(from: rest, atMost: 256) {
      !Self.isSpace($0) && !"@/\"'<>,;{}[]()".utf8.contains($0)
    }
    guard name < position, at > rest, byte(at: at) == UInt8(ascii: "@"),
      Self.isAlphanumeric(byte(at: at + 1)),
      !Self.addressSchemes.contains(text(name..<position).lowercased())
    else { return false }
    // The value of a secret name may contain `@`.
    if redaction.verdict(onNamed: text(name..<position)) > .shown { member() }
    if position < rest { hide(rest..<at) }
    return true
  }

  private static let addressSchemes = ["mailto", "sip", "sips", "xmpp", "acct"]

  /// Hides the credentials of a URL without a scheme or with a malformed start: `//me:secret@host`,
  /// `https:/me:secret@host`, `me:secret@host`.
  mutating func hideLeadingCredentials() {
    let scheme = end(from: 0) { Self.isAlphanumeric($0) || "+-.".utf8.contains($0) }
    let hasScheme = byte(at: scheme) == UInt8(ascii: ":")
    if hasScheme, bytes[(scheme + 1)...].starts(with: "//".utf8) { return }
    if hasScheme, byte(at: scheme + 1) == UInt8(ascii: "/") {
      return hideCredentials(from: end(from: scheme + 1) { $0 == UInt8(ascii: "/") })
    }
    if bytes.starts(with: "//".utf8) || bytes.starts(with: "\\\\".utf8) { return hideCredentials(from: 2) }
    // `me:secret@host` looks like a scheme at first, and so does `mailto:me@host`.
    let authority = 0..<end(from: 0) { !"/?#".utf8.contains($0) }
    guard let at = bytes[authority].lastIndex(of: UInt8(ascii: "@")), at > scheme, hasScheme,
      !Self.addressSchemes.contains(text(0..<scheme).lowercased())
    else { return }
    hide(0..<at)
  }

  /// Hides the user information before the host.
  ///
  /// The authority begins at `start`.
  ///
  /// A password that contains `/`, `?`, `#` or a space ends the authority too early. It is recognized because the
  /// apparent port is not a number.
  private mutating func hideCredentials(from start: Int) {
    let end = end(from: start) { !"/?#\\\"'<>".utf8.contains($0) && !Self.isSpace($0) }
    if let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) { return hide(start..<at) }
    guard hasAt(in: end..<min(end + 2_048, bytes.count)), isCutOff(start..<end) else { return }
    let rest = end..<self.end(from: end, atMost: 2_048) { kind == .url || !Self.isLineBreak($0) }
    if let at = bytes[rest].lastIndex(of: UInt8(ascii: "@")) { hide(start..<at) }
  }

  private func isCutOff(_ authority: Range<Int>) -> Bool {
    guard byte(at: authority.lowerBound) != UInt8(ascii: "[") else { return false }
    if let colon = bytes[authority].lastIndex(of: UInt8(ascii: ":")) {
      let port = bytes[(colon + 1)..<authority.upperBound]
      if !port.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
    }
    // A fragment directly after a host is rare, and one that contains `@` is rarer.
    guard byte(at: authority.upperBound) == UInt8(ascii: "#") else { return false }
    let rest = end(from: authority.upperBound, atMost: 1_024) { !Self.isSpace($0) && $0 != UInt8(ascii: "=") }
    return bytes[authority.upperBound..<rest].contains(UInt8(ascii: "@"))
  }

  // MARK: - Paths

  /// Hides secrets that some services put in the path: Telegram bots, and Slack and Discord webhooks.
  mutating func pathSecret() {
    guard redaction.readsNames else { return }
    if bytes[(position + 1)...].starts(with: "bot".utf8) {
      let digits = end(from: position + 4) { (0x30...0x39).contains($0) }
      guard digits > position + 4, byte(at: digits) == UInt8(ascii: ":") else { return }
      return hide((digits + 1)..<segmentsEnd(from: digits + 1, isWhole: false))
    }
    if bytes[(position + 1)...].starts(with: "services/".utf8), endsWith("hooks.slack.com") {
      return hide((position + 10)..<segmentsEnd(from: position + 10, isWhole: true))
    }
    if bytes[(position + 1)...].starts(with: "webhooks/".utf8), endsWith("/api") {
      let number = end(from: position + 10) { (0x30...0x39).contains($0) }
      guard number > position + 10, byte(at: number) == UInt8(ascii: "/") else { return }
      hide((number + 1)..<segmentsEnd(from: number + 1, isWhole: false))
    }
  }

  private func endsWith(_ text: String) -> Bool {
    bytes[copied..<position].suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  private func segmentsEnd(from start: Int, isWhole: Bool) -> Int {
    end(from: start) { byte in
      !Self.isSpace(byte) && !"?#\"'<>".utf8.contains(byte) && (isWhole || byte != UInt8(ascii: "/"))
    }
  }

  // MARK: - Values

  /// Hides the credentials after the name of an authentication scheme.
  ///
  /// The position is at the space between them.
  mutating func scheme() {
    guard redaction.readsNames else { return }
    let start = start(before: position, while: Self.isAlphanumeric)
    guard Self.isScheme(bytes[start..<position]) else { return }
    // `token68` of RFC 9110 section 11.2.
    let letters = end(from: position + 1) { Self.isAlphanumeric($0) || "-._~+/".utf8.contains($0) }
    let stop = end(from: letters) { $0 == UInt8(ascii: "=") }
    let isWhole =
      stop == bytes.count || Self.isSpace(bytes[stop]) || ",;\"')]}<&\\".utf8.contains(bytes[stop])
    // A challenge has parameters here: `Bearer realm="a"`.
    let isPadded = stop > letters && !Self.isQuote(byte(at: stop))
    // A pair whose value is hidden already.
    let isPair = stop > letters && bytes[stop...].starts(with: placeholder)
    guard stop - position > 6, isWhole, !isPair, isPadded || Self.isRandom(bytes[(position + 1)..<letters])
    else {
      return
    }
    hide((position + 1)..<stop)
  }

  /// Returns whether the text is the name of an authentication scheme with a secret after it.
  static func isScheme(_ name: ArraySlice<UInt8>) -> Bool {
    guard let first = name.first, let last = name.last, name.count < 10 else { return false }
    // The first and the last letters of the names below, because most words have others.
    switch (first | 0x20, last | 0x20) {
    case (UInt8(ascii: "b"), UInt8(ascii: "r")), (UInt8(ascii: "b"), UInt8(ascii: "c")),
      (UInt8(ascii: "t"), UInt8(ascii: "n")), (UInt8(ascii: "n"), UInt8(ascii: "e")),
      (UInt8(ascii: "n"), UInt8(ascii: "m")), (UInt8(ascii: "a"), UInt8(ascii: "y")):
      return schemes.contains(String(decoding: name, as: UTF8.self).lowercased())
    default: return false
    }
  }

  private static let schemes = ["bearer", "basic", "token", "negotiate", "ntlm", "apikey"]

  /// Returns whether the text looks random and not like a word: it has digits, or capitals after the first letter.
  private static func isRandom(_ text: ArraySlice<UInt8>) -> Bool {
    text.contains { (0x30...0x39).contains($0) } || text.dropFirst().contains { (0x41...0x5a).contains($0) }
  }

  /// Hides the content of a private key in the PEM format (RFC 7468) that begins here, up to its end or that of the
  /// text.
  mutating func privateKey() {
    let begin = "-----BEGIN ".utf8
    guard byte(at: position + 1) == UInt8(ascii: "-"), redaction.readsNames,
      bytes[position...].starts(with: begin)
    else { return }
    let label = position + begin.count
    let end = end(from: label, atMost: 64) { Self.isAlphanumeric($0) || $0 == UInt8(ascii: " ") }
    let mark = end + 5
    guard bytes[label..<end].suffix(11).elementsEqual("PRIVATE KEY".utf8),
      bytes[end...].starts(with: "-----".utf8)
    else { return }
    var stop = mark
    while stop < bytes.count, !bytes[stop...].starts(with: "-----END".utf8) { stop += 1 }
    hide(mark..<stop)
  }

  /// Hides a token in a well-known format that begins here.
  mutating func wellKnown() {
    switch bytes[position] {
    // The first letters of what ``beginsToken(_:)`` looks for.
    case UInt8(ascii: "e"), UInt8(ascii: "g"), UInt8(ascii: "x"), UInt8(ascii: "s"): break
    default: return
    }
    guard redaction.readsNames else { return }
    if position > 0, Self.isAlphanumeric(bytes[position - 1]) || bytes[position - 1] == UInt8(ascii: "_") {
      return
    }
    guard Self.beginsToken(bytes[position...]) else { return }
    let end = end(from: position) { Self.isAlphanumeric($0) || "_-.".utf8.contains($0) }
    let isJWT = bytes[position] == UInt8(ascii: "e")
    // A JSON Web Token (RFC 7519) has parts separated by dots.
    guard end - position >= 20, !isJWT || bytes[position..<end].contains(UInt8(ascii: ".")) else {
      return skip(to: end)
    }
    hide(position..<end)
  }

  /// Returns whether the text begins like a token in a well-known format.
  static func beginsToken(_ text: ArraySlice<UInt8>) -> Bool {
    text.starts(with: "eyJ".utf8) || beginnings.contains { text.starts(with: $0.utf8) }
  }

  /// The prefixes of tokens of GitHub, GitLab, Slack, Shopify, Stripe and others.
  private static let beginnings = [
    "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-", "xoxr-",
    "xoxs-",
    "xapp-", "sk_live_", "sk_test_", "shpat_", "shpss_", "sk-ant-", "sk-proj-",
  ]
}
