import Foundation
import Net
import TestSupport
import Testing

struct ValidationRulesTests {
  private func received(
    _ status: Int = 200, type: String? = nil, accept: String? = nil, body: String = "x"
  ) throws -> ReceivedResponse {
    var request = TransportRequest(url: try #require(URL(string: "https://example.com")))
    request.headers["Accept"] = accept
    var head = ResponseHead(status: status)
    head.headers["Content-Type"] = type
    return ReceivedResponse(request: request, head: head, data: Data(body.utf8))
  }

  private func failure(
    _ rules: ValidationRules, _ received: ReceivedResponse, isHandshake: Bool = false
  ) -> NetworkError? {
    do throws(NetworkError) {
      try rules.validate(received, isHandshake: isHandshake)
      return nil
    } catch {
      return error
    }
  }

  @Test func aRefusedHandshakeSaysWhatWasExpected() throws {
    let rules = WebSocketDescription("wss://h.io/a").request.validation
    let error = failure(rules, try received(403), isHandshake: true)
    expectEqual(error?.reason, .validation(.statusCode(403)))
    expectEqual(error?.underlyingError as? WebSocketError, .handshake(.status(403)))
    expectEqual(error?.description.contains("the status is 403 instead of 101"), true)
    expectNil(failure(ValidationRules(statusCode: .only([200])), try received(403))?.underlyingError)
  }

  @Test func rulesAreArrayLiteralsAndSequences() {
    var rules = ValidationRules(statusCode: [200, 404], contentType: ["application/json", "image/*"])
    expectEqual(rules.statusCode, .only([200, 404]))
    expectEqual(rules.contentType, .only(["application/json", "image/*"]))
    rules.statusCode = [204]
    rules.contentType = ["text/csv"]
    expectEqual(rules.statusCode, .only([204]))
    expectEqual(rules.contentType, .only(["text/csv"]))
    rules.statusCode = StatusCodeRule(only: 200..<202)
    expectEqual(rules.statusCode, .only([200, 201]))
  }

  @Test(arguments: [200, 204, 299])
  func successfulStatusCodesPassByDefault(_ status: Int) throws {
    expectNil(failure(.standard, try received(status)))
  }

  @Test(arguments: [100, 199, 300, 304, 404, 500])
  func unsuccessfulStatusCodesFailByDefault(_ status: Int) throws {
    expectEqual(failure(.standard, try received(status))?.reason, .validation(.statusCode(status)))
  }

  @Test func onlyTheListedStatusCodesPass() throws {
    let rules = ValidationRules(statusCode: .only([404]))
    expectNil(failure(rules, try received(404)))
    expectEqual(failure(rules, try received(200))?.reason, .validation(.statusCode(200)))
  }

  @Test(arguments: [
    ("application/json", "application/json"),
    ("application/json", "Application/JSON; charset=utf-8"),
    ("application/json", "application/json; charset=utf-8"), ("a/b+json", "a/b+json;v=1"),
    ("a/b", "a/b ;c=d"),
    ("APPLICATION/json;q=0.5", "application/json"),
    ("text/*, image/png", "text/plain;charset=x"),
    ("text/html, */*;q=0.1", "image/png"),
    ("*/*", nil), ("*", nil), ("*/*", "garbage"), (" ", "image/png"), (nil, "image/png"), (nil, nil),
    ("text/plain;x=\"a,b\", image/png", "image/png"), ("text/*;q=0, text/html", "text/html"),
    ("*/*, text/html;level=1;q=0", "text/html"), ("*/*;q=0, text/html", "text/html"),
    ("*/*, text/html;q=0", nil), ("application/*;q=0, application/json", "application/problem+json"),
  ])
  func acceptedContentTypesPass(_ accept: String?, _ type: String?) throws {
    expectNil(failure(.standard, try received(type: type, accept: accept)))
  }

  /// RFC 9110 section 12.5.1: a request without `Accept` accepts every type, and an empty list has no ranges.
  @Test(arguments: ["", ",", " , ,", "json", "text/", "/html", "text html", "a/b/c", "json;q=0", ";q=0, /"])
  func anAcceptFieldWithoutAMediaRangeAcceptsEveryType(_ accept: String) throws {
    for type in ["image/png", nil] {
      expectNil(failure(.standard, try received(type: type, accept: accept)))
    }
  }

  @Test func aMalformedMediaRangeIsIgnoredBesideAValidOne() throws {
    expectEqual(
      failure(.standard, try received(type: "image/png", accept: "json, text/html"))?.reason,
      .validation(.contentType("image/png", acceptable: ["text/html"])))
  }

  /// A weight has at most three decimals (RFC 9110 section 12.4.2).
  @Test(arguments: ["0x0", "1e-400", "-0", ".0", "0e1", "0.0000", "0.001", "0.\u{301}", "", "false"])
  func aTypeWhoseWeightIsNotZeroPasses(_ weight: String) throws {
    expectNil(failure(.standard, try received(type: "text/html", accept: "*/*, text/html;q=\(weight)")))
  }

  @Test(arguments: [
    ("application/json", "text/html"), ("application/json", nil), ("application/json", "garbage"),
    ("a/b;q=0", "a/b;q=0"), ("a/b;q=0", "a/b;q=0;c=d"), ("a/b, c/d", "a/b, c/d"), ("a/b", "a/bc; d=e"),
    ("text/*", "image/png"), ("application/json", "application/jsonp"), ("text/html;q=0", "text/html"),
    ("text/plain;x=\"a,image/png\"", "image/png"), ("text/*", ""), ("*/*, text/html;q=0", "text/html"),
    ("text/*, text/html;q=0.0", "text/html"), ("text/html;q=0, */*;q=0.1", "TEXT/HTML; charset=utf-8"),
    ("*/*, text/html;q=0.", "text/html"), ("*/*, text/html ; Q=0.000 ", "text/html"),
    ("application/json, application/problem+json;q=0", "application/problem+json"),
    ("application/json;q=0, application/vnd.github+json", "application/json"),
  ])
  func contentTypesThatAreNotAcceptedFail(_ accept: String, _ type: String?) throws {
    let reason = failure(.standard, try received(type: type, accept: accept))?.reason
    guard case .validation(.contentType(type, _)) = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
  }

  @Test(arguments: [
    ("application/json", "application/problem+json"), ("application/json", "application/vnd.api+json; v=1"),
    ("application/xml, application/json", "application/HAL+JSON"), ("image/xml", "image/svg+xml"),
  ])
  func aStructuredSyntaxSuffixMatchesTheAcceptedFormat(_ accept: String, _ type: String) throws {
    expectNil(failure(.standard, try received(type: type, accept: accept)))
  }

  @Test(arguments: [
    ("application/json", "application/jsonx"), ("application/json", "text/problem+json"),
    ("application/problem+json", "application/xml"), ("application/json", "application/json+xml"),
    ("application/problem+json", "application/hal+json"), ("application/problem+json", "application/son"),
    ("application/json+xml", "application/json"), ("image/svg+xml", "image/xml"),
    ("application/json", "application/problemjson"),
  ])
  func similarTypesAndSuffixesFail(_ accept: String, _ type: String) throws {
    expectNotNil(failure(.standard, try received(type: type, accept: accept)))
  }

  @Test(arguments: [
    ("application/vnd.github+json", "application/json; charset=utf-8"),
    ("application/vnd.heroku+json; version=3", "application/json"),
    ("application/vnd.github.v3+json", "APPLICATION/JSON"), ("application/atom+xml", "application/xml"),
    ("application/atom+xml", "text/xml"), ("image/svg+xml", "application/xml"),
  ])
  func theFormatMatchesAnAcceptedTypeWithItsSuffix(_ accept: String, _ type: String) throws {
    expectNil(failure(.standard, try received(type: type, accept: accept)))
  }

  @Test func aProblemDocumentFailsByItsStatusAndCanBeDecoded() throws {
    struct Problem: Decodable, Equatable { var title: String }
    let error = failure(
      .standard,
      try received(
        404, type: "application/problem+json", accept: "application/json", body: #"{"title": "none"}"#))
    expectEqual(error?.reason, .validation(.statusCode(404)))
    expectEqual(try error?.decodeBody(as: Problem.self), Problem(title: "none"))
  }

  @Test func listedContentTypesDoNotMatchSuffixes() throws {
    let rules = ValidationRules(contentType: .only(["application/json"]))
    let problem = try received(type: "application/problem+json", accept: "application/json")
    expectEqual(
      failure(rules, problem)?.reason,
      .validation(.contentType("application/problem+json", acceptable: ["application/json"])))
  }

  @Test func theErrorListsTheAcceptableTypes() throws {
    let error = failure(.standard, try received(type: "a/b", accept: "text/html, text/plain;q=0.2"))
    expectEqual(
      error?.reason, .validation(.contentType("a/b", acceptable: ["text/html", "text/plain;q=0.2"])))
  }

  @Test func theTypeOfAnEmptyBodyIsNotChecked() throws {
    expectNil(failure(.standard, try received(type: "a/b", accept: "c/d", body: "")))
  }

  @Test func listedContentTypesReplaceTheAcceptHeader() throws {
    let rules = ValidationRules(contentType: .only(["Image/*"]))
    expectNil(failure(rules, try received(type: "image/png", accept: "text/html")))
    expectNotNil(failure(rules, try received(type: "text/html", accept: "text/html")))
  }

  @Test func aSubtypeOfEveryTypeMatches() throws {
    let rules = ValidationRules(contentType: .only(["*/json"]))
    for type in ["application/json", "text/JSON; charset=utf-8"] {
      expectNil(failure(rules, try received(type: type)))
    }
    for type in ["text/html", "application/problem+json", nil] {
      expectNotNil(failure(rules, try received(type: type)))
    }
  }

  @Test func theStatusIsCheckedBeforeTheTypeAndTheTypeBeforeCustomRules() throws {
    var rules = ValidationRules.standard
    rules.custom = [{ _ in throw Refused() }]
    let both = try received(500, type: "a/b", accept: "c/d")
    expectEqual(failure(rules, both)?.reason, .validation(.statusCode(500)))
    let type = try received(type: "a/b", accept: "c/d")
    expectEqual(failure(rules, type)?.reason, .validation(.contentType("a/b", acceptable: ["c/d"])))
    expectEqual(failure(rules, try received())?.reason, .validation(.custom))
  }

  @Test func customRulesRunInOrderUntilOneThrows() throws {
    var rules = ValidationRules()
    rules.custom = [
      { if $0.data == Data("x".utf8), $0.head.status == 200, $0.request.method == .get { throw Refused() } },
      { _ in throw CancellationError() },
    ]
    let error = failure(rules, try received())
    #expect(error?.underlyingError is Refused)
  }

  @Test func aNetworkErrorOfARuleIsKept() throws {
    var rules = ValidationRules()
    rules.custom = [{ _ in throw NetworkError(.serialization("no")) }]
    let error = failure(rules, try received())
    expectEqual(error?.reason, .serialization("no"))
    expectEqual(error?.data, Data("x".utf8))
    expectEqual(error?.response?.status, 200)
  }

  @Test func theErrorKeepsRequestResponseAndData() throws {
    let received = try received(404, body: "gone")
    let error = failure(.standard, received)
    expectEqual(error?.request, received.request)
    expectEqual(error?.response, received.head)
    expectEqual(error?.data, Data("gone".utf8))
  }

  @Test func noRulesAcceptEverything() throws {
    let received = try received(500, type: "a/b", accept: "c/d")
    expectNil(failure(.none, received))
    expectNil(failure(ValidationRules(), received))
  }

  @Test func rulesOfTheRequestOverrideThoseOfTheSession() throws {
    let merged = ValidationRules(statusCode: .only([404])).merged(over: .standard)
    expectEqual(merged.statusCode, .only([404]))
    expectEqual(merged.contentType, .accepted)
  }

  @Test func customRulesOfTheSessionRunBeforeThoseOfTheRequest() throws {
    var session = ValidationRules.standard
    session.custom = [{ _ in throw Refused() }]
    var request = ValidationRules()
    request.custom = [{ _ in throw CancellationError() }]
    #expect(failure(request.merged(over: session), try received())?.underlyingError is Refused)
    #expect(failure(request.merged(over: .standard), try received())?.underlyingError is CancellationError)
  }

  @Test func noneDisablesTheRulesOfTheSession() throws {
    var session = ValidationRules.standard
    session.custom = [{ _ in throw Refused() }]
    expectNil(failure(ValidationRules.none.merged(over: session), try received(500)))
  }

  private struct Refused: Error {}
}
