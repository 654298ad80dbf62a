import Foundation
import Net
import TestSupport
import Testing

/// The verbs, each from its call to the description of the request.
struct RequestMakingVerbsTests {
  private struct Describing: RequestMaking {
    func request(_ description: RequestDescription) -> RequestDescription { description }
  }

  private let parameters: Parameters = ["k": 1]
  private let headers: HTTPHeaders = ["A": "b"]

  /// Each verb without content.
  private func verbs<Making: RequestMaking>(of making: Making) -> [(
    method: HTTPMethod, request: Making.Request
  )] {
    [
      (.get, making.get("/t", parameters: parameters, encoding: .urlQuery, headers: headers)),
      (.head, making.head("/t", parameters: parameters, encoding: .urlQuery, headers: headers)),
      (.options, making.options("/t", parameters: parameters, encoding: .urlQuery, headers: headers)),
      (.delete, making.delete("/t", parameters: parameters, encoding: .urlQuery, headers: headers)),
      (.post, making.post("/t", parameters: parameters, encoding: .urlQuery, headers: headers)),
      (.put, making.put("/t", parameters: parameters, encoding: .urlQuery, headers: headers)),
      (.patch, making.patch("/t", parameters: parameters, encoding: .urlQuery, headers: headers)),
      (
        "PURGE",
        making.request("/t", method: "PURGE", parameters: parameters, encoding: .urlQuery, headers: headers)
      ),
    ]
  }

  @Test func eachVerbSetsItsMethodAndKeepsItsArguments() throws {
    for (method, description) in verbs(of: Describing()) {
      expectEqual(description.method, method)
      expectEqual(description.parameters, parameters)
      expectEqual((description.encoding as? URLEncoding)?.destination, .queryString)
      expectEqual(description.headers, headers)
      expectNil(description.content)
      expectEqual(try description.url.asURL().absoluteString, "/t")
    }
  }

  @Test func theVerbsOfASessionSendTheirMethodAndArguments() {
    let fixture = SessionFixture { $0.baseURL = URL(string: "https://example.com") }
    for (_, request) in verbs(of: fixture.session) { request.resume() }
    expectEqual(
      fixture.tasks.map(\.request.method), [.get, .head, .options, .delete, .post, .put, .patch, "PURGE"])
    #expect(fixture.tasks.allSatisfy { $0.request.url.absoluteString == "https://example.com/t?k=1" })
    #expect(fixture.tasks.allSatisfy { $0.request.headers["A"] == "b" })
  }

  @Test func aPlainRequestIsAGet() throws {
    let description = Describing().request("/t")
    expectEqual(description.method, .get)
    expectNil(description.parameters)
    expectEqual((description.encoding as? URLEncoding)?.destination, .methodDependent)
    expectTrue(description.headers.isEmpty)
  }
}
