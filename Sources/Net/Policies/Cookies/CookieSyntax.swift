import Foundation

/// Which hosts and paths a cookie is for (RFC 6265 sections 5.1.2 to 5.1.4).
enum CookieSyntax {
  /// The host of a URL as cookies compare it: in lower case, international names in their ASCII form.
  static func host(of url: URL) -> String? { url.canonicalHost.flatMap { $0.isEmpty ? nil : $0 } }

  static func path(of url: URL) -> String {
    let path = url.path(percentEncoded: true)
    return path.isEmpty ? "/" : path
  }

  /// The path of a cookie that names none: that of the URL up to its last slash (section 5.1.4).
  static func defaultPath(of url: URL) -> String {
    let path = path(of: url).utf8
    guard path.first == UInt8(ascii: "/"), let last = path.lastIndex(of: UInt8(ascii: "/")),
      last > path.startIndex
    else { return "/" }
    return String(Substring(path[..<last]))
  }

  /// Whether the host is the domain or one below it (section 5.1.3). An address has nothing below it.
  static func domain(_ domain: String, matches host: String) -> Bool {
    host == domain || (host.hasSuffix("." + domain) && !domain.isEmpty && !isAddress(host))
  }

  /// Whether the path of a request is the cookie's or below it (section 5.1.4).
  static func path(_ path: String, matches requested: String) -> Bool {
    guard requested.utf8.starts(with: path.utf8) else { return false }
    guard path.utf8.last != UInt8(ascii: "/") else { return true }
    let rest = requested.utf8.dropFirst(path.utf8.count)
    return rest.isEmpty || rest.first == UInt8(ascii: "/")
  }

  /// Whether the host is an IP address, and no name: it holds a colon, or ends in a number.
  static func isAddress(_ host: String) -> Bool {
    if host.utf8.contains(UInt8(ascii: ":")) { return true }
    let last = host.split(separator: ".").last ?? ""
    return !last.isEmpty && last.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
