import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// The stream form of a network has the same verbs and sends its requests over that network.
@Suite(.netTesting) struct StreamNetworkTests {
  /// The description of a request with each verb.
  private func descriptions<Making: RequestMaking>(
    of making: Making, _ description: (Making.Request) -> RequestDescription
  ) -> [RequestDescription] {
    [
      making.get("/a", parameters: ["k": 1], headers: ["A": "b"]), making.head("/a"), making.options("/a"),
      making.delete("/a", parameters: ["k": 1]), making.post("/a", jsonObject: ["k": 1]),
      making.put("/a", httpBody: Data("x".utf8), contentType: "text/plain"),
      making.patch("/a", parameters: ["k": 1], encoding: .json), making.upload(.json(1), to: "/a"),
    ].map(description)
  }

  @Test func verbsDescribeTheSameRequestsAsTheNetwork() {
    let network = NetworkingMock(afterEach: .test)
    let streamed = descriptions(of: network.stream) { $0.description }
    let called = descriptions(of: network) { $0.requestDescription }
    expectEqual(streamed.map(\.method), [.get, .head, .options, .delete, .post, .put, .patch, .post])
    expectEqual(streamed.map { "\($0)" }, called.map { "\($0)" })
  }

  @Test func requestsAreSentByTheNetworkThatCreatedThem() {
    let (one, other) = (NetworkingMock(afterEach: .test), NetworkingMock(afterEach: .test))
    for network in [one, other] { network.stub(.get("/a"), with: .status(204)) }
    one.stream.get("/a").void().subscribe().disposed(afterEach: .test)
    expectEqual(one.requestCallCount, 1)
    expectEqual(other.requestCallCount, 0)
  }
}
