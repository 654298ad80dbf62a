/// A defect of a URL that escaping cannot fix.
package enum URLFlaw: Error, Sendable, Equatable {
  /// A part of a URL with its own rules.
  package enum Part: String, Sendable {
    case user = "user name"
    case host
  }

  /// A character that is not allowed in this part, or anywhere in a URL if the part is nil.
  case character(Unicode.Scalar, of: Part?)
  /// A host that is neither a name nor an address.
  case host(String)
  /// A port that is not a number up to 65535.
  case port(String)

  /// Returns the defect of the text, or nil if escaping is enough.
  package init?(in text: String) {
    do {
      _ = try URLReference(text)
      return nil
    } catch {
      self = error
    }
  }
}

extension URLFlaw: CustomStringConvertible {
  /// The defect as text.
  package var description: String {
    switch self {
    case .character(let scalar, let part):
      "\(Self.name(of: scalar)) is not allowed in a \(part.map { "\($0.rawValue) of a URL" } ?? "URL")"
    // The host is not quoted, because it may contain part of a password.
    case .host: "the host is neither a name nor an address"
    case .port: "the port is not a number up to 65535"
    }
  }

  private static func name(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return scalar.value > 0x20 && scalar.value < 0x7f
      ? "the character \(String(scalar).debugDescription)" : "the character \(number)"
  }
}
