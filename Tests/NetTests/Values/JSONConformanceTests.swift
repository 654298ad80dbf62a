import Foundation
import Net
import Testing

/// The parsing cases of JSONTestSuite: what every parser must accept, must reject, and may do as it likes with.
struct JSONConformanceTests {
  private struct Case: Decodable {
    enum Expectation: String, Decodable { case accept, reject, either }

    var name: String
    var expected: Expectation
    var base64: Data
  }

  /// The cases that must be rejected and that Foundation's decoder accepts: a comma before the closing bracket.
  private static let acceptedByFoundation: Set = [
    "n_array_extra_comma.json", "n_array_number_and_comma.json", "n_object_trailing_comma.json",
  ]

  /// Of the cases that are left open: numbers that a `Double` can round, a byte order mark, and depth below the limit.
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

  /// The names of the cases of the kind that are read, or not.
  private func names(
    of kind: Case.Expectation, read: Bool, by parse: (Data) throws -> Void
  ) -> Set<String> {
    Set(
      cases.filter { $0.expected == kind }.filter { example in
        let isRead = (try? parse(example.base64)) != nil
        return isRead == read
      }.map(\.name))
  }

  @Test func thereAreAllTheCases() {
    #expect(cases.filter { $0.expected == .accept }.count == 95)
    #expect(cases.filter { $0.expected == .reject }.count == 186)
    #expect(cases.filter { $0.expected == .either }.count == 35)
  }

  @Test func jsonValueReadsWhatIsJSONAndNothingElse() {
    func parse(_ data: Data) throws { _ = try JSONValue(parsing: data) }
    #expect(names(of: .accept, read: false, by: parse) == [])
    #expect(names(of: .reject, read: true, by: parse) == [])
  }

  @Test func theJSONSerializerReadsWhatIsJSONAndNothingElse() throws {
    let empty = try response(Data())
    func parse(_ data: Data) throws {
      var response = empty
      response.data = data
      _ = try JSONSerializer().serialize(response)
    }
    #expect(names(of: .accept, read: false, by: parse) == [])
    #expect(names(of: .reject, read: true, by: parse) == [])
  }

  @Test func theDecodableSerializerReadsAllJSONAndWhatFoundationAccepts() throws {
    let empty = try response(Data())
    func parse(_ data: Data) throws {
      var response = empty
      response.data = data
      _ = try DecodableSerializer<JSONValue>(decoder: JSONDecoder()).serialize(response)
    }
    #expect(names(of: .accept, read: false, by: parse) == [])
    #if canImport(Darwin)
      // Which of them, is Apple's to say.
      #expect(names(of: .reject, read: true, by: parse).isSubset(of: Self.acceptedByFoundation))
    #else
      #expect(names(of: .reject, read: true, by: parse) == Self.acceptedByFoundation)
    #endif
  }

  @Test func jsonValueReadsTheseOfTheCasesThatAreLeftOpen() {
    #expect(names(of: .either, read: true) { _ = try JSONValue(parsing: $0) } == Self.openCasesRead)
  }
}
