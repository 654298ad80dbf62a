import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The encoder of a session decides the format of dates and keys, in the query as in the body.
@Suite struct ParameterFormatTests {
  private struct Search: Encodable, Sendable {
    var perPage = 2
    var baseURL = "b"
    var createdAt = Date(timeIntervalSince1970: 86_400)
    var nested = ["userName": 1]
  }

  private let date = Date(timeIntervalSince1970: 86_400)

  private func fixture(_ configure: (JSONEncoder) -> Void) -> SessionFixture {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    configure(encoder)
    return SessionFixture { $0.encoder = encoder }
  }

  private func query(_ fixture: SessionFixture) -> String? {
    fixture.tasks.last?.request.url.query(percentEncoded: false)
  }

  private func body(_ fixture: SessionFixture) -> String? {
    guard case .data(let data)? = fixture.tasks.last?.request.body else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  @Test func datesInTheQueryFollowTheEncoder() {
    let fixture = fixture { $0.dateEncodingStrategy = .iso8601 }
    fixture.session.get("https://example.com/", parameters: ["since": date]).resume()
    expectEqual(query(fixture), "since=1970-01-02T00:00:00Z")
  }

  @Test(arguments: [
    (JSONEncoder.DateEncodingStrategy.secondsSince1970, "86400"), (.millisecondsSince1970, "86400000"),
    (.deferredToDate, "-978220800"),
    (
      .custom { date, encoder in
        var container = encoder.singleValueContainer()
        try container.encode("day \(Int(date.timeIntervalSince1970) / 86_400)")
      }, "day 1"
    ),
  ])
  func everyStrategyIsFollowed(strategy: JSONEncoder.DateEncodingStrategy, text: String) {
    let fixture = fixture { $0.dateEncodingStrategy = strategy }
    fixture.session.get("https://example.com/", parameters: ["at": date]).resume()
    expectEqual(query(fixture), "at=\(text)")
  }

  @Test func datesInAFormAndInJSONFollowTheEncoder() {
    let fixture = fixture { $0.dateEncodingStrategy = .iso8601 }
    fixture.session.post("https://example.com/", parameters: ["at": date]).resume()
    expectEqual(body(fixture), "at=1970-01-02T00%3A00%3A00Z")
    fixture.session.post("https://example.com/", parameters: ["at": date], encoding: .json).resume()
    expectEqual(body(fixture), #"{"at":"1970-01-02T00:00:00Z"}"#)
  }

  /// Bytes as the number of them, in brackets.
  private func counting() -> SessionFixture {
    fixture {
      $0.dataEncodingStrategy = .custom { data, encoder in
        var container = encoder.singleValueContainer()
        try container.encode("<\(data.count)>")
      }
    }
  }

  @Test func bytesInQueryFormAndJSONFollowTheEncoder() {
    struct File: Encodable, Sendable { var bytes = Data([1, 2]) }
    let fixture = counting()
    fixture.session.get("https://example.com/", parameters: ["bytes": Data([1, 2])]).resume()
    expectEqual(query(fixture), "bytes=<2>")
    fixture.session.get("https://example.com/", parameters: File(), encoder: .urlEncodedForm).resume()
    expectEqual(query(fixture), "bytes=<2>")
    let pairs: Parameters = ["bytes": Data([1, 2])]
    fixture.session.post("https://example.com/", parameters: pairs, encoding: .json).resume()
    expectEqual(body(fixture), #"{"bytes":"<2>"}"#)
    fixture.session.post("https://example.com/", parameters: File(), encoder: .json).resume()
    expectEqual(body(fixture), #"{"bytes":"<2>"}"#)
  }

  @Test func theFormatOfTheEncodingForBytesTakesPrecedence() {
    let fixture = counting()
    fixture.session.get(
      "https://example.com/", parameters: ["bytes": Data([1])], encoding: URLEncoding(dataEncoding: .base64)
    ).resume()
    expectEqual(query(fixture), "bytes=AQ==")
  }

  @Test func bytesThatTheEncoderWritesAsNumbersAreBase64() {
    let fixture = fixture { $0.dataEncodingStrategy = .deferredToData }
    fixture.session.get("https://example.com/", parameters: ["bytes": Data([1])]).resume()
    expectEqual(query(fixture), "bytes=AQ==")
  }

  private func template(_ text: String = "https://example.com/{at}{?many*,one}") -> URITemplateExpansion {
    URITemplate.expanding(text, ["at": date, "many": [date, date], "one": ["k": date] as Parameters])
  }

  @Test func datesInATemplateFollowTheEncoder() {
    let fixture = fixture { $0.dateEncodingStrategy = .secondsSince1970 }
    fixture.session.get(template()).resume()
    expectEqual(
      fixture.tasks.last?.request.url.absoluteString,
      "https://example.com/86400?many=86400&many=86400&one=k,86400")
  }

  @Test func datesInATemplateFollowTheEncoderOfTheRequest() {
    let own = JSONEncoder()
    own.dateEncodingStrategy = .secondsSince1970
    let fixture = fixture { $0.dateEncodingStrategy = .iso8601 }
    fixture.session.get(template("https://example.com/{at}")).configure { $0.encoder = own }.resume()
    expectEqual(fixture.tasks.last?.request.url.path, "/86400")
  }

  @Test func datesInTheTemplateOfAWebSocketFollowTheEncoder() {
    let fixture = fixture { $0.dateEncodingStrategy = .secondsSince1970 }
    let request = fixture.session.webSocket(template("wss://example.com/{at}"))
    let command = fixture.session.request(request.description.request).cURLDescription
    #expect(command.contains("https://example.com/86400"), "\(command)")
  }

  @Test func bytesInATemplateFollowTheEncoder() {
    let fixture = counting()
    let url = URITemplate.expanding("https://example.com/{bytes}", ["bytes": Data([1, 2])])
    fixture.session.get(url).resume()
    expectEqual(fixture.tasks.last?.request.url.path, "/<2>")
  }

  @Test func theFormatOfTheEncodingTakesPrecedence() {
    let fixture = fixture { $0.dateEncodingStrategy = .iso8601 }
    fixture.session.get(
      "https://example.com/", parameters: ["at": date], encoding: URLEncoding(dateEncoding: .secondsSince1970)
    ).resume()
    expectEqual(query(fixture), "at=86400")
  }

  @Test func theEncoderOfTheRequestTakesPrecedence() {
    let own = JSONEncoder()
    own.dateEncodingStrategy = .secondsSince1970
    let fixture = fixture { $0.dateEncodingStrategy = .iso8601 }
    fixture.session.get("https://example.com/", parameters: ["at": date])
      .configure { $0.encoder = own }.resume()
    expectEqual(query(fixture), "at=86400")
  }

  @Test func keysOfATypeAreTheSameInQueryFormAndJSON() {
    let fixture = fixture {
      $0.dateEncodingStrategy = .secondsSince1970
      $0.keyEncodingStrategy = .convertToSnakeCase
    }
    let form = "per_page=2&base_url=b&created_at=86400&nested[userName]=1"
    fixture.session.get("https://example.com/", parameters: Search(), encoder: .urlEncodedForm).resume()
    expectEqual(query(fixture), form)
    fixture.session.post("https://example.com/", parameters: Search(), encoder: .json).resume()
    expectEqual(body(fixture), #"{"base_url":"b","created_at":86400,"nested":{"userName":1},"per_page":2}"#)
  }

  @Test func aClosureForKeysReceivesThePath() {
    struct Outer: Encodable, Sendable { var inner = Inner() }
    struct Inner: Encodable, Sendable { var leaf = 1 }
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    let fixture = fixture {
      $0.keyEncodingStrategy = .custom { path in
        Key(stringValue: path.map(\.stringValue).joined(separator: "-"))
      }
    }
    fixture.session.get("https://example.com/", parameters: Outer(), encoder: .urlEncodedForm).resume()
    expectEqual(query(fixture), "inner[inner-leaf]=1")
  }

  @Test func keysOfPairsStayUnchanged() {
    let fixture = fixture { $0.keyEncodingStrategy = .convertToSnakeCase }
    fixture.session.get("https://example.com/", parameters: ["perPage": 2]).resume()
    expectEqual(query(fixture), "perPage=2")
  }

  @Test func theFormOfTheEncoderTakesPrecedence() {
    let fixture = fixture { $0.keyEncodingStrategy = .convertToSnakeCase }
    let form = URLEncodedFormEncoder(keyEncoding: .asNamed, dateEncoding: .secondsSince1970)
    fixture.session.get("https://example.com/", parameters: Search(), encoder: .urlEncodedForm(encoder: form))
      .resume()
    expectEqual(query(fixture), "perPage=2&baseURL=b&createdAt=86400&nested[userName]=1")
  }

  @Test func anEncoderThatMakesNoJSONLeavesTheDefault() {
    struct Lines: DataEncoder {
      func encode<Value: Encodable>(_ value: Value) throws -> Data { Data("a: b".utf8) }
    }
    let fixture = SessionFixture { $0.encoder = Lines() }
    fixture.session.get("https://example.com/", parameters: ["at": date]).resume()
    expectEqual(query(fixture), "at=-978220800")
  }

  @Test func anEncoderThatFailsFailsTheRequest() {
    struct Failing: DataEncoder {
      func encode<Value: Encodable>(_ value: Value) throws -> Data { throw Broken() }
    }
    let fixture = SessionFixture { $0.encoder = Failing() }
    let started = fixture.start { $0.configure { $0.parameters = ["at": Date(timeIntervalSince1970: 0)] } }
    expectEqual(started.reason, .encoding)
    #expect(started.outcome?.error?.underlyingError is Broken)
  }
}
