import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// The model as a value, above all its losses.
@Suite struct NetworkModelTests {
  /// The times in milliseconds at which equal downloads end that start together.
  private func ends(_ count: Int, of size: Int, _ profile: NetworkProfile) throws -> [Double] {
    var model = NetworkModel(profile)
    let url = try #require(URL(string: "https://h/"))
    for id in 1...count { model.start(id, to: NetworkOrigin(url), bodySize: 0, at: .zero) }
    var ends: [Int: Double] = [:]
    for _ in 0..<100_000 {
      for (id, action) in model.takeActions() {
        switch action {
        case .send:
          model.receive(.head(ResponseHead(status: 200, headers: [:], url: url)), of: id, at: model.now)
          model.receive(.body(Data(count: size)), of: id, at: model.now)
          model.receive(.finished(TransportTimings()), of: id, at: model.now)
        case .deliver(let event): if event.isLast { ends[id] = model.now / .milliseconds(1) }
        }
      }
      guard let next = model.next else { break }
      model.advance(to: next)
    }
    return (1...count).compactMap { ends[$0] }
  }

  /// The end of one of two equal transfers that start together, if the other one is cancelled after half a second.
  private func endOfTheOther(isUpload: Bool) throws -> Duration? {
    // 100,000 bytes per second and no round trips.
    var model = NetworkModel(.custom(roundTrip: .zero, down: .megabits(0.8), up: .megabits(0.8)))
    let url = try #require(URL(string: "https://h/"))
    let size = 100_000
    for id in 1...2 {
      model.start(id, to: NetworkOrigin(url), bodySize: isUpload ? Int64(size) : 0, at: .zero)
    }
    var isCancelled = false
    while true {
      let actions = model.takeActions()
      for (id, action) in actions {
        switch action {
        case .send:
          model.receive(.head(ResponseHead(status: 200, headers: [:], url: url)), of: id, at: model.now)
          if !isUpload { model.receive(.body(Data(count: size)), of: id, at: model.now) }
          model.receive(.finished(TransportTimings()), of: id, at: model.now)
        case .deliver(.finished): return model.now
        case .deliver: break
        }
      }
      guard actions.isEmpty else { continue }
      guard let next = model.next else { return nil }
      if next > .milliseconds(500), !isCancelled {
        isCancelled = true
        model.cancel(1, at: .milliseconds(500))
      } else {
        model.advance(to: next)
      }
    }
  }

  /// It has a quarter of its bytes then, and all of the link for the rest.
  @Test(arguments: [false, true]) func aCancelledTransferLeavesItsShareFromThenOn(isUpload: Bool) throws {
    let end = try #require(try endOfTheOther(isUpload: isUpload))
    #expect((end / .milliseconds(1) - 1_250).magnitude < 0.001)
  }

  private func lossy(_ loss: Double, seed: UInt64 = 1) -> NetworkProfile {
    .custom(roundTrip: .milliseconds(100), down: .megabits(8), up: .megabits(8), loss: loss).seed(seed)
  }

  @Test func withoutLossTimesFollowFromTheFigures() throws {
    expectEqual(try ends(1, of: 1_000_000, lossy(0)), [1_400])
    expectEqual(try ends(2, of: 1_000_000, lossy(0)), [2_400, 2_400])
  }

  @Test func lossesCostRoundTrips() throws {
    let end = try #require(try ends(1, of: 1_000_000, lossy(0.02, seed: 3)).first)
    // About 14 of 685 packets are lost, each for 100 ms, and perhaps one of a handshake for a second.
    #expect((1_900...4_500).contains(end))
    #expect((end / 100 - (end / 100).rounded()).magnitude < 0.001)
  }

  @Test func lossesFollowFromTheSeed() throws {
    #expect(try ends(3, of: 300_000, lossy(0.05)) == ends(3, of: 300_000, lossy(0.05)))
    #expect(try ends(3, of: 300_000, lossy(0.05)) != ends(3, of: 300_000, lossy(0.05, seed: 2)))
  }

  @Test func aLostPacketStopsAllExchangesOfHTTP2AndOneOfHTTP3() throws {
    // With HTTP/2, each exchange waits for the lost packets of all exchanges; with HTTP/3, only for its own.
    let http2 = try ends(8, of: 100_000, lossy(0.03).httpVersion(.http2))
    let http3 = try ends(8, of: 100_000, lossy(0.03).httpVersion(.http3))
    #expect(try #require(http2.min()) > #require(http3.min()))
    let (sum2, sum3) = (http2.reduce(0, +), http3.reduce(0, +))
    #expect(sum2 > sum3)
  }

  /// All exchanges of HTTP/2 wait for a lost packet together, and no byte is lost for good.
  @Test(arguments: 1...5) func lossesDelayHTTP2ByWholeRoundTrips(seed: UInt64) throws {
    let ends = try ends(2, of: 500_000, lossy(0.02, seed: seed).httpVersion(.http2))
    let end = try #require(ends.max())
    #expect(end >= 1_400)
    #expect((end / 100 - (end / 100).rounded()).magnitude < 0.001)
  }

  @Test func almostEverythingLostEndsNevertheless() throws {
    let ends = try ends(2, of: 20_000, lossy(0.99))
    expectEqual(ends.count, 2)
    #expect(ends.allSatisfy { $0 > 10_000 && $0 < 2_000_000 })
  }

  @Test func emptyBodiesAndUnlimitedBandwidthTakeOnlyRoundTrips() throws {
    let profile = NetworkProfile.custom(roundTrip: .milliseconds(10), down: .unlimited, up: .unlimited)
    expectEqual(try ends(1, of: 0, profile), [40])
    expectEqual(try ends(3, of: 5_000_000, profile), [40, 40, 40])
  }

  @Test func sharesOfALinkAddUpToItsBandwidth() {
    var link = FairLink(.megabits(0.8))
    link.begin(1, bytes: 100_000)
    expectEqual(link.next, .seconds(1))
    link.advance(to: .milliseconds(500))
    link.begin(2, bytes: 10_000)
    expectEqual(link.next, .milliseconds(700))
    link.advance(to: .milliseconds(700))
    expectEqual(link.takeComplete().map(\.id), [2])
    expectEqual(link.next, .milliseconds(1_100))
    link.advance(to: .seconds(1))
    #expect((link.stop(1) - 10_000).magnitude < 0.001)
    expectNil(link.next)
  }

  @Test(arguments: [1e-17, Double.leastNonzeroMagnitude, 1e-9, Double(1).nextDown])
  func everyLossLeavesBytesUntilThen(_ share: Double) {
    var loss = PacketLoss(share, seed: 1, connection: 1)
    let bytes = (0..<100).map { _ in loss.bytesUntilLoss(isFirst: true) }
    expectEqual(bytes.filter { !($0 >= 0) }, [])
    if share < 1e-6 { #expect(bytes.min() ?? 0 > 1e5) }
  }

  @Test func aDownloadWithATinyLossArrives() throws {
    expectEqual(try ends(1, of: 1_000_000, lossy(1e-17)), [1_400])
  }

  /// More than a clock reaches: the transfer never completes, and other transfers do not wait for it.
  @Test(arguments: [1e-300, Double.leastNonzeroMagnitude, 1e-12])
  func aTransferThatTakesForeverIsNeverDue(_ rate: Double) {
    var link = FairLink(BitRate(bytesPerSecond: rate))
    link.begin(1, bytes: 1_000)
    expectNil(link.next)
    link.advance(to: .seconds(9_000_000_000))
    expectNil(link.next)
    expectTrue(link.takeComplete().isEmpty)
    #expect(link.stop(1) > 999)
  }

  /// The losses of one connection are not those of another, and not those after the first few, either.
  @Test(arguments: 1...3) func connectionsLosePacketsIndependently(shift: Int) {
    let losses = (1...6).map { connection in
      var loss = PacketLoss(0.1, seed: 1, connection: connection)
      return (0..<50).map { _ in loss.bytesUntilLoss(isFirst: false) }
    }
    let copies = zip(losses, losses.dropFirst(shift)).count { earlier, later in
      Array(earlier.dropFirst(shift)) == Array(later.dropLast(shift))
    }
    expectEqual(copies, 0)
  }

  @Test(arguments: [("close", true), ("keep-alive, Close", true), ("X-Close-Reason", false), ("", false)])
  func aConnectionEndsAfterAResponseThatSaysClose(_ field: String, _ closes: Bool) throws {
    var model = NetworkModel(.custom(roundTrip: .zero, down: .unlimited, up: .unlimited))
    let origin = NetworkOrigin(try #require(URL(string: "http://a.test")))
    model.start(1, to: origin, bodySize: 0, at: .zero)
    model.receive(.head(ResponseHead(status: 204, headers: ["Connection": field])), of: 1, at: .zero)
    model.receive(.finished(TransportTimings()), of: 1, at: .zero)
    expectEqual(model.connections.isEmpty, closes)
  }

  @Test func lostPacketsAreAsFrequentAsTheyShouldBe() {
    var loss = PacketLoss(0.1, seed: 7, connection: 1)
    let packets = (0..<20_000).map { _ in loss.bytesUntilLoss(isFirst: false) / PacketLoss.packetSize }
    let mean = packets.reduce(0, +) / Double(packets.count)
    #expect((9.7...10.3).contains(mean))
    expectEqual(packets.min(), 1)
  }

  /// The mean of doubling timeouts, each after a further loss: the sum of 2^k seconds with probability p^(k+1).
  @Test(arguments: [0.02, 0.1, 0.3])
  func roundTripsAreDelayedAsOftenAsALossAndAsLongAsItsRepetitions(_ share: Double) {
    var loss = PacketLoss(share, seed: 7, connection: 1)
    let delays = (0..<50_000).map { _ in loss.delayOfRoundTrip() / .seconds(1) }
    let either = 1 - (1 - share) * (1 - share)
    let delayed = Double(delays.count { $0 > 0 }) / 50_000
    #expect((delayed - either).magnitude < 0.01)
    let mean = delays.reduce(0, +) / 50_000
    let expected = (0..<6).reduce(0) { $0 + pow(2, Double($1)) * pow(either, Double($1 + 1)) }
    #expect((mean / expected - 1).magnitude < 0.1)
  }

  /// One second, then two, four and so on; a loss after a success belongs to another round trip.
  @Test func theDelayOfARoundTripIsOneOfTheSumsOfItsTimeouts() {
    var loss = PacketLoss(0.3, seed: 7, connection: 1)
    let delays = Set((0..<5_000).map { _ in loss.delayOfRoundTrip() })
    expectEqual(delays, Set([0, 1, 3, 7, 15, 31, 63].map { .seconds($0) }))
  }
}
