/// How a server speaks to its clients.
///
/// Every kind sends the same response.
enum ServerKind: String, CaseIterable, Sendable {
  /// HTTP/1.1 on connections that stay open.
  case http
  /// HTTP/1.1, and the server closes the connection after each response.
  case httpClosing
  /// HTTP/1.1 over TLS 1.3 on connections that stay open.
  case https
  /// HTTP/1.1 over TLS 1.3, and the server closes the connection after each response. Clients that keep TLS sessions
  /// resume them, as nginx lets them by default.
  case httpsClosing
  /// The same, and the server resumes no TLS session: every handshake is a full one, whatever the client could do.
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

  /// The version of HTTP that every request must be sent with, as the server logs it.
  var version: String { self == .http2 ? "HTTP/2.0" : "HTTP/1.1" }
}

/// The connections of one turn, as the server logged them.
struct ServedConnections: Equatable {
  /// How many there were.
  var count = 0
  /// How many of their TLS handshakes resumed an earlier session.
  var resumed = 0
  /// The versions of HTTP and TLS, without duplicates, sorted.
  var versions: [String] = []

  /// Reads lines of the form that ``Nginx/configuration(ports:certificates:)`` has written.
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

  /// What the figures stand for, in a few words.
  var summary: String {
    "\(versions.joined(separator: ", ")), \(count) connections"
      + (resumed > 0 ? ", of which \(resumed) resumed a TLS session" : "")
  }
}
