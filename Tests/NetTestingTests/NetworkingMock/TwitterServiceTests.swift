import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

final class TwitterServiceTests: XCTestCase {
  private struct Tweets: Decodable, Equatable, Sendable {
    var texts: [String] = []
  }

  private struct TwitterService {
    let network: any Networking

    func searchTweets(q: String, completion: @escaping @Sendable (Result<Tweets, NetworkError>) -> Void) {
      network.get("https://search.twitter.com/1", parameters: ["q": q])
        .responseObject(as: Tweets.self) { response in completion(response.result) }
    }
  }

  func testASearchSendsOneRequestAndReturnsItsResult() throws {
    let network = NetworkingMock(afterEach: self)
    network.mockResponse(.success(Tweets(texts: ["swift"])))
    let got = Lock<Result<Tweets, NetworkError>?>(nil)
    TwitterService(network: network).searchTweets(q: "#awesome_testing") { result in
      got.withLock { $0 = result }
    }
    XCTAssertEqual(network.requestCallCount, 1)
    XCTAssertEqual(network.requests.first?.url, "https://search.twitter.com/1")
    XCTAssertEqual(network.requests.first?.parameters["q"] as? String, "#awesome_testing")
    XCTAssertEqual(
      network.requests.first?.absoluteURL?.absoluteString,
      "https://search.twitter.com/1?q=%23awesome_testing")
    XCTAssertEqual(try got.withLock { $0 }?.get(), Tweets(texts: ["swift"]))
  }

  func testAFoundationErrorIsTheUnderlyingError() throws {
    let network = NetworkingMock(afterEach: self)
    let error = NSError(domain: "Describe your error here", code: 404)
    network.stub(.get("https://api.github.com/users/{username}"), with: .failure(error))
    let response = try network.fetch("https://api.github.com/users/trentm")
    let underlying = try XCTUnwrap(response.error?.underlyingError) as NSError
    XCTAssertEqual(underlying.domain, "Describe your error here")
    XCTAssertEqual(underlying.code, 404)
    XCTAssertEqual(response.error?.reason, .transport(.connect))
    XCTAssertNil(response.response)
  }

  func testTheHandlerIsCalledOnItsQueue() async {
    let network = NetworkingMock(afterEach: self)
    network.mockResponse(.success(User(name: "Trent")))
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "named")
    queue.setSpecific(key: key, value: "named")
    let called = expectation(description: "called")
    network.get("https://h/a").responseObject(as: User.self, queue: queue) { _ in
      XCTAssertEqual(DispatchQueue.getSpecific(key: key), "named")
      called.fulfill()
    }
    await fulfillment(of: [called], timeout: .patience)
  }

  func testTheMockCanDeliverOnAQueue() async {
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "named")
    queue.setSpecific(key: key, value: "named")
    let network = NetworkingMock(delivery: .queue(queue), afterEach: self)
    network.mockResponse(.success(User(name: "Trent")))
    let called = expectation(description: "called")
    network.get("https://h/a").responseObject(as: User.self) { _ in
      XCTAssertEqual(DispatchQueue.getSpecific(key: key), "named")
      called.fulfill()
    }
    await fulfillment(of: [called], timeout: .patience)
  }

  func testTheDefaultTimerUsesRealTime() async {
    let network = NetworkingMock(delivery: .after(.milliseconds(1)), afterEach: self)
    network.mockResponse(.success(User(name: "Trent")))
    let called = expectation(description: "called")
    network.get("https://h/a").responseObject(as: User.self) { _ in called.fulfill() }
    await fulfillment(of: [called], timeout: .patience)
  }
}
