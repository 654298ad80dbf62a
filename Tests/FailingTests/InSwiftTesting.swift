import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
import Net
import NetTesting
import Testing

@Suite struct InSwiftTesting {
  private let offline = Result<Int, any Error>.failure(URLError(.notConnectedToInternet))

  @Test func aFailureIsNotASuccess() {
    expect(self.offline).to(beSuccess())  // fails: expected a success, got the failure
  }

  @Test func anUnmatchedRequest() {
    let network = NetworkingMock()  // fails: No stub answers GET https://h/unmatched
    network.get("https://h/unmatched").responseObject(as: Int.self) { _ in }
  }

  @Test func theWrongType() {
    let network = NetworkingMock()
    network.stub(.everything, with: "text")  // fails: String, but the code under test asked for Int
    network.get("https://h/a").responseObject(as: Int.self) { _ in }
  }

  @Test(.netTesting) func anUnusedStubAtTheEnd() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/unused"), with: 1, times: 1)  // fails: GET /unused was expected to answer 1 time
  }

  @Test func aDynamicMockThatIsCalledOtherwise() {
    let mock = Mock()
    mock.expect.baz(buz: 3).toAlways(.return(4))  // fails: baz(buz: 5) was called, and no expectation
    expect(mock.call.baz(buz: 5) as Int).to(equal(0))
  }

  @Test(.netTesting) func aDynamicMockThatIsNotCalled() {
    let mock = Mock(afterEach: .test)
    mock.expect.baz(buz: 3).to(.return(4))  // fails: baz(buz: 3) is expected once, and was not called
  }

  @Test(.netTesting) func anUnmatchedRequestOnTheServersThread() async throws {
    let server = MockServer(afterEach: .test)  // fails: No stub answers GET http://127.0.0.1
    try server.start()
    _ = try await URLSession.shared.data(from: server.baseURL.appending(path: "unscripted"))
  }
}

@Suite struct LeakingInSwiftTesting {
  //XCTest override func invokeTest() { checkingLeaks { super.invokeTest() } }
  @Test(.checkingLeaks) func anOpenRequest() {
    let network = NetworkingMock(delivery: .held)  // fails: The test ended while a request was open
    network.stub(.everything, with: 1)
    network.get("https://h/a").resume()
  }
}
