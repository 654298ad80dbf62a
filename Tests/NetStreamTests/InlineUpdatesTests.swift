import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// Over a mock with the system's clock, a subscription has its events when `subscribe` returns.
@Suite(.netTesting) struct InlineUpdatesTests {
  @Test func theUpdatesOfAMockAreDeliveredInline() {
    let network = NetworkingMock()
    network.stub(.get("/a"), with: .json("[9]"))
    let request = network.stream.get("/a")
    let updates = request.updates(of: [Int].self).record(afterEach: .test)
    expectEqual(updates.values.map(\.value), [[9]])
    expectTrue(updates.isCompleted)
    let reloaded = request.cache(.reload).updates(of: [Int].self).record(afterEach: .test)
    expectEqual(reloaded.values.map(\.value), [[9]])
  }

  @Test func nothingThatIsStoredIsDeliveredInline() {
    let network = NetworkingMock()
    let error = network.stream.get("/a").cache(.onlyCached).data().record(afterEach: .test).error
    expectEqual((error as? NetworkError)?.response?.status, 504)
  }

  @Test func aHitIsDeliveredInline() {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.cache = .memory(limit: 1 << 20)
    let network = NetworkingMock(configuration: configuration)
    network.stub(.get("/a"), with: .json("[9]").header("Cache-Control", "max-age=100"))
    let request = network.stream.get("/a")
    expectEqual(request.object(as: [Int].self).record(afterEach: .test).value, [9])
    expectEqual(request.object(as: [Int].self).record(afterEach: .test).value, [9])
    expectEqual(request.updates(of: [Int].self).record(afterEach: .test).values.map(\.value), [[9]])
  }
}
