/// Knows, at the end of a test, whether something is still held that should be gone by then, and who holds it.
struct LeakWitness: Sendable {
  /// What is still held, in words; nil when nothing is.
  var leak: @Sendable () -> String?
  /// Gives up what is held, so that it does not reach the next test.
  var giveUp: @Sendable () -> Void = {}
  /// Where that was made.
  var place: SourcePlace
  let reporter = TestReporter.current

  /// How long what is over may take, on other threads, to be let go: only a test that leaks waits so long.
  @TaskLocal static var grace = Duration.seconds(5)

  init(
    at place: SourcePlace, giveUp: @escaping @Sendable () -> Void = {},
    leak: @escaping @Sendable () -> String?
  ) {
    self.place = place
    self.giveUp = giveUp
    self.leak = leak
  }
}

extension TestLifetime {
  /// The scope of this test that could look for leaks; of an `XCTestCase`, that of
  /// ``XCTestCase/checkingLeaks(_:)``.
  var scope: TestScope? { self as? TestScope ?? TestScope.current }
}

extension String? {
  /// The report on requests that have not ended; nil when there is none.
  static func openRequests(_ requests: [String]) -> String? {
    guard !requests.isEmpty else { return nil }
    let count = requests.count == 1 ? "a request was" : "\(requests.count) requests were"
    return """
      The test ended while \(count) open on the mock that is made here: \(list(requests)).
      Cancel what the test has begun, dispose of what waits for it, or answer it. It is cancelled now.
      """
  }
}

/// A few things in words, and how many more there are.
func list(_ things: [String], limit: Int = 5) -> String {
  let more = things.count > limit ? " and \(things.count - limit) more" : ""
  return things.prefix(limit).joined(separator: ", ") + more
}
