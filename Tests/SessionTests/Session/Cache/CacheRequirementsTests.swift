import Foundation
import TestSupport
import Testing

@testable import Net

/// Requirements of RFC 9111 that only a session shows.
@Suite struct CacheRequirementsTests {
  private let fixture = SessionFixture { $0.cache = .memory(limit: 1 << 20) }

  /// Section 3.1.
  @Test func trailersAreNotAddedToTheStoredFields() {
    let first = fixture.start()
    let head = ResponseHead(status: 200, headers: ["Cache-Control": "max-age=60", "Content-Length": "1"])
    fixture.tasks[0].send(.head(head))
    fixture.tasks[0].send(.body(Data("a".utf8)))
    fixture.tasks[0].send(.trailers(["X-Trailer": "1", "Cache-Control": "no-store"]))
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(first.text, "a")
    let second = fixture.start()
    expectEqual(fixture.tasks.count, 1)
    expectEqual(second.outcome?.response?.headers["Cache-Control"], "max-age=60")
    expectNil(second.outcome?.response?.headers["X-Trailer"])
  }

  /// Section 5.2.2.2.
  @Test(arguments: ["must-revalidate", "no-cache"])
  func withoutANetworkAResponseThatMustBeValidatedIsAnError(directive: String) {
    _ = fixture.start()
    let control = "max-age=0, stale-if-error=100, stale-while-revalidate=100, \(directive)"
    fixture.tasks[0].respond(200, headers: ["Cache-Control": control, "ETag": "\"1\""], body: "a")
    let second = fixture.start()
    fixture.tasks[1].send(.failed(URLError(.notConnectedToInternet), phase: .connect))
    expectEqual(second.count, 1)
    expectNil(second.text)
  }

  /// Section 4.
  @Test(arguments: [HTTPMethod.post, .put, .delete, "PURGE"])
  func anUnsafeRequestIsAlwaysSent(method: HTTPMethod) {
    _ = fixture.start()
    fixture.tasks[0].respond(200, headers: ["Cache-Control": "max-age=60"], body: "a")
    let second = fixture.start(method)
    expectEqual(fixture.tasks.count, 2)
    expectEqual(second.count, 0)
    fixture.tasks[1].respond(404)
    expectEqual(fixture.start().text, "a")
    expectEqual(fixture.tasks.count, 2)
  }

  /// Section 5.2.1.5.
  @Test func theResponseToARequestWithNoStoreIsNotStored() {
    let headers: HTTPHeaders = ["Cache-Control": "no-store"]
    for index in 0..<2 {
      let request = fixture.start(headers: headers)
      expectEqual(fixture.tasks.count, index + 1)
      fixture.tasks[index].respond(200, headers: ["Cache-Control": "max-age=60"], body: "a")
      expectEqual(request.text, "a")
    }
    _ = fixture.start()
    expectEqual(fixture.tasks.count, 3)
  }
}
