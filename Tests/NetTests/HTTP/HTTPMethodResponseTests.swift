import Testing

@testable import Net

@Suite struct HTTPMethodResponseTests {
  @Test(arguments: [200, 206, 302, 404, 500])
  func aResponseHasABodyAndContent(_ status: Int) {
    for method: HTTPMethod in [.get, .post, .delete, "PURGE", "head"] {
      #expect(method.hasBody(inResponse: status) && method.hasContent(inResponse: status))
    }
  }

  @Test(arguments: [204, 304])
  func aStatusWithoutABodyHasNoContent(_ status: Int) {
    #expect(!HTTPMethod.get.hasBody(inResponse: status))
    #expect(!HTTPMethod.get.hasContent(inResponse: status))
  }

  @Test(arguments: [200, 204, 205, 304, 404])
  func noResponseToHeadHasABody(_ status: Int) {
    #expect(!HTTPMethod.head.hasBody(inResponse: status))
    #expect(!HTTPMethod.head.hasContent(inResponse: status))
  }

  @Test func a205HasABodyButNoContent() {
    #expect(HTTPMethod.post.hasBody(inResponse: 205))
    #expect(!HTTPMethod.post.hasContent(inResponse: 205))
  }
}
