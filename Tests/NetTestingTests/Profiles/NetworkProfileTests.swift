import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct NetworkProfileTests {
  @Test(arguments: [
    (NetworkProfile.slow4G, 150, "1600.0", "750.0", 0), (.threeG, 300, "700.0", "700.0", 0),
    (.satellite, 600, "10000.0", "2000.0", 0), (.lossy, 150, "1600.0", "750.0", 0.02),
  ])
  func presetsHaveTheirFigures(
    profile: NetworkProfile, roundTrip: Int, down: String, up: String, loss: Double
  ) {
    expectEqual(profile.roundTrip, .milliseconds(roundTrip))
    expectEqual("\(profile.down), \(profile.up)", "\(down) kbit/s, \(up) kbit/s")
    expectEqual(profile.connections, 6)
    expectEqual(profile.loss, loss)
  }

  @Test func aBitRateIsEighthsOfBytes() {
    expectEqual(BitRate.megabits(1.6).bytesPerSecond, 200_000)
    expectEqual(BitRate.kilobits(8).bytesPerSecond, 1_000)
    expectEqual("\(BitRate.unlimited)", "unlimited")
  }

  @Test(arguments: [
    (
      NetworkProfile.custom(roundTrip: .zero, down: .kilobits(0), up: .kilobits(1)),
      "a download bandwidth of 0.0 kbit/s, which must be more than zero"
    ),
    (
      .custom(roundTrip: .zero, down: .kilobits(1), up: .kilobits(-1)),
      "an upload bandwidth of -1.0 kbit/s, which must be more than zero"
    ),
    (
      .custom(roundTrip: .zero, down: .kilobits(.nan), up: .unlimited),
      "a download bandwidth of nan kbit/s, which must be more than zero"
    ),
    (
      .custom(roundTrip: .seconds(-1), down: .unlimited, up: .unlimited),
      "a round trip of -1.0 seconds, which must be zero or more"
    ),
    (
      .custom(roundTrip: .zero, down: .unlimited, up: .unlimited, loss: 1),
      "a loss of 1.0, which must be at least 0 and less than 1"
    ),
    (
      .custom(roundTrip: .zero, down: .unlimited, up: .unlimited, loss: -0.5),
      "a loss of -0.5, which must be at least 0 and less than 1"
    ),
    (
      .custom(roundTrip: .zero, down: .unlimited, up: .unlimited, connections: 0),
      "0 connections to an origin, which must be at least 1"
    ),
  ])
  func aProfileThatCannotExistFailsTheTestAndItsRequests(_ profile: NetworkProfile, _ reason: String) async {
    let collected = CollectedFailures()
    let scheduler = TestScheduler()
    let transport = collected.collect {
      ProfiledTransport(MockTransport(timer: scheduler), profile: profile, timer: scheduler, line: 77)
    }
    expectEqual(collected.messages, ["The network profile has \(reason)."])
    expectEqual(collected.lines, [77])
    let network = NetworkSession(transport: transport, timer: scheduler)
    let response = await network.get("https://h/a").response(.data)
    #expect(response.error?.underlyingError is StubMisuse)
  }
}
