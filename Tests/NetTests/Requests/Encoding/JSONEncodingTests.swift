import Foundation
import Net
import TestSupport
import Testing

struct JSONEncodingTests {
  private func encoded(
    _ parameters: Parameters, headers: HTTPHeaders = [:], body: RequestBody = .none,
    encoding: JSONEncoding = .json
  ) throws -> TransportRequest {
    var request = TransportRequest(
      method: .post, url: try #require(URL(string: "https://example.com/a?b=1")), headers: headers, body: body
    )
    try encoding.encode(parameters, into: &request)
    return request
  }

  private func text(_ parameters: Parameters, _ encoding: JSONEncoding = .json) throws -> String {
    String(decoding: try #require(encoded(parameters, encoding: encoding).body.data), as: UTF8.self)
  }

  @Test func topLevelKeysKeepTheirOrderAndNestedKeysAreSorted() throws {
    let keys = "hgfedcba".map(String.init)
    let inner = Dictionary(uniqueKeysWithValues: keys.map { ($0, 1) })
    let innerText = "{" + keys.sorted().map { "\"\($0)\":1" }.joined(separator: ",") + "}"
    let outer = Dictionary(uniqueKeysWithValues: keys.map { ($0, inner) })
    let outerText = "{" + keys.sorted().map { "\"\($0)\":\(innerText)" }.joined(separator: ",") + "}"
    expectEqual(try text(["b": 1, "a": outer, "c": 2]), #"{"b":1,"a":\#(outerText),"c":2}"#)
  }

  @Test func everyKindOfValueIsEncoded() throws {
    expectEqual(
      try text(["n": nil, "t": true, "u": UInt64.max, "d": 1.5, "s": "a\"b", "l": [1, nil], "x": Data([1])]),
      #"{"n":null,"t":true,"u":18446744073709551615,"d":1.5,"s":"a\"b","l":[1,null],"x":"AQ=="}"#)
  }

  @Test func noParametersGiveAnEmptyObject() throws {
    expectEqual(try text([:]), "{}")
  }

  @Test func theDateEncodingIsApplied() throws {
    let date = Date(timeIntervalSince1970: 1_483_611_284)
    expectEqual(try text(["d": date]), #"{"d":505304084}"#)
    expectEqual(try text(["d": date], JSONEncoding(dateEncoding: .iso8601)), #"{"d":"2017-01-05T10:14:44Z"}"#)
  }

  @Test func theDataEncodingIsApplied() throws {
    let encoding = JSONEncoding(dataEncoding: .formatted { "\($0.count)" })
    expectEqual(try text(["d": Data([1, 2])], encoding), #"{"d":"2"}"#)
  }

  @Test func theContentTypeIsSet() throws {
    expectEqual(try encoded(["a": 1]).headers["Content-Type"], "application/json")
  }

  @Test func anExistingContentTypeIsKept() throws {
    let request = try encoded(["a": 1], headers: ["content-type": "application/vnd.api+json"])
    expectEqual(request.headers.values(for: "Content-Type"), ["application/vnd.api+json"])
  }

  @Test func withAnExistingBodyTheParametersAreTheQuery() throws {
    let date = Date(timeIntervalSince1970: 1_483_611_284)
    let request = try encoded(
      ["a": "c d", "e": date], body: .data(Data("x".utf8)), encoding: JSONEncoding(dateEncoding: .iso8601))
    expectEqual(request.body, .data(Data("x".utf8)))
    expectEqual(request.url.absoluteString, "https://example.com/a?b=1&a=c%20d&e=2017-01-05T10%3A14%3A44Z")
    #expect(!request.headers.contains("Content-Type"))
  }

  @Test func aDuplicateKeyIsAnError() {
    #expect(throws: JSONError.duplicateKey("a")) { try text(["a": 1, "b": 2, "a": 3]) }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func aNonFiniteNumberIsAnErrorWithItsPath(_ number: Double) {
    #expect(throws: JSONError.notFinite(path: "a.b[1]")) { try text(["a": ["b": [0, number]]]) }
  }
}
