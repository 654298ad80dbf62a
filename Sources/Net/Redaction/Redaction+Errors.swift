import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An error whose text may contain secrets, which depend on the redaction.
protocol RedactedError: Error {
  /// Returns the error as text.
  func words(_ redaction: Redaction) -> String

  /// Returns the error as text without any part of a body, for logs.
  func wordsWithoutBody(_ redaction: Redaction) -> String
}

extension RedactedError where Self: CustomStringConvertible {
  func words(_ redaction: Redaction) -> String { redaction.redacted(text: description) }
}

extension RedactedError {
  func wordsWithoutBody(_ redaction: Redaction) -> String { words(redaction) }
}

extension Redaction {
  /// Returns an error as text, without secrets.
  ///
  /// The descriptions of Foundation errors contain the whole URL including its secrets, and those of decoders the value
  /// that they refuse.
  package func words(for error: any Error) -> String { words(for: error, depth: 0) }

  /// Returns the error of a decoder as text.
  ///
  /// `JSONDecoder` says of a number that does not fit, such as 1.5 for an integer, that the text is not JSON, and not
  /// where a text stops being JSON.
  func words(for error: any Error, decoding data: Data) -> String {
    guard case DecodingError.dataCorrupted(let context) = error, context.codingPath.isEmpty,
      context.debugDescription.hasPrefix("The given data was not valid JSON")
    else { return words(for: error) }
    do {
      let numbers = paths(ofNumbersIn: try JSONValue(parsing: data)).prefix(3).joined(separator: ", ")
      guard !numbers.isEmpty else { return words(for: error) }
      return """
        the body is JSON, but a value is not of the type that is asked for, such as a fraction for an integer; no \
        64-bit integers are the numbers at \(numbers)
        """
    } catch JSONError.syntax(JSONError.hugeNumber, let offset) {
      return "the body has a number that is too large at byte \(offset)"
    } catch {
      return words(for: error)
    }
  }

  /// Returns the paths of the numbers that are not `Int64`, in the order of the keys.
  private func paths(ofNumbersIn value: JSONValue, at path: [JSONStep] = []) -> [String] {
    switch value {
    case .double(let number): Int64(exactly: number) == nil ? [self.path(path)] : []
    case .array(let elements):
      elements.enumerated().flatMap { paths(ofNumbersIn: $1, at: path + [JSONStep(index: $0)]) }
    case .object(let object):
      object.keys.sorted().flatMap { key in
        object[key].map { paths(ofNumbersIn: $0, at: path + [JSONStep(name: key)]) } ?? []
      }
    case .null, .bool, .integer, .string: []
    }
  }

  private struct JSONStep: CodingKey {
    var stringValue: String
    var intValue: Int?

    init(name: String) { stringValue = name }

    init(index: Int) { (stringValue, intValue) = ("\(index)", index) }

    init?(stringValue: String) { self.init(name: stringValue) }

    init?(intValue: Int) { self.init(index: intValue) }
  }

  private func words(for error: any Error, depth: Int) -> String {
    // Compares the type itself: on Linux every `NSError` can be cast to `CocoaError`.
    switch type(of: error) {
    case is NSError.Type, is URLError.Type, is CocoaError.Type:
      let foreign = error as NSError
      let text = redacted(text: foreign.words).printed
      guard depth < 3, let cause = foreign.userInfo[NSUnderlyingErrorKey] as? any Error else { return text }
      return "\(text): \(words(for: cause, depth: depth + 1))"
    default: break
    }
    if let error = error as? any RedactedError { return error.words(self) }
    if let error = error as? DecodingError { return error.words(self) }
    if let error = error as? EncodingError, let words = error.wordsOfSecret(self) { return words }
    return redacted(text: "\(error)".withoutAddresses)
  }

  /// Returns an error as text without any part of a body, for logs: the text of this library, the kind and
  /// the path of a decoder's error, and of another error only the type.
  package func wordsWithoutBody(for error: any Error) -> String {
    if let error = error as? any RedactedError { return error.wordsWithoutBody(self) }
    if let error = error as? DecodingError { return error.wordsWithoutBody(self) }
    return "\(type(of: error))"
  }

  /// Returns the same, with the position at which a text stops being JSON, which `JSONDecoder` does not say.
  func wordsWithoutBody(for error: any Error, decoding data: Data?) -> String {
    if case DecodingError.dataCorrupted(let context) = error, context.codingPath.isEmpty, let data {
      do { _ = try JSONValue(parsing: data) } catch let error as JSONError {
        if case .syntax = error { return words(for: error) }
      } catch {}
    }
    return wordsWithoutBody(for: error)
  }
}

extension NSError {
  /// The domain, the code and the text.
  ///
  /// Without a text, Foundation repeats the code, so the name of the code replaces it.
  fileprivate var words: String {
    let name = domain == NSURLErrorDomain ? URLError.Code.name(of: code) : nil
    guard let name, userInfo[NSLocalizedDescriptionKey] == nil else {
      return "\(domain) \(code), \(localizedDescription)"
    }
    return "\(domain) \(code) (\(name))"
  }
}

extension DecodingError {
  /// Returns what could not be decoded, with its path.
  ///
  /// If a name of the path is secret, the text of the decoder is left out, which may quote the value.
  func words(_ redaction: Redaction) -> String {
    if case .dataCorrupted(let context) = self, !redaction.hides(context.codingPath) {
      return redaction.redacted(
        text: "\(context.debugDescription) (at \(redaction.path(context.codingPath)))")
    }
    return wordsWithoutBody(redaction)
  }

  /// The same, without the text of the decoder.
  func wordsWithoutBody(_ redaction: Redaction) -> String {
    switch self {
    case .keyNotFound(let key, let context):
      "there is no \(key.stringValue.debugDescription) at \(redaction.path(context.codingPath))"
    case .valueNotFound(let type, let context):
      "null instead of \(type) at \(redaction.path(context.codingPath))"
    case .typeMismatch(let type, let context):
      "the value is not of type \(type) at \(redaction.path(context.codingPath))"
    case .dataCorrupted(let context): "the value is invalid (at \(redaction.path(context.codingPath)))"
    @unknown default: "the value is invalid"
    }
  }
}

extension EncodingError {
  /// Returns the error without the value and the text of the encoder if a name of the path is secret; otherwise nil.
  fileprivate func wordsOfSecret(_ redaction: Redaction) -> String? {
    guard case .invalidValue(_, let context) = self, redaction.hides(context.codingPath) else { return nil }
    return "the value cannot be encoded (at \(redaction.path(context.codingPath)))"
  }
}

extension Redaction {
  private func isSecret(_ key: any CodingKey) -> Bool {
    key.intValue == nil && hides(bodyName: key.stringValue)
  }

  /// Returns whether a value at the path is secret.
  fileprivate func hides(_ path: [any CodingKey]) -> Bool { path.contains(where: isSecret) }

  /// Returns the path as text, up to the first secret name: the keys below it may be secrets, too.
  fileprivate func path(_ path: [any CodingKey]) -> String {
    var text = ""
    for key in path {
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
      if isSecret(key) { break }
    }
    return text.isEmpty ? "the top level" : text
  }
}

extension JSONError: RedactedError {}

extension TextDecodingError: RedactedError {}

extension ParameterEncodingError: RedactedError {}

extension ContentDecodingError: RedactedError {}

extension WebSocketError: RedactedError {}
