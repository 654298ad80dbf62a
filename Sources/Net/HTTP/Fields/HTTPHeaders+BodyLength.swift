extension HTTPHeaders {
  /// What the fields say about the end of the body, if it is neither a number of bytes nor the last chunk
  /// (RFC 9112 section 6.3).
  ///
  /// libcurl uses the last of several lengths, and the digits before anything else, and so does Foundation on
  /// Linux. The body would end too early, and the rest of it could be mistaken for the response to the next
  /// request. A number that is too large is ignored, so that a body cut off by the end of the connection
  /// would be complete.
  ///
  /// Both decode other codings of a transfer without noticing that the coded data is incomplete. A server
  /// must not send them, because no request has `TE` (RFC 9112 section 7.4). The obsolete `identity` alone is
  /// not a coding.
  var invalidLength: InvalidLength? {
    if let coding = firstValue(for: "Transfer-Encoding") {
      if HeaderSyntax.folded(coding) == "chunked", values(for: "Transfer-Encoding").count == 1 { return nil }
      let fields = values(for: "Transfer-Encoding")
      let members = fields.flatMap { HeaderSyntax.split($0, at: ",") }.filter { !$0.isEmpty }
        .map(HeaderSyntax.folded)
      if !members.isEmpty, members != ["identity"] {
        let isChunked = members.allSatisfy { $0 == "chunked" }
        return isChunked ? nil : .transferEncoding(fields.joined(separator: ", "))
      }
    }
    // Most responses have one, which is a number.
    guard let text = self["Content-Length"] else { return nil }
    if Self.length(text) != nil { return nil }
    let fields = values(for: "Content-Length")
    let lengths = fields.flatMap { HeaderSyntax.split($0, at: ",") }.map(Self.length)
    let isInvalid = lengths.contains(nil) || Set(lengths).count > 1
    return isInvalid ? .contentLength(fields.joined(separator: ", ")) : nil
  }

  /// The number of bytes that the `Content-Length` announces, which may be repeated; nil if there is none, or if it
  /// does not count.
  var announcedLength: Int64? {
    guard let text = self["Content-Length"], !contains("Transfer-Encoding") else { return nil }
    if let length = Self.length(text) { return length }
    let lengths = Set(HeaderSyntax.split(text, at: ",").map(Self.length))
    return lengths.count == 1 ? lengths.first ?? nil : nil
  }

  /// The same for a body whose content codings are decoded; nil if it has any, because its length then
  /// differs.
  var announcedDecodedLength: Int64? {
    // In one pass over the names, because it is asked for each response.
    var (position, count, isCoded) = (-1, 0, false)
    forEachName { index, name in
      switch name.count {
      case 14 where name.isName("content-length"): (position, count) = (index, count + 1)
      case 16 where name.isName("content-encoding"), 17 where name.isName("transfer-encoding"): isCoded = true
      default: break
      }
    }
    if !isCoded {
      guard count > 0 else { return nil }
      if count == 1, let length = value(at: position).flatMap(Self.length) { return length }
    }
    return isEncoded ? nil : announcedLength
  }

  /// Whether the content has a coding (RFC 9110 section 8.4), other than `identity`, which means that there is none.
  @inline(never)
  var isEncoded: Bool {
    guard let text = self["Content-Encoding"], let first = text.utf8.first.map({ $0 | 0x20 }) else {
      return false
    }
    // Usually a name such as `gzip`, which needs no copy.
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    if letters.contains(first), first != UInt8(ascii: "i") { return true }
    return HeaderSyntax.split(text, at: ",").contains { !$0.isEmpty && HeaderSyntax.folded($0) != "identity" }
  }

  /// Returns a number of bytes; nil if the text is not one, or one that is too large.
  private static func length(_ text: String) -> Int64? {
    HeaderSyntax.digits(text).flatMap { $0 < .max ? $0 : nil }
  }
}

/// What a head says about the end of the body, if that is not clear.
enum InvalidLength: Sendable, Equatable {
  /// A `Content-Length` that is not one number of bytes.
  case contentLength(String)
  /// A `Transfer-Encoding` that is not only `chunked`.
  case transferEncoding(String)
}
