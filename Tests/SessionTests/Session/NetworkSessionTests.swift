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
    #expect(fixture.tasks.map(\.isResumed) == [true])
    #expect(started.count == 0)
    fixture.tasks[0].respond(200, body: "hello")
    #expect(started.text == "hello")
    #expect(started.request.state == .finished)
    #expect(started.request.response?.status == 200)
    #expect(fixture.monitor.events == ["#1 started", "#1 sent GET 1", "#1 head 200", "#1 finished"])
  }

  @Test func noTaskIsCreatedBeforeTheStart() {
    let fixture = SessionFixture()
    _ = fixture.session.get("https://example.com/")
    #expect(fixture.tasks.isEmpty)
    #expect(fixture.monitor.events.isEmpty)
  }

  @Test func theStateFollowsTheProgressOfARequest() {
    let fixture = SessionFixture()
    let request = fixture.session.get("https://example.com/")
    #expect(request.state == .ready)
    #expect(request.request == nil && request.response == nil)
    request.resume()
    #expect(request.state == .running)
    #expect(request.request?.url.absoluteString == "https://example.com/")
    #expect(request.response == nil)
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    #expect(request.response?.status == 200)
    #expect(request.state == .running)
    fixture.tasks[0].send(.finished(TransportTimings()))
    #expect(request.state == .finished)
  }

  @Test func theSessionsBaseURLAndHeadersAreUsed() {
    let fixture = SessionFixture {
      $0.baseURL = URL(string: "https://example.com/v1/")
      $0.headers = ["X-A": "session", "X-B": "session"]
    }
    _ = fixture.start(.get, "users", headers: ["X-B": "request"])
    #expect(fixture.tasks[0].request.url.absoluteString == "https://example.com/v1/users")
    #expect(fixture.tasks[0].request.headers["X-A"] == "session")
    #expect(fixture.tasks[0].request.headers["X-B"] == "request")
  }

  @Test func anInvalidRequestFailsBeforeSending() {
    let fixture = SessionFixture()
    let started = fixture.start(.get, "no base")
    #expect(started.reason == .invalidRequest(.url("no base")))
    #expect(started.outcome?.error?.attempts == 0)
    #expect(fixture.tasks.isEmpty)
  }

  @Test func aRejectedResponseFailsWithItsBody() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].respond(404, body: "gone")
    #expect(started.reason == .validation(.statusCode(404)))
    #expect(started.outcome?.data == Data("gone".utf8))
    #expect(started.outcome?.error?.attempts == 1)
  }

  @Test func byDefaultTheContentTypeMustMatchTheAcceptHeader() {
    let fixture = SessionFixture()
    let started = fixture.start(headers: ["Accept": "application/json"])
    fixture.tasks[0].respond(200, headers: ["Content-Type": "text/html"], body: "<html>")
    #expect(started.reason == .validation(.contentType("text/html", acceptable: ["application/json"])))
    #expect(started.outcome?.data == Data("<html>".utf8))
  }

  @Test func theRequestsValidationOverridesTheSessions() {
    let fixture = SessionFixture()
    let started = fixture.start { $0.validate(statusCode: [404]) }
    fixture.tasks[0].respond(404)
    #expect(started.outcome?.error == nil)
  }

  @Test func aTransportFailureKeepsTheReceivedBytes() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.tasks[0].send(.body(Data("half".utf8)))
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    #expect(started.reason == .transport(.body))
    #expect(started.outcome?.error?.underlyingError is Broken)
    #expect(started.outcome?.data == Data("half".utf8))
    #expect(started.outcome?.response?.status == 200)
  }

  @Test func aResponseWithoutAHeadFails() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.finished(TransportTimings()))
    #expect(started.reason == .transport(.head))
  }

  @Test func timingsAreRelativeToTheStart() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.timer.advance(by: .seconds(1))
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.timer.advance(by: .seconds(2))
    fixture.tasks[0].send(.finished(TransportTimings()))
    #expect(
      started.outcome?.timings
        == ResponseTimings(sent: .zero, firstByte: .seconds(1), done: .seconds(3), attempts: 1))
  }

  @Test func progressEndsAtTheTotal() {
    let progress = Locked<[TransferProgress]>([])
    let fixture = SessionFixture()
    _ = fixture.start { $0.progress(delivery: .inline) { step in progress.update { $0.append(step) } } }
    fixture.tasks[0].send(.head(ResponseHead(status: 200, headers: ["Content-Length": "5"])))
    fixture.tasks[0].send(.body(Data("he".utf8)))
    fixture.tasks[0].send(.body(Data("llo".utf8)))
    fixture.tasks[0].send(.finished(TransportTimings()))
    #expect(
      progress.value == [
        TransferProgress(completed: 2, total: 5), TransferProgress(completed: 5, total: 5),
      ])
  }

  @Test func progressOfADecodedBodyHasNoTotal() {
    let progress = Locked<[TransferProgress]>([])
    let fixture = SessionFixture()
    _ = fixture.start { $0.progress(delivery: .inline) { step in progress.update { $0.append(step) } } }
    fixture.tasks[0].respond(
      200, headers: ["Content-Length": "2", "Content-Encoding": "gzip"], body: "hello")
    #expect(progress.value == [TransferProgress(completed: 5, total: nil)])
  }

  @Test func theHeadIsDeliveredBeforeTheBody() {
    let heads = Locked<[Int]>([])
    let fixture = SessionFixture()
    let started = fixture.start { $0.onHTTPResponse { head in heads.update { $0.append(head.status) } } }
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    #expect(heads.value == [200])
    #expect(started.count == 0)
  }

  @Test func configuringAfterTheStartIsIgnoredAndReported() {
    let fixture = SessionFixture()
    let started = fixture.start()
    _ = started.request.validate(statusCode: [404]).onHTTPResponse { _ in Issue.record("too late") }
    _ = started.request.progress(delivery: .inline) { _ in Issue.record("too late") }
    _ = started.request.unvalidated()
    fixture.tasks[0].respond(404, body: "gone")
    #expect(started.reason == .validation(.statusCode(404)))
    #expect(
      fixture.monitor.events.filter { $0.contains("too late") } == [
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
    #expect(fixture.tasks.count == 1)
    #expect(started.text == "once")
    #expect(second.value == ["once"])
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
    #expect(order.value == ["head begins", "head ends", "cancelled"])
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
    #expect(fixture.monitor.events.filter { $0.hasSuffix("started") } == ["#1 started", "#2 started"])
  }
}
