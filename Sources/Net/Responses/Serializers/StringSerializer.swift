public import Foundation

/// A serializer that returns the body as text in the charset of the response.
///
/// Without a charset it is UTF-8, or ISO-8859-1 if the bytes are not valid UTF-8.
///
/// ```swift
/// network.get(url).response(responseSerializer: .string) { response in print(response.value ?? "") }
/// ```
///
/// The charset is that of `Content-Type` (RFC 9110 section 8.3.2), with the names of the Encoding Standard and IANA:
/// ISO-8859, Windows charsets, KOI8, macintosh, GBK, GB18030, Big5, EUC-JP, EUC-KR, ISO-2022-JP, Shift_JIS, UTF-8,
/// UTF-16, UTF-32. A byte order mark of UTF-8 or UTF-16 takes precedence over the label, as in browsers, and is
/// removed. An empty body is an empty string.
///
/// If the charset is unknown or the bytes are invalid in it, the error is ``NetworkError/Reason/serialization(_:)``
/// with a ``TextDecodingError`` as the underlying error and the bytes in ``NetworkError/data``.
public struct StringSerializer: ResponseSerializer {
  private let encoding: String.Encoding?

  /// Creates a serializer.
  ///
  /// An encoding overrides the charset of the response.
  public init(encoding: String.Encoding? = nil) { self.encoding = encoding }

  /// Decodes the body.
  public func serialize(_ response: ReceivedResponse) throws -> String {
    let data = response.data
    guard !data.isEmpty else { return "" }
    do {
      if let charset = try encoding.map(Charset.init) ?? charset(of: response) {
        guard let text = charset.text(of: data) else {
          throw TextDecodingError(charset: name(of: charset, response.head), reason: .invalidBytes)
        }
        return text
      }
    } catch {
      throw NetworkError(
        .serialization("the text could not be read: \(error)"), received: response, underlyingError: error)
    }
    return Charset(.utf8).text(of: data) ?? String(String.UnicodeScalarView(data.map { Unicode.Scalar($0) }))
  }

  /// Returns the charset of the text, or nil if nothing specifies one.
  private func charset(of response: ReceivedResponse) throws -> Charset? {
    let type = response.head.headers.firstValue(for: "Content-Type")
    let label = Result { () throws(TextDecodingError) in try Charset.named(by: type) }
    let marked = Charset.marked(by: response.data, label: (try? label.get()) ?? nil)
    // Without a label, text that begins like UTF-8 need not be UTF-8.
    if let marked, marked.encoding != .utf8 || Charset.name(in: type) != nil { return marked }
    return try label.get()
  }

  /// Returns the name of the charset in the response, unless a byte order mark or the caller has chosen another one.
  private func name(of charset: Charset, _ head: ResponseHead) -> String {
    let name = Charset.name(in: head.headers.firstValue(for: "Content-Type"))
    if encoding == nil, let name, Charset(named: name) == charset { return name }
    return charset.encoding.description
  }
}

extension ResponseSerializer where Self == StringSerializer {
  /// Returns the body as text.
  public static var string: StringSerializer { StringSerializer() }

  /// Returns the body as text in this encoding, whatever the charset of the response.
  public static func string(encoding: String.Encoding) -> StringSerializer {
    StringSerializer(encoding: encoding)
  }
}
