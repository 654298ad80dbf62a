#if os(Linux)
  // What libcurl says where its code does not tell what happened.
  extension CurlTransfer {
    /// A line of the trailers does not fit in its buffer, with a code that depends on its version.
    ///
    /// It needs memory for nothing else in the chunked coding.
    static let trailerWords = "Out of memory in chunked-encoding"

    /// A proxy closed the connection without a response to `CONNECT`.
    ///
    /// Some versions set the time of the connection before the tunnel is open, as if the TLS handshake had begun.
    static let tunnelWords = "Proxy CONNECT aborted"
  }
#endif
