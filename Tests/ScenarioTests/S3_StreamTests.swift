import Net
import NetTesting
import Stream
import Testing
import XCTest

final class S3_StreamTests: XCTestCase {
  private func network() -> NetworkingMock {
    let network = NetworkingMock()
    network.mockResponse(.success(TweetsResponse()))
    return network
  }

  func test_S3_nothingIsRequestedBeforeSubscribing() {
    let network = network()
    _ = TwitterAPIService(network: network).searchTweets(q: "x")
    XCTAssertEqual(network.requestCallCount, 0)
  }

  func test_S3_subscribingRequestsOnce() {
    let network = network()
    TwitterAPIService(network: network).searchTweets(q: "x").subscribe().disposed(afterEach: self)
    XCTAssertEqual(network.requestCallCount, 1)
  }

  func test_S3_aSecondSubscriptionRequestsAgain() {
    let network = network()
    let tweets = TwitterAPIService(network: network).searchTweets(q: "x")
    tweets.subscribe().disposed(afterEach: self)
    tweets.subscribe().disposed(afterEach: self)
    XCTAssertEqual(network.requestCallCount, 2)
  }

  func test_S3_theEventIsASuccess() {
    let observed = TwitterAPIService(network: network()).searchTweets(q: "x").record(afterEach: self)
    expect(observed.event).to(beSuccess())
    expect(observed.event).to(beSuccess(TweetsResponse()))
  }

  func test_S3_theRecordingItselfIsASuccess() {
    let observed = TwitterAPIService(network: network()).searchTweets(q: "x").record(afterEach: self)
    expect(observed).to(beSuccess())
    expect(observed).to(beSuccess(TweetsResponse()))
  }

  func test_S3_aFailedRequestFailsTheStream() {
    let network = NetworkingMock()
    network.mockResponse(Result<TweetsResponse, any Error>.success(TweetsResponse()), statusCode: 500)
    let observed = TwitterAPIService(network: network).searchTweets(q: "x").record(afterEach: self)
    expect(observed.event).to(beFailure(with: NetworkError.Reason.validation(.statusCode(500))))
  }

  func test_S3_theEndOfThisTestCancelsItsRequests() {
    let network = NetworkingMock(delivery: .held)
    network.mockResponse(.success(TweetsResponse()))
    // End actions run in reverse order, so this one runs after the subscription is disposed of.
    atEnd { XCTAssertEqual(network.cancelCount, 1) }
    TwitterAPIService(network: network).searchTweets(q: "x").subscribe().disposed(afterEach: self)
    XCTAssertEqual(network.cancelCount, 0)
  }

  func test_S3_theEndOfATestCancelsItsRequests() {
    let network = NetworkingMock(delivery: .held)
    network.mockResponse(.success(TweetsResponse()))
    let test = TestScope()
    TwitterAPIService(network: network).searchTweets(q: "x").subscribe().disposed(afterEach: test)
    XCTAssertEqual(network.cancelCount, 0)
    test.end()
    XCTAssertEqual(network.cancelCount, 1)
  }
}

@Suite(.netTesting) struct S3_Stream {
  @Test func subscribingRequestsOnce() {
    let network = NetworkingMock()
    network.mockResponse(.success(TweetsResponse()))
    TwitterAPIService(network: network).searchTweets(q: "x").subscribe().disposed(afterEach: .test)
    #expect(network.requestCallCount == 1)
  }

  @Test func eachSubscriptionRequestsOnce() {
    let network = NetworkingMock()
    network.mockResponse(.success(TweetsResponse()))
    let tweets = TwitterAPIService(network: network).searchTweets(q: "x")
    #expect(network.requestCallCount == 0)
    tweets.subscribe().disposed(afterEach: .test)
    tweets.subscribe().disposed(afterEach: .test)
    #expect(network.requestCallCount == 2)
  }

  @Test func theEndOfTheTestCancelsItsRequests() throws {
    let network = NetworkingMock(delivery: .held)
    network.mockResponse(.success(TweetsResponse()))
    // End actions run in reverse order, so this one runs after the subscription is disposed of.
    try #require(TestScope.current).atEnd { #expect(network.cancelCount == 1) }
    TwitterAPIService(network: network).searchTweets(q: "x").subscribe().disposed(afterEach: .test)
    #expect(network.cancelCount == 0)
  }

  @Test func theEventIsASuccess() throws {
    let network = NetworkingMock()
    network.mockResponse(.success(TweetsResponse(statuses: ["one"])))
    let observed = TwitterAPIService(network: network).searchTweets(q: "x").record(afterEach: .test)
    #expect(observed.event.isSuccess)
    #expect(try #require(observed.event.value).statuses == ["one"])
  }
}
