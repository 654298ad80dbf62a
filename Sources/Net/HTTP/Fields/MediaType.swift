/// A media type or media range without its parameters (RFC 9110 sections 8.3.1 and 12.5.1).
package struct MediaType: Equatable {
  /// The type in lower case: `application`, `*`.
  var type: String
  /// The subtype in lower case: `json`, `*`.
  var subtype: String

  /// Parses the text before the first `;`.
  ///
  /// Returns nil if that is not a media type. `*` alone means `*/*`.
  init?(_ text: some StringProtocol) {
    let essence = HeaderSyntax.trimmed(text.cut(at: ";").head)
    let (type, subtype) = essence.cut(at: "/")
    if let subtype, HeaderSyntax.isToken(type), HeaderSyntax.isToken(subtype) {
      self.type = HeaderSyntax.folded(type)
      self.subtype = HeaderSyntax.folded(subtype)
    } else if essence == "*" {
      (self.type, self.subtype) = ("*", "*")
    } else {
      return nil
    }
  }

  /// Returns whether this range includes the type.
  ///
  /// Nil, an unknown type, is included only in `*/*`. `*/json` includes JSON of every type; RFC 9110 does not define
  /// such a range, but Alamofire accepts it.
  ///
  /// - `orItsFormat`: Whether `application/json` also includes `application/problem+json`, a type whose suffix names
  ///   the format (RFC 6838 section 4.2.8), and the other way round: `application/vnd.github+json` includes
  ///   `application/json`, and `application/atom+xml` includes `application/xml` and `text/xml`.
  func includes(_ other: MediaType?, orItsFormat: Bool = false) -> Bool {
    guard type != "*" || subtype != "*" else { return true }
    guard let other else { return false }
    if orItsFormat, other.isFormat, subtype.hasSuffix("+\(other.subtype)") { return true }
    guard type == "*" || type == other.type else { return false }
    return subtype == "*" || subtype == other.subtype
      || (orItsFormat && other.subtype.hasSuffix("+\(subtype)"))
  }

  /// Whether the type may be the format that a suffix names.
  private var isFormat: Bool { type == "application" || type == "text" }

  /// Returns whether a type has exactly the text of `Accept`, before its parameters.
  ///
  /// It is accepted, as most types are, and nothing is parsed to know that. A list, or a range with parameters, is not
  /// compared.
  static func isExactly(_ range: String, inTypeOf value: String) -> Bool {
    guard value.starts(withCodePointsOf: range) else { return false }
    let next = value.utf8.dropFirst(range.utf8.count).first
    guard next == nil || next == UInt8(ascii: ";") else { return false }
    return !range.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
  }

  /// How precise the range is: a more precise one takes precedence (RFC 9110 section 12.5.1).
  var precision: Int { (type == "*" ? 0 : 1) + (subtype == "*" ? 0 : 1) }

  /// Returns the ranges in the values of `Accept` fields.
  ///
  /// What is no media range says nothing, and neither do the empty elements of a list (RFC 9110 section 5.6.1).
  static func ranges(_ values: [String]) -> [String] {
    values.flatMap { HeaderSyntax.split($0, at: ",") }.filter { MediaType($0) != nil }
  }

  /// Returns the ranges without those that `q=0` excludes.
  static func accepted(_ ranges: [String]) -> [String] { ranges.filter { !isExcluded($0) } }

  /// Returns the ranges that `q=0` excludes, and that have no other parameters, which would exclude only some forms of
  /// a type.
  static func excluded(_ ranges: [String]) -> [MediaType] {
    ranges.filter { isExcluded($0) && HeaderSyntax.split($0, at: ";").count == 2 }.compactMap {
      MediaType($0)
    }
  }

  /// Returns the first type without a wildcard in the values of `Accept` fields, unless `q=0` excludes it.
  package static func first(of values: [String]) -> String? {
    let types = accepted(ranges(values)).lazy.compactMap { MediaType($0) }
    return types.first { $0.precision == 2 }.map { "\($0.type)/\($0.subtype)" }
  }

  private static func isExcluded(_ range: String) -> Bool {
    guard range.utf8.contains(UInt8(ascii: ";")) else { return false }
    return HeaderSyntax.split(range, at: ";").dropFirst().contains { text in
      let parameter = HeaderSyntax.parameter(text)
      return parameter.name == "q" && isZero(parameter.value)
    }
  }

  /// Returns whether a weight is zero: `0`, with up to three decimals (RFC 9110 section 12.4.2).
  private static func isZero(_ weight: String) -> Bool {
    let bytes = weight.utf8
    return ["0", "0.", "0.0", "0.00", "0.000"].contains { $0.utf8.elementsEqual(bytes) }
  }
}
