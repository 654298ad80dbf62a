/// The length of a response that is not one number of bytes.
struct InvalidLength: Sendable, Hashable, CustomStringConvertible {
  /// The value of the field.
  var text: String

  var description: String {
    "The Content-Length \(text.cut(to: 128).debugDescription) is not a single number of bytes"
  }
}

extension HTTPHeaders {
  /// The `Content-Length` if it is not one number of bytes, which may be repeated (RFC 9112 section 6.3).
  ///
  /// libcurl uses the last of several fields, and the digits before anything else, and so does Foundation on Linux. The
  /// body would end too early, and the rest of it could pass for the response to the next request. A number that is too
  /// large is ignored, so that a body cut off by the end of the connection would be complete.
  var invalidLength: InvalidLength? {
    let fields = values(for: "Content-Length")
    guard let first = fields.first, !contains("Transfer-Encoding") else { return nil }
    if fields.count == 1, Self.length(first) != nil { return nil }
    let lengths = fields.flatMap { HeaderSyntax.split($0, at: ",") }.map(Self.length)
    let isInvalid = lengths.contains(nil) || Set(lengths).count > 1
    return isInvalid ? InvalidLength(text: fields.joined(separator: ", ")) : nil
  }

  /// Returns a number of bytes; nil if the text is not one, or one that is too large.
  private static func length(_ text: String) -> Int64? {
    HeaderSyntax.digits(text).flatMap { $0 < .max ? $0 : nil }
  }
}
