import Foundation
import Net
import TestSupport
import Testing

struct RequestBuildingTests {
  private let base = URL(string: "https://api.example.com/v1/")
  private let defaults = DefaultHeaders(userAgent: "test/1 NetStream", acceptLanguage: "de, en;q=0.9")

  private func built(
    _ description: RequestDescription, base: URL? = nil, headers: HTTPHeaders = [:], accept: String? = nil,
    encoder: any DataEncoder = JSONEncoder()
  ) throws(NetworkError) -> TransportRequest {
    try description.transportRequest(
      baseURL: (base ?? self.base).map(BaseURL.init), headers: SessionHeaders(headers, defaults: defaults),
      accept: accept,
      encoder: encoder)
  }

  private func failure(_ description: RequestDescription) -> NetworkError? {
    do throws(NetworkError) {
      _ = try built(description)
      return nil
    } catch {
      return error
    }
  }

  private func url(_ text: String) throws -> String {
    try built(RequestDescription(text)).url.absoluteString
  }

  @Test(arguments: [
    ("https://example.com/x?a=%c3%b6#f", "https://example.com/x?a=%c3%b6#f"),
    ("users/1", "https://api.example.com/v1/users/1"),
    ("/users", "https://api.example.com/users"),
    ("../users", "https://api.example.com/users"),
    ("?page=2", "https://api.example.com/v1/?page=2"),
    ("//other.example.com/x", "https://other.example.com/x"),
    ("HTTP://example.com/x", "HTTP://example.com/x"),
  ])
  func urlsAreResolvedAgainstTheBase(_ text: String, _ expected: String) throws {
    expectEqual(try url(text), expected)
  }

  @Test func aURLWithItsOwnBaseKeepsIt() throws {
    let own = try #require(URL(string: "x", relativeTo: URL(string: "https://own.example.com/y/")))
    let request = try built(RequestDescription(own))
    expectEqual(request.url.absoluteString, "https://own.example.com/y/x")
    expectNil(request.url.baseURL)
  }

  @Test(arguments: [
    "http://", "ftp://example.com", "mailto:a@example.com", "https://exa mple.com", "http://a b",
  ])
  func anInvalidURLIsAnError(_ text: String) {
    expectEqual(failure(RequestDescription(text))?.reason, .invalidRequest(.url(text)))
  }

  @Test func aRelativeURLWithoutABaseIsAnError() throws {
    #expect(throws: NetworkError.self) {
      try RequestDescription("users").transportRequest(
        baseURL: nil, headers: SessionHeaders([:], defaults: defaults), accept: nil, encoder: JSONEncoder())
    }
  }

  @Test func anErrorOfACustomConvertibleIsTheUnderlyingError() {
    let error = failure(RequestDescription(Unmakeable()))
    #expect(error?.underlyingError is Refused)
    guard case .invalidRequest(.url) = error?.reason else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test func parametersOfAGetAreTheQuery() throws {
    let name = "dasdöm"
    let password = "%&34"
    let login = RequestDescription(
      "https://awesometodos.com/login", parameters: ["username": name, "password": password])
    let components = URLComponents(url: try built(login).url, resolvingAgainstBaseURL: true)
    expectEqual(components?.host, "awesometodos.com")
    expectEqual(components?.path, "/login")
    expectEqual(components?.percentEncodedQuery, "username=dasd%C3%B6m&password=%25%2634")
  }

  @Test func urlComponentsCanBeTheURL() throws {
    var components = URLComponents()
    components.path = "users"
    components.queryItems = [URLQueryItem(name: "a", value: "b c")]
    expectEqual(
      try built(RequestDescription(components)).url.absoluteString, "https://api.example.com/v1/users?a=b%20c"
    )
  }

  @Test func invalidURLComponentsAreAnError() {
    var components = URLComponents()
    components.scheme = "https"
    components.host = "example.com"
    components.path = "without a slash before it"
    guard case .invalidRequest(.url) = failure(RequestDescription(components))?.reason else {
      return #expect(Bool(false), "the components were accepted")
    }
  }

  @Test func theRequestsHeadersOverrideTheSessions() throws {
    let request = try built(
      RequestDescription("x", headers: ["a": "1", "B": "2"]), headers: ["A": "0", "C": "3", "C": "4"])
    expectEqual(request.headers.values(for: "A"), ["1"])
    expectEqual(request.headers.values(for: "b"), ["2"])
    expectEqual(request.headers.values(for: "c"), ["3", "4"])
  }

  @Test func defaultHeadersAreAdded() throws {
    let request = try built(RequestDescription("x"))
    expectEqual(request.headers["Accept"], "*/*")
    expectEqual(request.headers["Accept-Language"], "de, en;q=0.9")
    expectEqual(request.headers["User-Agent"], "test/1 NetStream")
    #expect(!request.headers.contains("Accept-Encoding"))
  }

  @Test func defaultHeadersCanBeOverridden() throws {
    let request = try built(
      RequestDescription("x", headers: ["accept": "text/plain", "user-agent": "me"]),
      headers: ["accept-language": "fr"], accept: "application/json")
    expectEqual(request.headers.values(for: "Accept"), ["text/plain"])
    expectEqual(request.headers.values(for: "User-Agent"), ["me"])
    expectEqual(request.headers.values(for: "Accept-Language"), ["fr"])
  }

  @Test func theSerializerSetsTheAcceptHeader() throws {
    expectEqual(
      try built(RequestDescription("x"), accept: "application/json").headers["Accept"], "application/json")
  }

  @Test(arguments: ["", "a b", "a:", "ä", "a\r\nb", "a\0", "(a)", "a\u{301}"])
  func anInvalidHeaderNameIsAnError(_ name: String) {
    let error = failure(RequestDescription("x", headers: [HTTPField(name: name, value: "v")]))
    expectEqual(error?.reason, .invalidRequest(.header(name: name, value: "v")))
  }

  @Test(arguments: ["a\rb", "a\nb", "a\r\nEvil: 1", "a\0", "a\u{1}", "a\u{7f}", "\n"])
  func aHeaderValueWithControlCharactersIsAnError(_ value: String) {
    let error = failure(RequestDescription("x", headers: ["N": value]))
    expectEqual(error?.reason, .invalidRequest(.header(name: "N", value: value)))
  }

  @Test func spaceAroundAHeaderValueIsRemoved() throws {
    let request = try built(RequestDescription("x", headers: ["N": " \t a\tb ü\t ", "E": ""]))
    expectEqual(request.headers["N"], "a\tb ü")
    expectEqual(request.headers["E"], "")
  }

  @Test(arguments: ["", "G ET", "GET\r\n", "GÉT"])
  func anInvalidMethodIsAnError(_ method: String) {
    let error = failure(RequestDescription("x", method: HTTPMethod(rawValue: method)))
    expectEqual(error?.reason, .invalidRequest(.method(method)))
  }

  @Test(arguments: [HTTPMethod.get, .head, .trace])
  func getHeadAndTraceCannotHaveABody(_ method: HTTPMethod) {
    let content = failure(
      RequestDescription("x", method: method, content: .data(Data("b".utf8), contentType: nil)))
    expectEqual(content?.reason, .invalidRequest(.bodyNotAllowed(method)))
    let form = failure(RequestDescription("x", method: method, parameters: ["a": 1], encoding: .urlBody))
    expectEqual(form?.reason, .invalidRequest(.bodyNotAllowed(method)))
  }

  @Test func getCanHaveABodyIfTheRequestAllowsIt() throws {
    var search = RequestDescription("x", content: .json(["a": 1]))
    search.sendsBodyWithGet = true
    expectEqual(try built(search).body, .data(Data(#"{"a":1}"#.utf8)))
    search.method = .head
    expectEqual(failure(search)?.reason, .invalidRequest(.bodyNotAllowed(.head)))
  }

  @Test func deleteCanHaveABody() throws {
    let request = try built(RequestDescription("x", method: .delete, content: .json(["a": 1])))
    expectEqual(request.body, .data(Data(#"{"a":1}"#.utf8)))
  }

  @Test func dataIsSentWithItsContentType() throws {
    let request = try built(
      RequestDescription("x", method: .post, content: .data(Data("b".utf8), contentType: "text/plain")))
    expectEqual(request.body, .data(Data("b".utf8)))
    expectEqual(request.headers["Content-Type"], "text/plain")
  }

  @Test func dataWithoutATypeHasNoContentType() throws {
    let request = try built(
      RequestDescription("x", method: .post, content: .data(Data("b".utf8), contentType: nil)))
    #expect(!request.headers.contains("Content-Type"))
  }

  @Test func aContentTypeInTheHeadersIsKept() throws {
    for content in [RequestContent.json(1), .encodable(1), .data(Data(), contentType: "a/b")] {
      let request = try built(
        RequestDescription("x", method: .post, headers: ["content-type": "x/y"], content: content))
      expectEqual(request.headers.values(for: "Content-Type"), ["x/y"])
    }
  }

  @Test func jsonIsSentWithSortedKeysAndItsContentType() throws {
    let request = try built(
      RequestDescription("x", method: .put, content: .json(["b": [1, nil], "a": "ü"])))
    expectEqual(request.body, .data(Data(#"{"a":"ü","b":[1,null]}"#.utf8)))
    expectEqual(request.headers["Content-Type"], "application/json")
  }

  @Test func anEncodableUsesTheEncoder() throws {
    let request = try built(
      RequestDescription("x", method: .put, content: .encodable(["a": 1])), encoder: FixedEncoder())
    expectEqual(request.body, .data(Data("Dictionary<String, Int>".utf8)))
    expectEqual(request.headers["Content-Type"], "application/json")
  }

  @Test func parametersOfARequestWithContentAreTheQuery() throws {
    for encoding in [URLEncoding.url, .urlBody] as [any ParameterEncoding] + [JSONEncoding.json] {
      let request = try built(
        RequestDescription(
          "x?y", method: .post, parameters: ["a": 1], encoding: encoding, content: .json(["b": 2])))
      expectEqual(request.url.absoluteString, "https://api.example.com/v1/x?y&a=1")
      expectEqual(request.body, .data(Data(#"{"b":2}"#.utf8)))
      expectEqual(request.headers.values(for: "Content-Type"), ["application/json"])
    }
  }

  @Test func anErrorOfTheJSONEncodingIsTheUnderlyingError() {
    let error = failure(RequestDescription("x", method: .post, content: .json(.double(.nan))))
    expectEqual(error?.reason, .encoding)
    expectEqual(error?.underlyingError as? JSONError, .notFinite(path: "the top level"))
  }

  @Test func anErrorOfTheEncoderIsTheUnderlyingError() {
    let error = failure(RequestDescription("x", method: .post, content: .encodable(Unencodable())))
    expectEqual(error?.reason, .encoding)
    #expect(error?.underlyingError is Refused)
    expectEqual(error?.attempts, 0)
  }

  @Test func aURLThatFailsAndDescribesItselfIsNamedByItsText() {
    expectEqual(RequestDescription(Described()).description, "GET item-7")
  }

  private struct Described: URLConvertible, CustomStringConvertible {
    let description = "item-7"

    func asURL() throws -> URL { throw Refused() }
  }

  private struct Refused: Error {}

  private struct Unmakeable: URLConvertible {
    func asURL() throws -> URL { throw Refused() }
  }

  private struct Unencodable: Encodable {
    func encode(to encoder: any Encoder) throws { throw Refused() }
  }

  private struct FixedEncoder: DataEncoder {
    func encode<Value: Encodable>(_ value: Value) throws -> Data { Data("\(Value.self)".utf8) }
  }
}
