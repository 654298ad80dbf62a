import Foundation
import Net
import NetStream
import NetTesting
import Stream
import Testing
import XCTest

struct LoginToken: Decodable, Equatable, Sendable {
  var id: String

  private enum CodingKeys: String, CodingKey { case id = "token" }
}

struct LoginService: Sendable {
  let network: any Networking

  func loginUser(_ name: String, _ password: String) -> Single<LoginToken> {
    network.stream.get(
      "https://awesometodos.com/login", parameters: ["username": name, "password": password]
    )
    .object()
  }
}

final class S4_LoginTests: XCTestCase {
  private func login(_ transport: MockTransport, _ name: String = "dasdom", _ password: String = "1234")
    -> SingleRecording<LoginToken>
  {
    let service = LoginService(network: NetworkSession(transport: transport))
    return service.loginUser(name, password).record(afterEach: self)
  }

  private func transport(_ answer: StubResponse) -> MockTransport {
    let transport = MockTransport()
    transport.stub(.everything, with: answer)
    return transport
  }

  func test_S4_theHost() {
    let transport = transport(.json(["token": "1234567890"]))
    _ = login(transport)
    XCTAssertEqual(transport.lastRequest?.url.host(), "awesometodos.com")
  }

  func test_S4_thePath() {
    let transport = transport(.json(["token": "1234567890"]))
    _ = login(transport)
    XCTAssertEqual(transport.lastRequest?.url.path(), "/login")
  }

  func test_S4_theQueryKeepsItsOrderAndIsPercentEncoded() {
    let transport = transport(.json(["token": "1234567890"]))
    _ = login(transport, "dasdöm", "%&34")
    XCTAssertEqual(
      transport.lastRequest?.url.query(percentEncoded: true), "username=dasd%C3%B6m&password=%25%2634")
  }

  func test_S4_theBodyIsTheToken() {
    let observed = login(transport(.json(["token": "1234567890"])))
    XCTAssertEqual(observed.value?.id, "1234567890")
  }

  func test_S4_noBodyFails() {
    let observed = login(transport(.status(200)))
    expect(observed.event).to(beFailure(where: { ($0 as? NetworkError)?.isSerialization == true }))
  }

  func test_S4_invalidJSONFails() {
    let observed = login(transport(.data(Data("{".utf8), headers: ["Content-Type": "application/json"])))
    expect(observed.event).to(beFailure(where: { ($0 as? NetworkError)?.isSerialization == true }))
  }

  func test_S4_invalidJSONKeepsTheReceivedBody() {
    let observed = login(transport(.data(Data("{".utf8), headers: ["Content-Type": "application/json"])))
    XCTAssertEqual((observed.error as? NetworkError)?.data, Data("{".utf8))
  }

  func test_S4_aMissingTokenFails() {
    let observed = login(transport(.json(["name": "dasdom"])))
    expect(observed.event).to(beFailure(where: { ($0 as? NetworkError)?.underlyingError is DecodingError }))
  }

  func test_S4_aTransportErrorFails() {
    let observed = login(transport(.failure(URLError(.notConnectedToInternet))))
    expect(observed.event).to(
      beFailure(where: {
        (($0 as? NetworkError)?.underlyingError as? URLError)?.code == .notConnectedToInternet
      }))
  }

  func test_S4_a401Fails() {
    let observed = login(transport(.json(["message": "no"]).status(401)))
    expect(observed.event).to(beFailure(with: NetworkError.Reason.validation(.statusCode(401))))
  }
}

extension NetworkError {
  fileprivate var isSerialization: Bool {
    if case .serialization = reason { true } else { false }
  }
}
