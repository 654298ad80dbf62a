import Foundation

/// A certificate authority created for one run, and a server certificate that it signed.
///
/// The files exist as long as their folder.
struct BenchCertificates {
  /// The path of the authority's certificate, which clients trust.
  let authority: String
  /// The paths of the server's certificate and its key.
  let certificate: String
  let key: String
  /// The path of a file with the system's authorities and this one, or nil if the system has no such file.
  let bundle: String?

  /// Returns nil if `openssl` is missing or fails.
  init?(in folder: URL) {
    let places = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
    guard let openssl = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    authority = path("authority.pem")
    certificate = path("server.pem")
    key = path("server.key")
    let newKey = ["-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    let steps = [
      ["req", "-x509", "-days", "2", "-subj", "/CN=An authority for benchmarks", "-out", authority]
        + ["-addext", "keyUsage=critical,keyCertSign", "-keyout", path("authority.key")] + newKey,
      ["req", "-new", "-subj", "/CN=A server for benchmarks", "-out", path("server.request")]
        + ["-keyout", key] + newKey,
      ["x509", "-req", "-days", "2", "-in", path("server.request"), "-out", certificate]
        + ["-CA", authority, "-CAkey", path("authority.key"), "-extfile", path("names"), "-CAcreateserial"],
    ]
    do {
      try Data("subjectAltName=DNS:localhost,IP:127.0.0.1\n".utf8).write(
        to: folder.appendingPathComponent("names"))
      for step in steps { guard try Self.succeeds(openssl, step) else { return nil } }
      bundle = try Self.bundle(with: authority, at: path("bundle.pem"))
    } catch {
      return nil
    }
  }

  private static func succeeds(_ program: String, _ arguments: [String]) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Writes the system's authorities and one more to a file.
  private static func bundle(with authority: String, at path: String) throws -> String? {
    let places = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]
    guard let system = places.lazy.compactMap(FileManager.default.contents).first(where: { !$0.isEmpty })
    else { return nil }
    let own = try Data(contentsOf: URL(fileURLWithPath: authority))
    try (system + Data("\n".utf8) + own).write(to: URL(fileURLWithPath: path))
    return path
  }
}
