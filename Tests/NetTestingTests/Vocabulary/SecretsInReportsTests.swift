import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The output of mocks and cassettes for requests with secrets in every position.
@Suite(.netTesting) struct SecretsInReportsTests {
  private func leaks(_ texts: [(channel: String, text: String)], of place: SecretPlacement) -> [String] {
    texts.filter { $0.text.contains(SecretPlacement.canary) }.map { "\(place.name) | \($0.channel)" }
  }

  private struct Ignored: TransportReceiver {
    func receive(_ event: TransportEvent) {}
  }

  @Test func reportsOfAMockTransportContainNoSecrets() {
    let found = SecretPlacement.all.flatMap { place in
      let failures = CollectedFailures()
      let transport = failures.collect { MockTransport() }
      failures.collect {
        for field in place.requestHeaders {
          transport.stub(.header(field.name, equals: "other"), with: .status(200))
        }
        transport.stub(.body(equals: "other") && .path("/other"), with: .status(200))
        transport.stub(.form(equals: ["a": "b"]), with: .status(200))
        transport.stub(.json(equals: ["a": "b"]), with: .status(200))
        transport.stub(.query(equals: ["a": "b"]), with: .status(200))
        transport.stub(.multipart(part: "a", text: "b"), with: .status(200))
        transport.task(for: place.request, receiver: Ignored()).resume()
      }
      return leaks(failures.messages.map { ("report", $0) }, of: place)
    }
    expectEqual(found, [])
  }

  @Test func recordedRequestsPrintNoSecrets() {
    let found = SecretPlacement.all.flatMap { place in
      let request = RecordedRequest(place.request)
      var dumped = ""
      dump(request, to: &dumped)
      return leaks(
        [("describing", "\(request)"), ("reflecting", String(reflecting: request)), ("dump", dumped)],
        of: place)
    }
    expectEqual(found, [])
  }

  @Test func cassettesContainNoSecrets() async throws {
    try await CassetteFixtures.inFolder { file in
      var found: [String] = []
      for place in SecretPlacement.all {
        let upstream = MockTransport()
        let response = StubResponse.data(place.data, headers: place.responseHeaders).status(201)
        upstream.stub(.everything, with: response)
        let recorder = RecordingTransport(upstream, cassette: file, mode: .recordAll)
        recorder.task(for: place.request, receiver: Ignored()).resume()
        try recorder.save()
        found += leaks([("cassette", try String(contentsOf: file, encoding: .utf8))], of: place)
      }
      expectEqual(found, [])
    }
  }

  @Test func aReportUsesTheRedactionOfTheSession() async throws {
    var configuration = SessionConfiguration()
    configuration.redaction.insert(headerName: "X-Patient")
    configuration.redaction.insert(queryName: "patient")
    let failures = CollectedFailures()
    let transport = failures.collect { MockTransport() }
    failures.collect { transport.stub(.header("X-Patient", equals: "other"), with: .status(200)) }
    let session = NetworkSession(configuration: configuration, transport: transport)
    let description = RequestDescription("https://h/?patient=hunter2", headers: ["X-Patient": "hunter2"])
    failures.collect { _ = session.request(description).resume() }
    expectEqual(failures.messages.count, 1)
    expectEqual(failures.messages.first?.contains("hunter2"), false, "\(failures.messages)")
  }
}
