import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Compares the same stub on a server, on a mock transport, and on a typed mock.
@Suite(.netTesting) struct StubParityTests {
  private struct Seen: Equatable {
    var reason: NetworkError.Reason?
    var status: Int?
    var text: String
  }

  private func seen(by network: any Networking, _ headers: HTTPHeaders) async -> Seen {
    let response = await network.get("/a", headers: headers).response(.string)
    let text = String(decoding: response.data ?? Data(), as: UTF8.self)
    return Seen(reason: response.error?.reason, status: response.response?.status, text: text)
  }

  private func expectTheSame(_ answer: StubResponse, headers: HTTPHeaders = [:]) async throws {
    let server = MockServer(afterEach: .test)
    server.stub(.everything, with: answer)
    try server.start()
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    let onTheWire = await seen(by: NetworkSession(configuration: configuration), headers)

    let transport = MockTransport(afterEach: .test)
    transport.stub(.everything, with: answer)
    let session = NetworkSession(configuration: configuration, transport: transport)
    expectEqual(await seen(by: session, headers), onTheWire)

    let network = NetworkingMock(afterEach: .test)
    network.stub(.everything, with: answer)
    expectEqual(await seen(by: network, headers), onTheWire)
  }

  // Trailers are missing here, because they crash Foundation on Linux, which is the fallback without libcurl.
  @Test(arguments: [
    StubResponse.text("hello"), .json(["a": 1]), .status(204), .text("gone").status(410), .stream([]),
    .stream(["one", "", "two"], every: .milliseconds(5)), .text("drip").throttle(bytesPerSecond: 1_000),
    .events([ServerSentEvent("1", id: "a"), ServerSentEvent("2")]),
    .raw("HTTP/2 201\nContent-Type: text/plain\n\nmade"), .text("late").delay(.milliseconds(5)),
    StubResponse.text("early").beforeBody(),
  ])
  func aResponseIsTheSameAtEveryLevel(_ answer: StubResponse) async throws { try await expectTheSame(answer) }

  @Test(arguments: [
    ServerFault.reset, .close, .reset(after: .headBytes(20)), .reset(after: .bodyBytes(2)),
    .close(after: .bodyBytes(2)), .reset(after: .end), .close(after: .end), .truncatedChunk,
    .contentLength(off: 2), .contentLength(off: -2), .garbage, .endlessHeader,
    .close(after: .headBytes(9_999)),
  ])
  func aFaultIsTheSameAtEveryLevel(_ fault: ServerFault) async throws {
    try await expectTheSame(.text("hello").fault(fault))
    try await expectTheSame(.fault(fault))
  }

  @Test func anInterruptedStreamIsTheSameAtEveryLevel() async throws {
    try await expectTheSame(.stream(["one", "two"]).fault(.close(after: .body)))
    try await expectTheSame(.stream(["one", "two"]).fault(.reset(after: .bodyBytes(4))))
    try await expectTheSame(.fault(.close(after: .body)))
  }

  @Test(arguments: ["bytes=1-2", "bytes=-2", "bytes=9-", "bytes=0-0,3-", "lines=1"])
  func aRangeIsTheSameAtEveryLevel(_ range: String) async throws {
    try await expectTheSame(.text("hello").acceptingRanges(), headers: ["Range": range])
  }
}
