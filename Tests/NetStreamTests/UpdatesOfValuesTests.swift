import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// Updates of values that a mock delivers without bytes.
@Suite(.netTesting) struct UpdatesOfValuesTests {
  private struct Item: Codable, Hashable, Sendable { var name: String }

  private func mock(_ control: String) -> NetworkingMock {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.cache = .memory(limit: 1 << 20)
    let mock = NetworkingMock(configuration: configuration, timer: TestScheduler())
    mock.stub(
      .get("/a"), with: .value(Item(name: "a")).header("Cache-Control", control).header("ETag", "\"1\""))
    return mock
  }

  @Test(arguments: ["max-age=0", "max-age=100"])
  func theyBeginWithTheStoredValue(control: String) {
    let updates: Updates<Item> = mock(control).stream.get("a").updates()
    _ = updates.record()
    let got = updates.record()
    let isStale = control == "max-age=0"
    expectEqual(got.values.first, Loaded(Item(name: "a"), origin: .stored(age: .zero, isStale: isStale)))
    expectEqual(got.values.count, isStale ? 2 : 1)
    expectTrue(got.isCompleted)
  }

  @Test func thoseOfAnOptionalBeginWithTheStoredValue() {
    let updates: Updates<Item?> = mock("max-age=100").stream.get("a").updates()
    _ = updates.record()
    expectEqual(updates.record().values.map(\.value), [Item(name: "a")])
  }
}
