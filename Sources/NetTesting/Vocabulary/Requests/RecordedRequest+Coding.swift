import Foundation
import Net

/// Bodies with a `Content-Encoding` (RFC 9110 section 8.4), which matchers read decoded.
extension RecordedRequest {
  /// The maximum size of a decoded body: 16 MiB, because a kilobyte may decode to gigabytes.
  static let decodedLimit = 16 << 20

  /// The body without its content codings; the body as it is if it has none, or if they cannot be undone.
  var plainBody: Data { headers.contains("Content-Encoding") ? decodedBody ?? body : body }

  private var decodedBody: Data? { CodedBody.whole(of: body, headers, limit: Self.decodedLimit) }

  /// What a report says about the codings of the body, after a space; empty without any.
  var codingNote: String {
    let codings = headers.values(for: "Content-Encoding").joined(separator: ", ")
    guard !codings.isEmpty, codings.lowercased() != "identity", !body.isEmpty else { return "" }
    return decodedBody == nil
      ? " (not decoded: Content-Encoding is \(codings), and the body is damaged, too large or of another coding)"
      : " (decoded from \(codings))"
  }
}
