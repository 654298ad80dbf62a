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
      case .environment, .none:
        set(LIBCURL_OPT_PROXY, .text(""), for: .proxy)
        // Otherwise libcurl looks for exceptions in the environment for each request.
        set(LIBCURL_OPT_NOPROXY, .text(""), for: .proxy)
      case .http(let url, let credentials, _), .socks(let url, let credentials, _):
        if url.lowercased().hasPrefix("https:"), !capabilities.features.contains(.httpsProxy) {
          throw TransportOptionError(.proxy, .missingFeature("proxies over TLS"))
        }
        set(LIBCURL_OPT_PROXY, .text(Self.withPort(url)), for: .proxy)
        // Set even without exceptions, because otherwise those of the environment would apply.
        set(LIBCURL_OPT_NOPROXY, .text(""), for: .proxy)
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
    /// Returns the URL of a proxy with its port, because without one libcurl connects to port 1080 of an `http` URL.
    private static func withPort(_ url: String) -> String {
      guard url.lowercased().hasPrefix("http:"), URLComponents(string: url)?.port == nil else { return url }
      let address = url.hasSuffix("/") ? url.dropLast() : url[...]
      return address + (address.hasSuffix(":") ? "80" : ":80")
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
