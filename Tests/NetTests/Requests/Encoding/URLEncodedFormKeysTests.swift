import Foundation
import Net
import TestSupport
import Testing

/// The names of members with the encoder of a session.
struct URLEncodedFormKeysTests {
  private struct Member: Encodable {
    struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    var name: String

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Name.self)
      try container.encode(1, forKey: Name(stringValue: name))
    }
  }

  /// On Linux, Foundation's rules for words differ from those of ``URLEncodedFormEncoder/KeyEncoding/snakeCase``.
  @Test(arguments: [
    "perPage", "baseURL", "URLSession", "RADAR", "_Sample", "HTTP2Server", "x1Y2Z", "user_ID", "A", "", "__",
    "🐧",
  ])
  func snakeCaseIsThatOfTheEncoderInAFormAsInJSON(name: String) throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let form = URLEncodedFormEncoder().withDefaults(from: encoder)
    let names = try form.parameters(of: Member(name: name)).keys
    expectEqual(try JSONValue(parsing: encoder.encode(Member(name: name))), [names[0]: 1])
  }

  @Test func keysOfADictionaryStayUnchanged() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    expectEqual(try URLEncodedFormEncoder().withDefaults(from: encoder).encode(["perPage": 1]), "perPage=1")
  }

  /// A type that encodes itself as its dictionary.
  private struct Filters: Encodable {
    var values: [String: Int]

    func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }
  }

  /// A type with known members and further ones.
  private struct Search: Encodable {
    enum Key: String, CodingKey { case perPage, firstPage }

    var more: [String: Int]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: .perPage)
      try more.encode(to: encoder)
      try container.encode(2, forKey: .firstPage)
    }
  }

  // Ten keys, because a few may be sorted by chance.
  private static let values = Dictionary(uniqueKeysWithValues: (0..<10).map { ("aKey\($0)", $0) })
  private static let text = (0..<10).map { "aKey\($0)=\($0)" }.joined(separator: "&")

  @Test func aDictionaryThatATypeEncodesItselfAsIsSortedAndUnchanged() throws {
    let form = URLEncodedFormEncoder(keyEncoding: .snakeCase)
    expectEqual(try form.encode(Self.values), Self.text)
    expectEqual(try form.encode(Filters(values: Self.values)), Self.text)
    expectEqual(
      try form.encode(["a": Filters(values: ["bC": 1, "aB": 2])]), "a%5BaB%5D=2&a%5BbC%5D=1")
  }

  @Test func aDictionaryBesidesMembersIsSortedWhereItIsEncoded() throws {
    let form = URLEncodedFormEncoder(keyEncoding: .snakeCase)
    expectEqual(try form.encode(Search(more: Self.values)), "per_page=1&\(Self.text)&first_page=2")
  }

  @Test func anOwnFormatOfKeysIsKept() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let form = URLEncodedFormEncoder(keyEncoding: .kebabCase).withDefaults(from: encoder)
    expectEqual(try form.encode(Member(name: "perPage")), "per-page=1")
  }
}
