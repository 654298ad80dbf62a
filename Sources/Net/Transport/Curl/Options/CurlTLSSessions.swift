#if os(Linux)
  import CLibcurl

  /// The TLS sessions of several easy handles, which resume each other's.
  ///
  /// libcurl locks nothing, so only the thread that leads the loop uses it and its handles. Each handle keeps it.
  @safe final class CurlTLSSessions {
    // Valid from the initializer to `deinit`, and never passed on beyond a call.
    let pointer: UnsafeMutableRawPointer

    /// Creates a share, or nil without memory.
    ///
    /// libcurl must have been loaded.
    init?() {
      guard let pointer = unsafe libcurl_share_init() else { return nil }
      unsafe self.pointer = pointer
      unsafe libcurl_share_sessions(pointer)
    }

    deinit { unsafe libcurl_share_cleanup(pointer) }
  }
#endif
