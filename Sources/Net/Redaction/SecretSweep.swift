/// Finds the secrets in a text in a single pass: credentials in URLs, pairs such as `token=…` and `password: "…"`,
/// `Bearer …`, and tokens and private keys in a well-known format.
///
/// It reads bytes, because all delimiters are ASCII: a combining mark after a delimiter cannot hide it.
struct SecretSweep {
  /// The kind of text.
  enum Kind {
    /// Text that may contain URLs and pairs.
    case text
    /// A single URL, which may be malformed and contain spaces.
    case url
    /// XML or HTML.
    case markup
  }

  let bytes: [UInt8]
  let redaction: Redaction
  let kind: Kind
  private(set) var position = 0
  /// Where the secrets are that were found.
  private var secrets: [Range<Int>] = []
  /// The end of the last secret.
  private(set) var copied = 0
  /// Whether there was a `?` since the last space.
  private(set) var isInQuery = false
  /// Whether the text contains an authorization code or a token.
  private(set) lazy var holdsGrant = redaction.holdsGrant(bytes)

  /// For each position after which elements, comments and processing instructions were looked for: whether an element
  /// begins there.
  var beginnings: [Int: Bool] = [:]
  /// Ranges that end at the first end of a comment or of a processing instruction in them, or at the end of the text.
  var untilClose = [String: Range<Int>]()
  /// The end of the start tag whose attribute says that the content is secret.
  var namedTagEnd: Int?
  /// The start of the element of which the one before or around it says that its content is secret.
  var namedElement: Int?
  /// The number of bytes that may still be read in vain for the ends of elements in a text.
  var elementReads: Int
  /// The end of the last row or other line in which the names of columns were looked for.
  var rowsEnd = 0
  /// The cells with secret names that the sweep has not reached.
  var secretCells = FIFO<Range<Int>>()
  /// Where the next `@` is.
  private var nextAt = RunEnd()
  /// Where the value of a form ends, if one begins here.
  var formValueEnd = RunEnd()
  /// Where the next `<` or `>` is.
  var nextTag = RunEnd()
  /// Where the `=` of the next attribute with the value of another one is.
  var nextValue = RunEnd()

  init(_ bytes: [UInt8], _ redaction: Redaction, kind: Kind = .text) {
    self.bytes = bytes
    self.redaction = redaction
    self.kind = kind
    elementReads = 2 * bytes.count
  }

  /// Returns where the secrets are, in order.
  mutating func run() -> [Range<Int>] {
    guard redaction.hidesCredentials else { return [] }
    if kind == .url { hideLeadingCredentials() }
    while position < bytes.count {
      if let cell = secretCells.first, cell.lowerBound <= position {
        secretCell()
        continue
      }
      let before = position
      switch bytes[position] {
      case UInt8(ascii: "="): if !arrow() { pair() }
      case UInt8(ascii: ":"): if !credentials(), !mailbox() { member() }
      case UInt8(ascii: " "):
        isInQuery = false
        scheme()
        if position == before { setting() }
      case UInt8(ascii: "?"): isInQuery = true
      case UInt8(ascii: "/"): pathSecret()
      case UInt8(ascii: "<"): if kind != .url, !arrow() { element() }
      case UInt8(ascii: ">"): if kind == .markup { content() }
      case UInt8(ascii: "-"):
        privateKey()
        if position == before, !arrow() { option() }
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        columns()
        item()
      case UInt8(ascii: "("): argument()
      case UInt8(ascii: "|"), UInt8(ascii: "\t"):
        columns()
        cell()
      default: break
      }
      if position == before {
        wellKnown()
        position = max(position, before + 1)
      }
    }
    return secrets
  }

  // MARK: - Hiding

  /// What replaces a secret.
  var placeholder: [UInt8] { kind == .markup ? Self.markupPlaceholder : Self.textPlaceholder }

  private static let textPlaceholder = Array(Redaction.placeholder.utf8)
  private static let markupPlaceholder = Array(Redaction.placeholder.withCharacterReferences.utf8)

  /// Notes that the range is a secret, and continues after it.
  ///
  /// A value that is hidden already may end within its placeholder, because `;` ends a value.
  mutating func hide(_ range: Range<Int>) {
    guard !range.isEmpty, range.lowerBound >= copied else { return }
    let isHidden = bytes[range.lowerBound...].starts(with: placeholder)
    let end = isHidden ? max(range.upperBound, range.lowerBound + placeholder.count) : range.upperBound
    secrets.append(range.lowerBound..<end)
    copied = end
    position = end
  }

  mutating func skip(to position: Int) { self.position = position }

  // MARK: - Looking

  func byte(at index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the end of the run of bytes for which the closure is true.
  ///
  /// A limit keeps the whole sweep linear.
  func end(from start: Int, atMost limit: Int = .max, while isPart: (UInt8) -> Bool) -> Int {
    var end = min(start, bytes.count)
    let last = limit < bytes.count - end ? end + limit : bytes.count
    while end < last, isPart(bytes[end]) { end += 1 }
    return end
  }

  /// Returns whether there is an `@` in the range.
  mutating func hasAt(in range: Range<Int>) -> Bool {
    nextAt.find(in: bytes, from: range.lowerBound) { $0 != UInt8(ascii: "@") } < range.upperBound
  }

  /// Returns the start of the run of at most 256 bytes before the index for which the closure is true.
  func start(before index: Int, atMost limit: Int = 256, while isPart: (UInt8) -> Bool) -> Int {
    var start = index
    while start > copied, index - start < limit, isPart(bytes[start - 1]) { start -= 1 }
    return start
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0a || byte == 0x0d }

  static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

  static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }

  /// Returns whether the byte may be part of a name: percent-encoded, with brackets, in any script.
  static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x80...: true
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "%"), UInt8(ascii: "+"),
      UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "$"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Returns whether only spaces, quotes and the marks of lists are before the index in its line.
  func isLineStart(_ index: Int) -> Bool {
    var start = index
    while start > 0, index - start < 256, " \t-*+>#\"'".utf8.contains(bytes[start - 1]) { start -= 1 }
    return start == 0 || Self.isLineBreak(bytes[start - 1])
  }

  /// Returns whether the verdict hides the value.
  func hides(_ verdict: SecretName.Verdict, _ value: Range<Int>) -> Bool {
    guard verdict < .scalars else { return true }
    return verdict == .texts && !Self.isPlain(bytes[value])
  }

  /// Returns whether the value is a number, a Boolean or null.
  static func isPlain(_ value: ArraySlice<UInt8>) -> Bool {
    value.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
      || ["true", "false", "null", "nil"].contains { value.elementsEqual($0.utf8) }
  }
}

extension Redaction {
  /// Returns whether a text contains an authorization code or a token, so that the `state` of the authorization request
  /// needs the same protection (RFC 6749 section 10.12).
  func holdsGrant(_ bytes: [UInt8]) -> Bool {
    guard readsNames else { return false }
    return ["code=", "token="].contains { grant in
      bytes.indices.dropLast(grant.utf8.count).contains { bytes[$0...].starts(with: grant.utf8) }
    }
  }
}
