package import Foundation

/// A body whose content codings were not undone, because its transport does not undo them.
package enum CodedBody {
  /// The beginning of what a body decodes to, up to damaged data; nil if its codings are unknown here or it has none.
  ///
  /// - Parameters:
  ///   - body: The body as it was received.
  ///   - headers: The fields that name the codings.
  ///   - limit: The number of bytes after which decoding stops: a kilobyte may decode to gigabytes.
  /// - Returns: The decoded bytes; nil, too, if the body does not begin as its coding does.
  package static func beginning(of body: Data, _ headers: HTTPHeaders, limit: Int) -> Data? {
    guard let decoder = decoder(of: body, headers) else { return nil }
    var result = Data()
    while result.count < limit, let chunk = try? decoder.next() { result += chunk }
    return result.isEmpty ? nil : result
  }

  /// The whole of what a body decodes to; nil if its codings are unknown here, if it has none, if it is damaged, or if
  /// it decodes to more than the limit.
  ///
  /// - Parameters:
  ///   - body: The body as it was received.
  ///   - headers: The fields that name the codings.
  ///   - limit: The maximum number of decoded bytes.
  /// - Returns: The decoded bytes.
  package static func whole(of body: Data, _ headers: HTTPHeaders, limit: Int) -> Data? {
    guard let decoder = decoder(of: body, headers) else { return nil }
    var result = Data()
    do throws(ContentDecodingError) {
      while let chunk = try decoder.next() {
        result += chunk
        guard result.count <= limit else { return nil }
      }
      try decoder.finish()
    } catch {
      return nil
    }
    return result
  }

  /// Returns a decoder that was fed the body; nil if its codings are unknown here or it has none.
  private static func decoder(of body: Data, _ headers: HTTPHeaders) -> ContentDecoder? {
    let codings = ContentCoding.list(headers, known: ContentCoding.available)
    guard !codings.isEmpty, let decoder = try? ContentDecoder(codings) else { return nil }
    // The bytes are only read during the call.
    unsafe body.withUnsafeBytes { unsafe decoder.feed($0) }
    return decoder
  }
}
