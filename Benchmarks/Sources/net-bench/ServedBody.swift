import Dispatch
import Foundation
import NetTesting

/// What every request is answered with, and the server that does so where there is no other.
enum ServedBody {
  /// A kibibyte of JSON.
  static let data: Data = {
    let head = #"{"id":1,"login":"octavia","text":""#
    let text = head + String(repeating: "x", count: 1024 - head.utf8.count - 2) + #""}"#
    return Data(text.utf8)
  }()

  /// Where no answer ever comes.
  static let heldPath = "held"

  /// A server in this process, which answers everything else.
  static func server() throws -> MockServer {
    let server = MockServer()
    server.stub(.everything, with: .data(data).header("Content-Type", "application/json"))
    server.stub(.get("/\(heldPath)"), with: .fault(.stall))
    server.stub(
      .get("/\(Decoding.path)"), with: .data(Decoding.json).header("Content-Type", "application/json"))
    try server.start()
    return server
  }

  /// Serves until the standard input ends, as it does with the process at its other end.
  static func serve() throws -> Int32 {
    let server = try server()
    // Not by `print`, which keeps what goes to a pipe.
    FileHandle.standardOutput.write(Data("\(server.baseURL.absoluteString)\n".utf8))
    _ = try FileHandle.standardInput.readToEnd()
    server.stop()
    return 0
  }
}
