/// How often a stub answers, and how often it has to.
///
/// ```swift
/// transport.stub(.get("/users"), with: .status(503), times: 2)
/// transport.stub(.get("/avatar"), with: .status(404), times: .optionally(1))
/// ```
public enum StubCount: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// So many times: a request more is unmatched, and one fewer is reported as unused.
  case times(Int)
  /// As often as it is asked, never included; the last answer repeats.
  case always
  /// At most so many times, and perhaps never.
  case optionally(Int)

  /// One time.
  public static let once = StubCount.times(1)
  /// Not at all: a request that matches is unmatched and fails the test, even if an older stub would answer it.
  public static let never = StubCount.times(0)

  /// So many times.
  public init(integerLiteral value: Int) { self = .times(value) }

  /// How often it may answer at most.
  package var limit: Int? {
    switch self {
    case .times(let times), .optionally(let times): max(0, times)
    case .always: nil
    }
  }

  /// How often it has to answer.
  package var required: Int {
    if case .times(let times) = self { max(0, times) } else { 0 }
  }
}
