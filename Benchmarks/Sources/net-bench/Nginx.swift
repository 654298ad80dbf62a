import Foundation
import NetTesting

/// nginx as the server, with its own configuration in a temporary folder.
struct Nginx {
  let urls: [ServerKind: URL]
  /// The certificates that its clients trust, or nil if it does not support TLS.
  let certificates: BenchCertificates?
  let process: Process
  let folder: URL

  /// Starts a server and returns it once it responds, or nil if nginx is missing or does not start.
  ///
  /// Without `openssl` it does not support TLS.
  static func started() -> Nginx? {
    let places = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"]
    guard let path = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("net-bench-\(UUID().uuidString)", isDirectory: true)
    guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil
    else { return nil }
    let certificates = BenchCertificates(in: folder)
    // An nginx that was built without TLS or HTTP/2 rejects this configuration.
    if let certificates, let nginx = started(path, folder, certificates) { return nginx }
    if let nginx = started(path, folder, nil) { return nginx }
    try? FileManager.default.removeItem(at: folder)
    return nil
  }

  private static func started(_ path: String, _ folder: URL, _ certificates: BenchCertificates?) -> Nginx? {
    var ports: [ServerKind: Int] = [:]
    var urls: [ServerKind: URL] = [:]
    for (kind, port) in zip(ServerKind.allCases, freePorts(ServerKind.allCases.count))
    where certificates != nil || !kind.isSecure {
      ports[kind] = port
      urls[kind] = URL(string: "\(kind.isSecure ? "https" : "http")://127.0.0.1:\(port)/")
    }
    guard let url = urls[.http] else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-p", folder.path, "-c", "nginx.conf", "-e", "error.log"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try Data(configuration(ports: ports, certificates: certificates).utf8).write(
        to: folder.appendingPathComponent("nginx.conf"))
      try process.run()
    } catch {
      return nil
    }
    for _ in 0..<50 where process.isRunning {
      if let body = try? Data(contentsOf: url), body == ServedBody.data {
        return Nginx(urls: urls, certificates: certificates, process: process, folder: folder)
      }
      Thread.sleep(forTimeInterval: 0.1)
    }
    process.terminate()
    process.waitUntilExit()
    return nil
  }

  /// Returns a configuration with one server for each port.
  ///
  /// All servers except the plain one log the first request on each connection, which shows the protocol versions of
  /// the client and how often it connects.
  static func configuration(ports: [ServerKind: Int], certificates: BenchCertificates?) -> String {
    let servers = ServerKind.allCases.compactMap { kind in
      ports[kind].map { server(kind, port: $0, certificates: certificates) }
    }
    return """
      daemon off;
      worker_processes 1;
      worker_rlimit_nofile 8192;
      pid nginx.pid;
      events { worker_connections 4096; }
      http {
        access_log off;
        log_format connection '$server_protocol $ssl_protocol $ssl_session_reused';
        map $connection_requests $is_first { default 0; 1 1; }
        client_body_temp_path body;
        proxy_temp_path proxy;
        fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi;
        scgi_temp_path scgi;
        keepalive_requests 100000000;
        default_type application/json;
      \(servers.joined(separator: "\n"))
      }
      """
  }

  private static func server(_ kind: ServerKind, port: Int, certificates: BenchCertificates?) -> String {
    var lines = [
      "listen 127.0.0.1:\(port)\(kind.isSecure ? " ssl" : "")\(kind == .http2 ? " http2" : "") backlog=4096;"
    ]
    if kind.closes { lines.append("keepalive_timeout 0;") }
    if kind != .http { lines.append("access_log connections.log connection if=$is_first;") }
    if kind.isSecure, let certificates {
      lines += [
        "ssl_certificate \(certificates.certificate);", "ssl_certificate_key \(certificates.key);",
        "ssl_protocols TLSv1.3;",
        // The same cryptography for all: OpenSSL's first choice is AES-256 with SHA-384, BoringSSL's is this.
        "ssl_conf_command Ciphersuites TLS_AES_128_GCM_SHA256;",
      ]
      if kind == .httpsClosingInFull {
        lines += ["ssl_session_tickets off;", "ssl_session_cache off;"]
      }
    }
    lines.append("location / { return 200 '\(String(decoding: ServedBody.data, as: UTF8.self))'; }")
    return "  server {\n" + lines.map { "    \($0)\n" }.joined() + "  }"
  }

  /// Returns different ports that were free a moment ago.
  private static func freePorts(_ count: Int) -> [Int] {
    let servers = (0..<count).map { _ in MockServer() }
    defer { for server in servers { server.stop() } }
    return servers.compactMap { (try? $0.start()) != nil ? $0.port : nil }
  }
}
