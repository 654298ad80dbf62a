import Foundation

extension URITemplate {
  /// Returns the URI that the template expands to with these values.
  ///
  /// ```swift
  /// let search = try URITemplate("/search{?q,tag*}")
  /// try search.expand(["q": "a b", "tag": ["x", "y"]])  // "/search?q=a%20b&tag=x&tag=y"
  /// ```
  ///
  /// A value cannot escape its path segment: if it turns a whole segment into `.` or `..`, also percent-encoded or
  /// together with adjacent text, the expansion fails. A literal `..` in the template is kept. Nor can it become the
  /// host: if an empty value makes the text begin with `//`, the expansion fails.
  ///
  /// - Parameters:
  ///   - values: The values of the variables, by name.
  ///   - dateEncoding: The format of dates.
  ///   - dataEncoding: The format of bytes.
  /// - Returns: The URI, which may be relative.
  /// - Throws: ``URITemplateError``.
  public func expand(
    _ values: Parameters = [:], dateEncoding: DateEncoding = .deferredToDate,
    dataEncoding: DataEncoding = .base64
  ) throws(URITemplateError) -> String {
    let formats = ValueFormats(dates: dateEncoding, datas: dataEncoding)
    var expanded = ExpandedTemplate()
    for part in parts {
      switch part {
      case .literal(let literal): expanded.append(literal)
      case .expression(let kind, let variables):
        var isOpen = false
        for variable in variables {
          let value = try ExpandedValue(values[variable.name]?.parameterValue ?? .null, of: variable, formats)
          guard let piece = value?.text(of: variable, in: kind) else { continue }
          expanded.append((isOpen ? kind.separator : kind.opening) + piece, of: variable.name)
          isOpen = true
        }
        // An expression without a value can leave a literal dot alone in its segment. Other kinds begin with a
        // delimiter.
        if !isOpen, kind == .simple || kind == .reserved || kind == .label, let first = variables.first {
          expanded.append("", of: first.name)
        }
      }
    }
    if let (variable, segment) = expanded.dotSegment {
      throw .dotSegment(segment, variable: variable)
    }
    if let variable = hostVariable(of: expanded) { throw .host(variable: variable) }
    return expanded.text
  }

  /// Returns the variable that makes the text begin with `//`, so that its next segment is the host (RFC 3986 section
  /// 4.2).
  ///
  /// The template itself, or the value of a variable that may contain a whole URI, may begin so.
  private func hostVariable(of expanded: ExpandedTemplate) -> String? {
    guard expanded.beginsWithAuthority, let first = parts.first else { return nil }
    switch first {
    case .literal(let text):
      if text.utf8.starts(with: "//".utf8) { return nil }
    case .expression(let kind, _):
      if kind == .reserved, expanded.beginsWithAuthorityOfOneVariable { return nil }
    }
    return expanded.firstVariable ?? variableNames.first
  }
}

/// The formats of values that have no text of their own.
private struct ValueFormats {
  let dates: DateEncoding
  let datas: DataEncoding
}

/// The defined value of a variable, with its scalars as text.
private enum ExpandedValue {
  case scalar(String)
  case list([String])
  case pairs([(key: String, value: String)])

  /// Returns nil if the value is undefined (RFC 6570 section 2.3).
  init?(
    _ value: ParameterValue, of variable: URITemplate.Variable, _ formats: ValueFormats
  ) throws(URITemplateError) {
    switch value {
    case .array(let members):
      var list: [String] = []
      for member in members {
        if let text = try Self.spelled(member, of: variable, formats) { list.append(text) }
      }
      self = .list(list)
      if list.isEmpty { return nil }
    case .dictionary(let members):
      let sorted = members.sorted(byCodePointsOf: \.key)
      self = .pairs(
        try Self.spelled(sorted.map { .init(key: $0.key, value: $0.value) }, of: variable, formats))
    case .pairs(let members): self = .pairs(try Self.spelled(members, of: variable, formats))
    default:
      guard let text = try Self.spelled(value, of: variable, formats) else { return nil }
      self = .scalar(text)
      return
    }
    if case .pairs(let pairs) = self, pairs.isEmpty { return nil }
    if case .prefix = variable.modifier { throw .prefixOfComposite(variable: variable.name) }
  }

  private static func spelled(
    _ members: [ParameterValue.Pair], of variable: URITemplate.Variable, _ formats: ValueFormats
  ) throws(URITemplateError) -> [(key: String, value: String)] {
    var pairs: [(key: String, value: String)] = []
    for member in members {
      if let text = try spelled(member.value, of: variable, formats) { pairs.append((member.key, text)) }
    }
    return pairs
  }

  private static func spelled(
    _ value: ParameterValue, of variable: URITemplate.Variable, _ formats: ValueFormats
  ) throws(URITemplateError) -> String? {
    switch value {
    case .null: return nil
    case .bool(let value): return URLEncoding.BoolEncoding.numeric.text(of: value)
    case .integer(let value): return String(value)
    case .unsigned(let value): return String(value)
    case .double(let value):
      guard value.isFinite else { throw .unspellable(variable: variable.name) }
      return value.description
    case .string(let value): return value
    case .date(let date):
      do {
        return try spelled(formats.dates.value(of: date), of: variable, formats)
      } catch {
        throw .unspellable(variable: variable.name)
      }
    case .data(let data):
      do {
        return try formats.datas.text(of: data)
      } catch {
        throw .unspellable(variable: variable.name)
      }
    case .array, .dictionary, .pairs: throw .nestedComposite(variable: variable.name)
    }
  }

  func text(of variable: URITemplate.Variable, in kind: URITemplate.Operator) -> String {
    func escaped(_ text: String) -> String {
      URITemplateEscaping.escaped(text, allowsReserved: kind.allowsReserved)
    }
    func named(_ name: String, _ value: String) -> String {
      value.isEmpty && kind == .pathParameter ? name : "\(name)=\(value)"
    }
    switch (self, variable.modifier) {
    case (.scalar(let value), .prefix(let length)):
      let start = escaped(URITemplateEscaping.prefix(length, of: value, allowsReserved: kind.allowsReserved))
      return kind.isNamed ? named(variable.name, start) : start
    case (.scalar(let value), _):
      return kind.isNamed ? named(variable.name, escaped(value)) : escaped(value)
    case (.list(let values), .explode):
      return values.map { kind.isNamed ? named(variable.name, escaped($0)) : escaped($0) }
        .joined(separator: kind.separator)
    case (.pairs(let pairs), .explode):
      return pairs.map { key, value in
        kind.isNamed ? named(escaped(key), escaped(value)) : "\(escaped(key))=\(escaped(value))"
      }.joined(separator: kind.separator)
    case (.list(let values), _):
      let joined = values.map(escaped).joined(separator: ",")
      return kind.isNamed ? named(variable.name, joined) : joined
    case (.pairs(let pairs), _):
      let joined = pairs.map { "\(escaped($0.key)),\(escaped($0.value))" }.joined(separator: ",")
      return kind.isNamed ? named(variable.name, joined) : joined
    }
  }
}
