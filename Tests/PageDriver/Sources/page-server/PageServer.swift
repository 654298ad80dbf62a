import Foundation
import Net
import NetTesting

/// Writes pages of requests into a folder, and shows its own requests with an `Inspector`, for `scripts/check-page`.
///
/// Each line of standard input is a command; its response is a line of standard output. It ends with its input.
@main struct PageServer {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else { return print("usage: page-server FOLDER") }
    try Pages.write(into: URL(filePath: CommandLine.arguments[1]))
    let watched = try WatchedSession()
    defer { watched.stop() }
    say("page \(watched.page.absoluteString)")
    while let line = readLine() { say(await watched.perform(line)) }
  }

  private static func say(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }
}

/// A session that sends requests to its own server, on sockets, while a page shows them.
private struct WatchedSession {
  let page: URL
  private let server = MockServer()
  private let inspector: Inspector
  private let session: NetworkSession

  init() throws {
    server.stub(.get("/items/{id}"), with: .json(["name": "an item", "count": 3]))
    server.stub(.post("/items"), with: .json(["created": true]).status(201))
    server.stub(.get("/missing"), with: .json(["message": "There is no such item"]).status(404))
    server.stub(.get("/slow"), with: .text("late").delay(.seconds(600)))
    server.stub(.get("/moved"), with: .redirect(to: "/items/1"))
    try server.start()
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 2_000), bodyLimit: 2_048)
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    configuration.headers = ["User-Agent": "page-server", "Authorization": "Bearer pineapple"]
    configuration.monitors = [recorder]
    session = NetworkSession(configuration: configuration)
    inspector = Inspector(recorder, title: "A running program", showsBodies: true)
    page = try inspector.start()
  }

  /// Performs a command, and returns its name when it is done.
  func perform(_ command: String) async -> String {
    let words = command.split(separator: " ")
    switch words.first {
    case "items":
      for number in 0..<(words.last.flatMap { Int($0) } ?? 1) {
        _ = await session.get("items/\(number)").response(.data)
      }
    case "create": _ = await session.post("items", jsonObject: ["name": "an item"]).response(.data)
    case "missing": _ = await session.get("missing").response(.data)
    case "moved": _ = await session.get("moved").response(.data)
    case "refused": _ = await session.get("http://127.0.0.1:1/").response(.data)
    case "slow": session.get("slow").response(responseSerializer: .data) { _ in }
    default: return "unknown"
    }
    return command
  }

  func stop() {
    session.cancelAll()
    inspector.stop()
    server.stop()
  }
}
