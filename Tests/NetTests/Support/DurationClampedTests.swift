import TestSupport
import Testing

@testable import Net

@Suite struct DurationClampedTests {
  private static let longest = Duration(attoseconds: .max)
  private static let shortest = Duration(attoseconds: .min)

  @Test(
    arguments: [
      (Duration.zero, 0), (.milliseconds(1500), 1_500_000_000), (.milliseconds(-1500), -1_500_000_000),
      (.nanoseconds(Int64.max), .max), (.nanoseconds(Int64.max) + .nanoseconds(1), .max),
      (.seconds(1e19), .max), (.seconds(-1e19), .min), (longest, .max), (shortest, .min),
    ] as [(Duration, Int64)])
  func nanosecondsAreLimitedToWhatFits(_ duration: Duration, nanoseconds: Int64) {
    expectEqual(duration.clampedNanoseconds, nanoseconds)
  }

  @Test(arguments: [
    (1.5, Duration.milliseconds(1500)), (.nan, .zero), (1e15, .seconds(1_000_000_000_000_000)),
  ])
  func secondsAreADuration(_ seconds: Double, _ duration: Duration) {
    expectEqual(Duration(clampedSeconds: seconds), duration)
  }

  @Test(arguments: [9.3e18, 1e21, 1e300, .infinity])
  func tooManySecondsAreTheMost(_ seconds: Double) {
    let most = Duration(clampedSeconds: seconds)
    #expect(most.components.seconds > 9_223_372_036_854_770_000)
    expectEqual(Duration(clampedSeconds: -seconds), .zero - most)
  }

  @Test(arguments: [
    (1.000_000_4, Duration.seconds(1)), (-0.000_000_6, .microseconds(-1)),
    (17.000999927520752, .milliseconds(17_001)),
    (.nan, .zero), (1e15, .seconds(1_000_000_000_000_000)), (.infinity, Duration(clampedSeconds: .infinity)),
  ])
  func secondsAreRoundedToMicroseconds(_ seconds: Double, _ duration: Duration) {
    expectEqual(Duration(microsecondsIn: seconds), duration)
  }

  @Test func sumsAndDifferencesAreLimited() {
    let (longest, shortest) = (Self.longest, Self.shortest)
    expectEqual(Duration.seconds(1).addingSaturated(.seconds(2)), .seconds(3))
    expectEqual(longest.addingSaturated(.seconds(1)), longest)
    expectEqual(shortest.addingSaturated(.seconds(-1)), shortest)
    expectEqual(longest.addingSaturated(shortest), Duration(attoseconds: -1))
    expectEqual(Duration.seconds(1).subtractingSaturated(.seconds(3)), .seconds(-2))
    expectEqual(longest.subtractingSaturated(.seconds(-1)), longest)
    expectEqual(shortest.subtractingSaturated(.seconds(1)), shortest)
  }

  @Test(arguments: [
    (Duration.seconds(1), 0, Duration.seconds(60), Duration.seconds(1)),
    (.seconds(1), 3, .seconds(60), .seconds(8)), (.seconds(1), .max, .seconds(60), .seconds(60)),
    (.seconds(90), 0, .seconds(60), .seconds(60)), (.zero, .max, .seconds(60), .zero),
    (.seconds(-10), .max, .seconds(60), .zero), (.seconds(1), 1, .seconds(-1), .zero),
    (.seconds(1), .min, .seconds(60), .seconds(1)), (longest, .max, longest, .seconds(Int64.max)),
    (.nanoseconds(1), .max, longest, .seconds(Int64.max)),
  ])
  func doublingEndsAtTheLimit(_ base: Duration, times: Int, limit: Duration, result: Duration) {
    expectEqual(base.doubled(times, upTo: limit), result)
  }
}
