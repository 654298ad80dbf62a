import Foundation
import Net
import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct BeFailureTests {
  private let success: Result<Int, any Error> = .success(3)
  private let offline: Result<Int, any Error> = .failure(Offline.plane(seat: 7))
  private let none: Result<Int, any Error>? = nil

  @Test func acceptsAFailure() {
    expect(offline).to(beFailure())
    expect(success).toNot(beFailure())
    expectEqual(failures { expect(success).to(beFailure()) }, ["expected a failure, got the success 3"])
  }

  @Test func nilFailsBothToAndToNot() {
    expectEqual(failures { expect(none).to(beFailure()) }, ["expected a failure, got nil"])
    expectEqual(
      failures { expect(none).toNot(beFailure()) },
      ["expected anything but a failure, got nil, which fails either way"])
    expectEqual(failures { expect(none).toNot(beFailure(with: Offline.self)) }.count, 1)
  }

  @Test func comparesTheTypeOfTheError() {
    expect(offline).to(beFailure(with: Offline.self))
    expect(offline).toNot(beFailure(with: Vague.self))
    expectEqual(
      failures { expect(offline).to(beFailure(with: Vague.self)) },
      ["expected a failure with an error of type Vague, got the failure plane(seat: 7) (Offline)"])
  }

  @Test func comparesTheError() {
    expect(offline).to(beFailure(with: Offline.plane(seat: 7)))
    expect(offline).toNot(beFailure(with: Offline.plane(seat: 8)))
    expectEqual(
      failures { expect(offline).to(beFailure(with: Offline.cable)) },
      ["expected the failure cable (Offline), got the failure plane(seat: 7) (Offline)"])
  }

  @Test func comparesDomainAndCode() {
    let error = NSError(domain: "here", code: 404, userInfo: ["why": "because"])
    let failure: Result<Int, any Error> = .failure(error)
    expect(failure).to(beFailure(with: NSError(domain: "here", code: 404)))
    expect(failure).toNot(beFailure(with: NSError(domain: "there", code: 404)))
    expectEqual(
      failures { expect(failure).to(beFailure(with: NSError(domain: "here", code: 500))) },
      [#"expected the failure NSError "here" 500, got the failure NSError "here" 404"#])
  }

  @Test func foundationErrorsAreComparedByCode() {
    let timedOut: Result<Int, any Error> = .failure(URLError(.timedOut, userInfo: ["why": "slow"]))
    expect(timedOut).to(beFailure(with: URLError(.timedOut)))
    expect(timedOut).toNot(beFailure(with: URLError(.cancelled)))
    expect(timedOut).to(beFailure(with: NSError(domain: NSURLErrorDomain, code: URLError.timedOut.rawValue)))
  }

  @Test func comparesTheUnderlyingErrorOfANetworkError() {
    let error = NetworkError(.transport(.connect), underlyingError: NSError(domain: "here", code: 404))
    let failure: Result<Int, NetworkError> = .failure(error)
    expect(failure).to(beFailure(with: NetworkError.self))
    expect(failure).to(beFailure(with: NSError(domain: "here", code: 404)))
    expect(failure).toNot(beFailure(with: Offline.cable))
    expect(failure).to(beFailure { ($0 as NSError).code == 404 })
    expectEqual(
      failures { expect(failure).to(beFailure(with: Offline.cable)) },
      [
        """
        expected the failure cable (Offline), got the failure NetworkError: \(error)
        Underlying error: NSError "here" 404
        """
      ])
  }

  @Test func showsNoSecretsOfErrors() throws {
    let url = try #require(URL(string: "https://h/a?access_token=1234"))
    let error = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
    let network = NetworkError(.transport(.connect), underlyingError: error)
    for error in [error, network] as [any Error] {
      let failure: Result<Int, any Error> = .failure(error)
      let messages = failures { expect(failure).to(beSuccess()) }
      expectEqual(messages.first?.contains("access_token=<redacted>"), true)
      expectEqual(messages.first?.contains("1234"), false)
    }
  }

  @Test func comparesTheReason() {
    let failure: Result<Int, any Error> = .failure(NetworkError(.cancelled))
    expect(failure).to(beFailure(with: .cancelled))
    expect(failure).toNot(beFailure(with: .encoding))
    expect(failure).toNot(beFailure(with: .validation(.statusCode(404))))
    expect(offline).toNot(beFailure(with: .cancelled))
    expectEqual(
      failures { expect(failure).to(beFailure(with: .encoding)) },
      [
        "expected a failure because the parameters or the body could not be encoded, "
          + "got the failure NetworkError: The request failed: it was cancelled."
      ])
  }

  @Test func aNetworkErrorDescribesItself() throws {
    let url = try #require(URL(string: "https://api.example.com/users/1"))
    let failure: Result<Int, any Error> = .failure(
      NetworkError(
        .validation(.statusCode(404)), request: TransportRequest(url: url),
        response: ResponseHead(status: 404, url: url), data: Data("no such user".utf8), attempts: 3))
    #expect(
      failures { expect(failure).to(beFailure(with: .validation(.statusCode(401)))) } == [
        """
        expected a failure because the status code 401 is not acceptable, got the failure NetworkError: \
        GET https://api.example.com/users/1 failed: the status code 404 is not acceptable. It took 3 attempts.
        The body: no such user
        """
      ])
  }

  @Test func evaluatesTheCondition() {
    expect(offline).to(beFailure { $0 is Offline })
    expect(offline).to(beFailure(with: { $0 is Offline }))
    expect(offline).toNot(beFailure(with: { _ in false }))
    expectEqual(
      failures { expect(offline).to(beFailure(where: { _ in false })) },
      ["expected a failure for which the condition holds, got the failure plane(seat: 7) (Offline)"])
  }

  @Test func acceptsAnErrorEvent() {
    expect(Event<Int>.error(Offline.cable)).to(beFailure(with: Offline.cable))
    expect(Event<Int>.completed).toNot(beFailure())
  }
}
