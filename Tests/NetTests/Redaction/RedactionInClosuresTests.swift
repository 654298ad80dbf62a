import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What closures and policies of the user receive is printed as the session says.
@Suite struct RedactionInClosuresTests {
  private let url = "https://example.com/"
  private let transport = MockTransport()
  private let seen = Locked<[String]>([])

  private func network(
    _ interceptors: [any RequestInterceptor] = [], monitors: [any EventMonitor] = [],
    cache: HTTPCache? = nil
  ) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.cache = cache
    configuration.redaction.insert(headerName: "X-Patient")
    configuration.redaction.insert(queryName: "patient")
    configuration.redaction.insert(bodyName: "patient")
    configuration.interceptors = interceptors
    configuration.monitors = monitors
    configuration.callbackQueue = nil
    return NetworkSession(configuration: configuration, transport: transport)
  }

  private func stub(_ response: StubResponse) {
    transport.stub(.everything, with: response.header("X-Patient", "hunter2"))
  }

  private func note(_ value: some Any) {
    var dumped = ""
    dump(value, to: &dumped)
    let texts = ["\(value)", String(reflecting: value), dumped]
    seen.update { $0 += texts }
  }

  /// Whether something was printed, and nothing shows the secret.
  private var isHidden: Bool { !seen.value.isEmpty && !seen.value.contains { $0.contains("hunter2") } }

  private func replacement() throws -> TransportRequest {
    TransportRequest(url: try #require(URL(string: "https://example.com/other?patient=hunter2")))
  }

  @Test func aRuleReceivesAResponseThatHidesTheSecret() {
    stub(.text("a"))
    network().get(url).validate { response in
      note(response)
      note(response.head)
    }.resume()
    expectTrue(isHidden)
  }

  @Test func aRetrierReceivesAnErrorWhoseHeadHidesTheSecret() {
    stub(.status(503))
    let retrier = TestInterceptor(onRetry: { failure, completion in
      note(failure.error)
      if let head = failure.error.response { note(head) }
      completion(.pass)
    })
    network([retrier]).get(url).resume()
    expectTrue(isHidden)
  }

  @Test func aRedirectClosureReceivesAHeadThatHidesTheSecret() {
    stub(.redirect(to: "/other"))
    let policy = RedirectPolicy.modify { head, _ in
      note(head)
      return nil
    }
    network().get(url).redirects(policy).resume()
    expectTrue(isHidden)
  }

  @Test func aRequestThatARedirectClosureReplacesHidesTheSecret() throws {
    transport.stub(.uri("/"), with: .redirect(to: "/other"))
    transport.stub(.uri("/other"), with: .status(204))
    let other = try replacement()
    network().get(url).redirects(.modify { _, _ in other }).resume()
    note(try #require(transport.lastRequest))
    expectTrue(isHidden)
  }

  @Test func aRequestThatAPolicyReplacesBeforeItsAttemptsHidesTheSecret() throws {
    stub(.status(204))
    let other = try replacement()
    struct Replacing: RequestInterceptor {
      let other: TransportRequest
      func prepare(_ request: inout TransportRequest) { request = other }
    }
    network([Replacing(other: other)]).get(url).resume()
    note(try #require(transport.lastRequest))
    expectTrue(isHidden)
  }

  @Test func theHeadOfAStreamHidesTheSecret() {
    stub(.text("a"))
    network().get(url).responseStream { event in
      if case .head(let head) = event { note(head) }
    }
    expectTrue(isHidden)
  }

  @Test func theHeadOfAnEventStreamHidesTheSecret() {
    stub(.events([ServerSentEvent("a")]))
    let source = EventSource(RequestDescription(url), network: network(), reconnection: .never)
    source.open { update in if case .opened(let head) = update { note(head) } }
    expectTrue(isHidden)
  }

  @Test func theResponseOfARequestHidesTheSecret() {
    stub(.text("a"))
    let request = network().get(url)
    request.responseData { _ in if let head = request.response { note(head) } }
    expectTrue(isHidden)
  }

  @Test func theErrorOfAnEventThatCannotBeDecodedHidesTheSecret() async throws {
    stub(.events([ServerSentEvent(#"{"patient":"hunter2"}"#)]))
    for try await event in network().get(url).events() {
      do { _ = try event.decoded(as: [String: Int].self) } catch { note(error) }
    }
    expectTrue(isHidden)
  }

  @Test func theErrorOfAnEventSourcesEventHidesTheSecret() {
    stub(.events([ServerSentEvent(#"{"patient":{"hunter2":1}}"#)]))
    let source = EventSource(RequestDescription(url), network: network(), reconnection: .never)
    source.open { update in
      guard case .event(let event) = update else { return }
      do { _ = try event.decoded(as: [String: [String: String]].self) } catch { note(error) }
    }
    expectTrue(isHidden)
  }

  @Test func theClosureThatChoosesALifetimeReceivesAHeadThatHidesTheSecret() {
    stub(.text("a"))
    let options = CacheOptions(freshness: { head in
      note(head)
      return nil
    })
    network(cache: .memory(limit: 1 << 20, options: options)).get(url).responseData { _ in }
    expectTrue(isHidden)
  }

  @Test func theDescriptionOfARequestHidesTheSecret() {
    let network = network()
    let request = network.get("\(url)?patient=hunter2", headers: ["X-Patient": "hunter2"])
    note(request.requestDescription)
    let other = RequestDescription("\(url)?patient=hunter2")
    note(network.get(url).configure { $0 = other }.requestDescription)
    expectTrue(isHidden)
  }

  @Test func aDescriptionThatAnotherSessionSendsIsPrintedAsThatSessionSays() {
    let description = network().get("\(url)?patient=hunter2").requestDescription
    let other = NetworkSession(configuration: SessionConfiguration(), transport: transport)
    #expect("\(other.request(description).requestDescription)".contains("hunter2"))
  }

  @Test func noEventOfAMonitorShowsTheSecret() {
    struct Monitor: EventMonitor {
      let note: @Sendable (RequestEvent) -> Void
      func request(_ id: RequestID, did event: RequestEvent) { note(event) }
    }
    stub(.text("a"))
    network(monitors: [Monitor { note($0) }])
      .get("\(url)?patient=hunter2", headers: ["X-Patient": "hunter2"]).responseString { _ in }
    expectTrue(isHidden)
    #expect(seen.value.contains { $0.contains("started") })
  }

  @Test func theErrorOfARequestThatIsCancelledBeforeItsStartHidesTheSecret() {
    let request = network().get("\(url)?patient=hunter2")
    request.cancel()
    request.responseData { response in
      note(response)
      if let error = response.error { note(error) }
    }
    expectTrue(isHidden)
  }
}
