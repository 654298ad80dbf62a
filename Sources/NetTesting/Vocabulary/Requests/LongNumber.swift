import Foundation
import Net

/// A number of a JSON text that a `JSONValue` would round, because it has more digits than a `Double`.
///
/// It is compared by its digits: `0.1000000000000000055` is not `0.1`, although both are the same `Double`. Within a
/// `JSONValue` it is a marked text.
enum LongNumber {
  /// Starts the text: the last character for private use (Unicode section 23.5), which no body should contain.
  private static let mark = "\u{10fffd}"

  /// Parses a JSON text, and keeps the digits of long numbers.
  ///
  /// Throws for a text in which an object repeats a name, because its meaning depends on the parser.
  static func value(parsing data: Data) throws -> JSONValue {
    let value = try JSONValue(parsingUnique: data)
    return try marking(Array(data)).map { try JSONValue(parsing: $0) } ?? value
  }

  /// The text of a value that ``value(parsing:)`` returned, with numbers in place of the marked texts.
  static func unmarked(_ text: String) -> String {
    guard text.contains(mark) else { return text }
    var parts = text.components(separatedBy: "\"\(mark)")
    for index in parts.indices.dropFirst() {
      if let end = parts[index].firstIndex(of: "\"") { parts[index].remove(at: end) }
    }
    return parts.joined()
  }

  /// The JSON text with its long numbers as marked texts; nil if it has none.
  private static func marking(_ json: [UInt8]) -> Data? {
    var result = Data()
    var (index, copied) = (0, 0)
    while index < json.count {
      let start = index
      index += 1
      if json[start] == UInt8(ascii: "\"") {
        while index < json.count, json[index] != UInt8(ascii: "\"") {
          index += json[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
      } else if isPartOfNumber(json[start]), json[start] != UInt8(ascii: "e") {
        while index < json.count, isPartOfNumber(json[index]) { index += 1 }
        guard let digits = digits(ofLong: String(decoding: json[start..<index], as: UTF8.self)) else {
          continue
        }
        result += json[copied..<start]
        result += Data("\"\(mark)\(digits)\"".utf8)
        copied = index
      }
    }
    return copied == 0 ? nil : result + json[copied...]
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
  }

  /// The number in a form that equal numbers share; nil if an `Int64` or a `Double` is the same number.
  ///
  /// The 17 digits that some encoders write of a `Double` are the same number, too. So are all digits of one, as of the
  /// integer 9223372036854775808.
  private static func digits(ofLong text: String) -> String? {
    guard Int64(text) == nil, let double = Double(text), double.isFinite else { return nil }
    let digits = canonical(text)
    let isDouble =
      digits == canonical(double.description)
      || ["%.17g", allDigits].contains { digits == canonical(String(format: $0, double)) }
    return isDouble ? nil : digits
  }

  /// No `Double` has more significant digits.
  private static let allDigits = "%.767g"

  /// The number without superfluous zeros, and without an exponent unless that is large.
  private static func canonical(_ number: String) -> String {
    let parts = number.lowercased().split(separator: "e", maxSplits: 1)
    let mantissa = parts.first?.drop { $0 == "-" } ?? ""
    let fraction = mantissa.split(separator: ".", maxSplits: 1).dropFirst().first?.count ?? 0
    var digits = mantissa.filter { $0 != "." }.drop { $0 == "0" }
    // An exponent that is not an `Int`, or would overflow, belongs to zero or to what a `Double` rounds to
    // zero.
    var exponent = (parts.dropFirst().first.map { Int($0) ?? 0 } ?? 0) &- fraction
    while digits.last == "0" {
      digits.removeLast()
      exponent &+= 1
    }
    guard !digits.isEmpty else { return "0" }
    let sign = number.hasPrefix("-") ? "-" : ""
    guard exponent.magnitude < 40 else { return "\(sign)\(digits)e\(exponent)" }
    if exponent >= 0 { return sign + digits + String(repeating: "0", count: exponent) }
    let padded = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
    return "\(sign)\(padded.dropLast(-exponent)).\(padded.suffix(-exponent))"
  }
}
