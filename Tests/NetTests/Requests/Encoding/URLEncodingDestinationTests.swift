import Foundation
import Net
import TestSupport
import Testing

struct URLEncodingDestinationTests {
  private func encoded(
    _ url: String = "https://example.com/a", method: HTTPMethod = .get, headers: HTTPHeaders = [:],
    body: RequestBody = .none, encoding: URLEncoding = .url, _ parameters: Parameters = ["k": "v w"]
  ) throws -> TransportRequest {
    var request = TransportRequest(
      method: method, url: try #require(URL(string: url)), headers: headers, body: body)
    try encoding.encode(parameters, into: &request)
    return request
  }

  @Test(arguments: [HTTPMethod.get, .head, .delete])
  func getHeadAndDeleteUseTheQuery(_ method: HTTPMethod) throws {
    let request = try encoded(method: method)
    expectEqual(request.url.absoluteString, "https://example.com/a?k=v%20w")
    expectEqual(request.body, .none)
    expectTrue(request.headers.isEmpty)
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .options, "PROPFIND"])
  func methodsOtherThanGetHeadAndDeleteUseTheBody(_ method: HTTPMethod) throws {
    let request = try encoded(method: method)
    expectEqual(request.url.absoluteString, "https://example.com/a")
    expectEqual(request.body, .data(Data("k=v%20w".utf8)))
    expectEqual(request.headers["Content-Type"], "application/x-www-form-urlencoded; charset=utf-8")
  }

  @Test func aPostCanUseTheQuery() throws {
    let request = try encoded(method: .post, encoding: .urlQuery)
    expectEqual(request.url.query(), "k=v%20w")
    expectEqual(request.body, .none)
    #expect(!request.headers.contains("Content-Type"))
  }

  @Test func aDeleteCanUseTheBody() throws {
    let request = try encoded(method: .delete, encoding: .urlBody)
    expectEqual(request.body, .data(Data("k=v%20w".utf8)))
  }

  @Test func anExistingContentTypeIsKept() throws {
    let request = try encoded(method: .post, headers: ["content-type": "text/x-form"])
    expectEqual(request.headers.values(for: "Content-Type"), ["text/x-form"])
  }

  @Test func withAnExistingBodyTheParametersAreTheQuery() throws {
    for encoding in [URLEncoding.url, .urlBody] {
      let request = try encoded(method: .post, body: .data(Data("x".utf8)), encoding: encoding)
      expectEqual(request.body, .data(Data("x".utf8)))
      expectEqual(request.url.absoluteString, "https://example.com/a?k=v%20w")
      #expect(!request.headers.contains("Content-Type"))
    }
  }

  @Test(arguments: [
    ("https://example.com", "https://example.com?k=v%20w"),
    ("https://example.com/a?", "https://example.com/a?k=v%20w"),
    ("https://example.com/a?b=%c3%b6&c=+d&e", "https://example.com/a?b=%c3%b6&c=+d&e&k=v%20w"),
    ("https://example.com/a%2Fb?x=a/b?c#frag?x", "https://example.com/a%2Fb?x=a/b?c&k=v%20w#frag?x"),
    ("https://example.com/a#frag", "https://example.com/a?k=v%20w#frag"),
    ("https://u:p@example.com:8080/a;p=1/../b", "https://u:p@example.com:8080/a;p=1/../b?k=v%20w"),
  ])
  func theExistingURLIsKeptByteForByte(_ url: String, _ expected: String) throws {
    expectEqual(try encoded(url).url.absoluteString, expected)
  }

  @Test func emptyParametersChangeNothing() throws {
    let request = try encoded("https://example.com/a?b", method: .post, ["a": nil])
    expectEqual(request.url.absoluteString, "https://example.com/a?b")
    expectEqual(request.body, .none)
    expectTrue(request.headers.isEmpty)
  }

  @Test func theNamesOfAlamofireMeanTheSame() {
    expectEqual(URLEncoding.default.destination, .methodDependent)
    expectEqual(URLEncoding.queryString.destination, .queryString)
    expectEqual(URLEncoding.httpBody.destination, .httpBody)
  }
}
