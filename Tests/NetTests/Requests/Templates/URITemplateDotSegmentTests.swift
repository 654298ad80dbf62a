import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// RFC 3986 section 5.2.4 removes the path segments `.` and `..`, so no value may create one.
struct URITemplateDotSegmentTests {
  private func error(_ template: String, _ values: Parameters) -> URITemplateError? {
    do {
      _ = try URITemplate(template).expand(values)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      ("users/{name}/repos", ["name": ".."], "..", "name"), ("users/{name}", ["name": "."], ".", "name"),
      ("{name}", ["name": ".."], "..", "name"), ("/{name}?q=1", ["name": ".."], "..", "name"),
      ("/{name}#f", ["name": ".."], "..", "name"), ("/a/{name:2}/b", ["name": "..x"], "..", "name"),
      ("/a/{x}{y}/b", ["x": ".", "y": "."], "..", "x"), ("/a/{x,y}", ["x": "", "y": "."], nil, "y"),
      ("/a/{name}.", ["name": "."], "..", "name"), ("/a/.{name}", ["name": "."], "..", "name"),
      ("/a/{name}.", ["name": ""], ".", "name"), ("/a/{name}.", [:], ".", "name"),
      ("/a/.{+name}", [:], ".", "name"),
      ("/a/{.ext}", ["ext": "."], "..", "ext"), ("/a/.{.ext}", ["ext": ""], "..", "ext"),
      ("/a{/list*}/b", ["list": ["x", "..", "y"]], "..", "list"),
      ("/a{/x,y}", ["x": "a", "y": "."], ".", "y"),
      ("/a{/list}", ["list": [".."]], "..", "list"), ("{+path}", ["path": "/a/../b"], "..", "path"),
      ("{+path}", ["path": "../b"], "..", "path"), ("/a/{+path}", ["path": "%2e%2E"], "%2e%2E", "path"),
      ("/a/{+path}/b", ["path": ".%2E"], ".%2E", "path"), ("/a/{+path}", ["path": "%2e"], "%2e", "path"),
      ("/a/%2e{name}", ["name": "."], "%2e.", "name"), ("/a/{+x}{+y}", ["x": "%2", "y": "E."], nil, "x"),
      ("/a/{+path}", ["path": "x/.?q"], ".", "path"), ("/a/{+path}", ["path": "x/..#f"], "..", "path"),
      ("{+url}", ["url": "https://e.com/a/../b"], "..", "url"), ("https://e.com/{a}", ["a": ".."], "..", "a"),
      ("//e.com/{a}", ["a": ".."], "..", "a"), ("urn:{a}", ["a": ".."], "..", "a"),
    ] as [(String, [String: JSONValue], String?, String)])
  func aValueThatCreatesADotSegmentIsAnError(
    _ template: String, _ values: [String: JSONValue], _ segment: String?, _ variable: String
  ) {
    let expected = segment.map { URITemplateError.dotSegment($0, variable: variable) }
    expectEqual(error(template, Parameters(values)), expected)
  }

  @Test(
    arguments: [
      ("../users/{name}", ["name": "a"], "../users/a"), ("/a/./{name}/../b", ["name": "x"], "/a/./x/../b"),
      ("/a/..{?q}", [:], "/a/..?q=.."), ("/a/..{/b}", ["b": "x"], "/a/../x"), ("/a/..{#f}", [:], "/a/..#.."),
      ("/a/%2e%2e/{name}", ["name": "x"], "/a/%2e%2e/x"), ("..{/list*}", ["list": []], ".."),
      ("/a/{name}", ["name": "..."], "/a/..."), ("/a/{name}", ["name": "..b"], "/a/..b"),
      ("/a/{name}", ["name": "b.."], "/a/b.."), ("/a/{name}.json", ["name": "."], "/a/..json"),
      ("/a/{x}{y}", ["x": ".", "y": "a"], "/a/.a"), ("/a/{name}", ["name": "%2e"], "/a/%252e"),
      ("/a/{name}", ["name": "../b"], "/a/..%2Fb"), ("/a{?q,f}", [:], "/a?q=..&f=.."),
      ("https://{host}/a", ["host": ".."], "https://../a"), ("/a{;x}", ["x": ".."], "/a;x=.."),
      ("X{.empty}", ["empty": ""], "X."),
    ] as [(String, [String: JSONValue], String)])
  func harmlessDotsAreAllowed(_ template: String, _ values: [String: JSONValue], _ expected: String) throws {
    let values = values.merging(["q": "..", "f": ".."]) { own, _ in own }
    expectEqual(try URITemplate(template).expand(Parameters(values)), expected)
  }

  @Test func theErrorDescriptionNamesTheVariableAndTheSegment() {
    expectEqual(
      "\(URITemplateError.dotSegment("..", variable: "name"))",
      "the value of \"name\" turns a path segment into \"..\", which would change the path")
  }

  @Test func aRequestWithADotSegmentFailsBeforeSending() throws {
    let transport = MockTransport()
    let session = NetworkSession(transport: transport, timer: TestScheduler())
    let got = Captured<DataResponse<Data>>()
    session.get(URITemplate.expanding("https://e.com/users/{name}/repos", ["name": ".."]))
      .response(delivery: .inline, responseSerializer: .data) { got.set($0) }
    expectEqual(got.value?.error?.underlyingError as? URITemplateError, .dotSegment("..", variable: "name"))
    expectTrue(transport.requests.isEmpty)
  }

  @Test(
    arguments: [
      ("./{a}/./{a}/{b}/../x/{c}.", "b", "x", nil), ("./{a}/./{a}{b}./x", "b", "x", nil),
      ("./{a}/./{a}/{b}./x", "b", "", "b"), ("./{b}/./{b}/x/{a}{b}/{b}{c}", "c", "..", "c"),
      ("./{a}/./{b}{c}/..", "c", ".", "c"), ("{b}./{a}", "b", "", "b"),
    ] as [(String, String, String, String?)])
  func onlyTheVariablesOfASegmentAreResponsibleForIt(
    _ template: String, _ name: String, _ value: String, _ expected: String?
  ) {
    var values: [String: JSONValue] = ["a": "x", "b": "", "c": "y"]
    values[name] = .string(value)
    let found: String? =
      if case .dotSegment(_, let variable)? = error(template, Parameters(values)) { variable } else { nil }
    expectEqual(found, expected)
  }

  @Test(.heavy) func manyDotSegmentsTakeLinearTime() throws {
    func time(_ count: Int) throws -> Duration {
      let template = try URITemplate(String(repeating: "{a}/./", count: count))
      return try processorTime {
        let text = try template.expand(["a": "b"])
        expectEqual(text.utf8.count, 4 * count)
      }
    }
    try expectLinearTime(from: 500, time: time)
  }
}
