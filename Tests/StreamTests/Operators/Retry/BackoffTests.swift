import Stream
import TestSupport
import Testing

@Suite struct BackoffTests {
  private func delays(_ backoff: Backoff) -> [Duration?] {
    (1...5).map { backoff.delay(after: Boom(), attempts: $0) }
  }

  @Test func doublesUpToTheCap() {
    let backoff = Backoff(maximumAttempts: 5, base: .milliseconds(100), maximumDelay: .milliseconds(500))
    expectEqual(
      delays(backoff),
      [
        .milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(500), nil,
      ])
  }

  @Test func jitterIsSeededAndTakesNoMoreThanItsShare() {
    let plain = Backoff(maximumAttempts: 5, base: .seconds(1))
    let jittered = Backoff(maximumAttempts: 5, base: .seconds(1), jitter: 0.5, seed: 7)
    for (delay, whole) in zip(delays(jittered), delays(plain)) {
      guard let delay, let whole else { continue }
      #expect(delay <= whole)
      #expect(delay >= whole / 2)
    }
    expectEqual(delays(jittered), delays(jittered))
    expectNotEqual(delays(jittered), delays(plain))
    expectNotEqual(
      delays(jittered), delays(Backoff(maximumAttempts: 5, base: .seconds(1), jitter: 0.5, seed: 8)))
  }

  @Test func jitterTakesTheFractionsOfSplitMix64() {
    // The numbers that its reference implementation returns for this seed.
    let seed: UInt64 = 1_234_567
    let numbers: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    let backoff = Backoff(
      maximumAttempts: 6, base: .seconds(1), maximumDelay: .seconds(1), jitter: 1, seed: seed)
    expectEqual(delays(backoff), numbers.map { .seconds(1) * (1 - Double($0 >> 11) / 0x1p53) })
  }

  @Test(arguments: [Duration.seconds(-1), .seconds(Int64.min), .zero], [0, 0.5])
  func aMaximumDelayBelowZeroIsZero(_ maximum: Duration, _ jitter: Double) {
    let backoff = Backoff(maximumAttempts: 5, base: .seconds(1), maximumDelay: maximum, jitter: jitter)
    expectEqual(delays(backoff), [.zero, .zero, .zero, .zero, nil])
  }

  @Test func aHugeNumberOfAttemptsStaysAtTheCap() {
    let backoff = Backoff(maximumAttempts: .max, base: .seconds(1), maximumDelay: .seconds(60))
    expectEqual(backoff.delay(after: Boom(), attempts: 1_000_000), .seconds(60))
  }

  @Test(arguments: [Duration.seconds(1e20), .seconds(1)])
  func doublingNeverExceedsWhatAClockCanExpress(_ base: Duration) {
    let backoff = Backoff(maximumAttempts: .max, base: base, maximumDelay: Duration(attoseconds: .max))
    expectEqual(backoff.delay(after: Boom(), attempts: 1_000), .seconds(Int64.max))
  }

  @Test func aBaseOfZeroGivesNoDelayForAnyNumberOfAttempts() {
    let backoff = Backoff(maximumAttempts: .max, base: .zero)
    // Doubling zero once per attempt would take almost forever.
    expectEqual(backoff.delay(after: Boom(), attempts: .max - 1), .zero)
  }

  @Test func noDelayOnTheImmediateSchedulerKeepsTheStackFlat() {
    let attempts = Count()
    let probe = Probe<Int>()
    let subscription = Observable<Int>.deferred {
      attempts.increment()
      return .error(Boom())
    }
    .retry(backoff: Backoff(maximumAttempts: 100_000, base: .zero), scheduler: .immediate)
    .subscribe(probe.on)
    expectEqual(attempts.value, 100_000)
    expectEqual(probe.error as? Boom, Boom())
    subscription.dispose()
  }
}
