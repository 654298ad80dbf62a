import Foundation
public import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The stubs of plain `URLSession`s, for code that creates its own session.
///
/// ```swift
/// let stubs = URLStubs(afterEach: self)  // .test in Swift Testing
/// stubs.stub(.get("https://api.github.com/users/{username}"), with: .json(["name": "Trent"]))
/// let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
/// ```
///
/// Every session with that configuration receives responses from these stubs only: none of its requests reaches a
/// network. If no stub matches, the request fails with a `URLError` whose `NSUnderlyingErrorKey` is an
/// ``UnmatchedRequest``, and the test fails at the line that created the stubs, listing the nearest ones. May be used
/// from any thread.
public final class URLStubs: Stubbing {
  /// The stubs and the recorded requests of the sessions.
  public let ledger: StubLedger
  let timer: any NetworkTimer
  /// The number of the URL protocol class that uses these stubs.
  let number: Int

  /// Creates an empty set of stubs.
  ///
  /// - Parameters:
  ///   - timer: Measures delays; a test scheduler makes them virtual.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public convenience init(
    timer: any NetworkTimer = DispatchTimer(), file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(timer: timer, at: SourcePlace(file: file, line: line))
    ledger.joinTests()
    ledger.watchLeaks(in: .current)
  }

  /// Creates stubs that verify themselves and cancel their open requests at the end of the test.
  public convenience init(
    timer: any NetworkTimer = DispatchTimer(), afterEach test: some TestLifetime,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(timer: timer, at: SourcePlace(file: file, line: line))
    ledger.end(after: test, file: file, line: line)
  }

  private init(timer: any NetworkTimer, at place: SourcePlace) {
    self.timer = timer
    ledger = StubLedger(at: place) { "stubs.stub(\($0), with: \($1))" }
    ledger.refuseHeld(because: .unableToHold("A StubURLProtocol"))
    number = URLStubsDirectory.nextNumber()
    URLStubsDirectory.insert(self)
  }

  private let silent = Lock(false)

  /// Whether a stall lasts until a timeout of the session; otherwise it fails the task, which nothing else may end.
  var isSilent: Bool {
    get { silent.withLock { $0 } }
    set { silent.withLock { $0 = newValue } }
  }

  deinit { URLStubsDirectory.remove(number) }

  /// The requests that were sent, in order, including those of redirects.
  public var requests: [RecordedRequest] { ledger.requests }

  /// How many requests were cancelled before they completed.
  public var cancelCount: Int { ledger.cancelCount }

  /// Records the request and returns its response; throws if no stub has one, after failing the test.
  func response(to request: RecordedRequest) throws(UnmatchedRequest) -> StubResponse {
    ledger.record(request)
    if let taken = ledger.take(for: request) {
      return ledger.checked(taken.response(to: request), from: taken.place).withDeliveryAsDelay
    }
    let report = ledger.report(for: request)
    ledger.fail(report)
    throw UnmatchedRequest(report: report)
  }
}
