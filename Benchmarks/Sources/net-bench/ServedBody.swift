import Dispatch
import Foundation
import NetTesting

/// The response to every request, and the server that sends it if there is no other.
enum ServedBody {
  /// A kibibyte of JSON.
  static let data: Data = {
    let head = #"{"id":1,"login":"octavia","text":""#
    let text = head + String(repeating: "x", count: 1024 - head.utf8.count - 2) + #""}"#
    return Data(text.utf8)
  }()

  /// The path that never responds.
  static let heldPath = "held"

  #if canImport(Glibc)
    /// Starts a server that does as little as possible for each request, and returns its URL.
    static func plainServer() throws -> URL {
      try PlainServer.start([
        PlainServer.Answer(path: "/\(heldPath)", type: "text/plain", body: nil),
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
