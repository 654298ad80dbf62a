import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct NetworkSessionTests {
  @Test func aRequestIsSentOnceAndItsResponseIsDelivered() {
    let fixture = SessionFixture()
    let started = fixture.start()
    expectEqual(fixture.tasks.map(\.isResumed), [true])
    expectEqual(started.count, 0)
    fixture.tasks[0].respond(200, body: "hello")
    expectEqual(started.text, "hello")
    expectEqual(started.request.state, .finished)
    expectEqual(started.request.response?.status, 200)
    expectEqual(fixture.monitor.events, ["#1 started", "#1 sent GET 1", "#1 head 200", "#1 finished"])
  }

  @Test func noTaskIsCreatedBeforeTheStart() {
    let fixture = SessionFixture()
    _ = fixture.session.get("https://example.com/")
    expectTrue(fixture.tasks.isEmpty)
    expectTrue(fixture.monitor.events.isEmpty)
  }

  @Test func theStateFollowsTheProgressOfARequest() {
    let fixture = SessionFixture()
    let request = fixture.session.get("https://example.com/")
    expectEqual(request.state, .ready)
    #expect(request.request == nil && request.response == nil)
    request.resume()
    expectEqual(request.state, .running)
    expectEqual(request.request?.url.absoluteString, "https://example.com/")
    expectNil(request.response)
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    expectEqual(request.response?.status, 200)
    expectEqual(request.state, .running)
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(request.state, .finished)
  }

  @Test func theSessionsBaseURLAndHeadersAreUsed() {
    let fixture = SessionFixture {
      $0.baseURL = URL(string: "https://example.com/v1/")
      $0.headers = ["X-A": "session", "X-B": "session"]
    }
    _ = fixture.start(.get, "users", headers: ["X-B": "request"])
    expectEqual(fixture.tasks[0].request.url.absoluteString, "https://example.com/v1/users")
    expectEqual(fixture.tasks[0].request.headers["X-A"], "session")
    expectEqual(fixture.tasks[0].request.headers["X-B"], "request")
  }

  @Test func anInvalidRequestFailsBeforeSending() {
    let fixture = SessionFixture()
    let started = fixture.start(.get, "no base")
    expectEqual(started.reason, .invalidRequest(.url("no base")))
    expectEqual(started.outcome?.error?.attempts, 0)
    expectTrue(fixture.tasks.isEmpty)
  }

  @Test func aRejectedResponseFailsWithItsBody() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].respond(404, body: "gone")
    expectEqual(started.reason, .validation(.statusCode(404)))
    expectEqual(started.outcome?.data, Data("gone".utf8))
    expectEqual(started.outcome?.error?.attempts, 1)
  }

  @Test func byDefaultTheContentTypeMustMatchTheAcceptHeader() {
    let fixture = SessionFixture()
    let started = fixture.start(headers: ["Accept": "application/json"])
    fixture.tasks[0].respond(200, headers: ["Content-Type": "text/html"], body: "<html>")
    expectEqual(started.reason, .validation(.contentType("text/html", acceptable: ["application/json"])))
    expectEqual(started.outcome?.data, Data("<html>".utf8))
  }

  @Test func theRequestsValidationOverridesTheSessions() {
    let fixture = SessionFixture()
    let started = fixture.start { $0.validate(statusCode: [404]) }
    fixture.tasks[0].respond(404)
    expectNil(started.outcome?.error)
  }

  @Test func aTransportFailureKeepsTheReceivedBytes() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.tasks[0].send(.body(Data("half".utf8)))
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectEqual(started.reason, .transport(.body))
    #expect(started.outcome?.error?.underlyingError is Broken)
    expectEqual(started.outcome?.data, Data("half".utf8))
    expectEqual(started.outcome?.response?.status, 200)
  }

  @Test func aResponseWithoutAHeadFails() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(started.reason, .transport(.head))
  }

  @Test func timingsAreRelativeToTheStart() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(1))
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.timer.advance(by: .seconds(2))
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(
      started.outcome?.timings,
      ResponseTimings(sent: .zero, firstByte: .seconds(1), done: .seconds(3), attempts: 1))
  }

  @Test func progressEndsAtTheTotal() {
    let progress = Locked<[TransferProgress]>([])
    let fixture = SessionFixture()
    _ = fixture.start { $0.progress(delivery: .inline) { step in progress.update { $0.append(step) } } }
    fixture.tasks[0].send(.head(ResponseHead(status: 200, headers: ["Content-Length": "5"])))
    fixture.tasks[0].send(.body(Data("he".utf8)))
    fixture.tasks[0].send(.body(Data("llo".utf8)))
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(
      progress.value,
      [
        TransferProgress(completed: 2, total: 5), TransferProgress(completed: 5, total: 5),
      ])
  }

  @Test func progressOfADecodedBodyHasNoTotal() {
    let progress = Locked<[TransferProgress]>([])
    let fixture = SessionFixture()
    _ = fixture.start { $0.progress(delivery: .inline) { step in progress.update { $0.append(step) } } }
    fixture.tasks[0].respond(
      200, headers: ["Content-Length": "2", "Content-Encoding": "gzip"], body: "hello")
    expectEqual(progress.value, [TransferProgress(completed: 5, total: nil)])
  }

  @Test func theHeadIsDeliveredBeforeTheBody() {
    let heads = Locked<[Int]>([])
    let fixture = SessionFixture()
    let started = fixture.start { $0.onHTTPResponse { head in heads.update { $0.append(head.status) } } }
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    expectEqual(heads.value, [200])
    expectEqual(started.count, 0)
  }

  @Test func configuringAfterTheStartIsIgnoredAndReported() {
    let fixture = SessionFixture()
    let started = fixture.start()
    _ = started.request.validate(statusCode: [404]).onHTTPResponse { _ in Issue.record("too late") }
    _ = started.request.progress(delivery: .inline) { _ in Issue.record("too late") }
    _ = started.request.unvalidated()
    fixture.tasks[0].respond(404, body: "gone")
    expectEqual(started.reason, .validation(.statusCode(404)))
    expectEqual(
      fixture.monitor.events.filter { $0.contains("too late") },
      [
        "#1 too late validate", "#1 too late onHTTPResponse", "#1 too late progress",
        "#1 too late unvalidated",
      ])
  }

  @Test func everyResponseCallSharesOneExchange() {
    let fixture = SessionFixture()
    let started = fixture.start()
    let second = Locked<[String?]>([])
    started.request.response(delivery: .inline, responseSerializer: .string) { response in
      second.update { $0.append(response.value) }
    }
    fixture.tasks[0].respond(200, headers: ["Content-Type": "text/plain"], body: "once")
    expectEqual(fixture.tasks.count, 1)
    expectEqual(started.text, "once")
    expectEqual(second.value, ["once"])
  }

  @Test func callbacksOfOneRequestDoNotNest() {
    let order = Locked<[String]>([])
    let fixture = SessionFixture(onResume: { $0.respond(200, body: "x") })
    let request = fixture.session.get("https://example.com/")
    _ = request.onHTTPResponse { [weak request] _ in
      order.update { $0.append("head begins") }
      request?.cancel()
      order.update { $0.append("head ends") }
    }
    request.response(delivery: .inline, responseSerializer: .data) { response in
      order.update { $0.append("\(response.error?.reason ?? .encoding)") }
    }
    expectEqual(order.value, ["head begins", "head ends", "cancelled"])
  }

  @Test func theCURLCommandShowsTheRequestAsSent() {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onAdapt: { request, done in
          var request = request
          request.headers.add(name: "X-Signed", value: "yes")
          done(.success(request))
        })
      ]
    }
    let request = fixture.session.get("https://example.com/a", headers: ["Authorization": "secret"])
    #expect(request.cURLDescription.contains("'https://example.com/a'"))
    request.resume()
    #expect(request.cURLDescription.contains("X-Signed: yes"))
    #expect(!request.cURLDescription.contains("secret"))
  }

  @Test func requestsAreNumberedFromOne() {
    let fixture = SessionFixture()
    _ = fixture.start()
    _ = fixture.start()
    expectEqual(fixture.monitor.events.filter { $0.hasSuffix("started") }, ["#1 started", "#2 started"])
  }
}
