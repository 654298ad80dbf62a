import Foundation
public import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The stubs of plain `URLSession`s: for code that owns its session and knows no transport.
///
/// ```swift
/// let stubs = URLStubs(afterEach: self)  // .test in Swift Testing
/// stubs.stub(.get("https://api.github.com/users/{username}"), with: .json(["name": "Trent"]))
/// let session = URLSession(configuration: StubURLProtocol.configuration(stubs))
/// ```
///
/// Every session made with that configuration is answered by these stubs and by nothing else: no request of it
/// reaches a network. If no stub matches, the request fails with a `URLError`, whose `NSUnderlyingErrorKey` is an
/// ``UnmatchedRequest``, and the test fails at the line that created the stubs, listing the nearest ones. May be used
/// from any thread.
public final class URLStubs: Stubbing {
  /// What all levels of mocking have in common.
  public let ledger: StubLedger
  let timer: any NetworkTimer
  /// The number of the class of URL protocols that looks here for its responses.
  let number: Int

  /// Creates stubs for sessions that know no requests yet.
  ///
  /// - Parameters:
  ///   - timer: Measures delays; a test scheduler makes them virtual.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public convenience init(
    timer: any NetworkTimer = DispatchTimer(), file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(timer: timer, at: SourcePlace(file: file, line: line))
    ledger.watchLeaks(in: .current)
  }

  /// Creates stubs that at the end of the test verify themselves and cancel the open requests.
  public convenience init(
    timer: any NetworkTimer = DispatchTimer(), afterEach test: some TestLifetime,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    self.init(timer: timer, at: SourcePlace(file: file, line: line))
    ledger.end(after: test, file: file, line: line)
  }

  private init(timer: any NetworkTimer, at place: SourcePlace) {
    self.timer = timer
    ledger = StubLedger(at: place) { "stubs.stub(\($0), with: .json(\"{}\"))" }
    number = URLStubsDirectory.nextNumber()
    URLStubsDirectory.insert(self)
  }

  deinit { URLStubsDirectory.remove(number) }

  /// The requests that were sent, in order, those that redirects led to among them.
  public var requests: [RecordedRequest] { ledger.requests }

  /// How many requests were cancelled before they had their response.
  public var cancelCount: Int { ledger.cancelCount }

  /// Records the request and takes its response; throws when no stub has one, which has failed the test then.
  func response(to request: RecordedRequest) throws(UnmatchedRequest) -> StubResponse {
    ledger.record(request)
    if let taken = ledger.take(for: request) {
      return ledger.checked(taken.response(to: request), from: taken.place)
    }
    let report = ledger.report(for: request)
    ledger.fail(report)
    throw UnmatchedRequest(report: report)
  }
}
