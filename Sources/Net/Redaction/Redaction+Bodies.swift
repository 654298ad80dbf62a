public import Foundation

extension Redaction {
  /// Returns the body with placeholders for the values of JSON members, form fields, multipart parts and XML elements
  /// with secret names, at any depth, and for the secrets in URLs.
  ///
  /// All other bytes are unchanged.
  ///
  /// ```swift
  /// let body = Redaction.standard.redacted(body: Data(#"{"user": "ada", "password": "s3cret"}"#.utf8))
  /// // {"user": "ada", "password": "<redacted>"}
  /// ```
  ///
  /// JSON (RFC 8259), JSON lines, forms, multipart bodies (RFC 7578), XML, HTML and plain text are recognized by their
  /// content. The content type and its charset, which may be wrong, decide only if the content is ambiguous. The body
  /// may be truncated or malformed. The value of a secret member or element is hidden as a whole, including nested
  /// values, but `null` stays. Text may be in UTF-16 or UTF-32, and may consist of frames that end with
  /// NUL, as those of STOMP, or begin with RS (RFC 7464). Another body with control characters is not text and is not
  /// searched.
  ///
  /// - `body`: The bytes, with any `Content-Encoding` undone.
  ///   - contentType: The `Content-Type` of the body.
  public func redacted(body: Data, contentType: String? = nil) -> Data {
    guard hidesCredentials, hidesBodies, !body.isEmpty else { return body }
    let type = contentType ?? ""
    for wide in WideText.candidates(body, contentType: contentType) {
      guard let text = wide.text(of: body),
        let hidden = redacted(Array(text.utf8), contentType: type, depth: 0)
      else { continue }
      if let result = wide.body(of: String(decoding: hidden, as: UTF8.self)) { return result }
    }
    return redacted([UInt8](body), contentType: type, depth: 0).map { Data($0) } ?? body
  }

  /// Returns the body without its secrets, or nil if it has none.
  ///
  /// The format that it seems to have only adds to what is found in any text.
  private func redacted(_ bytes: [UInt8], contentType: String, depth: Int) -> [UInt8]? {
    // The text before the first part may begin like JSON.
    if depth < 3, let parts = MultipartSecrets(bytes, boundaryOf: contentType) {
      return redacted(parts, depth: depth)
    }
    if JSONValue.begins(bytes) { return nested(bytes, depth: depth, isBody: true) }
    if depth < 3, let parts = MultipartSecrets(bytes, contentType: contentType) {
      return redacted(parts, depth: depth)
    }
    if let frames = Self.frames(of: bytes) { return redacted(frames, contentType: contentType, depth: depth) }
    let type = contentType.lowercased()
    let isForm = type.hasPrefix("application/x-www-form-urlencoded")
    let isText = !bytes.contains(where: Self.isControl)
    guard isForm || isText else { return nil }
    let first = bytes.first { !SecretSweep.isSpace($0) && ![0xef, 0xbb, 0xbf].contains($0) }
    if first == UInt8(ascii: "<") { return swept(bytes, kind: .markup, depth: depth) }
    let isCode = ["text/html", "text/css", "javascript", "xml"].contains { type.contains($0) }
    guard isForm || !isCode && Self.looksLikeForm(bytes) else { return swept(bytes, depth: depth) }
    let hidden = redacted(form: bytes, depth: depth)
    return isText && !Self.isLikelyForm(bytes) ? swept(hidden ?? bytes, depth: depth) ?? hidden : hidden
  }

  private func redacted(_ multipart: MultipartSecrets, depth: Int) -> [UInt8]? {
    multipart.redacted { names, content, type in
      if names.contains(where: hides(formName:)) { return Array(Self.placeholder.utf8) }
      return redacted(content, contentType: type, depth: depth + 1)
    } between: { text in
      text.contains(where: Self.isControl) ? nil : swept(text, depth: depth)
    }
  }

  /// Returns the frames of a text, each with the character that separates it from the next, or nil if it has no such
  /// characters or others that are not text.
  private static func frames(of bytes: [UInt8]) -> [ArraySlice<UInt8>]? {
    guard bytes.contains(where: isFrameMark), !bytes.contains(where: { isControl($0) && !isFrameMark($0) }),
      String(validating: bytes, as: UTF8.self) != nil
    else { return nil }
    var frames: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while let mark = rest.firstIndex(where: isFrameMark) {
      frames.append(rest[...mark])
      rest = rest[(mark + 1)...]
    }
    return rest.isEmpty ? frames : frames + [rest]
  }

  /// Whether the byte separates frames: NUL, or RS (record separator).
  private static func isFrameMark(_ byte: UInt8) -> Bool { byte == 0 || byte == 0x1e }

  private func redacted(_ frames: [ArraySlice<UInt8>], contentType: String, depth: Int) -> [UInt8]? {
    var isChanged = false
    var result: [UInt8] = []
    for frame in frames {
      let marks = frame.last.map(Self.isFrameMark) == true ? 1 : 0
      let text = Array(frame.dropLast(marks))
      // The shortest text with a secret has a name, a separator and a value.
      let hidden = text.count < 3 ? nil : redacted(text, contentType: contentType, depth: depth)
      if hidden != nil { isChanged = true }
      result += (hidden ?? text) + frame.suffix(marks)
    }
    return isChanged ? result : nil
  }

  static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !SecretSweep.isSpace(byte) && byte != 0x1b || byte == 0x7f
  }

  /// Returns whether the text begins with a name and `=`.
  private static func looksLikeForm(_ bytes: [UInt8]) -> Bool {
    let name = bytes.prefix(129).prefix { $0 != UInt8(ascii: "=") }
    return isFieldName(name) && name.count < bytes.count && name.count <= 128
  }

  private static func isFieldName(_ name: ArraySlice<UInt8>) -> Bool {
    name.allSatisfy { SecretSweep.isOfName($0) || SecretSweep.isSpace($0) }
  }

  private func redacted(form bytes: [UInt8], depth: Int) -> [UInt8]? {
    var isChanged = false
    let fields = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    let hidden = fields.map { field in
      let name = field.prefix { $0 != UInt8(ascii: "=") }
      // Before the `=` there may be another text than a name, which may contain secrets itself.
      let isName = name.endIndex < field.endIndex && name.count < 20 && Self.isFieldName(name)
      let new = isName ? nil : embedded(Array(name), depth: depth + 1)
      if new != nil { isChanged = true }
      guard name.endIndex < field.endIndex else { return new ?? Array(field) }
      let value = field[(name.endIndex + 1)...]
      let text = String(decoding: name, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      let verdict = text == "state" && holdsGrant(bytes) ? .scalars : verdict(onField: text)
      let isSecret = verdict >= .scalars || verdict == .texts && !SecretSweep.isPlain(value)
      let isHidden = isSecret && !value.isEmpty
      let shown = isHidden ? Array(Self.placeholder.utf8) : redacted(fieldValue: value, depth: depth)
      if shown != nil { isChanged = true }
      return (new ?? Array(name)) + CollectionOfOne(UInt8(ascii: "=")) + (shown ?? Array(value))
    }
    return isChanged ? Array(hidden.joined(separator: CollectionOfOne(UInt8(ascii: "&")))) : nil
  }

  /// Returns the value of a field, which may be a URL, JSON or XML, without its secrets, or nil if it has none.
  private func redacted(fieldValue value: ArraySlice<UInt8>, depth: Int) -> [UInt8]? {
    let decoded = PercentEncoding.unescaped(value.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    if decoded.count < value.count, let redacted = embedded(decoded, depth: depth + 1) {
      return Array(PercentEncoding.escaped(redacted).utf8)
    }
    return embedded(Array(value), depth: depth + 1)
  }

  // MARK: - Texts in texts

  /// The number of nested texts that are parsed by their format.
  ///
  /// Deeper ones are searched as plain text.
  static let maximumDepth = 4

  /// Returns a text that another one contains, without its secrets, or nil if it has none.
  ///
  /// It may be JSON, XML, HTML, a form, or text with URLs and pairs.
  func embedded(_ bytes: [UInt8], depth: Int) -> [UInt8]? {
    guard hidesCredentials else { return nil }
    guard depth <= Self.maximumDepth else {
      return swept(bytes, depth: depth)
    }
    if SecretSweep.isLikelyMarkup(bytes) { return swept(bytes, kind: .markup, depth: depth) }
    return Self.isLikelyForm(bytes)
      ? redacted(form: bytes, depth: depth) : nested(bytes, depth: depth)
  }

  /// Returns whether the text consists of pairs, and is not a sentence with `=`.
  static func isLikelyForm(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "&")) && looksLikeForm(bytes)
      && !bytes.contains { SecretSweep.isSpace($0) || SecretSweep.isQuote($0) || $0 == UInt8(ascii: "<") }
  }
}
