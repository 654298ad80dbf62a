import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A reference that begins with `//` names a host (RFC 3986 section 4.2), so no value of a path may create one.
struct URITemplateHostTests {
  private let transport = MockTransport()

  private func error(_ template: String, _ values: Parameters) -> (any Error)? {
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/")
    configuration.headers = ["X-Api-Key": "s3cret"]
    let session = NetworkSession(configuration: configuration, transport: transport, timer: TestScheduler())
    let got = Captured<DataResponse<Data>>()
    session.get(URITemplate.expanding(template, values))
      .response(delivery: .inline, responseSerializer: .data) { got.set($0) }
    return got.value?.error?.underlyingError
  }

  @Test(
    arguments: [
      ("/{org}/{name}", ["org": "", "name": "evil.example"], "org"),
      ("/{org}/{name}", ["name": "evil.example"], "org"), ("{/org,name}", ["org": "", "name": "e"], "org"),
      ("{/list*}", ["list": ["", "evil.example"]], "list"), ("/{+path}", ["path": "/evil.example/a"], "path"),
      ("/{+path}/evil.example", [:], "path"), ("{+a}{+b}", ["a": "/", "b": "/e"], "a"),
      ("{+a}/evil.example", ["a": "/"], "a"), ("/{;a}/evil.example", [:], "a"),
      ("/{a}{b}/evil.example", ["b": ""], "a"), ("{/a}{/b}", ["a": "", "b": "evil.example"], "a"),
    ] as [(String, [String: JSONValue], String)])
  func aValueThatCreatesAHostIsAnErrorBeforeSending(
    _ template: String, _ values: [String: JSONValue], _ variable: String
  ) {
    let error = error(template, Parameters(values))
    let words = "makes the text begin with //, so that what follows would be the host"
    expectEqual(error.map { "\($0)" }, "the value of \"\(variable)\" \(words)")
    #expect(error is URITemplateError)
    expectTrue(transport.requests.isEmpty)
  }

  @Test(
    arguments: [
      ("//{host}/a", ["host": "e.com"], "//e.com/a"), ("//{host}/a", ["host": ""], "///a"),
      ("{+url}", ["url": "//e.com/a"], "//e.com/a"), ("{+url}/b", ["url": "//e.com"], "//e.com/b"),
      ("/a/{x}/b", ["x": ""], "/a//b"), ("/{x}", ["x": ""], "/"), ("{/x}", ["x": ""], "/"),
      ("{x}/b", ["x": ""], "/b"), ("https://e.com/{x}/b", ["x": ""], "https://e.com//b"),
      ("/{x}", ["x": "/e.com"], "/%2Fe.com"), ("{?x}", ["x": "//e"], "?x=%2F%2Fe"),
    ] as [(String, [String: JSONValue], String)])
  func otherSlashesAreAllowed(_ template: String, _ values: [String: JSONValue], _ expected: String) throws {
    expectEqual(try URITemplate(template).expand(Parameters(values)), expected)
  }
}
