import Foundation
import Net
import NetTesting
import TestSupport
import Testing

struct URITemplateTests {
  struct Example: Sendable, CustomStringConvertible {
    var section: String
    var template: String
    var variables: [String: JSONValue]
    var accepted: [String]

    var description: String { "\(section): \(template)" }
  }

  /// The examples of RFC 6570, by section, and the additional ones of the uritemplate-test project.
  static let examples = read("rfc6570-spec-examples-by-section")
  static let extendedExamples = read("rfc6570-extended-tests")
  /// Templates that must fail.
  static let negativeExamples = read("rfc6570-negative-tests")

  private static func read(_ name: String) -> [Example] {
    guard let url = Bundle.module.url(forResource: "Fixtures/\(name)", withExtension: "json"),
      let data = try? Data(contentsOf: url),
      case .object(let sections)? = try? JSONValue(parsing: data)
    else { return [] }
    return sections.sorted { $0.key < $1.key }.flatMap { name, section -> [Example] in
      guard let variables = section["variables"].object?.dictionary, let cases = section["testcases"].array
      else {
        return []
      }
      return cases.compactMap { example in
        guard let template = example[0].string else { return nil }
        let accepted = example[1].string.map { [$0] } ?? example[1].array?.compactMap(\.string) ?? []
        return Example(section: name, template: template, variables: variables, accepted: accepted)
      }
    }
  }

  @Test func allExamplesAreLoaded() {
    expectEqual(Self.examples.count, 117)
    expectEqual(Self.extendedExamples.count, 53)
    expectEqual(Self.negativeExamples.count, 36)
    #expect((Self.examples + Self.extendedExamples).allSatisfy { !$0.accepted.isEmpty })
    #expect(Self.negativeExamples.allSatisfy { $0.accepted.isEmpty })
  }

  @Test(arguments: examples) func examplesOfTheRFCAreExpanded(_ example: Example) throws {
    let text = try URITemplate(example.template).expand(Parameters(example.variables))
    #expect(example.accepted.contains(text), "\(text)")
  }

  @Test(arguments: extendedExamples) func extendedExamplesAreExpanded(_ example: Example) throws {
    let text = try URITemplate(example.template).expand(Parameters(example.variables))
    #expect(example.accepted.contains(text), "\(text)")
  }

  @Test(arguments: negativeExamples) func negativeExamplesAreErrors(_ example: Example) {
    #expect(throws: URITemplateError.self) {
      try URITemplate(example.template).expand(Parameters(example.variables))
    }
  }

  @Test func dictionariesAreSortedByKey() throws {
    let keys = ["semi": ";", "dot": ".", "comma": ","]
    expectEqual(try URITemplate("{?keys*}").expand(["keys": keys]), "?comma=%2C&dot=.&semi=%3B")
  }

  @Test func numbersAndBooleansAreExpanded() throws {
    let values: Parameters = ["a": 2, "b": UInt64.max, "c": 0.5, "d": true]
    expectEqual(try URITemplate("{a,b,c,d}").expand(values), "2,18446744073709551615,0.5,1")
  }

  @Test func datesAndDataAreExpanded() throws {
    let values: Parameters = ["a": Date(timeIntervalSinceReferenceDate: 5), "b": Data([0xff, 0xfe])]
    expectEqual(try URITemplate("{a}/{b}").expand(values), "5/%2F%2F4%3D")
  }

  @Test func nilAndMissingVariablesAreUndefined() throws {
    expectEqual(try URITemplate("/a{?b,c}{&d}").expand(["b": nil]), "/a")
  }

  @Test func nilMembersAreUndefined() throws {
    let list: [String?] = ["a", nil, "b"]
    expectEqual(try URITemplate("{list}{/none}").expand(["list": list, "none": [String?.none]]), "a,b")
  }

  @Test func theFirstOfDuplicateKeysIsUsed() throws {
    expectEqual(try URITemplate("{a}").expand(["a": 1, "a": 2]), "1")
  }

  @Test func aPrefixCountsUnescapedCharacters() throws {
    expectEqual(try URITemplate("{a:2}").expand(["a": "öäü"]), "%C3%B6%C3%A4")
  }

  /// RFC 6570 section 3.2.1: the escapes that represent one character are not split.
  @Test(
    arguments: [
      ("%C3%B6a", 1, "%C3%B6"), ("a%20b", 2, "a%20"), ("%E2%82%AC%F0%9F%98%80x", 2, "%E2%82%AC%F0%9F%98%80"),
      ("%C3a", 1, "%C3"), ("%C3%28", 1, "%C3"), ("%2", 1, "%25"), ("ö%C3%B6", 2, "%C3%B6%C3%B6"),
      ("%C3%B6", 9, "%C3%B6"), ("100%", 4, "100%25"),
    ])
  func aPrefixOfReservedExpansionCountsTheCharactersOfEscapes(
    _ value: String, _ length: Int, _ expected: String
  ) throws {
    expectEqual(try URITemplate("{+a:\(length)}").expand(["a": value]), expected)
  }

  @Test func aPrefixOfOtherExpansionsCountsEscapesAsText() throws {
    expectEqual(try URITemplate("{a:2}").expand(["a": "%C3%B6"]), "%25C")
  }

  @Test func literalsAreEscapedAndTheirEscapesAreKept() throws {
    expectEqual(try URITemplate("/ö/%c3%b6").expand(), "/%C3%B6/%c3%b6")
  }

  @Test func onlyReservedExpansionKeepsEscapesOfAValue() throws {
    expectEqual(try URITemplate("{+a}/{a}").expand(["a": "%20%"]), "%20%25/%2520%25")
  }

  @Test func variableNamesMayContainDotsAndEscapes() throws {
    expectEqual(try URITemplate("{a.b}{?c%20d}").expand(["a.b": 1, "c%20d": 2]), "1?c%20d=2")
  }

  @Test func variableNamesAreListedInOrder() throws {
    expectEqual(try URITemplate("/{a}/{b:3}{?c*,a}").variableNames, ["a", "b", "c", "a"])
  }

  @Test func theDescriptionIsTheTemplate() throws {
    expectEqual(try "\(URITemplate("/users/{username}"))", "/users/{username}")
  }

  @Test func equalTextsAreEqualTemplates() throws {
    #expect(try URITemplate("{a}") == URITemplate("{a}"))
    #expect(try URITemplate("{a}") != URITemplate("{b}"))
  }

  @Test(
    arguments: [
      ("/{id", .unclosed, 1), ("/id}", .unopened, 3), ("{/?id}", .name, 2), ("{var:prefix}", .prefix, 5),
      ("{a:0}", .prefix, 3), ("{a:10000}", .prefix, 3), ("{a:}", .prefix, 3), ("{hello:2*}", .name, 8),
      ("{!hello}", .operatorReserved, 1), ("{=path}", .operatorReserved, 1),
      ("{|var*}", .operatorReserved, 1), ("{@a}", .operatorReserved, 1), ("{,a}", .operatorReserved, 1),
      ("{$var}", .name, 1), ("{*keys?}", .name, 1), ("{?empty=default}", .name, 7), ("{}", .name, 1),
      ("{?}", .name, 2), ("{a,}", .name, 3), ("{a.}", .name, 3), ("{.a..b}", .name, 4),
      ("{a{b}}", .name, 2), ("{with space}", .name, 5), ("{a%2}", .name, 2), ("a b", .literal, 1),
      ("100%", .literal, 3), ("%2g", .literal, 0), ("ö<", .literal, 1), ("\u{7f}", .literal, 0),
    ] as [(String, URITemplateError.Flaw, Int)])
  func aMalformedTemplateIsAnErrorWithItsPosition(
    _ template: String, _ flaw: URITemplateError.Flaw, _ position: Int
  ) {
    #expect(throws: URITemplateError.malformed(flaw, position: position)) { try URITemplate(template) }
  }

  @Test(arguments: ["{keys:1}", "{+keys:1}", "{?keys:2}"])
  func aPrefixOfAListOrDictionaryIsAnError(_ template: String) throws {
    let template = try URITemplate(template)
    let error = URITemplateError.prefixOfComposite(variable: "keys")
    #expect(throws: error) { try template.expand(["keys": ["a", "b"]]) }
    #expect(throws: error) { try template.expand(["keys": ["a": 1]]) }
  }

  @Test func aNestedListIsAnError() throws {
    let template = try URITemplate("{a}")
    #expect(throws: URITemplateError.nestedComposite(variable: "a")) { try template.expand(["a": [[1]]]) }
  }

  @Test func errorDescriptionsNamePositionAndReason() {
    expectEqual(
      "\(URITemplateError.malformed(.unclosed, position: 7))",
      "the template is malformed at 7: the brace has no closing brace")
  }
}

struct URITemplateRequestTests {
  private let transport = MockTransport()

  private func error(of url: any URLConvertible) -> NetworkError? {
    let got = Captured<DataResponse<Data>>()
    session.get(url).response(delivery: .inline, responseSerializer: .data) { got.set($0) }
    return got.value?.error
  }

  private var session: NetworkSession {
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.example.com/v1/")
    return NetworkSession(configuration: configuration, transport: transport, timer: TestScheduler())
  }

  @Test func aTemplateWithValuesCanBeTheURL() throws {
    transport.nextData = Data()
    let template = try URITemplate("users/{username}/repos{?page,per_page}")
    expectNil(error(of: template.with(["username": "a/b", "page": 2])))
    expectEqual(
      transport.requests.map(\.url.absoluteString), ["https://api.example.com/v1/users/a%2Fb/repos?page=2"])
  }

  @Test func parametersAreAppendedToTheExpandedQuery() throws {
    transport.nextData = Data()
    session.get(URITemplate.expanding("/a{?b}", ["b": 1]), parameters: ["c": 2]).resume()
    expectEqual(transport.requests.map(\.url.absoluteString), ["https://api.example.com/a?b=1&c=2"])
  }

  @Test func aFailedExpansionFailsTheRequestBeforeSending() throws {
    let failed = error(of: try URITemplate("/{a:1}").with(["a": [1]]))
    expectEqual(failed?.reason, .invalidRequest(.url("/{a:1}")))
    expectEqual(failed?.underlyingError as? URITemplateError, .prefixOfComposite(variable: "a"))
    expectTrue(transport.requests.isEmpty)
  }

  @Test func aMalformedTemplateFailsTheRequestBeforeSending() {
    let failed = error(of: URITemplate.expanding("/{a", ["a": 1]))
    expectEqual(failed?.reason, .invalidRequest(.url("/{a")))
    expectEqual(failed?.underlyingError as? URITemplateError, .malformed(.unclosed, position: 1))
    expectTrue(transport.requests.isEmpty)
  }

  @Test func anExpansionToAnInvalidURLFailsTheRequestBeforeSending() {
    expectEqual(
      error(of: URITemplate.expanding("{+a}", ["a": "//[x"]))?.reason, .invalidRequest(.url("//[x")))
    expectTrue(transport.requests.isEmpty)
  }
}
