import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A session's own redaction applies to everything that the session creates.
@Suite struct SessionRedactionTests {
  private let lines = Locked<[String]>([])
  private let transport = MockTransport()

  private func session(_ configure: (inout SessionConfiguration) -> Void = { _ in }) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.redaction.insert(headerName: "X-Patient")
    configuration.redaction.insert(queryName: "patient")
    configuration.redaction.insert(bodyName: "patient")
    configuration.monitors = [
      LoggingMonitor(level: .debug) { [lines] _, text in lines.update { $0.append(text) } }
    ]
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport)
  }

  private let description = RequestDescription(
    "https://example.com/?patient=hunter2", method: .post, headers: ["X-Patient": "hunter2"],
    content: .json(["patient": "hunter2"]))

  private func response(_ session: NetworkSession) throws -> DataResponse<String> {
    let got = Captured<DataResponse<String>>()
    session.request(description).response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    return try #require(got.values.first)
  }

  private func prints(of value: some Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), dumped]
  }

  @Test func aFailureHidesTheSecret() throws {
    transport.stub(
      .everything, with: .json(#"{"patient": "hunter2"}"#).header("X-Patient", "hunter2").status(400))
    let response = try response(session())
    let error = try #require(response.error)
    let texts =
      prints(of: error) + prints(of: response) + [error.localizedDescription]
      + (error.request.map(prints) ?? []) + (error.response.map(prints) ?? [])
      + [error.request?.cURLDescription() ?? ""] + lines.value
    expectEqual(texts.filter { $0.contains("hunter2") }, [])
    #expect(error.description.contains("patient=<redacted>"))
  }

  @Test func aResponseHidesTheSecret() throws {
    transport.stub(.everything, with: .json(#"{"patient": "hunter2"}"#).header("X-Patient", "hunter2"))
    let response = try response(session())
    let texts =
      prints(of: response) + (response.request.map(prints) ?? []) + (response.response.map(prints) ?? [])
      + lines.value
    expectEqual(texts.filter { $0.contains("hunter2") }, [])
  }

  @Test func anInvalidRequestHidesTheSecret() throws {
    let got = Captured<DataResponse<String>>()
    let request = session().request(RequestDescription("ftp://example.com/?patient=hunter2"))
    let command = request.cURLDescription
    request.response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    let texts = prints(of: try #require(got.values.first?.error)) + lines.value + [command]
    expectEqual(texts.filter { $0.contains("hunter2") }, [])
  }

  @Test func theCURLCommandOfARequestHidesTheSecret() {
    #expect(!session().request(description).cURLDescription.contains("hunter2"))
  }

  @Test func aSessionAndARequestThatIsNotSentHideTheSecret() {
    let session = session { configuration in
      configuration.headers = ["X-Patient": "hunter2"]
      configuration.baseURL = URL(string: "https://example.com/?patient=hunter2")
    }
    let texts = prints(of: session) + prints(of: session.request(description))
    expectEqual(texts.filter { $0.contains("hunter2") }, [])
    #expect(texts.contains { $0.contains("X-Patient: <redacted>") })
  }

  @Test func theRequestsOfAMockHideTheSecret() async throws {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.redaction.insert(queryName: "patient")
    configuration.redaction.insert(headerName: "X-Patient")
    configuration.redaction.insert(bodyName: "patient")
    let network = NetworkingMock(configuration: configuration)
    network.stub(.everything, with: .status(204))
    let request = network.request(description)
    let _: String = try await request.string()
    let last = try #require(network.lastRequest)
    let texts = prints(of: last) + prints(of: request) + prints(of: network)
    expectEqual(texts.filter { $0.contains("hunter2") }, [])
    #expect("\(last)".contains("patient=<redacted>"))
  }

  @Test func theReasonOfACloseFrameIsRedacted() {
    let closure = WebSocketClosure(code: .normal, reason: "token=hunter2")
    let error = WebSocketError.closed(closure)
    let texts =
      prints(of: closure) + prints(of: error) + prints(of: [error]) + prints(of: error as WebSocketError?)
    expectEqual(texts.filter { $0.contains("hunter2") }, [])
    #expect("\(closure)".hasSuffix("\"token=<redacted>\""))
    #expect("\(error)".hasPrefix("The peer closed the WebSocket with code"))
  }

  @Test func aRequestReplacedByAnAdapterKeepsTheRedaction() throws {
    transport.stub(.everything, with: .status(400))
    let url = try #require(URL(string: "https://example.com/?patient=hunter2"))
    let adapter = TestInterceptor(onAdapt: { _, completion in completion(.success(TransportRequest(url: url)))
    })
    let error = try response(session { $0.interceptors = [adapter] }).error
    expectEqual((prints(of: try #require(error)) + lines.value).filter { $0.contains("hunter2") }, [])
  }

  @Test func aMonitorUsesItsOwnRedaction() throws {
    transport.stub(.everything, with: .status(204))
    _ = try response(
      session { configuration in
        configuration.monitors = [
          LoggingMonitor(level: .debug, redaction: .none) { [lines] _, text in
            lines.update { $0.append(text) }
          }
        ]
      })
    #expect(lines.value.contains { $0.contains("hunter2") })
  }

  @Test func redactionCanBeDisabledForASession() throws {
    transport.stub(.everything, with: .status(400))
    let error = try response(session { $0.redaction = .none }).error
    expectEqual(error?.description.contains("patient=hunter2"), true)
  }

  @Test func theRedactionDoesNotAffectEquality() throws {
    let url = try #require(URL(string: "https://example.com/"))
    var request = TransportRequest(url: url)
    request.redaction = .none
    expectEqual(request, TransportRequest(url: url))
    expectEqual(request.hashValue, TransportRequest(url: url).hashValue)
    var head = ResponseHead(status: 200)
    head.redaction = .none
    expectEqual(head, ResponseHead(status: 200))
  }
}
