#if os(Linux)
  import CLibcurl
  import Foundation

  extension CurlOptions {
    mutating func addProxy(
      _ options: TransportOptions, _ capabilities: CurlCapabilities
    ) throws(TransportOptionError) {
      switch options.proxy {
      case .environment where options.unixSocketPath == nil: return
      // The empty string disables the proxy, whatever the environment specifies.
      case .environment, .none: set(LIBCURL_OPT_PROXY, .text(""), for: .proxy)
      case .http(let url, let credentials, let exceptions), .socks(let url, let credentials, let exceptions):
        if url.lowercased().hasPrefix("https:"), !capabilities.features.contains(.httpsProxy) {
          throw TransportOptionError(.proxy, .missingFeature("proxies over TLS"))
        }
        set(LIBCURL_OPT_PROXY, .text(url), for: .proxy)
        // Set even without exceptions, because otherwise those of the environment would apply.
        let list = exceptions.contains("*") ? "*" : exceptions.map(Self.spelled).joined(separator: ",")
        set(LIBCURL_OPT_NOPROXY, .text(list), for: .proxy)
        guard let credentials else { return }
        if case .http = options.proxy {
          set(LIBCURL_OPT_PROXYAUTH, .number(Int(LIBCURL_AUTH_BASIC)), for: .proxy)
        }
        set(LIBCURL_OPT_PROXYUSERNAME, .text(credentials.username), for: .proxy)
        set(LIBCURL_OPT_PROXYPASSWORD, .text(credentials.password), for: .proxy)
      }
    }
  }

  extension CurlOptions {
    /// Returns the exception as libcurl compares it: a name in its ASCII form, without a final dot.
    private static func spelled(_ exception: String) -> String {
      // A network with a prefix length is not a host.
      guard !exception.contains("/") else { return exception }
      let name = exception.drop { $0 == "." }
      return exception.prefix(exception.count - name.count)
        + (name.isEmpty ? "" : HostName.canonical(String(name)))
    }
  }

  extension TransportOptions {
    /// Returns options that do not check the environment for each request, if it specifies no proxy.
    func settled(by environment: [String: String]) -> TransportOptions {
      guard proxy == .environment else { return self }
      let names: Set = ["http_proxy", "https_proxy", "all_proxy"]
      guard !environment.keys.contains(where: { names.contains($0.lowercased()) }) else { return self }
      var options = self
      options.proxy = .none
      return options
    }
  }
#endif
