import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Each question that a decoder answers with an error costs as much as the value is deep.
@Suite struct JSONValueDecodingTests {
  /// The answers that were errors while a value was decoded, without those for the values in it.
  private func errors(for text: String) throws -> (value: JSONValue, errors: Int) {
    let decoder = JSONDecoder()
    let probe = try decoder.decode(Probe.self, from: Data(text.utf8))
    return (probe.value, probe.errors.value)
  }

  @Test(arguments: ["{}", #"{"a": [1]}"#]) func anObjectIsRecognizedAtOnce(text: String) throws {
    let result = try errors(for: text)
    expectEqual(result.errors, 0)
    expectEqual(result.value, try JSONValue(parsing: text))
  }

  @Test(arguments: ["[]", #"[{"a": null}, "b"]"#]) func anArrayIsRecognizedAfterOneQuestion(text: String)
    throws
  {
    let result = try errors(for: text)
    expectEqual(result.errors, 1)
    expectEqual(result.value, try JSONValue(parsing: text))
  }

  @Test(arguments: ["true", "-1", "1.5", #""a""#, "null"]) func scalarsAreDecoded(text: String) throws {
    expectEqual(try errors(for: text).value, try JSONValue(parsing: text))
  }

  @Test func theKeysOfANestedObjectAreNotConverted() throws {
    struct Envelope: Decodable { var theValue: JSONValue }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let envelope = try decoder.decode(Envelope.self, from: Data(#"{"the_value": {"a_b": {"c_d": 1}}}"#.utf8))
    expectEqual(envelope.theValue, ["a_b": ["c_d": 1]])
  }

  /// Decoders do not distinguish `1.0` from `1`, so the text was parsed.
  @Test func aWholeBodyIsParsed() async throws {
    let transport = MockTransport()
    transport.stub(.everything, with: .json("[1.0, 1]"))
    let session = NetworkSession(transport: transport)
    let value = try await session.get("https://e.com/").value(.decodable(of: JSONValue.self))
    expectEqual(value.array?.map { "\($0)" }, ["1.0", "1"])
  }

  @Test func aLineIsParsed() throws {
    var parser = JSONLineParser(of: JSONValue.self)
    parser.append(Data("1.0\n".utf8))
    expectEqual(try parser.next().map { "\($0)" }, "1.0")
  }

  @Test func aBodyThatIsNotJSONIsADecodingError() async throws {
    let transport = MockTransport()
    transport.stub(.everything, with: .json("[1"))
    let session = NetworkSession(transport: transport)
    let error = await #expect(throws: NetworkError.self) {
      try await session.get("https://e.com/").value(.decodable(of: JSONValue.self))
    }
    #expect(error?.underlyingError is DecodingError)
    expectEqual(error?.description.contains("JSONValue could not be decoded: not JSON: "), true)
  }

  private struct Probe: Decodable {
    let value: JSONValue
    let errors = Locked(0)

    init(from decoder: any Decoder) throws {
      value = try JSONValue(from: Counting(base: decoder, errors: errors))
    }
  }

  private struct Counting: Decoder {
    let base: any Decoder
    let errors: Locked<Int>
    var codingPath: [any CodingKey] { base.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { base.userInfo }

    func count<Value>(_ ask: () throws -> Value) throws -> Value {
      do {
        return try ask()
      } catch {
        errors.update { $0 += 1 }
        throw error
      }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      try count { try base.container(keyedBy: type) }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try count { try base.unkeyedContainer() }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
      Single(base: try base.singleValueContainer(), counting: self)
    }
  }

  private struct Single: SingleValueDecodingContainer {
    let base: any SingleValueDecodingContainer
    let counting: Counting
    var codingPath: [any CodingKey] { base.codingPath }

    func count<Value>(_ ask: () throws -> Value) throws -> Value { try counting.count(ask) }
    func decodeNil() -> Bool { base.decodeNil() }
    func decode(_ type: Bool.Type) throws -> Bool { try count { try base.decode(type) } }
    func decode(_ type: String.Type) throws -> String { try count { try base.decode(type) } }
    func decode(_ type: Double.Type) throws -> Double { try count { try base.decode(type) } }
    func decode(_ type: Float.Type) throws -> Float { try count { try base.decode(type) } }
    func decode(_ type: Int.Type) throws -> Int { try count { try base.decode(type) } }
    func decode(_ type: Int8.Type) throws -> Int8 { try count { try base.decode(type) } }
    func decode(_ type: Int16.Type) throws -> Int16 { try count { try base.decode(type) } }
    func decode(_ type: Int32.Type) throws -> Int32 { try count { try base.decode(type) } }
    func decode(_ type: Int64.Type) throws -> Int64 { try count { try base.decode(type) } }
    func decode(_ type: UInt.Type) throws -> UInt { try count { try base.decode(type) } }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try count { try base.decode(type) } }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try count { try base.decode(type) } }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try count { try base.decode(type) } }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try count { try base.decode(type) } }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try count { try base.decode(type) } }
  }
}
