import Foundation
import Net

/// How reports show secrets: they only say that secrets differ, because reports end up in CI logs.
extension Redaction {
  /// The redacted value of a header.
  func shown(_ value: String, ofHeader name: String) -> String {
    redacted(HTTPField(name: name, value: value)).value
  }

  /// The redacted value of a header that is not the expected one.
  func shownAsOther(_ value: String, ofHeader name: String) -> String {
    let shown = shown(value, ofHeader: name)
    return shown == Self.placeholder && value != shown ? "another value, \(shown)" : shown
  }

  /// How many bytes of JSON reports redact and show, approximately.
  static let shownJSON = 16_384

  /// The value as redacted JSON; the beginning of a long one.
  func text(of value: JSONValue) -> String {
    var room = Self.shownJSON
    let text = redacted(text: LongNumber.unmarked(value.beginning(in: &room, for: self).description))
    return room < 0 ? text.prefix(1_000) + "…" : text
  }

  /// The redacted, quoted value of a query or form pair.
  func quoted(_ value: String, ofQuery name: String) -> String {
    hides(formName: name) ? Self.placeholder : "\"\(redacted(text: value).printed)\""
  }

  /// The redacted, quoted value of a pair that is not the expected one.
  func quotedAsOther(_ value: String, ofQuery name: String) -> String {
    hides(formName: name) ? "another value, \(Self.placeholder)" : "\"\(redacted(text: value).printed)\""
  }

  /// The redacted pairs of a query or a form, joined with `&`.
  func shown(_ items: [URLQueryItem]) -> String {
    let pairs = items.map { item in
      item.value.map { "\(item.name)=\(hides(formName: item.name) ? Self.placeholder : redacted(text: $0))" }
        ?? redacted(text: item.name)
    }
    return pairs.isEmpty ? "none" : pairs.joined(separator: "&").printed
  }

  /// A message for each hidden name that is on both sides with different values.
  func hiddenDifferences(_ expected: [URLQueryItem], _ actual: [URLQueryItem]) -> [String] {
    var names: [String] = []
    for item in expected where !names.contains(item.name) { names.append(item.name) }
    return names.filter { name in
      let values = [expected, actual].map { items in items.filter { $0.name == name }.map { $0.value ?? "" } }
      return !values[1].isEmpty && values[0].sorted() != values[1].sorted()
        && shown(values[0], name) == shown(values[1], name)
    }.map { "\($0): \(Self.hiddenDifference)" }
  }

  private func shown(_ values: [String], _ name: String) -> [String] {
    values.map { quoted($0, ofQuery: name) }
  }

  /// Where two bodies with the same excerpt differ, or that only what is hidden differs.
  func difference(of expected: Data, _ actual: Data, as type: String? = nil) -> String {
    // Redacting a long body is slow, so only the first different byte is reported.
    if max(expected.count, actual.count) > 65_536 { return ValueDifference.words(expected, actual) }
    let shown = (redacted(body: expected, contentType: type), redacted(body: actual, contentType: type))
    return shown.0 == shown.1 ? Self.hiddenDifference : ValueDifference.words(shown.0, shown.1)
  }

  /// The redacted bytes for a failure message: as text if they are UTF-8, truncated if they are long.
  ///
  /// Control characters are escaped, apart from line breaks and tabs: a report is printed in a terminal.
  func shownText(of data: Data, _ type: String? = nil) -> String {
    let beginning = data.beginning(of: 4_096, for: self)
    let shown = redacted(body: beginning, contentType: type)
    // The cut may split a character.
    let cuts = data.count > beginning.count ? 0...3 : 0...0
    let text = cuts.lazy.compactMap { String(validating: shown.dropLast($0), as: UTF8.self) }.first
    guard let text else { return data.count.counted("byte") }
    guard !data.isEmpty else { return "none" }
    return text.count > 200 || data.count > beginning.count
      ? "\(String(text.prefix(200)).printedLines)… (\(data.count) bytes)" : text.printedLines
  }
}

extension JSONValue {
  /// The value, or its beginning if it has more bytes than there is room.
  ///
  /// The room is negative afterwards.
  fileprivate func beginning(in room: inout Int, for redaction: Redaction) -> JSONValue {
    switch self {
    case .null, .bool, .integer, .double:
      room -= 8
      return self
    case .string(let text):
      defer { room -= text.utf8.count + 2 }
      return text.utf8.count > room ? .string(text.beginning(of: max(0, room), for: redaction)) : self
    case .array(let elements):
      var kept: [JSONValue] = []
      room -= 2
      for element in elements {
        guard room >= 0 else { break }
        kept.append(element.beginning(in: &room, for: redaction))
      }
      return .array(kept)
    case .object(let object):
      var kept = JSONObject()
      room -= 2
      for name in object.keys.map(ExactText.init).sorted().map(\.text) {
        guard room >= 0 else { break }
        room -= name.utf8.count + 4
        kept[name] = object[name]?.beginning(in: &room, for: redaction)
      }
      return .object(kept)
    }
  }
}
