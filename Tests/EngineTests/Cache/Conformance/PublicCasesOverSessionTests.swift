import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// The public cases through a whole session over a mocked transport, in virtual time.
@Suite struct PublicCasesOverSessionTests {
  /// A session with an empty cache in memory that accepts every response.
  static func session(
    over transport: any Transport, timer: TestScheduler, monitor: InterimMonitor
  ) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.cache = .memory(limit: 1 << 24)
    configuration.validation = .none
    configuration.redirects = .refuse
    configuration.timeouts = RequestTimeouts()
    configuration.monitors = [monitor]
    return NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  /// Returns what the server of a case sends, its pause included.
  static func stub(for request: RecordedRequest, by server: PublicCaseServer, at date: Date) -> StubResponse {
    let sent = TransportRequest(method: request.method, url: request.url, headers: request.headers)
    let pause = server.pause(for: sent)
    let answer = server.answer(sent, now: date.addingTimeInterval(Double(pause)))
    guard !answer.disconnects else { return .failure(URLError(.networkConnectionLost)) }
    var stub = StubResponse(
      .response(status: answer.head.status, headers: answer.head.headers, body: answer.body),
      delay: .seconds(pause))
    for interim in answer.interim { stub = stub.interim(interim.status, headers: interim.headers) }
    return stub
  }

  /// Describes the request of a step.
  static func description(_ request: TransportRequest, _ mode: CacheMode, url: URL) -> RequestDescription {
    var description = RequestDescription(url, method: request.method, headers: request.headers)
    if case .data(let data) = request.body { description.content = .data(data, contentType: nil) }
    description.cacheMode = mode
    return description
  }

  static func perform(_ test: PublicCase) throws -> PublicCaseRun {
    var run = PublicCaseRun(test)
    let server = run.server
    // 22 November 2025.
    let timer = TestScheduler(startDate: Date(timeIntervalSince1970: 1_763_769_600))
    let transport = MockTransport(timer: timer)
    transport.stub(.everything) { Self.stub(for: $0, by: server, at: timer.date) }
    let monitor = InterimMonitor()
    let session = session(over: transport, timer: timer, monitor: monitor)
    for index in test.steps.indices {
      let (request, mode) = try run.request(for: index)
      let got = Captured<DataResponse<Data?>>()
      _ = monitor.take()
      session.request(description(request, mode, url: request.url))
        .response(delivery: .inline, responseSerializer: .optionalData) { got.set($0) }
      // The pauses of the server, and validations in the background.
      while timer.pendingCount > 0 { timer.run() }
      run.receive(Self.response(got.values.last, monitor.take()))
      timer.advance(by: .seconds(run.pause(after: index)))
    }
    return run
  }

  static func response(_ response: DataResponse<Data?>?, _ interim: [ResponseHead]) -> PublicCaseResponse {
    guard let head = response?.response, response?.error == nil else { return .failed }
    return PublicCaseResponse(interim: interim, head: head, body: response?.data ?? Data())
  }

  @Test(.heavy) func everyRequiredCasePassesAndOnlyNamedOptionalOnesFail() throws {
    var report = PublicCaseReport()
    for test in try PublicCase.all() where !PublicCase.notApplicable.contains(test.id) {
      report.add(try Self.perform(test))
    }
    #expect(report.lines.count > 50)
    expectEqual(report.unmet(.required), [])
    let failures = report.unmet(.optimal).filter { line in
      !ConformancePage.reasons.keys.contains { line.hasPrefix("\($0) ") }
    }
    expectEqual(failures, [])
    print(report.text)
  }
}

/// Records the interim responses of a session.
final class InterimMonitor: EventMonitor {
  private let heads = Lock<[ResponseHead]>([])

  func request(_ id: RequestID, did event: RequestEvent) {
    if case .receivedInterim(let head) = event { heads.withLock { $0.append(head) } }
  }

  /// Returns the interim responses since the last call.
  func take() -> [ResponseHead] {
    heads.withLock { heads in
      defer { heads = [] }
      return heads
    }
  }
}
