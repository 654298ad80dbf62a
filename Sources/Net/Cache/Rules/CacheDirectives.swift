/// The directives of `Cache-Control` (RFC 9111 section 5.2), one after another.
///
/// The lines are joined, and split at commas outside quoted strings. Names are compared ignoring case. The text is
/// parsed where it is, without copies of its parts.
enum CacheDirectives {
  /// A directive that means something to a private cache.
  enum Name {
    case immutable, isPublic, maxAge, maxStale, minFresh, mustRevalidate, mustUnderstand, noCache, noStore
    case onlyIfCached, staleIfError, staleWhileRevalidate
  }

  /// A directive's argument, as a range of the text.
  enum Argument {
    /// There is no `=`.
    case none
    case token(Range<Int>)
    /// A string with its quotes.
    case quoted(Range<Int>)
    /// Any other form, such as one with a space next to the `=`.
    case malformed

    /// Returns the token or the content of the quoted string; nil if there is none.
    func text(in bytes: Span<UInt8>) -> String? {
      switch self {
      case .token(let range): CacheDirectives.text(bytes, range)
      case .quoted(let range): HeaderSyntax.unquoted(CacheDirectives.text(bytes, range))
      case .none, .malformed: nil
      }
    }

    /// Returns the argument in seconds; nil unless it consists of digits.
    func seconds(in bytes: Span<UInt8>) -> Int? {
      switch self {
      case .token(let range): DeltaSeconds.parse(bytes.extracting(range))
      case .quoted: text(in: bytes).flatMap { DeltaSeconds.parse($0.utf8) }
      case .none, .malformed: nil
      }
    }
  }

  /// Calls `body` with each known directive in order, and with the bytes that contain its argument.
  static func forEach(
    in text: String, _ body: (Name, Argument, _ bytes: Span<UInt8>) -> Void
  ) {
    var text = text
    // The bytes are valid during the closure.
    text.withUTF8 { bytes in forEach(in: unsafe bytes.span, body) }
  }

  private static func forEach(
    in bytes: Span<UInt8>, _ body: (Name, Argument, Span<UInt8>) -> Void
  ) {
    var start = 0
    var isOpen = false
    while start < bytes.count {
      let end = endOfMember(bytes, from: start, &isOpen)
      member(bytes, trimmed(bytes, start..<end), body)
      start = end + 1
    }
  }

  /// Returns the index of the next comma outside a quoted string, or the end.
  ///
  /// A quote that is never closed does not hide what follows. After one, none is closed, so none is searched for its
  /// end.
  private static func endOfMember(_ bytes: Span<UInt8>, from start: Int, _ isOpen: inout Bool) -> Int {
    var index = start
    var firstCommaInQuotes: Int?
    var isQuoted = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ","):
        if !isQuoted || isOpen { return index }
        if firstCommaInQuotes == nil { firstCommaInQuotes = index }
      case UInt8(ascii: "\""):
        isQuoted = isOpen || !isQuoted
        firstCommaInQuotes = nil
      case UInt8(ascii: "\\") where isQuoted: index += 1
      default: break
      }
      index += 1
    }
    isOpen = isOpen || isQuoted
    return isQuoted ? firstCommaInQuotes ?? bytes.count : bytes.count
  }

  private static func member(
    _ bytes: Span<UInt8>, _ range: Range<Int>,
    _ body: (Name, Argument, Span<UInt8>) -> Void
  ) {
    var equals = range.lowerBound
    while equals < range.upperBound, bytes[equals] != UInt8(ascii: "=") { equals += 1 }
    guard equals < range.upperBound else {
      if let name = name(bytes.extracting(range)) { body(name, .none, bytes) }
      return
    }
    let nameRange = trimmed(bytes, range.lowerBound..<equals)
    guard let name = name(bytes.extracting(nameRange)) else { return }
    // Blanks next to the `=` are not allowed.
    let argument = trimmed(bytes, equals + 1..<range.upperBound)
    let isSpaced = nameRange.upperBound != equals || argument.lowerBound != equals + 1
    body(name, isSpaced ? .malformed : self.argument(bytes, argument), bytes)
  }

  private static func name(_ bytes: Span<UInt8>) -> Name? {
    switch bytes.count {
    case 6: bytes.isName("public") ? .isPublic : nil
    case 7: bytes.isName("max-age") ? .maxAge : nil
    case 8: bytes.isName("no-store") ? .noStore : bytes.isName("no-cache") ? .noCache : nil
    case 9:
      if bytes.isName("immutable") {
        .immutable
      } else {
        bytes.isName("max-stale") ? .maxStale : bytes.isName("min-fresh") ? .minFresh : nil
      }
    case 14:
      bytes.isName("stale-if-error") ? .staleIfError : bytes.isName("only-if-cached") ? .onlyIfCached : nil
    case 15:
      bytes.isName("must-revalidate")
        ? .mustRevalidate : bytes.isName("must-understand") ? .mustUnderstand : nil
    case 22: bytes.isName("stale-while-revalidate") ? .staleWhileRevalidate : nil
    default: nil
    }
  }

  private static func argument(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Argument {
    if isToken(bytes.extracting(range)) { return .token(range) }
    let quote = UInt8(ascii: "\"")
    guard range.count >= 2, bytes[range.lowerBound] == quote, bytes[range.upperBound - 1] == quote else {
      return .malformed
    }
    return .quoted(range)
  }

  private static func isToken(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where !HeaderSyntax.isTokenByte(bytes[index]) { return false }
    return !bytes.isEmpty
  }

  private static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, HeaderSyntax.isSpace(bytes[start]) { start += 1 }
    while start < end, HeaderSyntax.isSpace(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func text(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    // The bytes are valid during the closure.
    unsafe bytes.extracting(range).withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
