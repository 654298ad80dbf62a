#if os(Linux)
  import CLibcurl

  /// A URL that libcurl has parsed before the request.
  ///
  /// For each request libcurl parses the text of the URL, composes another text of its parts, and takes the parts out
  /// again. With parts that are parsed already it only copies them, even for each further request with the same URL.
  @safe final class CurlURL {
    let text: String
    // Owned by this object, and valid until `deinit` ends.
    let pointer: UnsafeMutableRawPointer

    /// Parses a URL.
    ///
    /// Returns nil without memory, and for a URL of which libcurl must parse the text: one that it refuses, which fails
    /// with the error for that, and one that some version may not copy with all of its parts. Before 8.3 copies lack the
    /// zone of an address.
    init?(_ text: String) {
      guard Self.isPlain(text), let pointer = unsafe text.withCString({ unsafe libcurl_url_parse($0) }) else {
        return nil
      }
      self.text = text
      unsafe self.pointer = pointer
    }

    deinit { unsafe libcurl_url_free(pointer) }

    /// Whether the text is an `http` or `https` URL of a scheme, a name or number, a port, a path and a query that is
    /// not empty.
    private static func isPlain(_ text: String) -> Bool {
      let bytes = text.utf8
      guard bytes.starts(with: "http://".utf8) || bytes.starts(with: "https://".utf8),
        bytes.last != UInt8(ascii: "?")
      else { return false }
      return bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "["), UInt8(ascii: "@"), UInt8(ascii: "#"), UInt8(ascii: "\\"): false
        default: 0x21...0x7e ~= byte
        }
      }
    }
  }
#endif
