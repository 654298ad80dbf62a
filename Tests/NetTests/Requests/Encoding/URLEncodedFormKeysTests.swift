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

  @Test func anOwnFormatOfKeysIsKept() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let form = URLEncodedFormEncoder(keyEncoding: .kebabCase).withDefaults(from: encoder)
    expectEqual(try form.encode(Member(name: "perPage")), "per-page=1")
  }
}
