#if os(Linux)
  import CLibcurl
  import Foundation

  extension CurlOptions {
    /// Creates the options for this machine's libcurl, after checking that it accepts each of them.
    ///
    /// - Parameters:
    ///   - options: The options of the transport.
    ///   - capabilities: The capabilities of that libcurl.
    /// - Throws: ``TransportOptionError`` for an option that is invalid, unsupported, or rejected by libcurl.
    init(
      checking options: TransportOptions, capabilities: CurlCapabilities
    ) throws(TransportOptionError) {
      self = try CurlOptions(
        options, capabilities: capabilities, system: SystemAuthorities(for: capabilities))
      guard let easy = unsafe libcurl_easy_init(), let multi = unsafe libcurl_multi_init() else {
        throw TransportOptionError(.proxy, .refusedByLibrary("out of memory"))
      }
      defer {
        unsafe libcurl_easy_cleanup(easy)
        _ = unsafe libcurl_multi_cleanup(multi)
      }
      // Otherwise releasing the handle would change the process's signal handling.
      _ = unsafe libcurl_easy_set_long(easy, LIBCURL_OPT_NOSIGNAL, 1)
      do {
        try unsafe configure(easy)
        for pins in options.tls.pins {
          try unsafe configure(easy, for: pins.hosts?.first ?? "localhost")
        }
        try unsafe configure(multi: multi)
      } catch {
        throw error.optionError(capabilities)
      }
    }

    /// Sets the options that all requests share on a new easy handle.
    ///
    /// The handle must belong to libcurl, and the caller must be on the thread that uses it.
    func configure(_ easy: UnsafeMutableRawPointer) throws(Refusal) {
      for setting in settings { try unsafe Self.set(setting, easy) }
    }

    /// Sets the options for requests to the host, which replace those of another host.
    ///
    /// Required only if ``dependsOnHost``.
    func configure(_ easy: UnsafeMutableRawPointer, for host: String) throws(Refusal) {
      for setting in settings(for: host) { try unsafe Self.set(setting, easy) }
    }

    /// Sets the limits on a multi handle.
    func configure(multi: UnsafeMutableRawPointer) throws(Refusal) {
      let sharing = multiplexes ? LIBCURL_PIPE_MULTIPLEX : LIBCURL_PIPE_NOTHING
      unsafe libcurl_multi_set_long(multi, LIBCURL_MULTI_PIPELINING, Int(sharing))
      for setting in multiSettings {
        guard case .number(let number) = setting.value else { continue }
        let code = unsafe libcurl_multi_set_long(multi, setting.option, number)
        if code != 0 { throw Refusal(option: setting.option, code: code, cause: setting.cause) }
      }
    }

    /// libcurl copies the values before these calls return.
    private static func set(_ setting: Setting, _ easy: UnsafeMutableRawPointer) throws(Refusal) {
      let code =
        switch setting.value {
        case .number(let number): unsafe libcurl_easy_set_long(easy, setting.option, number)
        case .text(let text?): unsafe libcurl_easy_set_string(easy, setting.option, text)
        case .text(nil): unsafe libcurl_easy_set_string(easy, setting.option, nil)
        case .bytes(let data):
          unsafe data.withUnsafeBytes { bytes in
            unsafe bytes.baseAddress.map {
              unsafe libcurl_easy_set_blob(easy, setting.option, $0, bytes.count)
            } ?? LIBCURL_E_BAD_FUNCTION_ARGUMENT
          }
        }
      if code != LIBCURL_E_OK, !setting.isOptional {
        throw Refusal(option: setting.option, code: code, cause: setting.cause)
      }
    }
  }

  extension CurlOptions.Refusal {
    /// The error for the caller that created the options.
    func optionError(_ capabilities: CurlCapabilities) -> TransportOptionError {
      switch code {
      case LIBCURL_E_NOT_BUILT_IN where cause == .pins || option == LIBCURL_OPT_CAPATH:
        return TransportOptionError(cause, .unsupportedByTLSBackend(capabilities.tlsBackend ?? "nothing"))
      default:
        // The string belongs to libcurl and lives as long as the process.
        let text = libcurl_load() ? unsafe libcurl_easy_strerror(code) : nil
        let words = unsafe text.map { unsafe String(cString: $0) } ?? "error \(code)"
        return TransportOptionError(cause, .refusedByLibrary("\(words) (option \(option))"))
      }
    }
  }
#endif
