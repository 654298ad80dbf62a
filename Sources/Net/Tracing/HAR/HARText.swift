package import Foundation

/// A body as a HAR file contains it.
package struct HARText: Sendable, Equatable {
  /// The text, or the bytes in Base64.
  package var text: String
  /// The encoding of the text; nil for none.
  package var encoding: String?

  /// Creates the text of a body: in the charset of its type if it decodes to the same bytes; otherwise in Base64.
  package init(_ body: Data, type: String?) {
    if let text = (Self.charset(of: type) ?? Charset(.utf8)).reversibleText(of: body) {
      self.text = text
    } else {
      text = body.base64EncodedString()
      encoding = "base64"
    }
  }

  /// The charset of a media type, if it is known.
  package static func charset(of type: String?) -> Charset? {
    parameter("charset", of: type).flatMap { Charset(named: $0) }
  }

  /// A parameter of a media type (RFC 9110 section 8.3.1), without quotes.
  package static func parameter(_ name: String, of type: String?) -> String? {
    guard let type else { return nil }
    return HeaderSyntax.split(type, at: ";").dropFirst().map(HeaderSyntax.parameter).first {
      $0.name == name
    }?
    .value.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
  }
}
