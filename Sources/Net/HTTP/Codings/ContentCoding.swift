/// A content coding that can be undone (RFC 9110 section 8.4.1).
enum ContentCoding: String, Sendable, Hashable, CaseIterable {
  case gzip
  case deflate
  case brotli = "br"
  case zstandard = "zstd"

  /// The codings whose libraries this machine has, in the order in which they are requested.
  static let available: [ContentCoding] = allCases.filter { coding in
    switch coding {
    case .gzip, .deflate: ZlibLibrary.system != nil
    case .brotli: BrotliLibrary.system != nil
    case .zstandard: ZstandardLibrary.system != nil
    }
  }

  /// The maximum number of codings of one body, as in curl and undici.
  static let limit = 5

  /// Returns the codings of a body in the order in which they were applied.
  ///
  /// It is empty if the body is not encoded, or if one of the codings is not in `known`. In that case the body is
  /// delivered as the server sent it, because a body with an unknown coding cannot be decoded.
  static func list(_ headers: HTTPHeaders, known: [ContentCoding]) -> [ContentCoding] {
    guard !known.isEmpty, headers.contains("Content-Encoding") else { return [] }
    var codings: [ContentCoding] = []
    for value in headers.values(for: "Content-Encoding") {
      for name in HeaderSyntax.split(value, at: ",") {
        let name = HeaderSyntax.folded(name)
        if name.isEmpty || name == "identity" { continue }
        // RFC 9110 section 8.4.1.3.
        guard let coding = ContentCoding(rawValue: name == "x-gzip" ? "gzip" : name),
          known.contains(coding)
        else { return [] }
        codings.append(coding)
      }
    }
    return codings
  }

  /// Returns the value of `Accept-Encoding` that requests these codings, or nil for none.
  static func accepted(_ codings: [ContentCoding]) -> String? {
    codings.isEmpty ? nil : codings.map(\.rawValue).joined(separator: ", ")
  }

  /// Creates a decoder, or nil without memory.
  func decoder() -> (any ByteDecoder)? {
    switch self {
    case .gzip: GzipDecoder()
    case .deflate: DeflateDecoder()
    case .brotli: BrotliDecoder()
    case .zstandard: ZstandardDecoder()
    }
  }
}
