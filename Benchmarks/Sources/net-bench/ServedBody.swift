import Dispatch
import Foundation
import NetTesting

/// The response to every request, and the server that sends it if there is no other.
enum ServedBody {
  /// What the kibibyte of JSON says.
  struct Object: Decodable, Equatable {
    var id: Int
    var login: String
    var text: String
  }

  static let object = Object(id: 1, login: "octavia", text: String(repeating: "x", count: 988))

  /// A kibibyte of JSON.
  static let data = Data(
    #"{"id":\#(object.id),"login":"\#(object.login)","text":"\#(object.text)"}"#.utf8)

  /// 16 KiB of JSON as an API returns it, which ``packed()`` compresses to about a sixth.
  static let catalog: Data = {
    var text = "["
    var number: UInt32 = 1
    while text.utf8.count < 16_000 {
      // The numbers of a linear congruential generator, so that every process has the same text.
      number = number &* 1_664_525 &+ 1_013_904_223
      text += #"{"id":\#(number),"price":"\#(number % 10_000).\#(number % 100)","#
      text += #""name":"Item \#(number >> 20)","isAvailable":\#(number & 1 == 0),"tags":["new","sale"]},"#
    }
    return Data((text + "{}]").utf8)
  }()

  /// The catalog as `gzip` compresses it, or nil if that program is missing.
  static func packed() -> Data? {
    let places = ["/bin/gzip", "/usr/bin/gzip", "/opt/homebrew/bin/gzip"]
    guard let gzip = places.first(where: FileManager.default.isExecutableFile) else { return nil }
    let file = FileManager.default.temporaryDirectory.appending(path: "net-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: gzip)
    process.arguments = ["-6", "-c", file.path]
    process.standardOutput = output
    do {
      try catalog.write(to: file)
      try process.run()
      let packed = try output.fileHandleForReading.readToEnd()
      process.waitUntilExit()
      return process.terminationStatus == 0 ? packed : nil
    } catch {
      return nil
    }
  }

  /// The path that never responds.
  static let heldPath = "held"
  /// The path of a response that stays fresh for an hour.
  static let freshPath = "fresh"
  /// The path of a response that must not be stored.
  static let noStorePath = "no-store"
  /// The path of the catalog, compressed.
  static let packedPath = "packed"

  #if canImport(Glibc)
    /// Starts a server that does as little as possible for each request, and returns its URL.
    static func plainServer() throws -> URL {
      let gzip = packed().map {
        PlainServer.Answer(
          path: "/\(packedPath)", type: "application/json", fields: ["Content-Encoding: gzip"], body: $0)
      }
      return try PlainServer.start(
        [
          PlainServer.Answer(path: "/\(heldPath)", type: "text/plain", body: nil),
          PlainServer.Answer(
            path: "/\(freshPath)", type: "application/json", fields: ["Cache-Control: max-age=3600"],
            body: data),
          PlainServer.Answer(
            path: "/\(noStorePath)", type: "application/json", fields: ["Cache-Control: no-store"],
            body: data),
        ] + (gzip.map { [$0] } ?? []) + [
          PlainServer.Answer(path: "/\(Decoding.path)", type: "application/json", body: Decoding.json),
          PlainServer.Answer(path: "/", type: "application/json", body: data),
        ])
    }
  #endif

  /// Starts a server in this process, which sends the response for all other paths.
  static func server() throws -> MockServer {
    let server = MockServer()
    server.stub(.everything, with: .data(data).header("Content-Type", "application/json"))
    server.stub(.get("/\(heldPath)"), with: .fault(.stall))
    server.stub(
      .get("/\(freshPath)"),
      with: .data(data).header("Content-Type", "application/json").header("Cache-Control", "max-age=3600"))
    server.stub(
      .get("/\(noStorePath)"),
      with: .data(data).header("Content-Type", "application/json").header("Cache-Control", "no-store"))
    if let gzip = packed() {
      server.stub(
        .get("/\(packedPath)"),
        with: .data(gzip).header("Content-Type", "application/json").header("Content-Encoding", "gzip"))
    }
    server.stub(
      .get("/\(Decoding.path)"), with: .data(Decoding.json).header("Content-Type", "application/json"))
    try server.start()
    return server
  }

  /// Serves until the standard input ends, which happens when the parent process ends.
  static func serve() throws -> Int32 {
    #if canImport(Glibc)
      let url = try plainServer()
    #else
      let server = try server()
      defer { server.stop() }
      let url = server.baseURL
    #endif
    // `print` would buffer the line if the output is a pipe.
    FileHandle.standardOutput.write(Data("\(url.absoluteString)\n".utf8))
    _ = try FileHandle.standardInput.readToEnd()
    return 0
  }
}
