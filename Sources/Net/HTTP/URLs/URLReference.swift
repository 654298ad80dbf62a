package import Foundation

/// A URL or relative reference as its components (RFC 3986 section 4.1), with all forbidden characters escaped.
package struct URLReference: Sendable, Equatable {
  /// The scheme as written.
  package private(set) var scheme: Substring?
  /// User name, host and port; nil if there is no `//`.
  package private(set) var authority: Substring?
  /// The path.
  package private(set) var path: Substring
  /// The query, without its question mark.
  package private(set) var query: Substring?
  /// The fragment, without its number sign.
  package private(set) var fragment: Substring?

  /// Parses a text and escapes forbidden characters.
  ///
  /// - Throws: ``URLFlaw`` for what escaping cannot fix: control characters, an invalid host or an invalid
  ///   port.
  package init(_ text: String) throws(URLFlaw) {
    if let control = text.utf8.firstControl { throw .character(Unicode.Scalar(control), of: nil) }
    var rest = Substring(text)
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
      fragment = URLBytes.escaped(rest[rest.utf8.index(after: mark)...], in: .query)
      rest = rest[..<mark]
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      query = URLBytes.escaped(rest[rest.utf8.index(after: mark)...], in: .query)
      rest = rest[..<mark]
    }
    if let colon = Self.endOfScheme(in: rest) {
      scheme = rest[..<colon]
      rest = rest[rest.utf8.index(after: colon)...]
    }
    if rest.utf8.starts(with: "//".utf8) {
      rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      authority = try Self.checkedAuthority(rest[..<end])
      rest = rest[end...]
    }
    path = URLBytes.escaped(rest, in: .path)
  }

  /// The reference as text (RFC 3986 section 5.3).
  package var text: String {
    var text = ""
    if let scheme { text += "\(scheme):" }
    if let authority { text += "//\(authority)" }
    text += path
    if let query { text += "?\(query)" }
    if let fragment { text += "#\(fragment)" }
    return text
  }

  /// The URL, or nil for the empty reference, which Foundation does not accept.
  package var url: URL? { URL(string: text, encodingInvalidCharacters: false) }

  /// Returns the reference resolved against a base (RFC 3986 section 5.2.2), without escaping or unescaping.
  package func resolved(against base: URLReference) -> URLReference {
    // Such a path is opaque, as that of `urn:a/../b`.
    if scheme != nil, authority == nil, !path.utf8.starts(with: "/".utf8) { return self }
    var target = self
    target.path = Self.withoutDotSegments(path)
    guard scheme == nil else { return target }
    target.scheme = base.scheme
    guard authority == nil else { return target }
    target.authority = base.authority
    if path.isEmpty {
      target.path = base.path
      target.query = query ?? base.query
    } else if !path.utf8.starts(with: "/".utf8) {
      target.path = Self.withoutDotSegments(base.merged(with: path))
    }
    return target
  }

  /// Replaces one or three slashes before a host with two.
  mutating func correctSlashes() {
    let slashes = path.utf8.prefix { $0 == UInt8(ascii: "/") }.count
    let isOne = authority == nil && scheme != nil && slashes == 1
    let isThree = authority?.isEmpty == true && slashes == 1
    guard isOne || isThree else { return }
    // Parse the path again: its first segment is the host, which has not been checked.
    let tail = path.dropFirst()
    let end = tail.utf8.firstIndex(of: UInt8(ascii: "/")) ?? tail.endIndex
    guard let host = try? Self.checkedAuthority(tail[..<end]), !host.isEmpty else { return }
    authority = host
    path = tail[end...]
  }

  // MARK: - Resolution

  /// Returns the base path up to its last slash, followed by `other` (RFC 3986 section 5.2.3).
  private func merged(with other: Substring) -> Substring {
    if authority != nil, path.isEmpty { return "/" + other }
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return other }
    return path[...slash] + other
  }

  /// Implements RFC 3986 section 5.2.4.
  private static func withoutDotSegments(_ path: Substring) -> Substring {
    guard path.utf8.contains(UInt8(ascii: ".")) else { return path }
    let isRooted = path.utf8.starts(with: "/".utf8)
    let segments = (isRooted ? path.dropFirst() : path)
      .split(separator: "/", omittingEmptySubsequences: false)
    var kept: [Substring] = []
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return Substring((isRooted ? "/" : "") + kept.joined(separator: "/"))
  }

  // MARK: - Components

  /// Returns the index of the colon after the scheme (RFC 3986 section 3.1).
  private static func endOfScheme(in text: Substring) -> Substring.Index? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), let first = text.utf8.first,
      URLBytes.isLetter(first), text[..<colon].utf8.allSatisfy(URLBytes.isSchemeByte)
    else { return nil }
    return colon
  }

  private static func checkedAuthority(_ text: Substring) throws(URLFlaw) -> Substring {
    var user = ""
    var rest = text
    if let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) {
      let name = text[..<at]
      // Some parsers end the user name at the first `@`, some at the last.
      if name.utf8.contains(UInt8(ascii: "@")) { throw .character("@", of: .user) }
      user = URLBytes.escaped(name, in: .user) + "@"
      rest = text[text.utf8.index(after: at)...]
    }
    var host = rest
    var port: Substring = ""
    if rest.utf8.first == UInt8(ascii: "[") {
      guard let bracket = rest.utf8.firstIndex(of: UInt8(ascii: "]")) else {
        throw .character("[", of: .host)
      }
      host = rest[...bracket]
      port = rest[rest.utf8.index(after: bracket)...]
      if let first = port.unicodeScalars.first, first != ":" { throw .character(first, of: .host) }
    } else if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) {
      host = rest[..<colon]
      port = rest[colon...]
    }
    guard URLBytes.isPort(port) else { throw .port(String(port.dropFirst())) }
    return Substring(user + (try HostName.spelled(String(host))) + port)
  }
}
