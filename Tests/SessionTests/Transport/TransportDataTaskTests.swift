import Foundation
import Net
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct TransportDataTaskTests {
  private struct Outcome: Sendable {
    var data: Data?
    var response: HTTPURLResponse?
    var error: (any Error)?
  }

  private let url = URL(string: "https://example.com/") ?? URL(filePath: "/")

  private func fetch(_ act: @escaping @Sendable (ScriptedTask) -> Void) -> [Outcome] {
    let outcomes = Locked<[Outcome]>([])
    let transport = ScriptedTransport(onResume: act)
    transport.dataTask(with: url) { data, response, error in
      outcomes.update { $0.append(Outcome(data: data, response: response, error: error)) }
    }.resume()
    return outcomes.value
  }

  @Test func aWholeResponseIsReturned() throws {
    let outcomes = fetch { task in
      task.send(.head(ResponseHead(status: 201, headers: ["X-A": "1"])))
      task.send(.body(Data("he".utf8)))
      task.send(.body(Data("llo".utf8)))
      task.send(.finished(TransportTimings()))
    }
    expectEqual(outcomes.count, 1)
    let outcome = try #require(outcomes.first)
    expectEqual(outcome.data, Data("hello".utf8))
    expectEqual(outcome.response?.statusCode, 201)
    expectEqual(outcome.response?.url, url)
    expectEqual(outcome.response?.value(forHTTPHeaderField: "X-A"), "1")
    expectNil(outcome.error)
  }

  @Test func aBodyStreamIsSentOnce() throws {
    let transport = ScriptedTransport()
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    request.httpBodyStream = InputStream(data: Data("hello".utf8))
    transport.dataTask(with: request) { _, _, _ in }.resume()
    let body = try #require(transport.tasks.first?.request.body)
    expectEqual(body.isRepeatable, false)
    expectEqual(try body.contents(), Data("hello".utf8))
  }

  @Test func anEmptyBodyIsEmptyData() {
    expectEqual(fetch { $0.respond(204) }.first?.data, Data())
  }

  @Test func anErrorKeepsTheReceivedBytes() {
    let outcomes = fetch { task in
      task.send(.head(ResponseHead(status: 200)))
      task.send(.body(Data("half".utf8)))
      task.send(.failed(Broken(), phase: .body))
    }
    expectEqual(outcomes.first?.data, Data("half".utf8))
    expectEqual(outcomes.first?.response?.statusCode, 200)
    #expect(outcomes.first?.error is Broken)
  }

  @Test func anErrorBeforeTheHeadHasNoResponse() {
    let outcomes = fetch { $0.send(.failed(Broken(), phase: .connect)) }
    expectNil(outcomes.first?.data)
    expectNil(outcomes.first?.response)
    #expect(outcomes.first?.error is Broken)
  }

  @Test func cancellingCompletesOnce() {
    let outcomes = Locked<[Outcome]>([])
    let transport = ScriptedTransport()
    let task = transport.dataTask(with: url) { data, response, error in
      outcomes.update { $0.append(Outcome(data: data, response: response, error: error)) }
    }
    task.resume()
    task.cancel()
    task.cancel()
    expectEqual(outcomes.value.count, 1)
    #expect(outcomes.value.first?.error is CancellationError)
  }

  @Test func aURLRequestIsSent() {
    let transport = ScriptedTransport()
    var request = URLRequest(url: url)
    request.httpMethod = "PUT"
    request.setValue("1", forHTTPHeaderField: "X-A")
    request.httpBody = Data("x".utf8)
    transport.dataTask(with: request) { _, _, _ in }.resume()
    expectEqual(transport.tasks.first?.request.method, .put)
    expectEqual(transport.tasks.first?.request.headers["X-A"], "1")
    expectEqual(transport.tasks.first?.request.body, .data(Data("x".utf8)))
  }

  @Test func aRequestWithoutAURLFails() {
    var request = URLRequest(url: url)
    request.url = nil
    let errors = Locked<[any Error]>([])
    let transport = ScriptedTransport()
    let task = transport.dataTask(with: request) { _, _, error in
      errors.update { errors in if let error { errors.append(error) } }
    }
    task.resume()
    task.cancel()
    expectEqual(errors.value.count, 1)
    expectEqual((errors.value.first as? URLError)?.code, .badURL)
    expectTrue(transport.tasks.isEmpty)
  }

  @Test(arguments: ["file:///etc/hosts", "foo:bar", "relative", "http:///nowhere"])
  func aURLThatIsNotAbsoluteHTTPFails(text: String) throws {
    let errors = Locked<[any Error]>([])
    let transport = ScriptedTransport()
    let task = transport.dataTask(with: try #require(URL(string: text))) { _, _, error in
      errors.update { errors in if let error { errors.append(error) } }
    }
    task.resume()
    expectEqual(errors.value.map { $0 as? InvalidRequest }, [.url(text)])
    expectTrue(transport.tasks.isEmpty)
  }

  @Test func aHeaderWithALineBreakIsNotSent() {
    let errors = Locked<[any Error]>([])
    let transport = ScriptedTransport()
    let request = TransportRequest(url: url, headers: ["A": "1\r\nB: 2"])
    transport.dataTask(with: request) { _, _, error in
      errors.update { errors in if let error { errors.append(error) } }
    }.resume()
    expectEqual(errors.value.map { $0 as? InvalidRequest }, [.header(name: "A", value: "1\r\nB: 2")])
    expectTrue(transport.tasks.isEmpty)
  }

  @Test func aDataTaskUsesTheRealTransport() async throws {
    let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
    let url = try server.url()
    let outcome = await withCheckedContinuation { continuation in
      URLSessionTransport().dataTask(with: url) { data, response, error in
        continuation.resume(returning: Outcome(data: data, response: response, error: error))
      }.resume()
    }
    expectEqual(outcome.data, Data("hello".utf8))
    expectEqual(outcome.response?.statusCode, 200)
    expectNil(outcome.error)
  }
}
