import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Compares a mock that responds with bytes to a session over a transport that responds with the same.
@Suite(.netTesting) struct MockParityTests {
  let network = NetworkingMock(afterEach: .test)
  let transport = MockTransport(afterEach: .test)
  let got = Captured<DataResponse<User>>()

  private func send(
    _ description: RequestDescription, answer: StubResponse
  ) -> (mock: DataResponse<User>?, session: DataResponse<User>?) {
    network.stub(.everything, with: answer)
    transport.stub(.everything, with: answer)
    let networks: [any Networking] = [network, NetworkSession(transport: transport)]
    for network in networks {
      network.request(description).response(
        delivery: .inline, responseSerializer: .decodable(of: User.self), completionHandler: got.set)
    }
    return got.count == 2 ? (got.values.first, got.values.last) : (nil, nil)
  }

  @Test(arguments: [
    StubResponse.json(["name": "Trent"]), .json("{oops"), .json(""), .text("{}"), .status(204), .status(404),
    .json(["name": "Trent"]).status(500), .data(Data(#"{"name":"a"}"#.utf8)), .json(["name": nil]),
    .json(["name": "Trent"]).header("Content-Type", "application/json; charset=utf-8"),
  ])
  func aStubHasTheSameOutcomeInMockAndSession(answer: StubResponse) throws {
    let responses = send(RequestDescription("https://h/a"), answer: answer)
    let mock = try #require(responses.mock)
    let session = try #require(responses.session)
    expectEqual(mock.value, session.value)
    expectEqual(mock.error?.reason, session.error?.reason)
    expectEqual(mock.error?.attempts, session.error?.attempts)
    expectEqual(mock.response?.status, session.response?.status)
    expectEqual(mock.data, session.data)
    expectEqual(mock.request, session.request)
  }

  @Test(arguments: [
    RequestDescription("ftp://h/a"), RequestDescription("https://h/a", method: "b c"),
    RequestDescription("https://h/a", headers: ["X": "a\r\nb"]),
    RequestDescription("https://h/a", content: .json([:])),
  ])
  func anInvalidRequestFailsTheSameWay(description: RequestDescription) throws {
    let responses = send(description, answer: .status(200))
    let mock = try #require(responses.mock?.error)
    let session = try #require(responses.session?.error)
    expectEqual(mock.reason, session.reason)
    expectEqual(mock.attempts, session.attempts)
    expectEqual(network.requestCallCount, 1)
    expectTrue(transport.requests.isEmpty)
  }

  @Test func aForeignErrorFailsTheSameWay() throws {
    let responses = send(
      RequestDescription("https://h/a"),
      answer: .failure(NSError(domain: "Describe your error here", code: 404)))
    let mock = try #require(responses.mock?.error)
    let session = try #require(responses.session?.error)
    expectEqual(mock.reason, session.reason)
    expectEqual(mock.attempts, session.attempts)
    for error in [mock, session] {
      let underlying = try #require(error.underlyingError) as NSError
      expectEqual(underlying.domain, "Describe your error here")
      expectEqual(underlying.code, 404)
    }
  }

  @Test func aCancelledRequestFailsTheSameWay() throws {
    network.delivery = .held
    transport.delivery = .held
    network.stub(.get("/a"), with: .status(200))
    transport.stub(.get("/a"), with: .status(200))
    let networks: [any Networking] = [network, NetworkSession(transport: transport)]
    for network in networks {
      network.get("https://h/a").response(
        delivery: .inline, responseSerializer: .decodable(of: User.self), completionHandler: got.set
      ).cancel()
    }
    expectEqual(got.values.map(\.error?.reason), [.cancelled, .cancelled])
    expectEqual(got.values.first?.error?.attempts, got.values.last?.error?.attempts)
    expectEqual(network.cancelCount, 1)
    expectEqual(transport.cancelCount, 1)
  }
}
