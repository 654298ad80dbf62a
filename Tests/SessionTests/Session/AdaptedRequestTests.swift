import Foundation
import Net
import TestSupport
import Testing

/// A request changed by an adapter must follow the same rules as one created by a caller.
@Suite struct AdaptedRequestTests {
  private func reason(
    _ change: @escaping @Sendable (inout TransportRequest) -> Void
  ) -> (reason: NetworkError.Reason?, tasks: Int) {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onAdapt: { request, done in
          var request = request
          change(&request)
          done(.success(request))
        })
      ]
    }
    let started = fixture.start()
    return (started.reason, fixture.tasks.count)
  }

  @Test func aHeaderWithALineBreakIsRejected() {
    let (reason, tasks) = reason { $0.headers.add(name: "A", value: "1\r\nB: 2") }
    expectEqual(reason, .invalidRequest(.header(name: "A", value: "1\r\nB: 2")))
    expectEqual(tasks, 0)
  }

  @Test func anInvalidMethodIsRejected() {
    let (reason, tasks) = reason { $0.method = "GET / HTTP/1.1\r\nB: 2" }
    expectEqual(reason, .invalidRequest(.method("GET / HTTP/1.1\r\nB: 2")))
    expectEqual(tasks, 0)
  }

  @Test func aBodyIsRejectedIfTheMethodForbidsIt() {
    let (reason, tasks) = reason { $0.body = .data(Data("x".utf8)) }
    expectEqual(reason, .invalidRequest(.bodyNotAllowed(.get)))
    expectEqual(tasks, 0)
  }

  @Test(arguments: ["file:///etc/hosts", "ftp://example.com/", "relative", "http:///nowhere"])
  func aURLThatIsNotAbsoluteHTTPIsRejected(text: String) throws {
    let url = try #require(URL(string: text))
    let (reason, tasks) = reason { $0.url = url }
    expectEqual(reason, .invalidRequest(.url(text)))
    expectEqual(tasks, 0)
  }
}
