/// How often a stub may respond, and how often it must.
///
/// ```swift
/// transport.stub(.get("/users"), with: .status(503), times: 2)
/// transport.stub(.get("/settings"), with: .json("{}"), times: .atLeast(1))
/// transport.stub(.get("/progress"), with: .json("{}"), times: .between(2...4))
/// transport.stub(.get("/avatar"), with: .status(404), times: .optionally)
/// ```
///
/// A request beyond the count, or one that is forbidden, fails the test and itself at once, even if responses are held
/// (``MockDelivery/held``).
public enum StubCount: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// Exactly this many times: a further request is unmatched, and a missing one is reported.
  case times(Int)
  /// Any number of times, including none; the last response repeats.
  case always
  /// This many times or more; the last response repeats, and missing requests are reported.
  case atLeast(Int)
  /// At most this many times, including none.
  case optionally(Int)
  /// As often as the range says, with both bounds: a further request is unmatched, and missing ones are reported.
  ///
  /// The last response repeats. A bound below zero counts as zero.
  case between(ClosedRange<Int>)

  /// Exactly once.
  public static let once = StubCount.times(1)
  /// At most once: the stub may stay unused.
  public static let optionally = StubCount.optionally(1)
  /// Not at all: a matching request is unmatched and fails the test, even if an older stub would respond to it.
  ///
  /// A stub that is added later and matches the request responds to it.
  public static let never = StubCount.times(0)

  /// Creates a count of exactly this many times.
  public init(integerLiteral value: Int) { self = .times(value) }

  /// How often it may respond; nil for no limit.
  package var limit: Int? {
    switch self {
    case .times(let times), .optionally(let times): max(0, times)
    case .between(let times): max(0, times.upperBound)
    case .always, .atLeast: nil
    }
  }

  /// How often it must respond.
  package var required: Int {
    switch self {
    case .times(let times), .atLeast(let times): max(0, times)
    case .between(let times): max(0, times.lowerBound)
    case .always, .optionally: 0
    }
  }
}
