/// Reports at the end of a test whether something is still in use that should have been released.
struct LeakWitness: Sendable {
  /// A description of what is still in use; nil if nothing is.
  var leak: @Sendable () -> String?
  /// A description of what the test may be waiting for; nil for nothing.
  ///
  /// It never blocks.
  var awaited: (@Sendable () -> String?)?
  /// Cancels or disposes of what is still in use, so that it does not reach the next test.
  var giveUp: @Sendable () -> Void = {}
  /// Where the watched object was created.
  var place: SourcePlace
  let reporter = TestReporter.current

  /// How long other threads may take to release what has ended; only a leaking test waits this long.
  @TaskLocal static var grace = Duration.seconds(5)

  init(
    at place: SourcePlace, giveUp: @escaping @Sendable () -> Void = {},
    leak: @escaping @Sendable () -> String?
  ) {
    self.place = place
    self.giveUp = giveUp
    self.leak = leak
  }

  /// Watches the requests of a mock.
  init(
    at place: SourcePlace, giveUp: @escaping @Sendable () -> Void = {},
    requests: @escaping @Sendable () -> OpenRequests
  ) {
    self.init(at: place, giveUp: giveUp, leak: { requests().leak })
    awaited = { requests().awaited(at: place) }
  }
}

/// The requests that have not ended on a mock, by method and URL.
struct OpenRequests: Sendable {
  let names: [String]

  /// The report at the end of a test; nil without open requests.
  var leak: String? {
    guard !names.isEmpty else { return nil }
    let count = names.count == 1 ? "a request was" : "\(names.count) requests were"
    return """
      The test ended while \(count) open on the mock that was created here: \(list(names)).
      Cancel or complete the requests of the test. Open requests are cancelled now.
      """
  }

  /// Describes the open requests, for the failure of a test that received nothing; nil without open requests.
  func awaited(at place: SourcePlace) -> String? {
    guard !names.isEmpty else { return nil }
    return "\(list(names)) \(names.count == 1 ? "is" : "are") pending on the mock of \(place)"
  }
}

extension TestLifetime {
  /// The scope of this test that may check for leaks; in an `XCTestCase`, that of
  /// ``XCTestCase/checkingLeaks(file:line:_:)``.
  var scope: TestScope? { self as? TestScope ?? TestScope.current }
}

/// The first descriptions, joined, and the number of the others.
func list(_ things: [String], limit: Int = 5) -> String {
  let more = things.count > limit ? " and \(things.count - limit) more" : ""
  return things.prefix(limit).joined(separator: ", ") + more
}
