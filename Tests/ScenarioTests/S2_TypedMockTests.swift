import Net
import NetTesting
import Testing
import XCTest

final class S2_TypedMockTests: XCTestCase {
  private func search(_ network: NetworkingMock) -> Captured<Result<TweetsResponse, NetworkError>> {
    let got = Captured<Result<TweetsResponse, NetworkError>>()
    TwitterAPIService(network: network).searchTweets(q: "#awesome_testing", responseCallback: got.set)
    return got
  }

  private func network() -> NetworkingMock {
    let network = NetworkingMock()
    network.mockResponse(.success(TweetsResponse()))
    return network
  }

  func test_S2_oneRequestIsMade() {
    let network = network()
    _ = search(network)
    XCTAssertEqual(network.requestCallCount, 1)
  }

  func test_S2_theRequestGoesToTheEndpoint() throws {
    let network = network()
    _ = search(network)
    let url = try XCTUnwrap(network.requests.first).url.asURL()
    XCTAssertEqual(url.absoluteString, "https://search.twitter.com/1")
  }

  func test_S2_theRequestHasTheQuery() {
    let network = network()
    _ = search(network)
    XCTAssertEqual(network.requests.first?.parameters["q"] as? String, "#awesome_testing")
  }

  func test_S2_theResultIsTheMockedValue() {
    let got = search(network())
    expect(got.value).to(beSuccess(TweetsResponse()))
  }
}

@Suite struct S2_TypedMock {
  @Test func theResultIsTheMockedValue() {
    let network = NetworkingMock()
    network.mockResponse(.success(TweetsResponse(statuses: ["one"])))
    let got = Captured<Result<TweetsResponse, NetworkError>>()
    TwitterAPIService(network: network).searchTweets(q: "x", responseCallback: got.set)
    #expect(got.value.isSuccess)
    #expect(got.value.value == TweetsResponse(statuses: ["one"]))
  }
}
