import Foundation
import Net
import TestSupport
import Testing

/// The parsing cases of JSONTestSuite: texts that a parser must accept, must reject, or may do either.
struct JSONConformanceTests {
  private struct Case: Decodable {
    enum Expectation: String, Decodable { case accept, reject, either }

    var name: String
    var expected: Expectation
    var base64: Data
  }

  /// The invalid cases that Foundation's decoder accepts: a comma before the closing bracket.
  private static let acceptedByFoundation: Set = [
    "n_array_extra_comma.json", "n_array_number_and_comma.json", "n_object_trailing_comma.json",
  ]

  /// The optional cases that are accepted: numbers that a `Double` can round, a byte order mark, and
  /// nesting below the limit.
  private static let openCasesRead: Set = [
    "i_number_double_huge_neg_exp.json", "i_number_real_underflow.json", "i_number_too_big_neg_int.json",
    "i_number_too_big_pos_int.json", "i_number_very_big_negative_int.json",
    "i_structure_500_nested_arrays.json",
    "i_structure_UTF-8_BOM_empty_object.json",
  ]

  private let cases: [Case]

  init() throws {
    let url = try #require(
      Bundle.module.url(forResource: "Fixtures/json-parsing-tests", withExtension: "json"))
    cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: url))
  }

  private func response(_ body: Data) throws -> ReceivedResponse {
    ReceivedResponse(
      request: TransportRequest(method: .get, url: try #require(URL(string: "https://example.com"))),
      head: ResponseHead(status: 200), data: body)
  }

  /// A parser that reads a body with the serializer.
  private func parser(_ serializer: some ResponseSerializer) throws -> (Data) throws -> Void {
    let empty = try response(Data())
    return { data in
      var response = empty
      response.data = data
      _ = try serializer.serialize(response)
    }
  }

  /// The names of the cases of a kind that the parser accepts, or that it rejects.
  private func names(
    of kind: Case.Expectation, read: Bool, by parse: (Data) throws -> Void
  ) -> Set<String> {
    Set(
      cases.filter { $0.expected == kind }.filter { example in
        let isRead = (try? parse(example.base64)) != nil
        return isRead == read
      }.map(\.name))
  }

  @Test func allCasesAreLoaded() {
    expectEqual(cases.filter { $0.expected == .accept }.count, 95)
    expectEqual(cases.filter { $0.expected == .reject }.count, 186)
    expectEqual(cases.filter { $0.expected == .either }.count, 35)
  }

  @Test func jsonValueAcceptsExactlyValidJSON() {
    func parse(_ data: Data) throws { _ = try JSONValue(parsing: data) }
    expectEqual(names(of: .accept, read: false, by: parse), [])
    expectEqual(names(of: .reject, read: true, by: parse), [])
  }

  @Test func theJSONSerializerAcceptsExactlyValidJSON() throws {
    let parse = try parser(JSONSerializer())
    expectEqual(names(of: .accept, read: false, by: parse), [])
    expectEqual(names(of: .reject, read: true, by: parse), [])
  }

  /// It parses the text itself, because decoding takes longer the deeper a value is.
  @Test func theDecodableSerializerOfAJSONValueAcceptsExactlyValidJSON() throws {
    let parse = try parser(DecodableSerializer<JSONValue>(decoder: JSONDecoder()))
    expectEqual(names(of: .accept, read: false, by: parse), [])
    expectEqual(names(of: .reject, read: true, by: parse), [])
  }

  private struct Decoded: Decodable, Sendable {
    let value: JSONValue

    init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }
  }

  @Test func theDecodableSerializerAcceptsValidJSONAndWhatFoundationAccepts() throws {
    let parse = try parser(DecodableSerializer<Decoded>(decoder: JSONDecoder()))
    expectEqual(names(of: .accept, read: false, by: parse), [])
    #if canImport(Darwin)
      // Apple decides which of them.
      #expect(names(of: .reject, read: true, by: parse).isSubset(of: Self.acceptedByFoundation))
    #else
      expectEqual(names(of: .reject, read: true, by: parse), Self.acceptedByFoundation)
    #endif
  }

  @Test func jsonValueAcceptsTheseOptionalCases() {
    expectEqual(names(of: .either, read: true) { _ = try JSONValue(parsing: $0) }, Self.openCasesRead)
  }
}
