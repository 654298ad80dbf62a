import Foundation

extension TransportOptions {
  /// The options that differ from their defaults, in the order of their declaration.
  public var changed: [TransportOption] {
    let standard = TransportOptions()
    return TransportOption.allCases.filter { option in
      switch option {
      case .minimumTLSVersion: tls.minimumVersion != nil
      case .maximumTLSVersion: tls.maximumVersion != nil
      case .authorities: tls.authorities != standard.tls.authorities
      case .clientIdentity: tls.clientIdentity != nil
      case .pins: !tls.pins.isEmpty
      case .anyCertificate: tls.dangerouslyAcceptsAnyCertificate
      case .anyHostName: tls.dangerouslyAcceptsAnyHostName
      case .proxy: proxy != standard.proxy
      case .connectionsPerHost: connections.perHost != nil
      case .totalConnections: connections.total != nil
      case .idleConnections: connections.idle != nil
      case .httpVersion: httpVersion != standard.httpVersion
      case .unixSocketPath: unixSocketPath != nil
      case .connectTimeout: connectTimeout != nil
      case .localInterface: localInterface != nil
      case .decompressesBodies: !decompressesBodies
      }
    }
  }

  /// Checks that the values are valid and that the transport supports all options that differ from their defaults.
  ///
  /// If your own transport takes options, call it first in the initializer:
  ///
  /// ```swift
  /// try options.check(supported: [.proxy, .connectionsPerHost], by: "OtherTransport")
  /// ```
  ///
  /// - Parameters:
  ///   - supported: The options that the transport supports.
  ///   - transport: The name of the transport, for the error.
  /// - Throws: ``TransportOptionError``, which names the first option that is not supported or valid.
  public func check(
    supported: Set<TransportOption>, by transport: String
  ) throws(TransportOptionError) {
    if let option = changed.first(where: { !supported.contains($0) }) {
      throw TransportOptionError(option, .unsupportedByTransport(transport))
    }
    try checkTexts()
    try checkTLS()
    try checkProxy()
    try checkConnections()
  }

  /// A C string ends at the first NUL.
  private func checkTexts() throws(TransportOptionError) {
    for (option, text) in texts where text.utf8.contains(0) {
      throw TransportOptionError(option, given: Redaction.placeholder, expected: "a text without NUL")
    }
  }

  private var texts: [(TransportOption, String)] {
    var texts: [(TransportOption, String)] = []
    for case .file(let path) in tls.authorities.sources { texts.append((.authorities, path)) }
    for case .file(let path)? in [tls.clientIdentity?.certificate, tls.clientIdentity?.privateKey] {
      texts.append((.clientIdentity, path))
    }
    if let passphrase = tls.clientIdentity?.passphrase { texts.append((.clientIdentity, passphrase)) }
    if let (url, credentials, exceptions) = proxy.server {
      texts += ([url] + exceptions).map { (.proxy, $0) }
      if let credentials { texts += [(.proxy, credentials.username), (.proxy, credentials.password)] }
    }
    if let unixSocketPath { texts.append((.unixSocketPath, unixSocketPath)) }
    if let localInterface { texts.append((.localInterface, localInterface)) }
    return texts
  }

  private func checkTLS() throws(TransportOptionError) {
    if let minimum = tls.minimumVersion, let maximum = tls.maximumVersion, minimum > maximum {
      throw TransportOptionError(
        .maximumTLSVersion, given: maximum.rawValue, expected: "\(minimum.rawValue), the minimum, or later")
    }
    if tls.authorities == .only([]) {
      throw TransportOptionError(.authorities, given: "[]", expected: "at least one authority")
    }
    for pins in tls.pins {
      guard !pins.keys.isEmpty else {
        throw TransportOptionError(.pins, given: "[]", expected: "at least one key")
      }
      for key in pins.keys where !Self.isPin(key) {
        throw TransportOptionError(.pins, given: key, expected: "sha256// and 32 bytes in Base64")
      }
      guard let hosts = pins.hosts else { continue }
      guard !hosts.isEmpty else {
        throw TransportOptionError(.pins, given: "[]", expected: "at least one host, or nil for every host")
      }
      // Pins for anything else would never be checked.
      for host in hosts.sorted() where !HostName.isHost(host) {
        throw TransportOptionError(
          .pins, given: Redaction.standard.redacted(urlText: host),
          expected: "a host, without a scheme, a port or a wildcard")
      }
    }
  }

  private static func isPin(_ text: String) -> Bool {
    guard text.hasPrefix("sha256//") else { return false }
    return Data(base64Encoded: String(text.dropFirst(8)))?.count == 32
  }

  private func checkProxy() throws(TransportOptionError) {
    guard let (text, credentials, _) = proxy.server else { return }
    let (schemes, expected) = proxy.schemes
    let url = URLComponents(string: text)
    guard let url, let scheme = url.scheme?.lowercased(), schemes.contains(scheme),
      url.host?.isEmpty == false,
      ["", "/"].contains(url.path), url.query == nil, url.fragment == nil
    else {
      throw TransportOptionError(
        .proxy, given: Redaction.standard.redacted(urlText: text), expected: expected)
    }
    guard url.user == nil, url.password == nil else {
      throw TransportOptionError(
        .proxy, given: Redaction.standard.redacted(urlText: text),
        expected: "a URL without credentials, which are passed separately")
    }
    if case .socks = proxy {
      try checkSOCKS(credentials)
    } else if let credentials, credentials.username.utf8.contains(UInt8(ascii: ":")) {
      throw TransportOptionError(
        .proxy, given: credentials.username, expected: "a name without a colon (RFC 7617 section 2)")
    }
    _ = try proxy.exceptions()
  }

  /// Lengths are in one byte (RFC 1929 section 2).
  private func checkSOCKS(_ credentials: ProxyCredentials?) throws(TransportOptionError) {
    guard let credentials else { return }
    guard (1...255).contains(credentials.username.utf8.count), credentials.password.utf8.count <= 255 else {
      throw TransportOptionError(
        .proxy, given: Redaction.placeholder, expected: "a name of 1 to 255 bytes and a password of up to 255"
      )
    }
  }

  private func checkConnections() throws(TransportOptionError) {
    for (option, limit) in [
      (TransportOption.connectionsPerHost, connections.perHost),
      (.totalConnections, connections.total), (.idleConnections, connections.idle),
    ] {
      if let limit, !(1...Int(Int32.max)).contains(limit) {
        throw TransportOptionError(option, given: "\(limit)", expected: "a limit from 1 to \(Int32.max)")
      }
    }
    if let connectTimeout, connectTimeout <= .zero || connectTimeout > .milliseconds(Int32.max) {
      throw TransportOptionError(
        .connectTimeout, given: "\(connectTimeout)", expected: "more than zero and less than 24 days")
    }
    if let unixSocketPath, !(1...Self.longestSocketPath).contains(unixSocketPath.utf8.count) {
      throw TransportOptionError(
        .unixSocketPath, given: unixSocketPath, expected: "a path of 1 to \(Self.longestSocketPath) bytes")
    }
    if let unixSocketPath, proxy.server != nil {
      throw TransportOptionError(
        .unixSocketPath, given: unixSocketPath,
        expected: "no proxy, which cannot connect to a Unix domain socket")
    }
    if let localInterface, localInterface.isEmpty {
      throw TransportOptionError(
        .localInterface, given: localInterface, expected: "the name of an interface or an address")
    }
  }

  /// The capacity of `sockaddr_un` without the terminating byte.
  private static let longestSocketPath: Int = {
    #if canImport(Darwin)
      103
    #else
      107
    #endif
  }()
}

extension ProxySetting {
  /// The URL, the credentials and the exceptions of a proxy that is given here.
  fileprivate var server: (url: String, credentials: ProxyCredentials?, exceptions: [String])? {
    switch self {
    case .environment, .none: nil
    case .http(let url, let credentials, let exceptions), .socks(let url, let credentials, let exceptions):
      (url, credentials, exceptions)
    }
  }

  /// Returns the hosts that requests are sent to directly.
  ///
  /// libcurl itself reads those of the environment. Loopback hosts are added to them, as in Go, Java, Chromium and the
  /// systems of Apple: a proxy elsewhere cannot reach them, and those who start a server in a test do not think of it.
  func exceptions() throws(TransportOptionError) -> ProxyExceptions {
    let loopback = ["localhost", "127.0.0.0/8", "::1", "::ffff:127.0.0.0/104"]
    do {
      return try ProxyExceptions(self == .environment ? loopback : server?.exceptions ?? [])
    } catch {
      throw TransportOptionError(
        .proxy, given: Redaction.standard.redacted(urlText: error.text),
        expected: "a host, which also stands for its subdomains, an address, a network such as 10.0.0.0/8, "
          + "or * as an exception")
    }
  }

  /// The schemes of its URL, and what is expected as text.
  fileprivate var schemes: (names: Set<String>, expected: String) {
    if case .socks = self {
      (["socks4", "socks4a", "socks5", "socks5h"], "a socks4, socks4a, socks5 or socks5h URL with a host")
    } else {
      (["http", "https"], "an http or https URL with a host")
    }
  }
}

extension TrustedAuthorities {
  /// The sources besides the system.
  var sources: [CertificateSource] {
    switch self {
    case .system: []
    case .systemAnd(let sources), .only(let sources): sources
    }
  }
}
