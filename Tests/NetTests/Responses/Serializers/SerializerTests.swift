import Foundation
import Net
import TestSupport
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
    expectEqual(try DataSerializer().serialize(received("x")), Data("x".utf8))
    expectEqual(try DataSerializer().serialize(received("")), Data())
  }

  @Test func optionalDataIsNilWhenEmpty() throws {
    expectEqual(try OptionalDataSerializer().serialize(received("x")), Data("x".utf8))
    expectNil(try OptionalDataSerializer().serialize(received("")))
  }

  @Test(arguments: ["", "OK", "{}", "[1", "<p>"]) func emptyIsReturnedForAnyBody(_ body: String) throws {
    expectEqual(try DecodableSerializer<Empty>().serialize(received(body)), Empty())
  }

  @Test func jsonIsDecoded() throws {
    expectEqual(try JSONSerializer().serialize(received(#"{"a":[1]}"#)), ["a": [1]])
  }

  @Test func invalidJSONThrowsAJSONError() throws {
    let response = try received("<html>")
    #expect(throws: JSONError.syntax("unexpected character", offset: 0)) {
      try JSONSerializer().serialize(response)
    }
  }

  @Test func decodableUsesTheDecoderOfTheSession() throws {
    var response = try received(#"{"name":"T"}"#)
    expectEqual(try DecodableSerializer<User>().serialize(response), User(name: "T"))
    response.decoder = FixedDecoder(text: #"{"name":"S"}"#)
    expectEqual(try DecodableSerializer<User>().serialize(response), User(name: "S"))
  }

  @Test func anExplicitDecoderOverridesTheSessions() throws {
    var response = try received(#"{"name":"T"}"#)
    response.decoder = FixedDecoder(text: #"{"name":"S"}"#)
    let serializer = DecodableSerializer<User>(decoder: FixedDecoder(text: #"{"name":"O"}"#))
    expectEqual(try serializer.serialize(response), User(name: "O"))
  }

  @Test func aDecodingErrorNamesTheTypeAndThePath() throws {
    let list = DecodableSerializer<[User]>()
    expectEqual(
      words(list, try received(#"[{"name":"a"},{}]"#)),
      #"Array<User> could not be decoded: there is no "name" at [1]"#)
    expectEqual(
      words(list, try received(#"[{"name":"a","tags":["x",1]}]"#)),
      "Array<User> could not be decoded: the value is not of type String at [0].tags[1]")
    expectEqual(
      words(list, try received(#"{"name":"a"}"#))?.hasPrefix(
        "Array<User> could not be decoded: the value is not "), true)
    expectEqual(
      words(list, try received(#"[{"name":null}]"#)),
      "Array<User> could not be decoded: null instead of String at [0].name")
    expectEqual(words(list, try received("<html>"))?.hasPrefix("Array<User> could not be decoded: "), true)
  }

  @Test func aDecodingErrorIsTheUnderlyingError() throws {
    let response = try received("{}")
    let error = #expect(throws: NetworkError.self) { try DecodableSerializer<User>().serialize(response) }
    #expect(error?.underlyingError is DecodingError)
    expectEqual(error?.data, Data("{}".utf8))
  }

  @Test(arguments: [(HTTPMethod.head, 200), (.get, 204), (.post, 205)])
  func anEmptyBodyIsAllowedWhereHTTPAllowsIt(_ method: HTTPMethod, _ status: Int) throws {
    let response = try received("", status: status, method: method)
    expectEqual(try JSONSerializer().serialize(response), .null)
    expectEqual(try DecodableSerializer<JSONValue>().serialize(response), .null)
    expectEqual(try StringSerializer().serialize(response), "")
    expectEqual(try DataSerializer().serialize(response), Data())
    expectNil(try DecodableSerializer<User?>().serialize(response))
    expectEqual(try DecodableSerializer<Empty>().serialize(response), Empty())
  }

  @Test func anEmptyBodyIsOtherwiseAnError() throws {
    for status in [200, 304] {
      expectEqual(
        words(.json, try received("", status: status)), "the body is empty, but JSONValue has no empty value")
      expectEqual(
        words(.decodable(of: JSONValue.self), try received("", status: status)),
        "the body is empty, but JSONValue has no empty value")
    }
    expectEqual(
      words(.decodable(of: User.self), try received("")), "the body is empty, but User has no empty value")
  }

  @Test(arguments: [
    (HTTPMethod.head, 200, "to HEAD"), (.get, 204, "with the status 204"),
    (.post, 205, "with the status 205"),
  ])
  func theErrorOfAResponseThatHasNoBodySaysWhy(_ method: HTTPMethod, _ status: Int, _ cause: String) throws {
    expectEqual(
      words(.decodable(of: User.self), try received("", status: status, method: method)),
      "a response \(cause) has no body, but User has no empty value; use void(), or decode an optional")
  }

  @Test(arguments: ["<p>no", "{\"a\": 1}", "1", "\u{1}"])
  func anOptionalEmptyAcceptsAnyBody(_ body: String) throws {
    expectEqual(try DecodableSerializer<Empty?>().serialize(received(body)), .some(Empty()))
  }

  @Test(arguments: ["", "null"]) func anOptionalEmptyIsNilWithoutAValue(_ body: String) throws {
    expectNil(try DecodableSerializer<Empty?>().serialize(received(body)))
  }

  @Test func anotherOptionalNeedsABodyOfItsType() throws {
    #expect(throws: NetworkError.self) { try DecodableSerializer<User?>().serialize(received("<p>no")) }
  }

  @Test func typesWithAnEmptyValueAllowAnEmptyBody() throws {
    let response = try received("")
    expectEqual(try DecodableSerializer<Nothing>().serialize(response), Nothing(text: "nothing"))
    expectEqual(try DecodableSerializer<Empty>().serialize(response), Empty())
    #expect(try DecodableSerializer<User?>().serialize(response) == .some(nil))
  }

  @Test func typesWithAnEmptyValueDecodeABody() throws {
    expectEqual(try DecodableSerializer<Nothing>().serialize(received(#"{"text":"x"}"#)), Nothing(text: "x"))
    expectEqual(try DecodableSerializer<User?>().serialize(received(#"{"name":"x"}"#)), User(name: "x"))
    expectEqual(try DecodableSerializer<Empty>().serialize(received("[1]")), Empty())
  }

  @Test func onlyJSONSerializersSetTheAcceptHeader() {
    expectEqual(JSONSerializer().accept, "application/json")
    expectEqual(DecodableSerializer<User>().accept, "application/json")
    expectNil(StringSerializer().accept)
    expectNil(DataSerializer().accept)
    expectNil(VoidSerializer().accept)
    expectNil(OptionalDataSerializer().accept)
  }

  private struct FixedDecoder: DataDecoder {
    var text: String
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      try JSONDecoder().decode(type, from: Data(text.utf8))
    }
  }
}
