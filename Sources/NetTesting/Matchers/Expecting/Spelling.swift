import Foundation
import Net

/// A value as text for a message: strings quoted, optionals unwrapped, bytes and fractions of seconds shown.
func spelling<Value>(of value: Value) -> String {
  if let text = value as? String { return text.debugDescription }
  if let error = value as? any Error { return spelling(of: error) }
  if let data = value as? Data { return spelling(of: data) }
  if let date = value as? Date { return spelling(of: date) }
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional {
    guard let wrapped = mirror.children.first else { return "nil" }
    let text = spelling(of: wrapped.value)
    // A nil inside an optional is not nil.
    return depthOfNil(in: wrapped.value) == nil ? text : "Optional(\(text))"
  }
  return plainSpelling(of: value).withoutAddresses
}

/// The number of bytes, and the first of them: as redacted text if they are UTF-8, otherwise as hexadecimal digits.
func spelling(of data: Data) -> String {
  let count = data.count.counted("byte")
  guard !data.isEmpty else { return count }
  let beginning = Data(data.prefix(4_096))
  let shown = Redaction.standard.redacted(body: beginning)
  // The cut may split a character.
  let cuts = data.count > beginning.count ? 0...3 : 0...0
  let text = cuts.lazy.compactMap { String(validating: shown.dropLast($0), as: UTF8.self) }.first
  if let text, text.unicodeScalars.allSatisfy(isPrintable) {
    return
      "\(count): \(text.prefix(200).debugDescription)\(text.count > 200 || data.count > 4_096 ? "…" : "")"
  }
  return "\(count): \(data.prefix(32).map(\.hex).joined(separator: " "))\(data.count > 32 ? "…" : "")"
}

private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
  scalar == "\t" || scalar == "\r" || scalar == "\n" || scalar.properties.generalCategory != .control
}

/// The date in UTC, with fractional seconds.
func spelling(of date: Date) -> String {
  // Foundation stops the process for a date that is not a number.
  guard date.timeIntervalSinceReferenceDate.isFinite else {
    return "the date \(date.timeIntervalSinceReferenceDate) seconds after 2001"
  }
  let seconds = date.timeIntervalSince1970.rounded(.down)
  let fraction = String(format: "%.6f", date.timeIntervalSince1970 - seconds).drop { $0 != "." }
  let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
  let whole = "\(Date(timeIntervalSince1970: seconds))"
  return digits == "." ? whole : whole.replacingOccurrences(of: " +0000", with: "\(digits) +0000")
}

extension UInt8 {
  /// Two hexadecimal digits.
  var hex: String { (self < 16 ? "0" : "") + String(self, radix: 16) }
}

/// An error as text: its description, its type, and its underlying error.
///
/// A `NetworkError` describes itself: the request, why it failed, and the start of the body, redacted. So is its
/// underlying error. Errors of Foundation are redacted, too, because they contain the URL of the request.
func spelling(of error: any Error) -> String {
  if type(of: error) is NSError.Type, let (domain, code) = domainAndCode(of: error) {
    return "NSError \(domain.debugDescription) \(code)"
  }
  guard let error = error as? NetworkError else {
    let text = isOfFoundation(error) ? Redaction.standard.redacted(text: "\(error)") : "\(error)"
    return "\(text.withoutAddresses) (\(type(of: error)))"
  }
  guard let underlying = error.underlyingError else { return "NetworkError: \(error)" }
  let words = error.redaction.redacted(text: spelling(of: underlying))
  return "NetworkError: \(error)\nUnderlying error: \(words)"
}

/// A reason as text, as in the description of a `NetworkError`: "the status code 404 is not acceptable".
func spelling(of reason: NetworkError.Reason) -> String {
  let text = NetworkError(reason).description
  let opening = "The request failed: "
  return String((text.hasPrefix(opening) ? text.dropFirst(opening.count) : text[...]).prefix { $0 != "\n" })
    .trimmingCharacters(in: CharacterSet(charactersIn: "."))
}

/// An outcome as text.
func spelling<Success, Failure>(of outcome: Outcome<Success, Failure>) -> String {
  spelling(of: outcome, limit: 300)
}

/// An outcome as text, with at most this many characters of a success.
func spelling<Success, Failure>(of outcome: Outcome<Success, Failure>, limit: Int) -> String {
  switch outcome {
  case .success(let value): excerpt(of: "the success \(spelling(of: value))", limit: limit)
  case .failure(let error): "the failure \(spelling(of: error as any Error))"
  case .completed: "the completion"
  }
}

/// The first characters of a text and, if it is longer, their number.
func excerpt(of text: String, limit: Int = 300) -> String {
  let count = text.count
  return count > limit ? "\(text.prefix(limit))… (\(count) characters)" : text
}

/// The beginning and the end of a path into a value, which may be deep, or contain keys of any length.
func excerpt(ofPath path: String) -> String {
  let (limit, count) = (300, path.count)
  guard count > limit else { return path }
  return "\(path.prefix(limit / 2))…\(path.suffix(limit / 2)) (\(count) characters)"
}
