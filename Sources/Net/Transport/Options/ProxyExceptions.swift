/// The hosts that requests are sent to directly although there is a proxy, as a pure value.
///
/// libcurl can compare hosts itself, but its rules depend on its version: networks are unknown before 7.86, which
/// matches only the last exception and no subdomains (curl/curl#9813, #9858), and later versions match no network of
/// IPv6 addresses. No version reports an exception that can never match.
struct ProxyExceptions: Sendable, Equatable {
  /// An exception that matches nothing.
  struct Invalid: Error, Sendable, Equatable {
    var text: String
  }

  private struct Network: Sendable, Equatable {
    var bytes: [UInt8]
    /// The number of leading bits that addresses of the network have in common.
    var length: Int

    func contains(_ address: [UInt8]) -> Bool {
      guard address.count == bytes.count else { return false }
      return bytes.indices.allSatisfy { index in
        let shared = min(8, max(0, length - 8 * index))
        return (address[index] ^ bytes[index]) >> (8 - shared) == 0
      }
    }
  }

  private var matchesAll = false
  /// Canonical names.
  private var names: [String] = []
  private var networks: [Network] = []

  var isEmpty: Bool { !matchesAll && names.isEmpty && networks.isEmpty }

  /// Parses the exceptions of a ``ProxySetting``.
  ///
  /// - Throws: ``Invalid`` for the first one that is not a host, an address, a network or `*`.
  init(_ texts: [String]) throws(Invalid) {
    for text in texts {
      if text == "*" {
        matchesAll = true
      } else if let network = Self.network(text) {
        networks.append(network)
      } else {
        let name = text.utf8.first == UInt8(ascii: ".") ? String(text.dropFirst()) : text
        guard HostName.isHost(name) else { throw Invalid(text: text) }
        names.append(HostName.canonical(name))
      }
    }
  }

  /// Returns whether requests to a canonical host are sent directly.
  func contains(_ host: String) -> Bool {
    if matchesAll { return true }
    if let address = HostName.bytes(ofAddress: host) { return networks.contains { $0.contains(address) } }
    return names.contains { host == $0 || host.hasSuffix("." + $0) }
  }

  /// Returns an address, or a network with the length of its prefix (RFC 4632 section 3.1, RFC 4291 section 2.3).
  private static func network(_ text: String) -> Network? {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let bytes = HostName.bytes(ofAddress: HostName.canonical(String(parts[0]))) else { return nil }
    guard parts.count == 2 else { return Network(bytes: bytes, length: 8 * bytes.count) }
    guard let length = HeaderSyntax.digits(String(parts[1])), length <= 8 * bytes.count else { return nil }
    return Network(bytes: bytes, length: Int(length))
  }
}
