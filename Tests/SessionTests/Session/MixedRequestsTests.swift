import Foundation
import Net
import TestSupport
import Testing

/// Requests of many kinds at once over one session, some of them cancelled: each gets its own response.
@Suite struct MixedRequestsTests {
  private enum Kind: String, CaseIterable {
    /// The request comes back.
    case echo
    /// The same after a redirect.
    case hop
    /// The connection is closed inside of the body, or before the head.
    case cut, drop
  }

  /// How the end of a body is signalled.
  private enum Framing: String, CaseIterable {
    case length, chunks, pieces, close, closeAfterLength
  }

  private struct Operation: Sendable {
    var token: String
    var kind: Kind
    var framing: Framing
    var body: Data
    /// After this many yields it is cancelled; nil for never.
    var patience: Int?

    var path: String { "/\(kind.rawValue)/\(framing.rawValue)/\(token)" }
    var expected: Data { Data("\(token) ".utf8) + body }
  }

  /// Seven of eight operations are requests that succeed unless they are cancelled.
  private static func operations(_ count: Int, seed: Int) -> [Operation] {
    var random = SeededGenerator(seed: UInt64(seed))
    return (0..<count).map { number in
      let fails = Int.random(in: 0..<8, using: &random) == 0
      let kinds: [Kind] = fails ? [.cut, .drop] : [.echo, .hop]
      let size = [0, 1, 900, 70_000].randomElement(using: &random) ?? 0
      let isCancelled = Int.random(in: 0..<4, using: &random) == 0
      return Operation(
        token: "\(seed)-\(number)", kind: kinds.randomElement(using: &random) ?? .echo,
        framing: Framing.allCases.randomElement(using: &random) ?? .length,
        body: Data((0..<size).map { UInt8(truncatingIfNeeded: $0 &* (number + 1)) }),
        patience: isCancelled ? Int.random(in: 0..<400, using: &random) : nil)
    }
  }

  private static func server() throws -> LoopbackServer {
    try LoopbackServer { request in
      let parts = request.path.split(separator: "/").map(String.init)
      guard parts.count == 3, let kind = Kind(rawValue: parts[0]), let framing = Framing(rawValue: parts[1])
      else { return [.respond("404 Not Found")] }
      let body = Data("\(parts[2]) ".utf8) + request.body
      switch kind {
      case .echo: return response(body, framing)
      case .hop:
        return [.respond("307 Temporary Redirect", headers: ["Location: /echo/\(parts[1])/\(parts[2])"])]
      case .cut: return [.send("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf"), .close]
      case .drop: return [.close]
      }
    }
  }

  private static func response(_ body: Data, _ framing: Framing) -> [WireStep] {
    let length = "Content-Length: \(body.count)\r\n\r\n"
    switch framing {
    case .length: return [.send(Data("HTTP/1.1 200 OK\r\n\(length)".utf8) + body)]
    case .closeAfterLength:
      return [.send(Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\(length)".utf8) + body), .close]
    case .close: return [.send(Data("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8) + body), .close]
    case .pieces:
      let whole = Data("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n\(length)".utf8) + body
      return stride(from: 0, to: whole.count, by: 1 + whole.count / 7).map { start in
        .send(Data(whole[start..<min(whole.count, start + 1 + whole.count / 7)]))
      }
    case .chunks:
      let chunks = stride(from: 0, to: body.count, by: 30_000).map { start in
        let chunk = body[start..<min(body.count, start + 30_000)]
        return Data("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Data("\r\n".utf8)
      }
      let head = Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
      return [.send(chunks.reduce(head, +) + Data("0\r\n\r\n".utf8))]
    }
  }

  /// Returns what is wrong about the result of an operation.
  private static func run(_ operation: Operation, _ session: NetworkSession, _ base: URL) async -> String? {
    let request = session.put(base.appending(path: operation.path), httpBody: operation.body)
    async let response = request.response(.data)
    if let patience = operation.patience {
      for _ in 0..<patience { await Task.yield() }
      request.cancel()
    }
    switch await response.result {
    case .success(let data):
      return data == operation.expected
        ? nil : "\(operation.path): \(data.count) bytes, not \(operation.expected.count)"
    case .failure(let error):
      if case .cancelled = error.reason, operation.patience != nil { return nil }
      if case .transport = error.reason, operation.kind == .cut || operation.kind == .drop { return nil }
      return "\(operation.path): \(error)"
    }
  }

  @Test(arguments: 0..<4)
  func eachRequestGetsItsOwnResponse(seed: Int) async throws {
    let server = try Self.server()
    var configuration = SessionConfiguration()
    configuration.maximumConcurrentRequestsPerHost = 12
    let session = NetworkSession(configuration: configuration)
    let base = try server.url("/")
    let wrong = await withTaskGroup(of: String?.self) { group in
      for operation in Self.operations(120, seed: seed) {
        group.addTask { await Self.run(operation, session, base) }
      }
      return await group.reduce(into: [String]()) { wrong, problem in if let problem { wrong.append(problem) }
      }
    }
    expectEqual(wrong, [])
  }
}
