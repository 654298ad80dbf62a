import Dispatch
import Foundation
import Net
import TestSupport
import Testing

/// Slow processing of received data delays only its own request, over each transport.
@Suite struct LongWorkTests {
  @Test("While 10 MB of JSON is decoded, 64 requests complete", .heavy, arguments: TestedTransport.allCases)
  func decodingDoesNotDelayOthers(_ tested: TestedTransport) async throws {
    let text = "[\(Array(repeating: "123456789", count: 1_000_000).joined(separator: ","))]"
    let others = Others()
    let isDecoding = DispatchGroup()
    isDecoding.enter()
    let server = try LoopbackServer {
      [
        .respond(
          "200 OK", headers: ["Content-Type: application/json"], body: $0.path == "/long" ? text : "hello")
      ]
    }
    let session = try tested.session { configuration in
      // Decodes until the other requests have completed.
      configuration.decoder = RepeatingDecoder(isDecoding: isDecoding, others: others)
    }
    let hasEnded = DispatchGroup()
    hasEnded.enter()
    session.get(try server.url("/long")).responseObject(as: [Int].self) { response in
      expectEqual(response.value?.count, 1_000_000)
      hasEnded.leave()
    }
    #expect(await isDecoding.ended())
    try await others.send(64, by: session, to: server.url())
    expectTrue(others.areDone)
    #expect(await hasEnded.ended())
  }

  @Test(
    "While the part of a download is hashed, 64 requests complete", .heavy,
    arguments: TestedTransport.allCases)
  func hashingDoesNotDelayOthers(_ tested: TestedTransport) async throws {
    let size = 16 << 20
    let isResumed = DispatchGroup()
    isResumed.enter()
    let server = try LoopbackServer { request in
      guard request.path == "/film" else { return [.respond("200 OK", body: "hello")] }
      let tag = "ETag: \"1\"\r\n"
      guard request.header("Range") != nil else {
        let head = "HTTP/1.1 200 OK\r\n\(tag)Content-Length: \(size + 1)\r\n\r\n"
        return [.send(head), .send(Data(count: size)), .close]
      }
      let range = "Content-Range: bytes \(size)-\(size)/\(size + 1)\r\n"
      return [
        .send("HTTP/1.1 206 Partial Content\r\n\(tag)\(range)Content-Length: 1\r\n\r\nx"),
        .run { isResumed.leave() },
      ]
    }
    let folder = try TemporaryFolder()
    let destination = DownloadDestination.file(folder.file("film")).resumable(at: folder.file("film.part"))
    let session = try tested.session()
    let url = try server.url("/film")
    await #expect(throws: NetworkError.self) { try await session.get(url).download(to: destination) }
    let others = Others()
    let hasEnded = DispatchGroup()
    hasEnded.enter()
    session.get(url).download(to: destination.checksum(.sha256("0")), delivery: .inline) { response in
      // This takes seconds; the other requests take milliseconds.
      expectTrue(others.areDone)
      guard case .transfer(.checksum)? = response.error?.reason else {
        Issue.record("\(response.result)")
        return hasEnded.leave()
      }
      hasEnded.leave()
    }
    #expect(await isResumed.ended())
    try await others.send(64, by: session, to: server.url())
    #expect(await hasEnded.ended())
  }
}

/// Requests that run at the same time as the slow one.
private final class Others: Sendable {
  private let isDone = Locked(false)

  var areDone: Bool { isDone.value }

  func send(_ count: Int, by session: NetworkSession, to url: URL) async throws {
    let group = DispatchGroup()
    for _ in 0..<count {
      group.enter()
      session.get(url).response(delivery: .inline, responseSerializer: .data) { _ in group.leave() }
    }
    let haveEnded = await group.ended()
    isDone.update { $0 = haveEnded }
  }
}

private struct RepeatingDecoder: DataDecoder {
  let isDecoding: DispatchGroup
  let others: Others

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    isDecoding.leave()
    let end = ContinuousClock.now + .patience
    var value = try JSONDecoder().decode(type, from: data)
    while !others.areDone, ContinuousClock.now < end { value = try JSONDecoder().decode(type, from: data) }
    return value
  }
}
