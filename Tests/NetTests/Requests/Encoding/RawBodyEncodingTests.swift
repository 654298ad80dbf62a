import Foundation
import Net
import TestSupport
import Testing

struct RawBodyEncodingTests {
  private let bytes = Data("a;b".utf8)

  private func built(
    _ parameters: Parameters?, _ encoding: any ParameterEncoding, headers: HTTPHeaders = [:],
    content: RequestContent? = nil, method: HTTPMethod = .post
  ) throws(NetworkError) -> TransportRequest {
    try RequestDescription(
      "https://example.com/t?k", method: method, parameters: parameters, encoding: encoding, headers: headers,
      content: content
    ).transportRequest(baseURL: nil, headers: SessionHeaders([:]), accept: nil, encoder: JSONEncoder())
  }

  @Test func theBytesAreTheBodyAndTheParametersAreTheQuery() throws {
    let request = try built(["q": "a b", "n": [1, 2]], .rawBody(bytes, contentType: "text/csv"))
    expectEqual(request.body, .data(bytes))
    expectEqual(request.url.absoluteString, "https://example.com/t?k&q=a%20b&n%5B%5D=1&n%5B%5D=2")
    expectEqual(request.headers.values(for: "Content-Type"), ["text/csv"])
  }

  @Test func theBytesAreSentEvenWithoutParameters() throws {
    let request = try built(nil, .rawBody(bytes))
    expectEqual(request.body, .data(bytes))
    expectEqual(request.url.absoluteString, "https://example.com/t?k")
    expectNil(request.headers["Content-Type"])
  }

  @Test func jsonAndFormEncodingsHaveNoBodyWithoutParameters() throws {
    for encoding in [JSONEncoding.json, URLEncoding.urlBody] as [any ParameterEncoding] {
      expectEqual(try built(nil, encoding).body, .none)
    }
  }

  @Test func theEncodingOfTheQueryCanBeChosen() throws {
    let query = URLEncoding(destination: .httpBody, arrayEncoding: .noBrackets, boolEncoding: .literal)
    let request = try built(["n": [1, 2], "b": true], RawBodyEncoding(bytes, query: query))
    expectEqual(request.url.query(percentEncoded: true), "k&n=1&n=2&b=true")
    expectEqual(request.body, .data(bytes))
  }

  @Test func aContentTypeInTheHeadersIsKept() throws {
    let request = try built(nil, .rawBody(bytes, contentType: "text/csv"), headers: ["content-type": "x/y"])
    expectEqual(request.headers.values(for: "Content-Type"), ["x/y"])
  }

  @Test func aSecondBodyIsAnError() {
    let error = #expect(throws: NetworkError.self) {
      try built(nil, .rawBody(bytes), content: .json(["a": 1]))
    }
    expectEqual(error?.reason, .encoding)
    expectEqual(error?.underlyingError as? ParameterEncodingError, .secondBody)
  }

  @Test func aGetCannotHaveARawBody() {
    let error = #expect(throws: NetworkError.self) { try built(nil, .rawBody(bytes), method: .get) }
    expectEqual(error?.reason, .invalidRequest(.bodyNotAllowed(.get)))
  }

  @Test(arguments: ["a/b\r\nEvil: 1", "a\nb", "a\0"])
  func anInvalidContentTypeIsRejected(_ type: String) {
    let error = #expect(throws: NetworkError.self) { try built(nil, .rawBody(bytes, contentType: type)) }
    expectEqual(error?.reason, .invalidRequest(.header(name: "Content-Type", value: type)))
  }
}
