import Net

/// How often a member of a mock is expected to be called.
///
/// ```swift
/// expect.save().toBeCalled(times: 2)
/// expect.delete(any()).toBeCalled(times: .never)
/// expect.log(any()).toBeCalled(times: 1...)
/// ```
public struct CallCount: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// The minimum number of calls.
  public let required: Int
  /// The maximum number of calls; nil for no limit.
  public let limit: Int?

  private init(required: Int, limit: Int?) {
    self.required = max(0, required)
    self.limit = limit.map { max(0, $0) }
  }

  /// Exactly this many calls.
  public init(integerLiteral value: Int) { self = .exactly(value) }

  /// A range of counts: `1...3`, `2...`, `...4`, `0..<2`.
  ///
  /// An empty range means never, and so does one of negative numbers only.
  public init(_ range: some RangeExpression<Int>) {
    // A half-open range cannot include `Int.max`.
    switch range {
    case let range as ClosedRange<Int> where range.upperBound == .max: self = .atLeast(range.lowerBound)
    case let range as PartialRangeThrough<Int> where range.upperBound == .max: self = .anyNumber
    default:
      let counts = range.relative(to: CallCount.counts)
      if counts.upperBound == .max {
        self = .atLeast(counts.lowerBound)
      } else if counts.isEmpty || counts.upperBound <= 0 {
        self = .exactly(0)
      } else {
        self.init(required: counts.lowerBound, limit: counts.upperBound - 1)
      }
    }
  }

  // With the negative numbers, because a bound outside of it stops the process.
  private static var counts: Range<Int> { Int.min..<Int.max }

  /// Exactly this many calls.
  public static func exactly(_ count: Int) -> CallCount { CallCount(required: count, limit: count) }

  /// At least this many calls.
  public static func atLeast(_ count: Int) -> CallCount { CallCount(required: count, limit: nil) }

  /// At most this many calls, including none.
  public static func atMost(_ count: Int) -> CallCount { CallCount(required: 0, limit: count) }

  /// Not at all: a call fails the test.
  public static let never = CallCount.exactly(0)

  /// Once.
  public static let once = CallCount.exactly(1)

  /// Any number of calls, including none.
  public static let anyNumber = CallCount.atLeast(0)
}

extension CallCount: CustomStringConvertible {
  /// A description: "2 times", "at least once", "1 to 3 times".
  public var description: String {
    switch (required, limit) {
    case (0, 0): "never"
    case (0, nil): "any number of times"
    case (let required, nil): "at least \(Self.times(required))"
    case (0, let limit?): "at most \(Self.times(limit))"
    case (let required, let limit?) where required == limit: Self.times(limit)
    case (let required, let limit?): "\(required) to \(limit.counted("time"))"
    }
  }

  /// A count as text.
  static func times(_ count: Int) -> String { count == 1 ? "once" : count == 0 ? "never" : "\(count) times" }
}
