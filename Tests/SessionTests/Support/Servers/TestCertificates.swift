#if os(Linux)
  import Foundation
  import TestSupport

  /// A certificate authority of a test and the certificates that it signs, in a folder that is removed with
  /// it.
  final class TestCertificates: Sendable {
    /// A certificate and its key, in files that exist as long as this value.
    struct Issued: Sendable {
      var certificate: String
      var key: String
      var folder: TemporaryFolder
    }

    private let folder: TemporaryFolder
    private let openssl: Tool

    init() async throws {
      guard let openssl = Tool.openssl else { throw Tool.Failure(description: "there is no openssl") }
      self.openssl = openssl
      folder = try TemporaryFolder()
      try await openssl.run(
        ["req", "-x509", "-nodes", "-days", "30", "-subj", "/CN=An authority for tests"]
          + ["-addext", "keyUsage=critical,keyCertSign", "-out", authority, "-keyout", path("authority.key")]
          + Self.newKey, in: folder)
    }

    private static let newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]

    /// The path of the authority's certificate.
    var authority: String { path("authority.pem") }

    private func path(_ name: String) -> String { folder.file(name).path }

    /// Issues a certificate for these names, signed by the authority.
    func issue(
      _ commonName: String = "A server for tests", for names: String = "DNS:localhost,IP:127.0.0.1",
      days: Int = 30
    ) async throws -> Issued {
      let name = UUID().uuidString
      let issued = Issued(certificate: path(name + ".pem"), key: path(name + ".key"), folder: folder)
      let extensions = try folder.file(name + ".extensions", "subjectAltName=\(names)\n")
      try await openssl.run(
        ["req", "-new", "-nodes", "-subj", "/CN=\(commonName)", "-out", path(name + ".request")]
          + ["-keyout", issued.key] + Self.newKey, in: folder)
      try await openssl.run(
        ["x509", "-req", "-in", path(name + ".request"), "-out", issued.certificate, "-days", "\(days)"]
          + ["-CA", authority, "-CAkey", path("authority.key"), "-extfile", extensions.path], in: folder)
      return issued
    }

    /// Returns the path of the same key, encrypted.
    func encrypted(_ key: String, with passphrase: String) async throws -> String {
      let encrypted = key + ".encrypted"
      try await openssl.run(
        ["pkey", "-in", key, "-out", encrypted, "-aes256", "-passout", "pass:\(passphrase)"], in: folder)
      return encrypted
    }

    /// The pin of a certificate's key, in the format of ``PublicKeyPins``.
    func pin(of certificate: String) async throws -> String {
      try await openssl.run(
        ["x509", "-in", certificate, "-noout", "-pubkey", "-out", certificate + ".pub"], in: folder)
      try await openssl.run(
        ["pkey", "-pubin", "-in", certificate + ".pub", "-outform", "DER", "-out", certificate + ".der"],
        in: folder)
      try await openssl.run(
        ["dgst", "-sha256", "-binary", "-out", certificate + ".sha256", certificate + ".der"], in: folder)
      return try "sha256//" + contents(certificate + ".sha256").base64EncodedString()
    }

    /// The same certificate in DER.
    func der(_ certificate: String) async throws -> Data {
      try await openssl.run(
        ["x509", "-in", certificate, "-outform", "DER", "-out", certificate + ".crt"], in: folder)
      return try contents(certificate + ".crt")
    }

    func contents(_ path: String) throws -> Data { try Data(contentsOf: URL(filePath: path)) }
  }
#endif
