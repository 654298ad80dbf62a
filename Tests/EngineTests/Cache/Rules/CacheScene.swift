import Foundation

@testable import Net

/// Makes entries and requests for the tests of the rules, and asks the rules.
struct CacheScene {
  /// 22 November 2025, 00:00 UTC.
  ///
  /// Entries are received then, unless a test says otherwise.
  static let start = Date(timeIntervalSince1970: 1_763_769_600)

  var entries: [CacheEntry] = []
  var options = CacheOptions()

  /// Adds an entry.
  ///
  /// One that is added later was stored later.
  mutating func store(
    _ headers: HTTPHeaders, status: Int = 200, request: HTTPHeaders = [:], size: Int64 = 10,
    at seconds: Double = 0,
    range: StoredRange? = nil
  ) {
    let time = Self.start.addingTimeInterval(seconds)
    var stored = StoredResponse(
      url: "http://example.org/a", status: status, headers: StoredFields.stored(headers, at: time),
      requestTime: time, responseTime: time, range: range)
    stored.requestHeaders = VaryField.selecting(stored.facts.vary ?? [], of: request)
    let key = CacheKey(url: "http://example.org/a")
    let entry = CacheEntry(id: UInt64(entries.count + 1), key: key, response: stored, bodySize: size)
    entries.insert(entry, at: 0)
  }

  static func request(
    _ headers: HTTPHeaders = [:], method: HTTPMethod = .get, mode: CacheMode = .standard,
    url: String = "http://example.org/a"
  ) -> CacheRequest {
    let url = URL(string: url) ?? URL(filePath: "/invalid")
    return CacheRequest(TransportRequest(method: method, url: url, headers: headers), mode: mode)
  }

  /// Returns the decision on a request this many seconds after the start.
  func decide(
    _ headers: HTTPHeaders = [:], after seconds: Double = 0, method: HTTPMethod = .get,
    mode: CacheMode = .standard
  ) -> CacheDecision {
    CacheLookup.decide(
      Self.request(headers, method: method, mode: mode), among: entries,
      now: Self.start.addingTimeInterval(seconds), options: options)
  }

  func served(
    _ headers: HTTPHeaders = [:], after seconds: Double = 0, method: HTTPMethod = .get,
    mode: CacheMode = .standard
  ) -> CacheServing? {
    if case .serve(let serving) = decide(headers, after: seconds, method: method, mode: mode) {
      serving
    } else {
      nil
    }
  }

  func forwarded(
    _ headers: HTTPHeaders = [:], after seconds: Double = 0, method: HTTPMethod = .get,
    mode: CacheMode = .standard
  ) -> CacheForward? {
    if case .forward(let forward) = decide(headers, after: seconds, method: method, mode: mode) {
      forward
    } else {
      nil
    }
  }

  func fallback(
    _ headers: HTTPHeaders = [:], after seconds: Double, mode: CacheMode = .standard
  ) -> CacheServing? {
    CacheLookup.fallback(
      for: Self.request(headers, mode: mode), among: entries, now: Self.start.addingTimeInterval(seconds),
      options: options)
  }

  /// Returns what the rules make of a response to a request that is decided and answered at the same time.
  func outcome(
    _ status: Int, _ received: HTTPHeaders, to headers: HTTPHeaders = [:], after seconds: Double = 0,
    method: HTTPMethod = .get, mode: CacheMode = .standard, url: String = "http://example.org/a",
    httpVersion: String? = nil
  ) -> CacheOutcome? {
    let now = Self.start.addingTimeInterval(seconds)
    let request = Self.request(headers, method: method, mode: mode, url: url)
    let decision = CacheLookup.decide(request, among: entries, now: now, options: options)
    guard case .forward(let forward) = decision else { return nil }
    return CacheUpdate.outcome(
      of: ResponseHead(status: status, headers: received, httpVersion: httpVersion), to: forward,
      among: entries, requestTime: now,
      responseTime: now, options: options)
  }
}

extension CacheOutcome {
  var stored: StoredResponse? { if case .store(let stored, _) = storage { stored } else { nil } }
  var replaced: [Int]? { if case .store(_, let replaced) = storage { replaced } else { nil } }
  var refusal: CacheReason? { if case .refuse(let reason) = storage { reason } else { nil } }
  var served: CacheServing? { if case .stored(let serving) = delivery { serving } else { nil } }
  var resent: CacheForward? { if case .resend(let forward) = delivery { forward } else { nil } }
  var isFromNetwork: Bool { if case .network = delivery { true } else { false } }
}

/// Returns the date in fields of responses, relative to the start of a scene.
func httpDate(_ seconds: Double) -> String { HTTPDate.text(of: CacheScene.start.addingTimeInterval(seconds)) }
