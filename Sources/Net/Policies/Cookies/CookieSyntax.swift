import Foundation

/// Matching of hosts and paths for cookies (RFC 6265 sections 5.1.2 to 5.1.4).
enum CookieSyntax {
  /// Returns the host of a URL in the form in which cookies compare it: lower case, ASCII, without a trailing dot or
  /// the brackets of an address.
  static func host(of url: URL) -> String? { url.canonicalHost.map(bare).flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns the name without a trailing dot, or the address without brackets.
  static func bare(_ host: String) -> String {
    if host.hasPrefix("["), host.hasSuffix("]") { return String(host.dropFirst().dropLast()) }
    return host.utf8.last == UInt8(ascii: ".") ? String(host.dropLast()) : host
  }

  /// Returns a domain without a dot at its start, which has no meaning (RFC 6265 section 5.2.3).
  static func withoutDot(_ domain: String) -> String {
    domain.utf8.first == UInt8(ascii: ".") ? String(Substring(domain.utf8.dropFirst())) : domain
  }

  /// Returns whether cookies consider a connection to the URL secure: https, or a host that is this machine.
  ///
  /// RFC 6265bis section 5.8.3 leaves the definition to user agents, and notes that most of them trust `localhost`.
  static func isTrusted(_ url: URL) -> Bool { url.isSecure || host(of: url).map(isLoopback) == true }

  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    return host.starts(withCodePointsOf: "127.") && HostName.isFourNumbers(host)
  }

  static func path(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    return path.isEmpty ? "/" : path
  }

  /// Returns the default path of a cookie: that of the URL up to its last slash (section 5.1.4).
  static func defaultPath(of url: URL) -> String {
    let path = path(of: url).utf8
    guard path.first == UInt8(ascii: "/"), let last = path.lastIndex(of: UInt8(ascii: "/")),
      last > path.startIndex
    else { return "/" }
    return String(Substring(path[..<last]))
  }

  /// Returns whether the host is the domain or a subdomain of it (section 5.1.3).
  ///
  /// An address has no subdomains.
  static func domain(_ domain: String, matches host: String) -> Bool {
    let (domain, host) = (domain.utf8, host.utf8)
    let rest = host.count - domain.count
    // Most domains of a jar differ in length, or no dot precedes them in the host, so that few bytes are compared.
    guard rest >= 0, rest == 0 || host.dropFirst(rest - 1).first == UInt8(ascii: "."),
      host.dropFirst(rest).elementsEqual(domain)
    else { return false }
    return rest == 0 || (!domain.isEmpty && !HostName.isAddress(String(host)))
  }

  /// Returns whether the path of a request is the cookie's path or below it (section 5.1.4).
  static func path(_ path: String, matches requested: String) -> Bool {
    guard requested.utf8.starts(with: path.utf8) else { return false }
    guard path.utf8.last != UInt8(ascii: "/") else { return true }
    let rest = requested.utf8.dropFirst(path.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }
}
