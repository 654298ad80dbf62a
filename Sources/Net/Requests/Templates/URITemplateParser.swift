/// Parses a template (RFC 6570 section 2).
struct URITemplateParser {
  private let scalars: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// Returns all parts of the template.
  mutating func parts() throws(URITemplateError) -> [URITemplate.Part] {
    var parts: [URITemplate.Part] = []
    while let next = peek {
      switch next {
      case "{": parts.append(try expression())
      case "}": throw flaw(.unopened)
      default: parts.append(.literal(try literal()))
      }
    }
    return parts
  }

  private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private func flaw(_ flaw: URITemplateError.Flaw, at place: Int? = nil) -> URITemplateError {
    .malformed(flaw, position: place ?? position)
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek == scalar else { return false }
    position += 1
    return true
  }

  private mutating func literal() throws(URITemplateError) -> String {
    var text = ""
    while let next = peek, next != "{", next != "}" {
      if next == "%" {
        guard let escape = takeEscape() else { throw flaw(.literal) }
        text += escape
      } else if Self.isForbiddenInLiteral(next) {
        throw flaw(.literal)
      } else {
        text += URITemplateEscaping.escaped(String(next), allowsReserved: true)
        position += 1
      }
    }
    return text
  }

  private mutating func expression() throws(URITemplateError) -> URITemplate.Part {
    let opening = position
    position += 1
    guard scalars[opening...].contains("}") else { throw flaw(.unclosed, at: opening) }
    let kind = try expressionOperator()
    var variables: [URITemplate.Variable] = []
    repeat {
      variables.append(URITemplate.Variable(name: try name(), modifier: try modifier()))
    } while take(",")
    guard take("}") else { throw flaw(.name) }
    return .expression(kind, variables)
  }

  private mutating func expressionOperator() throws(URITemplateError) -> URITemplate.Operator {
    guard let next = peek else { return .simple }
    if ["=", ",", "!", "@", "|"].contains(next) { throw flaw(.operatorReserved) }
    guard next != "\0", let kind = URITemplate.Operator(rawValue: next) else { return .simple }
    position += 1
    return kind
  }

  private mutating func name() throws(URITemplateError) -> String {
    var name = ""
    while let next = peek {
      if Self.isNameCharacter(next) {
        name.unicodeScalars.append(next)
        position += 1
      } else if let escape = takeEscape() {
        name += escape
      } else if next == ".", !name.isEmpty, !name.hasSuffix(".") {
        name += "."
        position += 1
      } else {
        break
      }
    }
    guard !name.isEmpty, !name.hasSuffix(".") else { throw flaw(.name) }
    return name
  }

  private mutating func modifier() throws(URITemplateError) -> URITemplate.Modifier? {
    if take("*") { return .explode }
    guard take(":") else { return nil }
    let start = position
    var digits = ""
    while let next = peek, ("0"..."9").contains(next) {
      digits.unicodeScalars.append(next)
      position += 1
    }
    guard digits.count <= 4, !digits.hasPrefix("0"), let length = Int(digits) else {
      throw flaw(.prefix, at: start)
    }
    return .prefix(length)
  }

  private mutating func takeEscape() -> String? {
    guard peek == "%", position + 2 < scalars.count else { return nil }
    let digits = scalars[(position + 1)...(position + 2)]
    guard digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }) else { return nil }
    position += 3
    return "%" + digits.map(String.init).joined()
  }

  private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }

  // RFC 6570 section 2.1, plus the apostrophe, which its examples use.
  private static func isForbiddenInLiteral(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\0"..." ", "\"", "<", ">", "\\", "^", "`", "|", "\u{7f}"..."\u{9f}": true
    default: false
    }
  }
}
