import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct MockStreamTests {
  let timer = TestScheduler()

  private func ask(_ network: NetworkingMock) -> Captured<Result<String, NetworkError>> {
    let got = Captured<Result<String, NetworkError>>()
    network.get("/a").response(delivery: .inline, responseSerializer: .string) { got.set($0.result) }
    return got
  }

  @Test func aStreamIsDeliveredWholeAtItsEnd() {
    let network = NetworkingMock(timer: timer, afterEach: .test)
    network.stub(.get("/a"), with: .stream(["one", "two", "three"], every: .seconds(1)).delay(.seconds(3)))
    let got = ask(network)
    timer.advance(by: .milliseconds(4999))
    expectTrue(got.values.isEmpty)
    timer.advance(by: .milliseconds(1))
    expect(got.value).to(beSuccess("onetwothree"))
  }

  @Test func aThrottledBodyIsDeliveredAtItsEnd() {
    let network = NetworkingMock(timer: timer, afterEach: .test)
    network.stub(.get("/a"), with: .text("hello").throttle(bytesPerSecond: 1))
    let got = ask(network)
    timer.advance(by: .milliseconds(4999))
    expectTrue(got.values.isEmpty)
    timer.advance(by: .milliseconds(1))
    expect(got.value).to(beSuccess("hello"))
  }

  @Test func aFaultFailsInItsPhaseAndKeepsTheReceivedBytes() throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/a"), with: .text("hello").fault(.reset(after: .bodyBytes(3))))
    let got = ask(network)
    let error = try #require(got.value?.error)
    expectEqual(error.reason, .transport(.body))
    expectEqual(error.data, Data("hel".utf8))
    expectEqual(error.response?.status, 200)
    expectEqual(error.underlyingError as? ServerFault, .reset(after: .bodyBytes(3)))
  }

  @Test func aFaultBeforeTheHeadHasNoResponse() throws {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/a"), with: .fault(.close))
    let error = try #require(ask(network).value?.error)
    expectEqual(error.reason, .transport(.head))
    expectNil(error.response)
  }

  @Test func aStalledResponseWaitsForCancellation() {
    let network = NetworkingMock(timer: timer, afterEach: .test)
    network.stub(.get("/a"), with: .text("hello").fault(.stall(after: .bodyBytes(3))))
    let got = Captured<Result<String, NetworkError>>()
    let request = network.get("/a")
      .response(delivery: .inline, responseSerializer: .string) { got.set($0.result) }
    timer.advance(by: .seconds(3600))
    expectTrue(got.values.isEmpty)
    request.cancel()
    expect(got.value).to(beFailure(with: NetworkError.Reason.cancelled))
    expectEqual(network.cancelCount, 1)
  }

  @Test func aRangeRequestReceivesItsPart() {
    let network = NetworkingMock(afterEach: .test)
    network.stub(.get("/a"), with: .text("hello").acceptingRanges())
    let got = Captured<Result<String, NetworkError>>()
    network.get("/a", headers: ["Range": "bytes=1-3"])
      .response(delivery: .inline, responseSerializer: .string) { got.set($0.result) }
    expect(got.value).to(beSuccess("ell"))
  }
}
