import Net
import NetTesting
import Testing

@Test func theTraitIsMissing() {
  _ = NetworkingMock(afterEach: .test)  // fails: `.test` does not know when this test ends
}
@Test(.netTesting) func aFailureShowsTheRequests() {
  var configuration = SessionConfiguration()
  configuration.monitors = [TraceRecorder(afterEach: .test)]
  let transport = MockTransport()  // fails: No stub answers GET https://h/traced
  NetworkSession(configuration: configuration, transport: transport).get("https://h/traced").resume()
}
#if compiler(>=6.3)
  @Test(.netTesting) func aCancelledTestWithRequestsIsNotAFailure() throws {
    var configuration = SessionConfiguration()
    configuration.monitors = [TraceRecorder(afterEach: .test)]
    let transport = MockTransport()
    transport.stub(.everything, with: .status(200))
    NetworkSession(configuration: configuration, transport: transport).get("https://h/cancelled").resume()
    try Test.cancel("not here")
  }
  @Test(.netTesting) func aCancelledTestIsNotFailedByAnUnusedStub() throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/unused"), with: 1, times: 1)
    try Test.cancel("not here")
  }
#endif
