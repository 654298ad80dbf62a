import Foundation
import Net
import Testing

struct SerializerTests {
  struct User: Decodable, Equatable, Sendable {
    var name: String
    var tags: [String]?
  }

  struct Nothing: Decodable, Equatable, EmptyResponse {
    var text = "nothing"
    static func emptyValue() -> Nothing { Nothing() }
  }

  private func received(
    _ body: Data, status: Int = 200, method: HTTPMethod = .get, type: String? = nil
  ) throws -> ReceivedResponse {
    var head = ResponseHead(status: status)
    head.headers["Content-Type"] = type
    return ReceivedResponse(
      request: TransportRequest(method: method, url: try #require(URL(string: "https://example.com"))),
      head: head,
      data: body)
  }

  private func received(_ body: String, status: Int = 200, method: HTTPMethod = .get) throws
    -> ReceivedResponse
  {
    try received(Data(body.utf8), status: status, method: method)
  }

  /// The message of the serialization error that the serializer throws.
  private func words(_ serializer: some ResponseSerializer, _ response: ReceivedResponse) -> String? {
    do {
      _ = try serializer.serialize(response)
      return nil
    } catch let error as NetworkError {
      guard case .serialization(let words) = error.reason, error.response == response.head else {
        return "\(error)"
      }
      return words
    } catch {
      return "\(error)"
    }
  }

  @Test func dataIsTheBody() throws {
    #expect(try DataSerializer().serialize(received("x")) == Data("x".utf8))
    #expect(try DataSerializer().serialize(received("")) == Data())
  }

  @Test func optionalDataIsNilWhenEmpty() throws {
    #expect(try OptionalDataSerializer().serialize(received("x")) == Data("x".utf8))
    #expect(try OptionalDataSerializer().serialize(received("")) == nil)
  }

  @Test(arguments: ["", "OK", "{}", "[1", "<p>"]) func emptyIsReturnedForAnyBody(_ body: String) throws {
    #expect(try DecodableSerializer<Empty>().serialize(received(body)) == Empty())
  }

  @Test func jsonIsDecoded() throws {
    #expect(try JSONSerializer().serialize(received(#"{"a":[1]}"#)) == ["a": [1]])
  }

  @Test func invalidJSONThrowsAJSONError() throws {
    let response = try received("<html>")
    #expect(throws: JSONError.syntax("unexpected character", offset: 0)) {
      try JSONSerializer().serialize(response)
    }
  }

  @Test func decodableUsesTheDecoderOfTheSession() throws {
    var response = try received(#"{"name":"T"}"#)
    #expect(try DecodableSerializer<User>().serialize(response) == User(name: "T"))
    response.decoder = FixedDecoder(text: #"{"name":"S"}"#)
    #expect(try DecodableSerializer<User>().serialize(response) == User(name: "S"))
  }

  @Test func anExplicitDecoderOverridesTheSessions() throws {
    var response = try received(#"{"name":"T"}"#)
    response.decoder = FixedDecoder(text: #"{"name":"S"}"#)
    let serializer = DecodableSerializer<User>(decoder: FixedDecoder(text: #"{"name":"O"}"#))
    #expect(try serializer.serialize(response) == User(name: "O"))
  }

  @Test func aDecodingErrorNamesTheTypeAndThePath() throws {
    let list = DecodableSerializer<[User]>()
    #expect(
      words(list, try received(#"[{"name":"a"},{}]"#))
        == #"Array<User> could not be decoded: there is no "name" at [1]"#)
    #expect(
      words(list, try received(#"[{"name":"a","tags":["x",1]}]"#))
        == "Array<User> could not be decoded: the value is not of type String at [0].tags[1]")
    #expect(
      words(list, try received(#"{"name":"a"}"#))?.hasPrefix(
        "Array<User> could not be decoded: the value is not ")
        == true)
    #expect(
      words(list, try received(#"[{"name":null}]"#))
        == "Array<User> could not be decoded: null instead of String at [0].name")
    #expect(words(list, try received("<html>"))?.hasPrefix("Array<User> could not be decoded: ") == true)
  }

  @Test func aDecodingErrorIsTheUnderlyingError() throws {
    let response = try received("{}")
    let error = #expect(throws: NetworkError.self) { try DecodableSerializer<User>().serialize(response) }
    #expect(error?.underlyingError is DecodingError)
    #expect(error?.data == Data("{}".utf8))
  }

  @Test(arguments: [(HTTPMethod.head, 200), (.get, 204), (.post, 205)])
  func anEmptyBodyIsAllowedWhereHTTPAllowsIt(_ method: HTTPMethod, _ status: Int) throws {
    let response = try received("", status: status, method: method)
    #expect(try JSONSerializer().serialize(response) == .null)
    #expect(try DecodableSerializer<JSONValue>().serialize(response) == .null)
    #expect(try StringSerializer().serialize(response) == "")
    #expect(try DataSerializer().serialize(response) == Data())
    #expect(try DecodableSerializer<User?>().serialize(response) == nil)
    #expect(try DecodableSerializer<Empty>().serialize(response) == Empty())
  }

  @Test func anEmptyBodyIsOtherwiseAnError() throws {
    for status in [200, 304] {
      #expect(
        words(.json, try received("", status: status))
          == "the body is empty, but JSONValue has no empty value")
      #expect(
        words(.decodable(of: JSONValue.self), try received("", status: status))
          == "the body is empty, but JSONValue has no empty value")
    }
    #expect(
      words(.decodable(of: User.self), try received(""))
        == "the body is empty, but User has no empty value")
    #expect(
      words(.decodable(of: User.self), try received("", status: 204))
        == "the body is empty, but User has no empty value")
  }

  @Test(arguments: ["<p>no", "{\"a\": 1}", "1", "\u{1}"])
  func anOptionalEmptyAcceptsAnyBody(_ body: String) throws {
    #expect(try DecodableSerializer<Empty?>().serialize(received(body)) == .some(Empty()))
  }

  @Test(arguments: ["", "null"]) func anOptionalEmptyIsNilWithoutAValue(_ body: String) throws {
    #expect(try DecodableSerializer<Empty?>().serialize(received(body)) == nil)
  }

  @Test func anotherOptionalNeedsABodyOfItsType() throws {
    #expect(throws: NetworkError.self) { try DecodableSerializer<User?>().serialize(received("<p>no")) }
  }

  @Test func typesWithAnEmptyValueAllowAnEmptyBody() throws {
    let response = try received("")
    #expect(try DecodableSerializer<Nothing>().serialize(response) == Nothing(text: "nothing"))
    #expect(try DecodableSerializer<Empty>().serialize(response) == Empty())
    #expect(try DecodableSerializer<User?>().serialize(response) == .some(nil))
  }

  @Test func typesWithAnEmptyValueDecodeABody() throws {
    #expect(try DecodableSerializer<Nothing>().serialize(received(#"{"text":"x"}"#)) == Nothing(text: "x"))
    #expect(try DecodableSerializer<User?>().serialize(received(#"{"name":"x"}"#)) == User(name: "x"))
    #expect(try DecodableSerializer<Empty>().serialize(received("[1]")) == Empty())
  }

  @Test func onlyJSONSerializersSetTheAcceptHeader() {
    #expect(JSONSerializer().accept == "application/json")
    #expect(DecodableSerializer<User>().accept == "application/json")
    #expect(StringSerializer().accept == nil)
    #expect(DataSerializer().accept == nil)
    #expect(VoidSerializer().accept == nil)
    #expect(OptionalDataSerializer().accept == nil)
  }

  private struct FixedDecoder: DataDecoder {
    var text: String
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try JSONDecoder().decode(type, from: Data(text.utf8))
    }
  }
}
