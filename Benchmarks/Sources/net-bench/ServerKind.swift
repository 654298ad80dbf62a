/// A protocol of the server.
///
/// Every kind sends the same response.
enum ServerKind: String, CaseIterable, Sendable {
  /// HTTP/1.1 over connections that stay open.
  case http
  /// HTTP/1.1, and the server closes the connection after each response.
  case httpClosing
  /// HTTP/1.1 over TLS 1.3 and connections that stay open.
  case https
  /// HTTP/1.1 over TLS 1.3, and the server closes the connection after each response.
  ///
  /// Clients can resume TLS sessions, which nginx allows by default.
  case httpsClosing
  /// The same without resumption of TLS sessions, so that every handshake is a full one.
  case httpsClosingInFull
  /// HTTP/2 over TLS 1.3.
  case http2

  var isSecure: Bool {
    switch self {
    case .http, .httpClosing: false
    case .https, .httpsClosing, .httpsClosingInFull, .http2: true
    }
  }

  /// Whether each request needs its own connection.
  var closes: Bool {
    switch self {
    case .httpClosing, .httpsClosing, .httpsClosingInFull: true
    case .http, .https, .http2: false
    }
  }

  /// The HTTP version that the server must log for every request.
  var version: String { self == .http2 ? "HTTP/2.0" : "HTTP/1.1" }
}

/// The connections of one turn, as the server logged them.
struct ServedConnections: Equatable {
  /// The number of connections.
  var count = 0
  /// The number of TLS handshakes that resumed an earlier session.
  var resumed = 0
  /// The versions of HTTP and TLS, without duplicates, sorted.
  var versions: [String] = []

  /// Parses log lines in the format of ``Nginx/configuration(ports:certificates:)``.
  init(log: String) {
    var seen: Set<String> = []
    for line in log.split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 3 else { continue }
      count += 1
      if parts[2] == "r" { resumed += 1 }
      seen.insert(parts[1] == "-" ? String(parts[0]) : "\(parts[0]) over \(parts[1])")
    }
    versions = seen.sorted()
  }

  /// A summary in a few words.
  var summary: String {
    "\(versions.joined(separator: ", ")), \(count) connections"
      + (resumed > 0 ? ", of which \(resumed) resumed a TLS session" : "")
  }
}
