#if os(Linux)
  // What libcurl says where its code does not tell what happened.
  extension CurlTransfer {
    /// A line of the trailers does not fit in its buffer, with a code that depends on its version.
    ///
    /// It needs memory for nothing else in the chunked coding.
    static let trailerWords = "Out of memory in chunked-encoding"

    /// Whether a proxy did not open a tunnel: it closed the connection, or its response was no final one.
    ///
    /// Some versions set the time of the connection before the tunnel is open, as if the TLS handshake had begun.
    static func isAboutTunnel(_ words: String) -> Bool {
      // The last one is that of versions before 7.87.
      words == "Proxy CONNECT aborted" || words.hasPrefix("CONNECT tunnel failed")
        || words.hasPrefix("Received HTTP code") && words.hasSuffix("from proxy after CONNECT")
    }
  }
#endif
