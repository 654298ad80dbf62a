import Net
import NetTesting
import TestSupport
import Testing
import XCTest

@Suite struct StayWithinTests {
  @Test func aTraceWithinAllLimitsPasses() {
    let trace = Trace.of([.get("/a", from: 0, to: 100, sent: 20, received: 80)])
    let messages = failures {
      expect(trace).to(stayWithin(roundTrips: 1, bytes: 100, time: .milliseconds(100), requests: 1))
    }
    expectTrue(messages.isEmpty)
  }

  @Test func theMessageNamesTheCriticalPathAndARequestForEachElement() {
    let trace = Trace.of(Trace.TracedRequest.list(thenOneForEachOf: 1...31))
    let messages = failures {
      expect(trace).to(stayWithin(roundTrips: 3, bytes: 20_000, time: .seconds(2), requests: 12))
    }
    expectEqual(
      messages,
      [
        """
        expected a trace within 3 round trips, 20,000 bytes, 2.00 s and 12 requests, got 32 requests instead of 12, \
        35 round trips instead of 3, 31,000 bytes instead of 20,000, 5.25 s instead of 2.00 s
          2 GET api.example.com/users/1: 1,000 bytes
          3 GET api.example.com/users/2: 1,000 bytes
          4 GET api.example.com/users/3: 1,000 bytes
        Critical path, 5.25 s:
          1 GET api.example.com/feed: 600 ms, 4 round trips
          2 GET api.example.com/users/1: 150 ms, 1 round trip
          3 GET api.example.com/users/2: 150 ms, 1 round trip
          4 GET api.example.com/users/3: 150 ms, 1 round trip
          … and 25 more
          30 GET api.example.com/users/29: 150 ms, 1 round trip
          31 GET api.example.com/users/30: 150 ms, 1 round trip
          32 GET api.example.com/users/31: 150 ms, 1 round trip
        31 requests to api.example.com/users/{id} one after another: send them at once, or ask the service for all of \
        them in one request.
        """
      ])
  }

  @Test func concurrentRequestsCountAsOneRoundTrip() {
    let trace = Trace.of(
      [.get("/feed", from: 0, to: 100)] + (1...5).map { .get("/users/\($0)", from: 100, to: 200 + $0) })
    let messages = failures {
      expect(trace).to(stayWithin(roundTrips: 2))
      expect(trace).to(stayWithin(requests: 5))
    }
    expectEqual(
      messages,
      [
        """
        expected a trace within 5 requests, got 6 requests instead of 5
        Critical path, 205 ms:
          1 GET api.example.com/feed: 100 ms, 1 round trip
          6 GET api.example.com/users/5: 105 ms, 1 round trip
        5 requests to api.example.com/users/{id} at most 5 at once.
        """
      ])
  }

  @Test func bodiesAreListedOnlyIfTheyExceedTheLimitOfBytes() {
    let trace = Trace.of([.get("/a", from: 0, to: 100, received: 80), .get("/b", from: 0, to: 90)])
    let messages = failures {
      expect(trace).to(stayWithin(requests: 1))
      expect(trace).to(stayWithin(bytes: 80, requests: 1))
      expect(trace).to(stayWithin(bytes: 79))
    }
    expectEqual(messages.map { $0.contains("GET api.example.com/a: 80 bytes") }, [false, false, true])
  }

  @Test func aRequestWithoutADurationIsConcurrentWithTheOnesAroundIt() {
    let trace = Trace.of([
      .get("/users/1", from: 0, to: 10), .get("/users/2", from: 5, to: 5), .get("/users/3", from: 10, to: 20),
    ])
    let message = failures { expect(trace).to(stayWithin(requests: 1)) }.first ?? ""
    #expect(message.contains("3 requests to api.example.com/users/{id} at most 2 at once"), "\(message)")
  }

  @Test func equalRequestsAndPagesAreNamed() {
    let trace = Trace.of(
      (0..<3).map { .get("/config", from: $0 * 10, to: $0 * 10 + 10) }
        + (0..<4).map { .get("/items?page=\($0)&size=20", from: 30 + $0 * 10, to: 40 + $0 * 10) })
    let message = failures { expect(trace).to(stayWithin(requests: 1)) }.first ?? ""
    #expect(
      message.hasSuffix(
        """
        4 requests to api.example.com/items?page={id}&size=20 one after another: send them at once, or ask the \
        service for all of them in one request.
        3 equal requests to api.example.com/config one after another: keep the first response, or share the request.
        """))
  }

  @Test(arguments: [
    ["/items?a=1&b=2", "/items?b=2&a=1", "/items?a=1&b=2"],
    ["/items?q=%7Ea&b=2", "/items?b=2&q=~a", "/items?q=~%61&b=2"],
  ])
  func theOrderAndTheSpellingOfAQueryDoNotMatter(_ targets: [String]) {
    let trace = Trace.of(targets.enumerated().map { .get($1, from: $0 * 10, to: $0 * 10 + 10) })
    let message = failures { expect(trace).to(stayWithin(requests: 1)) }.first ?? ""
    #expect(
      message.contains("3 equal requests to api.example.com\(targets[0]) one after another"), "\(message)")
  }

  @Test func pagesWithTheirQueryInAnyOrderAreNamed() {
    let targets = ["/items?page=1&size=20", "/items?size=20&page=2", "/items?page=3&size=20"]
    let trace = Trace.of(targets.enumerated().map { .get($1, from: $0 * 10, to: $0 * 10 + 10) })
    let message = failures { expect(trace).to(stayWithin(requests: 1)) }.first ?? ""
    #expect(message.contains("3 requests to api.example.com/items?page={id}&size=20 one after another"))
  }

  @Test(arguments: [
    ["/feed", "/users", "/config", "/items"], ["/users/1", "/users/2"], ["/a/1", "/b/2", "/c/3"],
  ])
  func differentRequestsAreNotARepetition(_ targets: [String]) {
    let trace = Trace.of(
      targets.enumerated().map { .get($1, from: $0 * 10, to: $0 * 10 + 10) })
    let message = failures { expect(trace).to(stayWithin(requests: 1)) }.first ?? ""
    expectFalse(message.isEmpty)
    #expect(!message.contains("{id}"))
  }

  @Test func anEmptyTracePassesNeitherToNorToNot() {
    let messages = failures {
      expect(Trace.of([])).to(stayWithin(requests: 1))
      expect(Trace.of([])).toNot(stayWithin(requests: 1))
    }
    expectEqual(
      messages,
      [
        """
        expected a trace within 1 request, got a trace without requests: is its recorder among the monitors of the \
        session?
        """,
        """
        expected anything but a trace within 1 request, got a trace without requests: is its recorder among the \
        monitors of the session?, which fails either way
        """,
      ])
  }

  @Test func aTraceWithPendingRequestsPassesNeitherToNorToNot() {
    let trace = Trace.of([.get("/a", from: 0, to: 10), .get("/export", from: 0, to: nil)])
    let messages = failures { expect(trace).to(stayWithin(requests: 5)) }
    expectEqual(
      messages,
      [
        """
        expected a trace within 5 requests, got a trace with 1 pending request, the first of which is \
        2 GET api.example.com/export: read the trace when all requests have ended
        """
      ])
  }

  @Test func aTraceInWhichNoTimePassesHasNoRoundTrips() {
    let trace = Trace.of([.get("/a", from: 0, to: 0), .get("/b", from: 0, to: 0)])
    let messages = failures {
      expect(trace).to(stayWithin(roundTrips: 1))
      expect(trace).to(stayWithin(bytes: 0, requests: 2))
    }
    expectEqual(
      messages,
      [
        """
        expected a trace within 1 round trip, got a trace in which no time passes, so that neither its time nor its \
        round trips are known: use a NetworkProfile, or delay the responses
        """
      ])
  }

  @Test func aTraceThatLostRequestsPassesNeitherToNorToNot() {
    var trace = Trace.of([.get("/a", from: 0, to: 10)])
    trace.droppedRequests = 1_200
    expectEqual(
      failures { expect(trace).to(stayWithin(requests: 5)) },
      [
        """
        expected a trace within 5 requests, got a trace without its 1,200 oldest requests: raise the limits of the \
        recorder
        """
      ])
  }

  @Test func aBudgetWithoutLimitsPassesNeitherToNorToNot() {
    let trace = Trace.of([.get("/a", from: 0, to: 10)])
    expectEqual(
      failures { expect(trace).to(stayWithin()) },
      [
        """
        expected a trace within no limit, got no limit to compare with: pass roundTrips, bytes, time or requests
        """
      ])
  }

  @Test func aNegativeLimitPassesNeitherToNorToNot() {
    let trace = Trace.of([.get("/a", from: 0, to: 10)])
    let messages = failures {
      expect(trace).to(stayWithin(requests: -1))
      expect(trace).toNot(stayWithin(bytes: -2_000))
      expect(trace).toNot(stayWithin(time: .milliseconds(-1)))
    }
    expectEqual(messages.count, 3)
    expectEqual(messages.last?.hasPrefix("expected anything but a trace within -0.001 seconds, got"), true)
    expectEqual(
      messages.first,
      """
      expected a trace within -1 requests, got a limit of -1 requests, which no trace can stay within: pass zero or \
      more
      """)
  }

  @Test func sizesThatNoIntegerHoldsAreSaturated() {
    let trace = Trace.of([
      .get("/a", from: 0, to: 10, sent: .max, received: .max), .get("/b", from: 0, to: 10, received: .max),
    ])
    let message = failures { expect(trace).to(stayWithin(bytes: 10)) }.first ?? ""
    #expect(message.contains("9,223,372,036,854,775,807 bytes instead of 10"))
  }

  @Test func aZeroBudgetAllowsResponsesOfTheCache() {
    var request = Trace.TracedRequest.get("/a", from: 0, to: 10)
    request.attempts = []
    let messages = failures {
      expect(Trace.of([request])).to(stayWithin(roundTrips: 0, bytes: 0, requests: 0))
    }
    expectTrue(messages.isEmpty)
  }

  @Test func chainsThatOverlapHaveOneCriticalPath() {
    let trace = Trace.of([
      .get("/a", from: 0, to: 100), .get("/b", from: 50, to: 150), .get("/c", from: 100, to: 200),
      .get("/d", from: 150, to: 260),
    ])
    let message = failures { expect(trace).to(stayWithin(roundTrips: 1)) }.first
    expectEqual(
      message,
      """
      expected a trace within 1 round trip, got 2 round trips instead of 1
      Critical path, 210 ms:
        2 GET api.example.com/b: 100 ms, 1 round trip
        4 GET api.example.com/d: 110 ms, 1 round trip
      """)
  }

  @Test func theCriticalPathOmitsConcurrentRequests() {
    let trace = Trace.of([
      .get("/login", from: 0, to: 100, method: "POST"), .get("/beacon", from: 0, to: 90),
      .get("/feed", from: 110, to: 300), .get("/image", from: 120, to: 200),
    ])
    let message = failures { expect(trace).to(stayWithin(roundTrips: 1)) }.first
    expectEqual(
      message,
      """
      expected a trace within 1 round trip, got 2 round trips instead of 1
      Critical path, 300 ms:
        1 POST api.example.com/login: 100 ms, 1 round trip
        3 GET api.example.com/feed: 190 ms, 1 round trip
      """)
  }

  @Test func aTraceOutsideTheLimitsPassesToNot() {
    let trace = Trace.of(Trace.TracedRequest.list(thenOneForEachOf: 1...3))
    #expect(failures { expect(trace).toNot(stayWithin(requests: 3)) }.isEmpty)
    expectEqual(
      failures { expect(trace).toNot(stayWithin(requests: 4)) },
      [
        """
        expected anything but a trace within 4 requests, got 7 round trips, 3,000 bytes, 1.05 s and 4 requests
        """
      ])
  }
}

final class StayWithinXCTests: XCTestCase {
  func testABudgetIsAnExpectationOfXCTest() {
    expect(Trace.of([.get("/a", from: 0, to: 10)])).to(stayWithin(roundTrips: 1, requests: 1))
  }
}
