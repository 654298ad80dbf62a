import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A delay that stands for never stops no process.
@Suite(.netTesting) struct ExtremeDelaysTests {
  private static let longest = Duration(attoseconds: .max)

  @Test func aDelayAndADeliveryAreAddedUpToTheLongest() throws {
    let scheduler = TestScheduler()
    let transport = MockTransport(delivery: .after(Self.longest), timer: scheduler)
    transport.stub(.get("https://h/a"), with: .text("late").delay(Self.longest))
    let session = NetworkSession(transport: transport)
    let request = session.get("https://h/a")
    request.response(delivery: .inline, responseSerializer: .data) { _ in }
    #expect(transport.requests.count == 1)
    request.cancel()
  }

  @Test func aResponseOfAServerMayNeverCome() async throws {
    let server = MockServer(afterEach: .test)
    try server.start()
    server.stub(.get("/a"), with: .text("late").delay(Self.longest))
    server.stub(.get("/b"), with: .text("ok"))
    let session = NetworkSession()
    let late = session.get(server.baseURL.appending(path: "a"))
    late.resume()
    _ = try await server.takeRequest(timeout: Self.longest)
    #expect(await session.get(server.baseURL.appending(path: "b")).response(.string).value == "ok")
    late.cancel()
  }
}
